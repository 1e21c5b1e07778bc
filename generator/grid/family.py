"""The entry of the family `grid` in the registry: logic grids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ferryplan.generator.assignment.contradiction import find_conflict, suggest_fewer_clues
from ferryplan.generator.assignment.difficulty import grade_by_steps
from ferryplan.generator.assignment.family import AssignmentFamily
from ferryplan.generator.difficulty import Difficulty
from ferryplan.generator.family_types import PuzzleRelaxation, RuleConflict
from ferryplan.generator.grid.adl import make_adl_context
from ferryplan.generator.grid.clue_diagnostics import find_clue_diagnostics
from ferryplan.generator.grid.instance import GridInstance
from ferryplan.generator.grid.instantiation import instantiate
from ferryplan.generator.grid.narrator import GridNarrator
from ferryplan.generator.grid.puzzle_file import GridFile
from ferryplan.generator.grid.strips import make_strips_context
from ferryplan.generator.grid.structure import describe_structure
from ferryplan.generator.grid.words import GridWords
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.isomorphism import Fact
from ferryplan.generator.puzzle_file import WarningDiagnostic


class GridFamily(AssignmentFamily[GridFile, GridInstance]):
    """Logic grids: each value of a category belongs to one position, and the clues determine which."""

    name = "grid"
    file = GridFile
    narrator, words = GridNarrator, GridWords

    def instantiate(self, puzzle: GridFile, parameters: Mapping[str, ParameterValue]) -> GridInstance:
        """Return the instance for values of the parameters."""
        return instantiate(puzzle, parameters)

    def lay_out_strips(self, instance: GridInstance) -> dict[str, Any]:
        """Return the values for the templates of the dialect ``strips``: an action for each value."""
        return make_strips_context(instance)

    def lay_out_adl(self, instance: GridInstance) -> dict[str, Any]:
        """Return the values for the templates of the dialect ``adl``: the clues as facts and conditions."""
        return make_adl_context(instance)

    def describe_structure(self, instance: GridInstance) -> Iterator[Fact]:
        """Yield the facts about an instance that do not depend on names."""
        return describe_structure(instance)

    def find_warnings(self, puzzle: GridFile, instance: GridInstance) -> Iterable[WarningDiagnostic]:
        """Yield warnings about implied clues and contradictory clues."""
        return find_clue_diagnostics(puzzle, instance)

    def find_conflict(self, instance: GridInstance) -> RuleConflict:
        """Return a smallest set of contradictory clues."""
        return find_conflict(instance)

    def suggest_relaxations(
        self, puzzle: GridFile, instance: GridInstance, conflict: RuleConflict
    ) -> Iterable[list[PuzzleRelaxation]]:
        """Yield one relaxation for each clue in a conflict: the grid without this clue."""
        return suggest_fewer_clues(puzzle, instance, conflict)

    def grade_difficulty(self, instance: GridInstance) -> Difficulty:
        """Return the difficulty of a grid by the deduction steps that solve it."""
        return grade_by_steps(instance)


FAMILY = GridFamily()
