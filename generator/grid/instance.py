"""The instance of a logic grid: items, categories, clues and questions, with every parameter fixed."""

from __future__ import annotations

from dataclasses import dataclass

from ferryplan.generator.assignment.instance import AllDifferentClue, AssignmentInstance
from ferryplan.generator.grid.clues import GridClue


@dataclass(frozen=True, slots=True)
class Category:
    """A set of values, such as the colors of the houses; each position has exactly one of them."""

    name: str
    symbol: str
    """the name in PDDL"""
    items: tuple[int, ...]
    """the indices of the category's values among the instance's items"""


@dataclass(frozen=True, slots=True)
class GridQuestion:
    """A question about an item's position: which position it is, or which other value is there."""

    asks: str
    """the text of the question, such as 'Who drinks water?'"""
    item: int
    """the index of the item whose position the question is about"""
    among: tuple[int, ...]
    """the indices of the values that can be the answer; empty if the answer is the position itself"""
    answers: tuple[str, ...]
    """the answer as a clause, for each of these values or for each position"""


@dataclass(frozen=True, slots=True, repr=False)
class GridInstance(AssignmentInstance):
    """A logic grid with every parameter fixed; its items are the values, its spots the positions."""

    clues: tuple[GridClue | AllDifferentClue, ...]
    categories: tuple[Category, ...]
    position: str
    """the noun for a position, such as "house" """
    positions: str
    """the plural of this noun"""
    position_symbol: str
    """the PDDL type of the positions, such as ``house``"""
    statements: tuple[tuple[str, ...], ...]
    """for each item and each spot, a clause that says that the item is there: "house 3 is red" """
    questions: tuple[GridQuestion, ...]

    def describe_placement(self, item: int, spot: int) -> str:
        """Return a clause that says that the value is at the position, such as "house 3 is red"."""
        return self.statements[item][spot]

    def describe_shared_spot(self, one: int, other: int, spot: int) -> str:
        """Return a clause that says that two values are at the same position."""
        return f"{self.describe_placement(one, spot)} and {self.describe_placement(other, spot)}"

    @property
    def given_clues(self) -> tuple[GridClue, ...]:
        """The clues that the puzzle states, without the rules that a category's values differ in position."""
        return tuple(clue for clue in self.clues if not isinstance(clue, AllDifferentClue))
