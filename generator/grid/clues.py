"""The clues of logic grids: the positions that they allow to values, and their default texts."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, assert_never

from ferryplan.domains.messages import read_messages
from ferryplan.generator.assignment.instance import AssignmentInstance, CanonicalFields, Clue, PartialAssignment
from ferryplan.generator.themes.grammar import fill_phrase

SimpleClueKind = Literal[
    "at", "not-at", "end", "inner", "odd", "even",
    "same", "different", "left-of", "right-of", "next-to", "distance", "somewhere-left-of", "somewhere-right-of",
    "not-left-of", "not-right-of", "not-next-to", "not-distance", "not-somewhere-left-of", "not-somewhere-right-of",
]  # fmt: skip
ChoiceClueKind = Literal[
    "either", "exactly-one", "not-all", "all", "neither", "if-then", "between", "directly-between", "more", "less", "times", "sum", "difference"
]  # fmt: skip

PositionTest = Callable[..., bool]
"""a function that takes one or two positions (from 0), the clue's number and the number of positions, and returns
whether the clue holds"""
_POSITIVE_RELATIONS: dict[Any, PositionTest] = {
    "at": lambda spot, number, spots: spot == number,
    "end": lambda spot, number, spots: spot in (0, spots - 1),
    "odd": lambda spot, number, spots: spot % 2 == 0,
    "same": lambda first, second, number, spots: first == second,
    "left-of": lambda first, second, number, spots: first + 1 == second,
    "right-of": lambda first, second, number, spots: first == second + 1,
    "next-to": lambda first, second, number, spots: abs(first - second) == 1,
    "distance": lambda first, second, number, spots: abs(first - second) == number,
    "somewhere-left-of": lambda first, second, number, spots: first < second,
    "somewhere-right-of": lambda first, second, number, spots: first > second,
}
_NAMED_NEGATIONS = {"end": "inner", "odd": "even", "same": "different"}
NEGATIONS: dict[Any, Any] = {
    one: other
    for kind in _POSITIVE_RELATIONS
    for one, other in itertools.permutations((kind, _NAMED_NEGATIONS.get(kind, f"not-{kind}")))
}
"""for each kind of simple clue, the kind that holds exactly where the first does not"""


def _negate_relation(holds: PositionTest) -> PositionTest:
    """Return a test that holds exactly where the given test does not."""
    return lambda *asked: not holds(*asked)


POSITION_TESTS: dict[SimpleClueKind, PositionTest] = {
    **_POSITIVE_RELATIONS,
    **{NEGATIONS[kind]: _negate_relation(holds) for kind, holds in _POSITIVE_RELATIONS.items()},
}
"""for each kind of clue about one or two values, a test of the values' positions"""


class _ClueFromFile:
    """The common methods of the clues that a puzzle states, such as "the Norwegian drinks tea"."""

    __slots__ = ()

    def describe_violation(self: Clue, placed: PartialAssignment, instance: AssignmentInstance) -> str:
        """Return a clause with the placements that violate the clue; the empty text if it is not violated.

        An example is "the Englishman lives in house 1 and house 3 is red".
        """
        there = [] if self.allows(placed) else [item for item in self.scope if item in placed]
        return " and ".join(instance.describe_placement(item, placed[item]) for item in there)

    def relevant_items(self: Clue, placed: PartialAssignment) -> tuple[int, ...]:
        """Return the items on whose positions the clue still depends, given the placed items."""
        return self.scope


@functools.cache
def _compute_supports(kind: SimpleClueKind, number: int, spot_count: int, from_first: bool) -> tuple[int, ...]:
    """Return, for each position of one value, a bit mask of the other value's compatible positions.

    If ``from_first`` is true, the one value is the first in the clue; otherwise, it is the second. ``number`` is the
    distance that the clue gives, if it gives one.
    """
    holds, every = POSITION_TESTS[kind], range(spot_count)
    return tuple(
        sum(
            1 << there
            for there in every
            if holds(*((here, there) if from_first else (there, here)), number, spot_count)
        )
        for here in every
    )


@functools.cache
def _compute_allowed_spots(kind: SimpleClueKind, number: int, spot_count: int) -> tuple[int, ...]:
    """Return the positions that a clue about a single value allows to the value."""
    return tuple(spot for spot in range(spot_count) if POSITION_TESTS[kind](spot, number, spot_count))


@dataclass(frozen=True, slots=True)
class SimpleClue(_ClueFromFile):
    """A clue about the position of one value, or about how the positions of two values relate."""

    says: str
    kind: SimpleClueKind
    scope: tuple[int, ...]
    """the indices of the one or two values that the clue is about"""
    spot_count: int
    """the number of positions of the grid"""
    position_or_distance: int = 0
    """for the kinds ``positions`` and ``not-at``, the position, from 0; for ``distance`` and ``not-distance``, the distance"""

    @property
    def item_pairs(self) -> tuple[tuple[int, ...], ...]:
        """The two values as the only pair; no pairs for a clue about one value."""
        return (self.scope,) if len(self.scope) == 2 else ()

    @property
    def canonical(self) -> CanonicalFields:
        """The text that identifies the clue in the fingerprint of an instance: its name and its fields."""
        if len(self.scope) == 1:
            return ["PositionClue"], [("kind", self.kind), ("item", self.scope[0]), ("spots", self.allowed_spots)]
        (first, second), at = self.scope, {"distance": self.position_or_distance, "spots": self.spot_count}
        return ["PairClue"], {"kind": self.kind, "first": first, "second": second, **at}.items()

    def supports(self, one: int, other: int, spot_count: int) -> tuple[int, ...]:
        """Return, for each position of item ``one``, a bit mask of the compatible positions of item ``other``."""
        return _compute_supports(self.kind, self.position_or_distance, spot_count, one == self.scope[0])

    @property
    def negation(self) -> SimpleClue:
        """The clue that holds exactly where this clue does not."""
        return replace(self, kind=NEGATIONS[self.kind])

    def holds(self, *positions: int) -> bool:
        """Return whether the clue holds for these positions (from 0) of the values in its scope."""
        return POSITION_TESTS[self.kind](*positions, self.position_or_distance, self.spot_count)

    @property
    def allowed_spots(self) -> tuple[int, ...]:
        """The positions that the clue allows, for a clue about a single value."""
        return _compute_allowed_spots(self.kind, self.position_or_distance, self.spot_count)

    def allows(self, placed: PartialAssignment) -> bool:
        """Return whether the clue can still hold after the given placements.

        If only one of two values is placed, the other must have a compatible position.
        """
        first, *others = self.scope
        one = placed.get(first)
        if not others:
            return one is None or one in self.allowed_spots
        other = placed.get(others[0])
        if one is None:
            return other is None or self.supports(others[0], first, self.spot_count)[other] > 0
        there = self.supports(first, others[0], self.spot_count)[one]
        return there > 0 if other is None else there >> other & 1 == 1


@dataclass(frozen=True, slots=True)
class ChoiceClue(_ClueFromFile):
    """A clue that can be satisfied in several ways; each way is a conjunction of simple clues.

    Examples are "either A or B" and "Ann's price is 3 times Ben's" (a way for each pair of prices). At least one way
    must hold. Of the ways that consist of several simple clues, no two can hold at once.
    """

    says: str
    kind: ChoiceClueKind
    ways: tuple[tuple[SimpleClue, ...], ...]
    """the ways to satisfy the clue, each as the simple clues that must hold together"""
    scope: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """the indices of the values that the ways are about, in the order of their first occurrence"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "scope", _list_items(self.ways))

    def __hash__(self) -> int:
        """Return a hash of the text alone, which is fast: clues are looked up whenever a spot is removed."""
        return hash(self.says)

    def open_ways(self, placed: PartialAssignment) -> Iterator[tuple[SimpleClue, ...]]:
        """Yield the ways to satisfy the clue that can still hold after the given placements."""
        return (way for way in self.ways if all(part.allows(placed) for part in way))

    def allows(self, placed: PartialAssignment) -> bool:
        """Return whether at least one way to satisfy the clue can still hold."""
        return any(True for _ in self.open_ways(placed))

    def relevant_items(self, placed: PartialAssignment) -> tuple[int, ...]:
        """Return the items of those ways that can still hold after the given placements."""
        return _list_items(self.open_ways(placed))

    def make_page_data(self, instance: AssignmentInstance, describe: Callable[[Clue], Any]) -> dict[str, Any]:
        """Return a JSON object with the ways to satisfy the clue, each as the data of its simple clues."""
        return {"ways": [[describe(part) for part in way] for way in self.ways]}

    def narrow(self, domains: list[int]) -> list[int] | None:
        """Remove the spots that no way allows from the domains, in place; return the items that lost spots.

        ``domains`` holds a bit mask of spots for each item. The result is None if no way can hold.
        """
        narrowed = _narrow_masks(self, tuple([domains[item] for item in self.scope]))
        if narrowed is None:
            return None
        changed = [item for item, mask in zip(self.scope, narrowed, strict=True) if mask != domains[item]]
        for item, mask in zip(self.scope, narrowed, strict=True):
            domains[item] = mask
        return changed

    def implies(self, other: Clue) -> bool:
        """Return False, since implications of a clue with several ways to satisfy it are not computed."""
        return False


def _list_items(ways: Iterable[Iterable[SimpleClue]]) -> tuple[int, ...]:
    """Return the indices of the values in the ways, in the order of their first occurrence."""
    return tuple(dict.fromkeys(item for way in ways for part in way for item in part.scope))


@functools.lru_cache(50_000)
def _narrow_masks(clue: ChoiceClue, masks: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the domains of the clue's items without the spots that no way to satisfy the clue allows.

    ``masks`` are the domains before, as bit masks in the order of the clue's scope; the result has the same form, or is
    None if no way can hold.
    """
    left = dict(zip(clue.scope, masks, strict=True))
    kept = [kept for way in clue.ways if (kept := _narrow_by_way(way, left)) is not None]
    if not kept:
        return None
    return tuple(functools.reduce(operator.or_, (some.get(item, left[item]) for some in kept)) for item in left)


def _narrow_by_way(way: Iterable[SimpleClue], domains: Mapping[int, int]) -> dict[int, int] | None:
    """Return the narrowed domains of the items in a conjunction of simple clues, as bit masks by item.

    The result is None if an item has no spot left.
    """
    kept = dict[int, int]()
    for part in way:
        if len(part.scope) == 1:
            (item,) = part.scope
            kept[item] = kept.get(item, domains[item]) & sum(1 << spot for spot in part.allowed_spots)
        for here, there in itertools.permutations(part.scope, 2):
            supports, mask = part.supports(here, there, part.spot_count), kept.get(here, domains[here])
            found = 0
            while mask:  # a loop over the set bits alone, since the propagation spends most of its time here
                found |= supports[(mask & -mask).bit_length() - 1]
                mask &= mask - 1
            kept[there] = kept.get(there, domains[there]) & found
            if not kept[there]:
                return None
        if not all(kept.values()):
            return None
    return kept


GridClue = SimpleClue | ChoiceClue
"""the clues that a puzzle states"""


def split_clues(clues: Iterable[GridClue]) -> tuple[list[SimpleClue], list[ChoiceClue]]:
    """Return the simple clues, which must all hold, and the clues with several ways to satisfy them.

    Both lists keep the given order. A choice clue with a single way counts as the simple clues of this way.
    """
    simple, choices = list[SimpleClue](), list[ChoiceClue]()
    for clue in clues:
        match clue:
            case SimpleClue():
                simple.append(clue)
            case ChoiceClue(ways=(way,)):
                simple += (replace(part, says=clue.says) for part in way)
            case ChoiceClue():
                choices.append(clue)
            case _:
                assert_never(clue)
    return simple, choices


CLUE_PHRASES: Mapping[str, str] = read_messages("clues")
"""the template of the phrase for each kind of clue"""


def format_clue_phrase(kind: str, names: Mapping[str, str]) -> str:
    """Return the phrase for a clue of this kind, such as "the fox is next to Chesterfield".

    ``names`` fills the slots of the phrase, such as ``first``, ``second`` and ``position``.
    """
    return fill_phrase(CLUE_PHRASES[kind], names)
