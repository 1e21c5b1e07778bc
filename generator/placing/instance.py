"""A puzzle in which things are placed, with every parameter fixed.

Items (the values of a grid's categories, the letters of a sum, the rows of a chessboard) go to spots (houses, digits, columns), one
after the other. What is placed where must keep the clues.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeGuard

from ferryplan.domains.messages import format_message
from ferryplan.generator.instance import AnyInstance, remembered

Placed = Mapping[int, int]
"""the index of the spot of each item placed, by the item's index"""
Canonical = tuple[Sequence[str], Iterable[tuple[str, object]]]
"""a name and the fields that the canonical text of an instance has for a clue"""


@dataclass(frozen=True, slots=True)
class Item:
    """What is placed."""

    name: str
    """as a person writes it, in tables"""
    called: str
    """as a sentence names it"""
    symbol: str
    """as PDDL names it"""
    group: str
    """with what it belongs together: its category, "letter", "row" """
    spots: tuple[int, ...]
    """indices of the spots where it may be, as far as it alone is concerned; ascending"""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an item may be placed."""

    name: str
    called: str
    symbol: str


class Clue(Protocol):
    """What must hold of the items that it is about."""

    @property
    def says(self) -> str:
        """The clue in the story's words."""

    @property
    def kind(self) -> str:
        """What sort of clue it is: ``next-to``, ``different``, ``column``."""

    @property
    def scope(self) -> tuple[int, ...]:
        """The indices of the items that it is about."""

    def allows(self, placed: Placed) -> bool:
        """Return whether what is placed may still keep it; with all of its items placed, whether it does."""

    def breach(self, placed: Placed, instance: PlacingInstance) -> str:
        """Return in words how what is placed breaks it; the empty text if it does not."""


class ClueAboutPairs(Clue, Protocol):
    """A clue that allows what is placed if it allows each item alone and each of certain pairs."""

    @property
    def pairs(self) -> Iterable[tuple[int, int]]:
        """These pairs, each once."""

    def supports(self, one: int, other: int, spots: int) -> tuple[int, ...]:
        """Return for each of so many spots of an item those of another that go with it, as a mask; the two are a pair, either way round."""


class Covering(Clue, Protocol):
    """A clue by which certain spots are held by one of certain items each; if it is not about pairs, it says no more than that."""

    def covers(self, spots: int) -> Iterable[tuple[tuple[int, ...], int]]:
        """Return items with the spots that they hold, as a mask, where there are so many spots."""


class Narrowing(Clue, Protocol):
    """A clue that knows by itself what is left to its items; once one spot is left to each, whether it holds."""

    def narrow(self, left: list[int]) -> list[int] | None:
        """Take away spots that cannot be, of masks by item; return the items of which some were, None if one has no spot left."""

    def implies(self, other: Clue) -> bool:
        """Return whether all that another says follows."""


class ForPages(Clue, Protocol):
    """A clue that gives an interactive page what it needs to check the clue."""

    def make_page_data(
        self, instance: PlacingInstance, describe: Callable[[Clue], dict[str, Any] | None]
    ) -> dict[str, Any]:
        """Return the data by key; ``describe`` gives those of a part of the clue."""


def about_pairs(clue: Clue) -> TypeGuard[ClueAboutPairs]:
    """Return whether a clue is about pairs; to ask for its interface takes as long as to make its pairs."""
    return hasattr(type(clue), "pairs")


def covering(clue: Clue) -> TypeGuard[Covering]:
    """Return whether by a clue certain spots are held."""
    return hasattr(type(clue), "covers")


def narrowing(clue: Clue) -> TypeGuard[Narrowing]:
    """Return whether a clue knows by itself what is left to its items."""
    return hasattr(type(clue), "narrow")


def has_page_data(clue: Clue) -> TypeGuard[ForPages]:
    """Return whether a clue gives a page what it needs to check the clue."""
    return hasattr(type(clue), "make_page_data")


@functools.cache
def others(spots: int) -> tuple[int, ...]:
    """Return for each of so many spots all others, as a mask."""
    return tuple((1 << spots) - 1 ^ 1 << spot for spot in range(spots))


@dataclass(frozen=True, slots=True)
class AllDifferent:
    """A clue by which no two items are at one spot; it goes without saying where a puzzle gives clues of its own."""

    says: str
    kind: str
    scope: tuple[int, ...]

    @property
    def canonical(self) -> Canonical:
        """What the canonical text of an instance has for it."""
        if self.kind == "different":
            return ["DifferentClue"], [("scope", self.scope)]
        return ["AllDifferentClue"], [("items", self.scope), ("kind", self.kind)]

    def supports(self, one: int, other: int, spots: int) -> tuple[int, ...]:
        """Return for each spot all others."""
        return others(spots)

    def covers(self, spots: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield all items and spots, if there are as many of both."""
        if len(self.scope) == spots:
            yield self.scope, (1 << spots) - 1

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """All pairs of the items."""
        return itertools.combinations(self.scope, 2)

    def allows(self, placed: Placed) -> bool:
        """Return whether those that are placed are at different spots."""
        spots = [placed[item] for item in self.scope if item in placed]
        return len(set(spots)) == len(spots)

    def breach(self, placed: Placed, instance: PlacingInstance) -> str:
        """Return in words the first two that are at one spot."""
        owners: dict[int, int] = {}
        for item in self.scope:
            if item in placed and owners.setdefault(placed[item], item) != item:
                return instance.both_stated(owners[placed[item]], item, placed[item])
        return ""


class Placement(NamedTuple):
    """One item placed."""

    item: int
    spot: int


@dataclass(frozen=True, slots=True, repr=False)
class PlacingInstance(AnyInstance):
    """A puzzle of the families that place things, with every parameter fixed."""

    items: tuple[Item, ...]
    spots: tuple[Spot, ...]
    clues: tuple[Clue, ...]
    order: tuple[int, ...]
    """the items in the order in which they are placed, the most constrained first"""

    def __post_init__(self) -> None:
        assert sorted(self.order) == list(range(len(self.items)))
        assert all(0 <= spot < len(self.spots) for item in self.items for spot in item.spots)
        assert all(0 <= item < len(self.items) for clue in self.clues for item in clue.scope)

    @remembered
    def every(self) -> tuple[int, ...]:
        """For each item the spots where it may be, as a mask."""
        return tuple(sum(1 << spot for spot in item.spots) for item in self.items)

    @property
    def preset(self) -> Mapping[Item, int]:
        """The spots of further items that are placed from the start."""
        return {}

    @property
    def mirrored(self) -> bool:
        """Whether the spots the other way round change nothing."""
        return False

    def locate_items(self, state: tuple[int, ...]) -> dict[str, str]:
        """Return the name of the spot of each item that is placed in a state, by the item's name, in the order in which items are placed."""
        return {self.items[item].name: self.spots[state[item]].name for item in self.order if state[item] >= 0}

    def stated(self, item: int, spot: int) -> str:
        """Return that an item is at a spot, as the inside of a sentence."""
        return format_message("placing.is-at", item=self.items[item].called, spot=self.spots[spot].called)

    def both_stated(self, one: int, other: int, spot: int) -> str:
        """Return that two items are at a spot, as the inside of a sentence."""
        both = {"one": self.items[one].called, "other": self.items[other].called}
        return format_message("placing.are-both-at", **both, spot=self.spots[spot].called)

    def _repr_html_(self) -> str:
        """Return what Jupyter shows."""
        from ferryplan.generator.notebook import instance_as_html

        return instance_as_html(self, [clue.says for clue in self.clues])
