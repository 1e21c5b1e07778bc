"""Warnings for authors of logic grids about clues that contradict, or follow from, the other clues."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ferryplan.domains.messages import format_message
from ferryplan.generator.assignment.contradiction import find_smallest_contradiction
from ferryplan.generator.assignment.instance import Clue
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.grid.instance import GridInstance
from ferryplan.generator.grid.puzzle_file import GridFile
from ferryplan.generator.parameters import PuzzleEvaluation
from ferryplan.generator.puzzle_file import WarningDiagnostic

MAX_NODES = 20_000
"""largest number of placements that are tried to count the solutions"""


def find_clue_diagnostics(puzzle: GridFile, instance: GridInstance) -> Iterator[WarningDiagnostic]:
    """Yield a warning about contradictory clues, or one about each clue that the other clues imply.

    A contradiction leads to one warning, at the first of its clues. A clue is implied if the grid has as many solutions
    without it; this is checked only if the solutions can be counted quickly.
    """
    holds = PuzzleEvaluation(puzzle, dict(instance.parameters)).evaluate_condition
    rows = [row for row, table in enumerate(puzzle.clues) if holds(table.when, f"clues[{row}].when")]
    contradiction = find_smallest_contradiction(instance).clues
    if contradiction:
        one, *others = (
            f"clues[{row}]" for row, clue in zip(rows, instance.given_clues, strict=True) if clue in contradiction
        )
        contradicts = format_message("puzzle-findings.contradicts", clues=", ".join(others))
        says = contradicts if others else format_message("puzzle-findings.never-holds")
        yield WarningDiagnostic(one, "contradiction", says, is_unsolvable=True)
        return
    solutions = _count_solutions(instance, instance.clues)
    for row, clue in zip(rows, instance.given_clues, strict=True) if solutions else ():
        if _count_solutions(instance, [other for other in instance.clues if other is not clue]) == solutions:
            yield WarningDiagnostic(f"clues[{row}]", "implied", format_message("puzzle-findings.implied"))


def _count_solutions(instance: GridInstance, clues: Sequence[Clue]) -> int | None:
    """Return the number of solutions with these clues; None if the count takes too long."""
    return AssignmentSearch(instance, clues).count_solutions(lambda nodes: nodes < MAX_NODES)
