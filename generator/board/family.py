"""The entry of the family `board` in the registry: queens, other chess pieces, and sudokus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.difficulty import grade_by_search, grade_by_steps
from ferryplan.generator.assignment.family import AssignmentFamily
from ferryplan.generator.board.formulations import make_context
from ferryplan.generator.board.instance import BoardInstance, PiecesInstance, QueensInstance, SudokuInstance
from ferryplan.generator.board.instantiation import instantiate, suggest_changes
from ferryplan.generator.board.narrator import PiecesNarrator, QueensNarrator, make_board_narrator
from ferryplan.generator.board.notation import BoardNotation, make_board_notation
from ferryplan.generator.board.puzzle_file import BoardFile
from ferryplan.generator.board.structure import describe_structure
from ferryplan.generator.board.sudoku_narrator import SudokuNarrator
from ferryplan.generator.board.words import BoardWords
from ferryplan.generator.difficulty import Difficulty
from ferryplan.generator.family_types import PuzzleRelaxation, RuleConflict
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.isomorphism import Fact
from ferryplan.generator.puzzle_file import WarningDiagnostic


class BoardFamily(AssignmentFamily[BoardFile, BoardInstance]):
    """Boards: queens, other pieces that do not attack each other, or the digits of a sudoku."""

    name = "board"
    file = BoardFile
    words = BoardWords

    def instantiate(self, puzzle: BoardFile, parameters: Mapping[str, ParameterValue]) -> BoardInstance:
        """Return the instance for values of the parameters."""
        return instantiate(puzzle, parameters)

    def lay_out_strips(self, instance: BoardInstance) -> dict[str, Any]:
        """Return the values for the templates: the squares, and the squares that each piece attacks."""
        return make_context(instance)

    def lay_out_adl(self, instance: BoardInstance) -> dict[str, Any]:
        """Return the same values as for ``strips``."""
        return make_context(instance)

    def make_narrator(self, instance: BoardInstance) -> QueensNarrator | PiecesNarrator | SudokuNarrator:
        """Return the narrator of an instance."""
        return instance.get_or_make(make_board_narrator)

    def make_notation(self, instance: BoardInstance) -> BoardNotation:
        """Return the notation: digits row by row, or the squares of pieces."""
        return make_board_notation(instance, self.make_space(instance), self.make_narrator(instance))

    def describe_structure(self, instance: BoardInstance) -> Iterator[Fact]:
        """Yield the facts about an instance that do not depend on names."""
        return describe_structure(instance)

    def find_warnings(self, puzzle: BoardFile, instance: BoardInstance) -> Iterable[WarningDiagnostic]:
        """Yield a warning if the board is too small for its queens."""
        return find_small_boards(instance)

    def suggest_relaxations(
        self, puzzle: BoardFile, instance: BoardInstance, conflict: RuleConflict
    ) -> Iterable[Iterable[PuzzleRelaxation]]:
        """Yield the board without a given, forbidden square or sign, without diagonals, or with fewer pieces."""
        return suggest_changes(puzzle, instance, conflict)

    def grade_difficulty(self, instance: BoardInstance) -> Difficulty:
        """Return the difficulty: of a sudoku by deduction steps, of other boards by the size of a search."""
        return grade_board(instance)


def find_small_boards(instance: BoardInstance) -> Iterator[WarningDiagnostic]:
    """Yield a warning if the board is too small for its queens (2 or 3 rows)."""
    match instance:
        case QueensInstance():
            if len(instance.items) in (2, 3):
                says = format_message("assignment.queens-always-attack")
                yield WarningDiagnostic("board.size", "too-small", says, is_unsolvable=True)
        case PiecesInstance() | SudokuInstance():
            pass
        case _:
            assert_never(instance)


def grade_board(instance: BoardInstance) -> Difficulty:
    """Return the difficulty of a sudoku by deduction steps, of other boards by the size of a search."""
    match instance:
        case QueensInstance() | PiecesInstance():
            number = len(instance.items)
            return grade_by_search(
                instance,
                {"pieces": number},
                format_message("assignment.pieces-to-place", count=number),
            )
        case SudokuInstance():
            return grade_by_steps(instance)
        case _:
            assert_never(instance)


FAMILY = BoardFamily()
