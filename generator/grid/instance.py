"""A logic grid with every parameter fixed: what is placed, and how people speak of it."""

from __future__ import annotations

from dataclasses import dataclass

from ferryplan.generator.grid.clues import GridClue
from ferryplan.generator.placing.instance import AllDifferent, PlacingInstance


@dataclass(frozen=True, slots=True)
class Category:
    """Values of which each position has exactly one."""

    name: str
    symbol: str
    """as PDDL names it"""
    items: tuple[int, ...]
    """the indices of its values"""


@dataclass(frozen=True, slots=True)
class Question:
    """What the puzzle asks for: what is where an item is."""

    asks: str
    item: int
    among: tuple[int, ...]
    """the items of which one is the answer; empty if the position is"""
    answers: tuple[str, ...]
    """the answer as the inside of a sentence, for each of those items, or for each position"""


@dataclass(frozen=True, slots=True, repr=False)
class GridInstance(PlacingInstance):
    """A logic grid; its items are values, its spots are positions from left to right."""

    clues: tuple[GridClue | AllDifferent, ...]
    categories: tuple[Category, ...]
    position: str
    """what a position is called: house"""
    positions: str
    """its plural"""
    position_symbol: str
    """the PDDL type of the positions"""
    statements: tuple[tuple[str, ...], ...]
    """for each item and each spot, that the item is there, as the inside of a sentence: "house 3 is red" """
    questions: tuple[Question, ...]

    def stated(self, item: int, spot: int) -> str:
        """Return that an item is at a spot, as the inside of a sentence."""
        return self.statements[item][spot]

    def both_stated(self, one: int, other: int, spot: int) -> str:
        """Return that two items are at a spot, as the inside of a sentence."""
        return f"{self.stated(one, spot)} and {self.stated(other, spot)}"

    @property
    def given(self) -> tuple[GridClue, ...]:
        """The clues that the puzzle gives; not that those of a category are at different positions, which goes without saying."""
        return tuple(clue for clue in self.clues if not isinstance(clue, AllDifferent))
