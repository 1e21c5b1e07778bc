"""The entry of the family `grid` in the registry: logic grids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ferryplan.generator.assignment.contradiction import find_conflict, suggest_clue_removals
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
from ferryplan.generator.isomorphism import StructureFact
from ferryplan.generator.puzzle_file import WarningDiagnostic


class GridFamily(AssignmentFamily[GridFile, GridInstance]):
    """The family of logic grids: the clues determine at which position each value of a category belongs."""

    name = "grid"
    file = GridFile
    narrator, words = GridNarrator, GridWords

    def instantiate(self, puzzle: GridFile, parameters: Mapping[str, ParameterValue]) -> GridInstance:
        """Return the grid for the given values of the puzzle's parameters."""
        return instantiate(puzzle, parameters)

    def make_strips_context(self, instance: GridInstance) -> dict[str, Any]:
        """Return the variables for the ``strips`` templates, by name.

        These templates have a PDDL action for each value.
        """
        return make_strips_context(instance)

    def make_adl_context(self, instance: GridInstance) -> dict[str, Any]:
        """Return the variables for the ``adl`` templates, by name.

        These templates express most clues as facts of the problem. A clue that can be satisfied in several ways is the
        precondition of an action.
        """
        return make_adl_context(instance)

    def describe_structure(self, instance: GridInstance) -> Iterator[StructureFact]:
        """Yield the facts about a grid that remain the same if its categories and values get other names."""
        return describe_structure(instance)

    def find_warnings(self, puzzle: GridFile, instance: GridInstance) -> Iterable[WarningDiagnostic]:
        """Yield warnings about clues that contradict each other or follow from the others."""
        return find_clue_diagnostics(puzzle, instance)

    def find_conflict(self, instance: GridInstance) -> RuleConflict:
        """Return the sentences of the clues in a smallest contradiction."""
        return find_conflict(instance)

    def suggest_relaxations(
        self, puzzle: GridFile, instance: GridInstance, conflict: RuleConflict
    ) -> Iterable[list[PuzzleRelaxation]]:
        """Yield a relaxation for each clue of a contradiction: the grid without this clue."""
        return suggest_clue_removals(puzzle, instance, conflict)

    def grade_difficulty(self, instance: GridInstance) -> Difficulty:
        """Return the difficulty of a grid for people, from the deduction steps that solve it."""
        return grade_by_steps(instance)


FAMILY = GridFamily()
