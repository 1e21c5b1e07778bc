"""The narrators of chessboards: tables, pictures, placements with the reasons for them, and answers."""

from __future__ import annotations

import itertools
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.instance import Clue, PartialAssignment, Placement
from ferryplan.generator.assignment.narrator import AssignmentNarrator, ShownCells
from ferryplan.generator.assignment.space import AssignmentState, partial_assignment
from ferryplan.generator.board.instance import BoardInstance, PiecesInstance, QueensInstance, SudokuInstance
from ferryplan.generator.board.page_board import measure_page_board
from ferryplan.generator.board.peace import describe_piece_count
from ferryplan.generator.board.pieces import Square
from ferryplan.generator.board.sudoku_narrator import SudokuNarrator
from ferryplan.generator.narrator import InstanceFacts, TaskSheet
from ferryplan.generator.space import StateSpace
from ferryplan.generator.templates import render_template
from ferryplan.generator.wording import Table, join_phrases


def make_board_narrator(instance: BoardInstance) -> QueensNarrator | PiecesNarrator | SudokuNarrator:
    """Return the narrator for the kind of board: queens, other pieces, or a sudoku."""
    match instance:
        case QueensInstance():
            return QueensNarrator(instance)
        case PiecesInstance():
            return PiecesNarrator(instance)
        case SudokuInstance():
            return SudokuNarrator(instance)
        case _:
            assert_never(instance)


class ChessNarrator(AssignmentNarrator):
    """The common base of the narrators of queens and of other pieces: tables and pictures of the board."""

    instance: QueensInstance | PiecesInstance
    has_board_picture = True

    def board_as_table(self, placed: PartialAssignment) -> Table:
        """Return the board with the given and placed pieces as a table; rows and columns count from 1.

        A piece is a letter, a forbidden square ``x``, any other square ``.``.
        """
        rows, columns = self.instance.rows, self.instance.columns
        marks = dict.fromkeys(self.instance.forbidden, "x")
        marks |= dict.fromkeys(self.instance.occupied_squares(placed), self.instance.piece_letter)
        lines = ((str(row + 1), *(marks.get((row, column), ".") for column in range(columns))) for row in range(rows))
        return Table(("", *(str(column + 1) for column in range(columns))), tuple(lines), is_fixed_width=True)

    def make_task_sheet(self, space: StateSpace[AssignmentState, Placement]) -> TaskSheet:
        """Return a sheet for solving the puzzle on paper: the rules, the meaning of marks, and the board."""
        rules, tables, _ = super().make_task_sheet(space)
        piece, letter = self.instance.piece, self.instance.piece_letter
        given = len(self.instance.given)
        said = {"piece": piece[:-1], "pieces": piece, "letter": letter}
        stay = [format_message("boards.given-pieces", count=given, **said)] if given else []
        free = [format_message("boards.forbidden-squares")] if self.instance.forbidden else []
        return TaskSheet([*rules, *stay, *free], tables)

    def tabulate_given_values(self) -> Table | None:
        """Return the board with its given pieces and forbidden squares; None if there are neither."""
        return self.board_as_table({}) if self.instance.given or self.instance.forbidden else None

    def question_as_json(self) -> dict[str, Any]:
        """Return JSON fields with the rules, and with the board as a text for each row."""
        return {"rules": [*self.rules], "board": ["".join(row[1:]) for row in self.board_as_table({}).rows]}

    @property
    @abstractmethod
    def piece_count(self) -> int:
        """The number of pieces on the full board."""

    @property
    @abstractmethod
    def page_squares(self) -> dict[Square, tuple[int, int]]:
        """The item and the spot that a piece on each square stands for.

        Squares on which no piece can stand are missing.
        """

    @property
    @abstractmethod
    def page_words(self) -> dict[str, str]:
        """The texts by which a page says that two pieces of one item attack each other.

        They are the rule, with the key ``rule``, and the violation, with the key ``found``, in which the page replaces
        ``{one}`` and ``{other}`` by the names of the two squares.
        """

    def make_page_board(self, shown: ShownCells) -> dict[str, Any]:
        """Return the JSON data by which a page draws pieces on the board; ``shown`` is not used."""
        instance, squares = self.instance, self.page_squares
        marks = dict.fromkeys(instance.forbidden, "forbidden") | dict.fromkeys(instance.given, "given")
        cells = [
            (row, column, *squares.get((row, column), (-1, -1)), marks.get((row, column), ""))
            for row in range(instance.rows)
            for column in range(instance.columns)
        ]
        return {
            "kind": "pieces",
            "piece": instance.piece[:-1],
            "cells": cells,
            "total": self.piece_count,
            "twice": self.page_words,
            **measure_page_board(instance.rows, instance.columns, 0),
        }

    def draw_svg(self, placed: PartialAssignment, on_page: bool = False) -> str:
        """Return the board with the placed pieces as an SVG picture that suits light and dark screens.

        The squares of given pieces are framed, forbidden squares hatched.
        """
        squares = sorted(self.instance.occupied_squares(placed))
        context = {
            "title": self.instance.title,
            "told": ", ".join(f"row {row + 1} column {column + 1}" for row, column in squares),
            "side": self.instance.columns,
            "rows": self.instance.rows,
            "legend": False,
            "on_page": on_page,
            "piece": self.instance.piece[:-1],
            "squares": squares,
            "given": self.instance.given,
            "forbidden": self.instance.forbidden,
        }
        return render_template("board/pictures/queens.svg.j2", context)


class QueensNarrator(ChessNarrator):
    """The narrator that describes the placements of queens."""

    instance: QueensInstance
    spot_noun = "column"

    @property
    def piece_count(self) -> int:
        """The number of queens, which is that of the rows."""
        return len(self.instance.items)

    @property
    def page_squares(self) -> dict[Square, tuple[int, int]]:
        """The row and the column of each square, which are its item and its spot."""
        every = range(self.instance.rows), range(self.instance.columns)
        return {square: square for square in itertools.product(*every) if square not in self.instance.forbidden}

    @property
    def page_words(self) -> dict[str, str]:
        """The texts about two queens in one row."""
        return {
            "rule": format_message("boards.no-shared-row"),
            "found": format_message("boards.shared-row", one="{one}", other="{other}"),
        }

    def narrate_placement(self, placement: Placement, before: PartialAssignment, clues: Sequence[Clue]) -> str:
        """Return a sentence that states the square of a queen, with the reason if the clues force it.

        ``before`` may already contain the placement. ``clues`` are not used: each clue is about all queens, so it
        cannot be cited before all of them are placed.
        """
        item, spot = self.instance.items[placement.item], self.instance.spots[placement.spot]
        left = self.open_spots(placement.item, before, self.instance.clues)
        forced = len(item.spots) > 1 and left == [placement.spot]
        reason = format_message("assignment.row-attacked") if forced else ""
        if placement in self.instance.given:
            reason = format_message("assignment.is-given")
        queen = item.called.capitalize()
        return format_message("assignment.queen-goes", queen=queen, square=spot.called, reason=reason)

    def format_answers(self, placed: PartialAssignment) -> tuple[str, ...]:
        """Return the sentence that closes the story: the queens are at peace."""
        queens = len(self.instance.items)
        if queens == 1:
            return (format_message("assignment.one-queen"),)
        return (format_message("assignment.queens-at-peace", count=queens),)


class PiecesNarrator(ChessNarrator):
    """The narrator that describes the placements of pieces in groups of squares."""

    instance: PiecesInstance

    @property
    def piece_count(self) -> int:
        """The number of pieces on the full board, given ones included."""
        return self.instance.number

    @property
    def page_squares(self) -> dict[Square, tuple[int, int]]:
        """The group of each square, with the square's number as the spot; attacked squares have no group."""
        columns, nowhere = self.instance.columns, self.instance.rows * self.instance.columns
        items = enumerate(self.instance.items)
        return {divmod(spot, columns): (item, spot) for item, group in items for spot in group.spots if spot != nowhere}

    @property
    def page_words(self) -> dict[str, str]:
        """The texts about two pieces in one group of squares, which attack each other."""
        piece = self.instance.piece[:-1]
        return {
            "rule": format_message("boards.no-attack", piece=piece),
            "found": format_message("boards.attack", piece=piece, one="{one}", other="{other}"),
        }

    @property
    def rules(self) -> Sequence[str]:
        """The sentences of the clues, and the number of pieces on the board as the last rule."""
        number = describe_piece_count(self.instance.piece, self.instance.number)
        return [*(says for says in super().rules if says != number), number]

    def make_page_board(self, shown: ShownCells) -> dict[str, Any]:
        """Return the data of all boards of pieces, and in ``most`` whether the largest number is asked for."""
        return {**super().make_page_board(shown), "most": self.instance.most}

    def make_task_sheet(self, space: StateSpace[AssignmentState, Placement]) -> TaskSheet:
        """Return a sheet for solving the puzzle on paper: the rules, the board, and the groups of squares."""
        rules, tables, questions = super().make_task_sheet(space)
        return TaskSheet(rules, (*tables, self._make_group_map()), questions)

    def _make_group_map(self) -> Table:
        """Return the board as a table with the number of each square's group, ``-`` for squares without one."""
        rows, columns = range(self.instance.rows), range(self.instance.columns)
        nowhere = len(rows) * len(columns)
        numbers = {
            divmod(spot, len(columns)): item.name.split()[-1]
            for item in self.instance.square_groups
            for spot in item.spots
            if spot != nowhere
        }
        lines = ((str(row + 1), *(numbers.get((row, column), "-") for column in columns)) for row in rows)
        return Table(("", *(str(column + 1) for column in columns)), tuple(lines), is_fixed_width=True)

    @property
    def group_noun(self) -> str:
        """The noun for a group of squares: pair, block or row; "group" if there are several kinds."""
        nouns = {item.name.rsplit(" ", 1)[0] for item in self.instance.square_groups}
        return nouns.pop() if len(nouns) == 1 else "group"

    def introduce_steps(self, moves: Iterable[tuple[AssignmentState, Placement]]) -> str:
        """Return sentences about the groups of squares; the empty text if no placement needs them as a reason.

        Each placement comes with the state before it.
        """
        forced = any(self._is_forced(move, partial_assignment(before)) for before, move in moves)
        return self._describe_groups() if forced else ""

    def describe_instance(
        self, space: StateSpace[AssignmentState, Placement], call_if_fast: Callable[[Callable[[], Any]], Any]
    ) -> InstanceFacts:
        """Return the clues, the board, its groups of squares and their order, as JSON and as text."""
        data, (clues, board, order) = super().describe_instance(space, call_if_fast)
        numbered = format_message("assignment.groups-numbered", group=self.group_noun)
        return InstanceFacts(
            data, [clues, board, f"{self._describe_groups()} {numbered}", self._make_group_map(), order]
        )

    def _describe_groups(self) -> str:
        """Return sentences about the groups of squares, and about the number of pieces in them."""
        instance = self.instance
        said = {"piece": instance.piece[:-1], "pieces": instance.piece, "group": self.group_noun}
        told = format_message("assignment.groups-of-squares", count=len(instance.square_groups), **said)
        nowhere = instance.rows * instance.columns
        if self.group_noun == "pair" and any(len({*item.spots} - {nowhere}) == 1 for item in instance.square_groups):
            told += f" {format_message('assignment.lone-square')}"
        if len(instance.square_groups) == instance.number:
            told += f" {format_message('assignment.groups-all-hold', count=instance.number, **said)}"
        return told

    def _is_forced(self, placement: Placement, before: PartialAssignment) -> bool:
        """Return whether the placed group has several squares, but the clues leave it a single spot."""
        several = len(self.instance.items[placement.item].spots) > 1
        return several and self.open_spots(placement.item, before, self.instance.clues) == [placement.spot]

    def narrate_placement(self, placement: Placement, before: PartialAssignment, clues: Sequence[Clue]) -> str:
        """Return a sentence that states the square of a group's piece, with the reason if the clues force it.

        ``before`` may already contain the placement; ``clues`` are not used.
        """
        instance, piece = self.instance, self.instance.piece[:-1]
        item, spots = instance.items[placement.item], instance.spots
        nowhere = instance.rows * instance.columns
        forced = self._is_forced(placement, before)
        if placement.spot == nowhere:
            squares = join_phrases([spots[spot].name for spot in item.spots if spot != nowhere], "or")
            reason = format_message("assignment.each-attacked") if forced else ""
            return format_message("assignment.no-piece-goes", piece=piece, squares=squares, reason=reason)
        given = divmod(placement.spot, instance.columns) in instance.given
        reason = format_message("assignment.is-given") if given else ""
        candidates = [spots[spot].name for spot in item.spots if spot != nowhere]
        others = [spots[spot].name for spot in item.spots if spot not in (placement.spot, nowhere)]
        if forced and others:
            said = {
                "squares": join_phrases(candidates, "or"),
                "piece": piece,
                "other": others[0],
                "group": self.group_noun,
            }
            reason = format_message("assignment.only-square", count=len(others), **said)
        square = spots[placement.spot].name
        if not before.keys() - {placement.item}:  # the first square explains how to read the names of squares
            square = format_message("assignment.square-in-full", name=square, called=spots[placement.spot].called)
        return format_message("assignment.piece-goes", piece=piece, square=square, reason=reason)

    def format_answers(self, placed: PartialAssignment) -> tuple[str, ...]:
        """Return the sentences that close the story.

        They say how many pieces the board holds and, if the puzzle asks for the largest number, why no more fit.
        """
        instance = self.instance
        number, piece = instance.number, instance.piece
        told = describe_piece_count(piece, number)
        if number != 1:
            told = format_message("assignment.pieces-at-peace", pieces=told[:-1])
        if not instance.most:
            return (told,)
        said = {"piece": piece[:-1], "pieces": piece}
        if number == len(instance.items):
            return (told, format_message("assignment.no-more-fit-groups", count=number, group=self.group_noun, **said))
        return (told, format_message("assignment.no-more-fit-search", **said))
