"""Assignment puzzles with every parameter fixed: their items, spots and clues.

Each move places one item (the value of a grid's category, a letter of a sum, the queen of a row) at a spot (a house, a
digit, a column). The clues are the constraints on the assignment. Items and spots are referred to by index; a set of
spots is often a bit mask, in which bit s stands for spot s.
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
"""the identifying text of a clue, for the fingerprint of an instance: names, then pairs of a field's name and value"""


@dataclass(frozen=True, slots=True)
class Item:
    """A thing that the player places at a spot, such as a letter that gets a digit; a variable of the CSP."""

    name: str
    """the name in tables, such as ``row 3``"""
    called: str
    """the name in sentences, such as ``the queen of row 3``"""
    symbol: str
    """the name of the PDDL object"""
    group: str
    """the name of the group that the item belongs to: a category of a grid, "letter", "row", "cell" """
    spots: tuple[int, ...]
    """the indices of the item's possible spots before any clue is applied; ascending"""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place at which the player puts items, such as a house or a digit; a value of the CSP.

    ``name`` is the name in tables, ``called`` the name in sentences, ``symbol`` the name of the PDDL object.
    """

    name: str
    called: str
    symbol: str


class Clue(Protocol):
    """A constraint on the spots of the items in its scope."""

    @property
    def says(self) -> str:
        """The text of the clue, in the words of the story."""

    @property
    def kind(self) -> str:
        """The kind of clue, such as ``next-to``, ``different`` or ``column``."""

    @property
    def scope(self) -> tuple[int, ...]:
        """The indices of the items that the clue is about."""

    def allows(self, placed: PartialAssignment) -> bool:
        """Return whether the clue can still be satisfied after the given placements.

        Once all items of the scope are placed, this is whether the clue holds.
        """

    def describe_violation(self, placed: PartialAssignment, instance: AssignmentInstance) -> str:
        """Return a clause that says how the given placements violate the clue; the empty text if they do not."""


class PairwiseClue(Clue, Protocol):
    """A clue that is a conjunction of conditions on single items and on pairs of items.

    An example is the rule that all letters have different digits.
    """

    @property
    def item_pairs(self) -> Iterable[tuple[int, int]]:
        """The pairs of items (as indices) that have a condition, each pair once."""

    def supports(self, one: int, other: int, spot_count: int) -> tuple[int, ...]:
        """Return, for each spot of item ``one``, a bit mask of the compatible spots of item ``other``.

        The two items are one of the clue's pairs, in either order; ``spot_count`` is the number of spots of the
        instance.
        """


class GroupwiseClue(PairwiseClue, Protocol):
    """A clue by which the items of certain groups have different spots.

    The description of a violation depends on the group and the spot alone, so a page needs no text for each pair.
    """

    @property
    def item_groups(self) -> Iterable[tuple[int, ...]]:
        """The groups of items, each as indices; any two items of a group have different spots."""


class CoveringClue(Clue, Protocol):
    """A clue by which certain items together occupy certain spots.

    For example, each digit that a sudoku row lacks is in one of the row's empty cells. If the clue is not pairwise, it
    requires nothing else.
    """

    def covered_spots(self, spot_count: int) -> Iterable[tuple[tuple[int, ...], int]]:
        """Return pairs of a set of items and a bit mask of the spots that these items occupy.

        ``spot_count`` is the number of spots of the instance.
        """


class NarrowingClue(Clue, Protocol):
    """A clue that removes impossible spots from the items' domains by an algorithm of its own.

    Once every item has a single spot left, this algorithm decides whether the clue holds.
    """

    def narrow(self, domains: list[int]) -> list[int] | None:
        """Remove impossible spots from the domains, in place, and return the items that lost spots.

        ``domains`` holds a bit mask of the spots that are left for each item. The result is None if an item has no spot
        left.
        """

    def implies(self, other: Clue) -> bool:
        """Return whether this clue implies the other clue, so that the other one needs no check of its own."""


class PageClue(Clue, Protocol):
    """A clue with JSON data by which an interactive HTML page checks it."""

    def make_page_data(
        self, instance: AssignmentInstance, make_part_data: Callable[[Clue], dict[str, Any] | None]
    ) -> dict[str, Any]:
        """Return the JSON object by which the page checks the clue.

        ``make_part_data`` returns the object for a clue that is a part of this clue.
        """


def is_pairwise(clue: Clue) -> TypeGuard[PairwiseClue]:
    """Return whether a clue is a conjunction of conditions on single items and on pairs of items.

    The check looks at the type: a runtime check of the protocol would evaluate the property ``item_pairs``, which is slow.
    """
    return hasattr(type(clue), "item_pairs")


def is_groupwise(clue: Clue) -> TypeGuard[GroupwiseClue]:
    """Return whether a clue says that the items of certain groups have different spots."""
    return hasattr(type(clue), "item_groups")


def is_covering(clue: Clue) -> TypeGuard[CoveringClue]:
    """Return whether a clue can list the items that together occupy certain spots."""
    return hasattr(type(clue), "covered_spots")


def is_narrowing(clue: Clue) -> TypeGuard[NarrowingClue]:
    """Return whether a clue has its own algorithm that removes impossible spots from domains."""
    return hasattr(type(clue), "narrow")


def has_page_data(clue: Clue) -> TypeGuard[PageClue]:
    """Return whether a clue provides JSON data for its check on an interactive page."""
    return hasattr(type(clue), "make_page_data")


@functools.cache
def masks_of_other_spots(spot_count: int) -> tuple[int, ...]:
    """Return, for each spot, the bit mask of all spots except this one."""
    return tuple((1 << spot_count) - 1 ^ 1 << spot for spot in range(spot_count))


@dataclass(frozen=True, slots=True)
class AllDifferentClue:
    """The rule that all items of the scope have different spots.

    ``kind`` is "different", or "all-different" for the values of a grid's category. The rule has no number, unlike the
    clues that a puzzle states.
    """

    says: str
    kind: str
    scope: tuple[int, ...]

    @property
    def canonical(self) -> CanonicalFields:
        """The text that identifies the rule in the fingerprint of an instance: its name and its fields."""
        if self.kind == "different":
            return ["DifferentClue"], [("scope", self.scope)]
        return ["AllDifferentClue"], [("items", self.scope), ("kind", self.kind)]

    def supports(self, one: int, other: int, spot_count: int) -> tuple[int, ...]:
        """Return, for each spot of one item, the bit mask of all other spots."""
        return masks_of_other_spots(spot_count)

    def covered_spots(self, spot_count: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the pair of all items and all spots (a bit mask) if there are as many items as spots."""
        if len(self.scope) == spot_count:
            yield self.scope, (1 << spot_count) - 1

    @property
    def item_pairs(self) -> Iterator[tuple[int, int]]:
        """All pairs of items in the scope, as indices."""
        return itertools.combinations(self.scope, 2)

    def allows(self, placed: PartialAssignment) -> bool:
        """Return whether the placed items have different spots."""
        spots = [placed[item] for item in self.scope if item in placed]
        return len(set(spots)) == len(spots)

    def describe_violation(self, placed: PartialAssignment, instance: AssignmentInstance) -> str:
        """Return a clause about the first two items that share a spot; the empty text if no items do."""
        owners: dict[int, int] = {}
        for item in self.scope:
            if item in placed and owners.setdefault(placed[item], item) != item:
                return instance.describe_shared_spot(owners[placed[item]], item, placed[item])
        return ""


class Placement(NamedTuple):
    """A move: the item that is placed, and the spot that it gets, both as indices."""

    item: int
    spot: int


@dataclass(frozen=True, slots=True, repr=False)
class AssignmentInstance(AnyInstance):
    """An assignment puzzle with every parameter fixed: items, spots, and the clues about them."""

    items: tuple[Item, ...]
    spots: tuple[Spot, ...]
    clues: tuple[Clue, ...]
    order: tuple[int, ...]
    """the indices of the items in the order in which plans place them, the most constrained first"""

    def __post_init__(self) -> None:
        assert sorted(self.order) == list(range(len(self.items)))
        assert all(0 <= spot < len(self.spots) for item in self.items for spot in item.spots)
        assert all(0 <= item < len(self.items) for clue in self.clues for item in clue.scope)

    @memoized_property
    def initial_domains(self) -> tuple[int, ...]:
        """For each item, a bit mask of its possible spots before any clue is applied."""
        return tuple(sum(1 << spot for spot in item.spots) for item in self.items)

    @property
    def preset_items(self) -> Mapping[Item, int]:
        """The items placed before the first move, such as given cells, each with the index of its spot.

        They are not in ``items``.
        """
        return {}

    @property
    def is_mirror_symmetric(self) -> bool:
        """Whether reversing the order of the spots maps solutions to solutions."""
        return False

    def spots_by_item(self, state: tuple[int, ...]) -> dict[str, str]:
        """Return the name of each placed item with the name of its spot, in the order of placement.

        ``state`` holds for each item the index of its spot, or -1.
        """
        return {self.items[item].name: self.spots[state[item]].name for item in self.order if state[item] >= 0}

    def describe_placement(self, item: int, spot: int) -> str:
        """Return a clause that says that the item is at the spot, such as ``S is 9``."""
        return format_message("assignment.is-at", item=self.items[item].called, spot=self.spots[spot].called)

    def describe_shared_spot(self, one: int, other: int, spot: int) -> str:
        """Return a clause that says that two items are at the same spot."""
        both = {"one": self.items[one].called, "other": self.items[other].called}
        return format_message("assignment.are-both-at", **both, spot=self.spots[spot].called)

    def _repr_html_(self) -> str:
        """Return the HTML that Jupyter shows for the instance."""
        from ferryplan.generator.notebook import instance_as_html

        return instance_as_html(self, [clue.says for clue in self.clues])
