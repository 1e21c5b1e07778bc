"""The entry of the family `board` in the registry: queens, other chess pieces, and sudokus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.difficulty import grade_by_search, grade_by_steps
from ferryplan.generator.assignment.family import AssignmentFamily
from ferryplan.generator.board.formulations import make_board_context
from ferryplan.generator.board.instance import BoardInstance, PiecesInstance, QueensInstance, SudokuInstance
from ferryplan.generator.board.instantiation import instantiate, suggest_board_relaxations
from ferryplan.generator.board.narrator import PiecesNarrator, QueensNarrator, make_board_narrator
from ferryplan.generator.board.notation import BoardNotation, make_board_notation
from ferryplan.generator.board.puzzle_file import BoardFile
from ferryplan.generator.board.structure import describe_structure
from ferryplan.generator.board.sudoku_narrator import SudokuNarrator
from ferryplan.generator.board.words import BoardWords
from ferryplan.generator.difficulty import Difficulty
from ferryplan.generator.family_types import PuzzleRelaxation, RuleConflict
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.isomorphism import StructureFact
from ferryplan.generator.puzzle_file import WarningDiagnostic


class BoardFamily(AssignmentFamily[BoardFile, BoardInstance]):
    """The family of boards: queens, other pieces that do not attack each other, and sudokus."""

    name = "board"
    file = BoardFile
    words = BoardWords

    def instantiate(self, puzzle: BoardFile, parameters: Mapping[str, ParameterValue]) -> BoardInstance:
        """Return the board for the given values of the puzzle's parameters."""
        return instantiate(puzzle, parameters)

    def make_strips_context(self, instance: BoardInstance) -> dict[str, Any]:
        """Return the variables for the ``strips`` templates by name, such as squares and their attacks."""
        return make_board_context(instance)

    def make_adl_context(self, instance: BoardInstance) -> dict[str, Any]:
        """Return the variables for the ``adl`` templates, which are those for ``strips``."""
        return make_board_context(instance)

    def make_narrator(self, instance: BoardInstance) -> QueensNarrator | PiecesNarrator | SudokuNarrator:
        """Return the narrator for the kind of board: queens, other pieces, or a sudoku."""
        return instance.get_or_make(make_board_narrator)

    def make_notation(self, instance: BoardInstance) -> BoardNotation:
        """Return the notation of answers for the kind of board: digits row by row, or the squares of pieces."""
        return make_board_notation(instance, self.make_space(instance), self.make_narrator(instance))

    def describe_structure(self, instance: BoardInstance) -> Iterator[StructureFact]:
        """Yield facts that identify the board up to its symmetries, to recognize equal boards."""
        return describe_structure(instance)

    def find_warnings(self, puzzle: BoardFile, instance: BoardInstance) -> Iterable[WarningDiagnostic]:
        """Yield a warning if the board has 2 or 3 rows, which is too small for its queens."""
        return warn_about_small_boards(instance)

    def suggest_relaxations(
        self, puzzle: BoardFile, instance: BoardInstance, conflict: RuleConflict
    ) -> Iterable[Iterable[PuzzleRelaxation]]:
        """Yield relaxations of a board, such as the board without one of its givens, or with fewer pieces.

        Each relaxation is an iterator over instances; `suggest_board_relaxations` lists them all.
        """
        return suggest_board_relaxations(puzzle, instance, conflict)

    def grade_difficulty(self, instance: BoardInstance) -> Difficulty:
        """Return the difficulty for people: of a sudoku by deduction steps, of other boards by a search."""
        return grade_board(instance)


def warn_about_small_boards(instance: BoardInstance) -> Iterator[WarningDiagnostic]:
    """Yield a warning if the board has 2 or 3 rows, which is too small for its queens."""
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
    """Return the difficulty for people: of a sudoku by deduction steps, of other boards by a search."""
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
