"""What says pieces on a chessboard: the board as a table and drawn, placements with their reasons, what closes the story."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.board.instance import BoardInstance, PiecesInstance, QueensInstance, SudokuInstance
from ferryplan.generator.board.peace import told_number
from ferryplan.generator.board.sudoku_teller import SudokuTeller
from ferryplan.generator.placing.instance import Clue, Placed, Placement
from ferryplan.generator.placing.space import Placements, placed_in
from ferryplan.generator.placing.teller import PlacingTeller
from ferryplan.generator.space import StateSpace
from ferryplan.generator.teller import Facts, Task
from ferryplan.generator.templates import render
from ferryplan.generator.wording import Table, listing


def board_teller(instance: BoardInstance) -> QueensTeller | PiecesTeller | SudokuTeller:
    """Return the words for a board."""
    match instance:
        case QueensInstance():
            return QueensTeller(instance)
        case PiecesInstance():
            return PiecesTeller(instance)
        case SudokuInstance():
            return SudokuTeller(instance)
        case _:
            assert_never(instance)


class ChessTeller(PlacingTeller):
    """The table and the picture of pieces on a chessboard."""

    instance: QueensInstance | PiecesInstance
    pictured = True

    def board(self, placed: Placed) -> Table:
        """Return the board with what is given and placed so far, a letter for a piece, ``x`` a forbidden square and ``.`` any other; rows and
        columns are numbered from 1."""
        rows, columns = self.instance.rows, self.instance.columns
        marks = dict.fromkeys(self.instance.forbidden, "x")
        marks |= dict.fromkeys(self.instance.standing(placed), self.instance.letter)
        lines = ((str(row + 1), *(marks.get((row, column), ".") for column in range(columns))) for row in range(rows))
        return Table(("", *(str(column + 1) for column in range(columns))), tuple(lines), rigid=True)

    def task(self, space: StateSpace[Placements, Placement]) -> Task:
        """Return the rules, with the meaning of the marks, and the board to begin with."""
        rules, tables, _ = super().task(space)
        piece, letter = self.instance.piece, self.instance.letter
        given = len(self.instance.given)
        said = {"piece": piece[:-1], "pieces": piece, "letter": letter}
        stay = [format_message("boards.given-pieces", count=given, **said)] if given else []
        free = [format_message("boards.forbidden-squares")] if self.instance.forbidden else []
        return Task([*rules, *stay, *free], tables)

    def table_of_givens(self) -> Table | None:
        """Return the board with its given pieces and its forbidden squares, if there are any."""
        return self.board({}) if self.instance.given or self.instance.forbidden else None

    def question_as_json(self) -> dict[str, Any]:
        """Return the rules, and the board as a text for each row."""
        return {"rules": [*self.rules], "board": ["".join(row[1:]) for row in self.board({}).rows]}

    def svg(self, placed: Placed) -> str:
        """Return the board as an SVG picture, for light and dark screens; given squares are framed, forbidden ones hatched."""
        squares = sorted(self.instance.standing(placed))
        context = {
            "title": self.instance.title,
            "told": ", ".join(f"row {row + 1} column {column + 1}" for row, column in squares),
            "side": self.instance.columns,
            "rows": self.instance.rows,
            "legend": False,
            "piece": self.instance.piece[:-1],
            "squares": squares,
            "given": self.instance.given,
            "forbidden": self.instance.forbidden,
        }
        return render("board/pictures/queens.svg.j2", context)


class QueensTeller(ChessTeller):
    """The words for queens on a chessboard."""

    instance: QueensInstance
    spot_noun = "column"

    def placement(self, placement: Placement, before: Placed, clues: Sequence[Clue]) -> str:
        """Return a placement as a sentence, with the reason that it is forced, as far as the instance's clues say so.

        ``before`` may hold the placement, too; ``clues`` are not needed: those of a board are about all of it, and so none is complete
        before the end.
        """
        item, spot = self.instance.items[placement.item], self.instance.spots[placement.spot]
        left = self.open_spots(placement.item, before, self.instance.clues)
        forced = len(item.spots) > 1 and left == [placement.spot]
        reason = format_message("placing.row-attacked") if forced else ""
        if placement in self.instance.given:
            reason = format_message("placing.is-given")
        queen = item.called.capitalize()
        return format_message("placing.queen-goes", queen=queen, square=spot.called, reason=reason)

    def answers(self, placed: Placed) -> tuple[str, ...]:
        """Return what closes the story."""
        queens = len(self.instance.items)
        if queens == 1:
            return (format_message("placing.one-queen"),)
        return (format_message("placing.queens-at-peace", count=queens),)


class PiecesTeller(ChessTeller):
    """The words for pieces of one kind on a chessboard."""

    instance: PiecesInstance

    @property
    def rules(self) -> Sequence[str]:
        """The clues, and how many pieces stand on the board."""
        number = told_number(self.instance.piece, self.instance.number)
        return [*(says for says in super().rules if says != number), number]

    def task(self, space: StateSpace[Placements, Placement]) -> Task:
        """Return the rules, the board to begin with, and the board with the number of each square's group."""
        rules, tables, questions = super().task(space)
        return Task(rules, (*tables, self._map_of_groups()), questions)

    def _map_of_groups(self) -> Table:
        """Return the board with the number of the group on each square, ``-`` on those on which no piece may stand."""
        rows, columns = range(self.instance.rows), range(self.instance.columns)
        nowhere = len(rows) * len(columns)
        numbers = {
            divmod(spot, len(columns)): item.name.split()[-1]
            for item in self.instance.groups
            for spot in item.spots
            if spot != nowhere
        }
        lines = ((str(row + 1), *(numbers.get((row, column), "-") for column in columns)) for row in rows)
        return Table(("", *(str(column + 1) for column in columns)), tuple(lines), rigid=True)

    @property
    def group_noun(self) -> str:
        """What each group of squares is: a pair, a block, a row; a group where they are of several kinds."""
        nouns = {item.name.rsplit(" ", 1)[0] for item in self.instance.groups}
        return nouns.pop() if len(nouns) == 1 else "group"

    def introduce_steps(self, moves: Iterable[tuple[Placements, Placement]]) -> str:
        """Return how the squares are divided, if a sentence about a placement concludes something from it."""
        forced = any(self._is_forced(move, placed_in(before)) for before, move in moves)
        return self._describe_groups() if forced else ""

    def facts(self, space: StateSpace[Placements, Placement], attempted: Callable[[Callable[[], Any]], Any]) -> Facts:
        """Return the clues, the board, how the squares are divided into groups, and in which order the groups are filled."""
        data, (clues, board, order) = super().facts(space, attempted)
        numbered = format_message("placing.groups-numbered", group=self.group_noun)
        return Facts(data, [clues, board, f"{self._describe_groups()} {numbered}", self._map_of_groups(), order])

    def _describe_groups(self) -> str:
        """Return into what the squares are divided, and how many pieces each part holds."""
        instance = self.instance
        said = {"piece": instance.piece[:-1], "pieces": instance.piece, "group": self.group_noun}
        told = format_message("placing.groups-of-squares", count=len(instance.groups), **said)
        nowhere = instance.rows * instance.columns
        if self.group_noun == "pair" and any(len({*item.spots} - {nowhere}) == 1 for item in instance.groups):
            told += f" {format_message('placing.lone-square')}"
        if len(instance.groups) == instance.number:
            told += f" {format_message('placing.groups-all-hold', count=instance.number, **said)}"
        return told

    def _is_forced(self, placement: Placement, before: Placed) -> bool:
        """Return whether the clues leave a group of several squares only this one."""
        several = len(self.instance.items[placement.item].spots) > 1
        return several and self.open_spots(placement.item, before, self.instance.clues) == [placement.spot]

    def placement(self, placement: Placement, before: Placed, clues: Sequence[Clue]) -> str:
        """Return a placement as a sentence, with the reason that it is forced, as far as the instance's clues say so."""
        instance, piece = self.instance, self.instance.piece[:-1]
        item, spots = instance.items[placement.item], instance.spots
        nowhere = instance.rows * instance.columns
        forced = self._is_forced(placement, before)
        if placement.spot == nowhere:
            squares = listing([spots[spot].name for spot in item.spots if spot != nowhere], "or")
            reason = format_message("placing.each-attacked") if forced else ""
            return format_message("placing.no-piece-goes", piece=piece, squares=squares, reason=reason)
        given = divmod(placement.spot, instance.columns) in instance.given
        reason = format_message("placing.is-given") if given else ""
        candidates = [spots[spot].name for spot in item.spots if spot != nowhere]
        others = [spots[spot].name for spot in item.spots if spot not in (placement.spot, nowhere)]
        if forced and others:
            said = {"squares": listing(candidates, "or"), "piece": piece, "other": others[0], "group": self.group_noun}
            reason = format_message("placing.only-square", count=len(others), **said)
        square = spots[placement.spot].name
        if not before.keys() - {placement.item}:  # the first square shows how the names of squares are to be read
            square = format_message("placing.square-in-full", name=square, called=spots[placement.spot].called)
        return format_message("placing.piece-goes", piece=piece, square=square, reason=reason)

    def answers(self, placed: Placed) -> tuple[str, ...]:
        """Return what closes the story: how many pieces stand, and why no more fit if that was asked."""
        instance = self.instance
        number, piece = instance.number, instance.piece
        told = told_number(piece, number)
        if number != 1:
            told = format_message("placing.pieces-at-peace", pieces=told[:-1])
        if not instance.most:
            return (told,)
        said = {"piece": piece[:-1], "pieces": piece}
        if number == len(instance.items):
            return (told, format_message("placing.no-more-fit-groups", count=number, group=self.group_noun, **said))
        return (told, format_message("placing.no-more-fit-search", **said))
