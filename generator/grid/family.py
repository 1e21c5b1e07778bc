"""The family `grid`: logic grids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ferryplan.generator.difficulty import Difficulty
from ferryplan.generator.family_types import Change, Conflict
from ferryplan.generator.grid.adl import adl
from ferryplan.generator.grid.instance import GridInstance
from ferryplan.generator.grid.instantiation import instantiate
from ferryplan.generator.grid.oddities import oddities
from ferryplan.generator.grid.puzzle_file import GridFile
from ferryplan.generator.grid.strips import strips
from ferryplan.generator.grid.structure import describe_structure
from ferryplan.generator.grid.teller import GridTeller
from ferryplan.generator.grid.words import GridWords
from ferryplan.generator.instance import Value
from ferryplan.generator.isomorphism import Fact
from ferryplan.generator.placing.contradiction import conflict_of, fewer_clues
from ferryplan.generator.placing.difficulty import by_steps
from ferryplan.generator.placing.family import PlacingFamily
from ferryplan.generator.puzzle_file import Oddity


class GridFamily(PlacingFamily[GridFile, GridInstance]):
    """Each value of a category belongs to one position in a row; the clues determine which."""

    name = "grid"
    file = GridFile
    teller, words = GridTeller, GridWords

    def instantiate(self, puzzle: GridFile, parameters: Mapping[str, Value]) -> GridInstance:
        """Return the instance for values of the parameters."""
        return instantiate(puzzle, parameters)

    def lay_out_strips(self, instance: GridInstance) -> dict[str, Any]:
        """Return the actions for each way in which clues can hold."""
        return strips(instance)

    def lay_out_adl(self, instance: GridInstance) -> dict[str, Any]:
        """Return the clues as conditions."""
        return adl(instance)

    def describe_structure(self, instance: GridInstance) -> Iterator[Fact]:
        """Yield the facts about an instance that do not depend on names."""
        return describe_structure(instance)

    def find_oddities(self, puzzle: GridFile, instance: GridInstance) -> Iterable[Oddity]:
        """Yield clues that say nothing new, and clues that cannot hold."""
        return oddities(puzzle, instance)

    def find_conflict(self, instance: GridInstance) -> Conflict:
        """Return a smallest set of clues that contradict each other."""
        return conflict_of(instance)

    def suggest_changes(self, puzzle: GridFile, instance: GridInstance, conflict: Conflict) -> Iterable[list[Change]]:
        """Yield one change for each clue in a conflict: the grid without this clue."""
        return fewer_clues(puzzle, instance, conflict)

    def grade_difficulty(self, instance: GridInstance) -> Difficulty:
        """Grade a grid by the steps of reasoning that solve it."""
        return by_steps(instance)


FAMILY = GridFamily()
