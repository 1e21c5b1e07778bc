"""The instance of a logic grid: items, categories, clues and questions, with every parameter fixed."""

from __future__ import annotations

from dataclasses import dataclass

from ferryplan.generator.assignment.instance import AllDifferent, AssignmentInstance
from ferryplan.generator.grid.clues import GridClue


@dataclass(frozen=True, slots=True)
class Category:
    """A set of values; each position has exactly one of them."""

    name: str
    symbol: str
    """the name in PDDL"""
    items: tuple[int, ...]
    """the indices of its values"""


@dataclass(frozen=True, slots=True)
class GridQuestion:
    """A question of the puzzle: the value of a category at an item's position, or the position itself."""

    asks: str
    item: int
    among: tuple[int, ...]
    """the items that the answer is one of; empty if the answer is the position"""
    answers: tuple[str, ...]
    """for each of those items, or for each position, the answer as a clause"""


@dataclass(frozen=True, slots=True, repr=False)
class GridInstance(AssignmentInstance):
    """A logic grid; its items are values, its spots are positions from left to right."""

    clues: tuple[GridClue | AllDifferent, ...]
    categories: tuple[Category, ...]
    position: str
    """the noun for a position, such as house"""
    positions: str
    """the plural of this noun"""
    position_symbol: str
    """the PDDL type of the positions"""
    statements: tuple[tuple[str, ...], ...]
    """for each item and each spot, a clause that says that the item is there: "house 3 is red" """
    questions: tuple[GridQuestion, ...]

    def describe_placement(self, item: int, spot: int) -> str:
        """Return that an item is at a spot, as a clause for use inside a sentence."""
        return self.statements[item][spot]

    def describe_shared_spot(self, one: int, other: int, spot: int) -> str:
        """Return that two items are at the same spot, as a clause for use inside a sentence."""
        return f"{self.describe_placement(one, spot)} and {self.describe_placement(other, spot)}"

    @property
    def given_clues(self) -> tuple[GridClue, ...]:
        """The clues that the puzzle states, without the rules that the values of a category differ."""
        return tuple(clue for clue in self.clues if not isinstance(clue, AllDifferent))
