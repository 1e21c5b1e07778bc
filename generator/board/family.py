"""The family `board`: queens, peaceable pieces and sudoku."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.board.formulations import context
from ferryplan.generator.board.instance import BoardInstance, PiecesInstance, QueensInstance, SudokuInstance
from ferryplan.generator.board.instantiation import changed, instantiate
from ferryplan.generator.board.puzzle_file import BoardFile
from ferryplan.generator.board.speller import BoardSpeller, board_speller
from ferryplan.generator.board.structure import describe_structure
from ferryplan.generator.board.sudoku_teller import SudokuTeller
from ferryplan.generator.board.teller import PiecesTeller, QueensTeller, board_teller
from ferryplan.generator.board.words import BoardWords
from ferryplan.generator.difficulty import Difficulty
from ferryplan.generator.family_types import Change, Conflict
from ferryplan.generator.instance import Value
from ferryplan.generator.isomorphism import Fact
from ferryplan.generator.placing.difficulty import by_search, by_steps
from ferryplan.generator.placing.family import PlacingFamily
from ferryplan.generator.puzzle_file import Oddity


class BoardFamily(PlacingFamily[BoardFile, BoardInstance]):
    """Queens, peaceable pieces or the digits of a sudoku go on the squares of a board."""

    name = "board"
    file = BoardFile
    words = BoardWords

    def instantiate(self, puzzle: BoardFile, parameters: Mapping[str, Value]) -> BoardInstance:
        """Return the instance for values of the parameters."""
        return instantiate(puzzle, parameters)

    def lay_out_strips(self, instance: BoardInstance) -> dict[str, Any]:
        """Return the squares, and what each piece attacks."""
        return context(instance)

    def lay_out_adl(self, instance: BoardInstance) -> dict[str, Any]:
        """Return the same as for strips."""
        return context(instance)

    def make_teller(self, instance: BoardInstance) -> QueensTeller | PiecesTeller | SudokuTeller:
        """Return the words for pieces or digits."""
        return instance.once(board_teller)

    def make_speller(self, instance: BoardInstance) -> BoardSpeller:
        """Return the notation: the digits of rows, or the squares of pieces."""
        return board_speller(instance, self.make_space(instance), self.make_teller(instance))

    def describe_structure(self, instance: BoardInstance) -> Iterator[Fact]:
        """Yield the facts about an instance that do not depend on names."""
        return describe_structure(instance)

    def find_oddities(self, puzzle: BoardFile, instance: BoardInstance) -> Iterable[Oddity]:
        """Yield a board that is too small for its queens."""
        return find_small_boards(instance)

    def suggest_changes(
        self, puzzle: BoardFile, instance: BoardInstance, conflict: Conflict
    ) -> Iterable[Iterable[Change]]:
        """Yield the board without each given, forbidden square and sign, without its diagonals, and with fewer pieces."""
        return changed(puzzle, instance, conflict)

    def grade_difficulty(self, instance: BoardInstance) -> Difficulty:
        """Grade a sudoku by steps of reasoning, and other boards by the size of the search."""
        return grade_board(instance)


def find_small_boards(instance: BoardInstance) -> Iterator[Oddity]:
    """Yield a board that is too small for its queens."""
    match instance:
        case QueensInstance():
            if len(instance.items) in (2, 3):
                says = format_message("placing.queens-always-attack")
                yield Oddity("board.size", "too-small", says, hopeless=True)
        case PiecesInstance() | SudokuInstance():
            pass
        case _:
            assert_never(instance)


def grade_board(instance: BoardInstance) -> Difficulty:
    """Return the difficulty of sudokus from steps of reasoning, of the others from the search for a solution."""
    match instance:
        case QueensInstance() | PiecesInstance():
            number = len(instance.items)
            return by_search(
                instance,
                {"pieces": number},
                format_message("placing.pieces-to-place", count=number),
            )
        case SudokuInstance():
            return by_steps(instance)
        case _:
            assert_never(instance)


FAMILY = BoardFamily()
