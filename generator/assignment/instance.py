"""Assignment instances: items, spots and clues, with every parameter of the puzzle fixed.

Items (the values of a grid's categories, the letters of a sum, the rows of a chessboard) get spots (houses, digits, columns), one
item per move. The clues are the constraints on the assignment.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeGuard

from ferryplan.domains.messages import format_message
from ferryplan.generator.instance import AnyInstance, memoized_property

PartialAssignment = Mapping[int, int]
"""the spot of each placed item, by index"""
CanonicalFields = tuple[Sequence[str], Iterable[tuple[str, object]]]
"""the names and fields of a clue in the canonical text of an instance"""


@dataclass(frozen=True, slots=True)
class Item:
    """A thing to be placed: a variable of the CSP."""

    name: str
    """the name in tables, as a person writes it"""
    called: str
    """the name in sentences"""
    symbol: str
    """the name in PDDL"""
    group: str
    """the group that the item belongs to: its category, "letter", "row" """
    spots: tuple[int, ...]
    """the indices of the item's possible spots before any clue is applied; ascending"""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for an item: a value of the CSP."""

    name: str
    called: str
    symbol: str


class Clue(Protocol):
    """A constraint on the items in its scope."""

    @property
    def says(self) -> str:
        """The clue in the words of the story."""

    @property
    def kind(self) -> str:
        """The kind of clue, such as ``next-to``, ``different`` or ``column``."""

    @property
    def scope(self) -> tuple[int, ...]:
        """The indices of the items that the clue is about."""

    def allows(self, placed: PartialAssignment) -> bool:
        """Return whether a partial assignment can still satisfy the clue.

        If all items of the scope are placed, the result says whether the clue holds.
        """

    def describe_violation(self, placed: PartialAssignment, instance: AssignmentInstance) -> str:
        """Return in words how a partial assignment violates the clue; the empty text if it does not."""


class PairwiseClue(Clue, Protocol):
    """A clue that holds if it holds for each item alone and for each of certain pairs."""

    @property
    def pairs(self) -> Iterable[tuple[int, int]]:
        """The pairs of items, each once."""

    def supports(self, one: int, other: int, spot_count: int) -> tuple[int, ...]:
        """Return, for each spot of item ``one``, the compatible spots of item ``other``, as a mask.

        The two items are one of the pairs, in either order; ``spot_count`` is the number of spots.
        """


class CoveringClue(Clue, Protocol):
    """A clue that requires certain items to hold certain spots.

    If it is not pairwise, it requires nothing else.
    """

    def covered_spots(self, spot_count: int) -> Iterable[tuple[tuple[int, ...], int]]:
        """Return sets of items with the mask of the spots that they hold, for ``spot_count`` spots."""


class NarrowingClue(Clue, Protocol):
    """A clue with a propagator of its own.

    Once every item has a single spot left, the propagator decides whether the clue holds.
    """

    def narrow(self, domains: list[int]) -> list[int] | None:
        """Remove impossible spots from the domains, in place, and return the items that lost spots.

        The result is None if an item has no spot left.
        """

    def implies(self, other: Clue) -> bool:
        """Return whether the clue implies another one."""


class PageClue(Clue, Protocol):
    """A clue that provides the data with which an interactive page checks it."""

    def make_page_data(
        self, instance: AssignmentInstance, describe: Callable[[Clue], dict[str, Any] | None]
    ) -> dict[str, Any]:
        """Return the data of the clue by key; ``describe`` returns the data of a part of the clue."""


def is_pairwise(clue: Clue) -> TypeGuard[PairwiseClue]:
    """Return whether a clue is pairwise.

    The check looks at the type: a runtime check of the protocol would evaluate the property ``pairs``, which is slow.
    """
    return hasattr(type(clue), "pairs")


def is_covering(clue: Clue) -> TypeGuard[CoveringClue]:
    """Return whether a clue is a covering clue."""
    return hasattr(type(clue), "covered_spots")


def is_narrowing(clue: Clue) -> TypeGuard[NarrowingClue]:
    """Return whether a clue has a propagator of its own."""
    return hasattr(type(clue), "narrow")


def has_page_data(clue: Clue) -> TypeGuard[PageClue]:
    """Return whether a clue provides the data for an interactive page."""
    return hasattr(type(clue), "make_page_data")


@functools.cache
def masks_of_other_spots(spot_count: int) -> tuple[int, ...]:
    """Return, for each of ``spot_count`` spots, the mask of all other spots."""
    return tuple((1 << spot_count) - 1 ^ 1 << spot for spot in range(spot_count))


@dataclass(frozen=True, slots=True)
class AllDifferent:
    """A clue that all its items have different spots.

    Puzzles with clues of their own do not state it.
    """

    says: str
    kind: str
    scope: tuple[int, ...]

    @property
    def canonical(self) -> CanonicalFields:
        """The names and fields of the clue in the canonical text of an instance."""
        if self.kind == "different":
            return ["DifferentClue"], [("scope", self.scope)]
        return ["AllDifferentClue"], [("items", self.scope), ("kind", self.kind)]

    def supports(self, one: int, other: int, spot_count: int) -> tuple[int, ...]:
        """Return, for each spot, the mask of all other spots."""
        return masks_of_other_spots(spot_count)

    def covered_spots(self, spot_count: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield all items with all spots, if there are as many items as spots."""
        if len(self.scope) == spot_count:
            yield self.scope, (1 << spot_count) - 1

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """All pairs of the items."""
        return itertools.combinations(self.scope, 2)

    def allows(self, placed: PartialAssignment) -> bool:
        """Return whether the placed items have different spots."""
        spots = [placed[item] for item in self.scope if item in placed]
        return len(set(spots)) == len(spots)

    def describe_violation(self, placed: PartialAssignment, instance: AssignmentInstance) -> str:
        """Return in words the first two items that share a spot; the empty text if there are none."""
        owners: dict[int, int] = {}
        for item in self.scope:
            if item in placed and owners.setdefault(placed[item], item) != item:
                return instance.describe_shared_spot(owners[placed[item]], item, placed[item])
        return ""


class Placement(NamedTuple):
    """An item at a spot, both as indices: a move."""

    item: int
    spot: int


@dataclass(frozen=True, slots=True, repr=False)
class AssignmentInstance(AnyInstance):
    """An assignment puzzle with every parameter fixed."""

    items: tuple[Item, ...]
    spots: tuple[Spot, ...]
    clues: tuple[Clue, ...]
    order: tuple[int, ...]
    """the items in the order of placement, the most constrained first"""

    def __post_init__(self) -> None:
        assert sorted(self.order) == list(range(len(self.items)))
        assert all(0 <= spot < len(self.spots) for item in self.items for spot in item.spots)
        assert all(0 <= item < len(self.items) for clue in self.clues for item in clue.scope)

    @memoized_property
    def initial_domains(self) -> tuple[int, ...]:
        """The possible spots of each item before any clue is applied, as masks."""
        return tuple(sum(1 << spot for spot in item.spots) for item in self.items)

    @property
    def preset_items(self) -> Mapping[Item, int]:
        """The items that are placed from the start, besides `items`, with their spots."""
        return {}

    @property
    def is_mirror_symmetric(self) -> bool:
        """Whether reversing the order of the spots maps solutions to solutions."""
        return False

    def locate_items(self, state: tuple[int, ...]) -> dict[str, str]:
        """Return the name of the spot of each item that a state places, by the item's name.

        The items are in the order of placement.
        """
        return {self.items[item].name: self.spots[state[item]].name for item in self.order if state[item] >= 0}

    def describe_placement(self, item: int, spot: int) -> str:
        """Return that an item is at a spot, as a clause for use inside a sentence."""
        return format_message("assignment.is-at", item=self.items[item].called, spot=self.spots[spot].called)

    def describe_shared_spot(self, one: int, other: int, spot: int) -> str:
        """Return that two items are at the same spot, as a clause for use inside a sentence."""
        both = {"one": self.items[one].called, "other": self.items[other].called}
        return format_message("assignment.are-both-at", **both, spot=self.spots[spot].called)

    def _repr_html_(self) -> str:
        """Return the HTML that Jupyter shows."""
        from ferryplan.generator.notebook import instance_as_html

        return instance_as_html(self, [clue.says for clue in self.clues])
