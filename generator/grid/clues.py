"""The clues of logic grids: which positions they allow, and their words where the puzzle file has none of its own."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, assert_never

import domains
from generator.fiction.grammar import filled
from generator.placing.instance import AllDifferent, Clue, Placed, PlacingInstance

PositionKind = Literal["at", "not-at", "end", "inner", "odd", "even"]
PairKind = Literal[
    "same", "different", "left-of", "right-of", "next-to", "distance", "somewhere-left-of", "somewhere-right-of",
    "not-left-of", "not-right-of", "not-next-to", "not-distance", "not-somewhere-left-of", "not-somewhere-right-of",
]  # fmt: skip
ChoiceKind = Literal[
    "either", "exactly-one", "not-all", "all", "neither", "if-then", "between", "directly-between", "more", "less", "times", "sum", "difference"
]  # fmt: skip

Relation = Callable[[int, int, int], bool]
_POSITIVE: dict[PairKind, Relation] = {
    "same": lambda first, second, distance: first == second,
    "left-of": lambda first, second, distance: first + 1 == second,
    "right-of": lambda first, second, distance: first == second + 1,
    "next-to": lambda first, second, distance: abs(first - second) == 1,
    "distance": lambda first, second, distance: abs(first - second) == distance,
    "somewhere-left-of": lambda first, second, distance: first < second,
    "somewhere-right-of": lambda first, second, distance: first > second,
}
NEGATIONS: dict[Any, Any] = {
    one: other
    for pair in [("same", "different"), ("at", "not-at"), ("end", "inner"), ("odd", "even")]
    + [(kind, f"not-{kind}") for kind in _POSITIVE if kind != "same"]
    for one, other in (pair, pair[::-1])
}
"""for each kind of a simple clue the one that holds where it does not"""


def _negated(holds: Relation) -> Relation:
    return lambda first, second, distance: not holds(first, second, distance)


RELATIONS: dict[PairKind, Relation] = {
    **_POSITIVE,
    **{NEGATIONS[kind]: _negated(holds) for kind, holds in _POSITIVE.items()},
}
"""the kinds of clues about two values: whether the spots of both keep it; only one kind and its negation look at the distance"""


class _Given:
    """A clue that a puzzle gives."""

    __slots__ = ()

    def breach(self: Clue, placed: Placed, instance: PlacingInstance) -> str:
        """Return where those of its items are that are placed, if that breaks it: "the Englishman lives in house 1 and house 3 is red"."""
        there = [] if self.allows(placed) else [item for item in self.scope if item in placed]
        return " and ".join(instance.stated(item, placed[item]) for item in there)

    def concerned(self: Clue, placed: Placed) -> tuple[int, ...]:
        """Return the items by which it has its say where these are placed."""
        return self.scope


@dataclass(frozen=True, slots=True)
class PositionClue(_Given):
    """Where a value may be: ``at`` a position, ``not-at`` it, at an ``end``, at an ``odd`` one."""

    says: str
    kind: PositionKind
    item: int
    spots: tuple[int, ...]
    """where it may be"""

    @property
    def scope(self) -> tuple[int, ...]:
        """The item."""
        return (self.item,)

    def negated(self, spots: int) -> PositionClue:
        """Return that the item is at none of these, where there are so many spots."""
        others = tuple(spot for spot in range(spots) if spot not in self.spots)
        return replace(self, kind=NEGATIONS[self.kind], spots=others)

    def allows(self, placed: Placed) -> bool:
        """Return whether the item is where it may be, or nowhere yet."""
        return self.item not in placed or placed[self.item] in self.spots


@functools.cache
def _supports(kind: PairKind, distance: int, spots: int, forth: bool) -> tuple[int, ...]:
    """Return for each of so many positions of the first value those of the second that keep a clue, as a mask; or the other way round."""
    holds, every = RELATIONS[kind], range(spots)
    return tuple(
        sum(1 << there for there in every if holds(*((here, there) if forth else (there, here)), distance))
        for here in every
    )


@dataclass(frozen=True, slots=True)
class PairClue(_Given):
    """How the positions of two values lie to each other."""

    says: str
    kind: PairKind
    first: int
    second: int
    distance: int
    """how far apart they are, or are not, in a clue of the kind ``distance`` or ``not-distance``"""
    spots: int
    """how many positions there are"""

    @property
    def scope(self) -> tuple[int, ...]:
        """The two items."""
        return (self.first, self.second)

    @property
    def pairs(self) -> tuple[tuple[int, int]]:
        """The two."""
        return ((self.first, self.second),)

    def supports(self, one: int, other: int, spots: int) -> tuple[int, ...]:
        """Return for each position of the one those of the other that keep it."""
        return _supports(self.kind, self.distance, spots, one == self.first)

    def negated(self, spots: int) -> PairClue:
        """Return that the two do not lie so."""
        return replace(self, kind=NEGATIONS[self.kind])

    def holds(self, first: int, second: int) -> bool:
        """Return whether two positions keep it."""
        return RELATIONS[self.kind](first, second, self.distance)

    def allows(self, placed: Placed) -> bool:
        """Return whether the two are placed so, or one is placed and leaves a position for the other."""
        first, second = placed.get(self.first), placed.get(self.second)
        if first is None and second is None:
            return True
        firsts = range(self.spots) if first is None else (first,)
        seconds = range(self.spots) if second is None else (second,)
        return any(self.holds(one, other) for one in firsts for other in seconds)


@dataclass(frozen=True, slots=True)
class ChoiceClue(_Given):
    """At least one of several ways holds, in each of which some clues hold together. No two ways of several clues hold at once."""

    says: str
    kind: ChoiceKind
    ways: tuple[tuple[SimpleClue, ...], ...]
    scope: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """the items of all ways, in their order"""

    def __post_init__(self) -> None:
        items = dict.fromkeys(item for way in self.ways for part in way for item in part.scope)
        object.__setattr__(self, "scope", tuple(items))

    def open_ways(self, placed: Placed) -> Iterator[tuple[SimpleClue, ...]]:
        """Yield the ways that may still hold."""
        return (way for way in self.ways if all(part.allows(placed) for part in way))

    def allows(self, placed: Placed) -> bool:
        """Return whether one of the ways may still hold."""
        return any(True for _ in self.open_ways(placed))

    def concerned(self, placed: Placed) -> tuple[int, ...]:
        """Return the items of the ways that are open."""
        return tuple(dict.fromkeys(item for way in self.open_ways(placed) for part in way for item in part.scope))

    def narrow(self, left: list[int]) -> list[int] | None:
        """Take away the spots that no way leaves, of masks by item; return the items of which some were, None if no way is left."""
        scope = self.scope
        kept = [kept for way in self.ways if (kept := _kept(way, left)) is not None]
        if not kept:
            return None
        changed = list[int]()
        for item in scope:
            mask = functools.reduce(operator.or_, (some.get(item, left[item]) for some in kept))
            if mask != left[item]:
                left[item] = mask
                changed.append(item)
        return changed

    def implies(self, other: Clue) -> bool:
        """Return False: what others say is not looked for."""
        return False


def _kept(way: Iterable[SimpleClue], left: list[int]) -> dict[int, int] | None:
    """Return what clues that hold together leave to the items that they are about, as masks; None if one of them has no spot left."""
    kept = dict[int, int]()
    for part in way:
        match part:
            case PositionClue():
                kept[part.item] = kept.get(part.item, left[part.item]) & sum(1 << spot for spot in part.spots)
            case PairClue():
                one, other = part.scope
                for here, there in ((one, other), (other, one)):
                    supports, mask = part.supports(here, there, part.spots), kept.get(here, left[here])
                    found = functools.reduce(
                        operator.or_, (some for spot, some in enumerate(supports) if mask >> spot & 1), 0
                    )
                    kept[there] = kept.get(there, left[there]) & found
            case _:
                assert_never(part)
        if not all(kept.values()):
            return None
    return kept


@dataclass(frozen=True, slots=True)
class AllDifferentClue(AllDifferent):
    """No two values of a category are at one position."""

    says: str
    items: tuple[int, ...]
    kind: str = "all-different"

    @property
    def scope(self) -> tuple[int, ...]:
        """The items of the category."""
        return self.items


SimpleClue = PositionClue | PairClue
"""the clues of which the ways of others are made"""
GridClue = SimpleClue | ChoiceClue
"""the clues that a puzzle gives"""


def by_ways(clues: Iterable[GridClue]) -> tuple[list[SimpleClue], list[ChoiceClue]]:
    """Return what must hold, and the clues that several ways keep, each in the order given."""
    simple, choices = list[SimpleClue](), list[ChoiceClue]()
    for clue in clues:
        match clue:
            case PositionClue() | PairClue():
                simple.append(clue)
            case ChoiceClue(ways=(way,)):
                simple += (replace(part, says=clue.says) for part in way)
            case ChoiceClue():
                choices.append(clue)
            case _:
                assert_never(clue)
    return simple, choices


def by_form(clues: Iterable[SimpleClue]) -> tuple[list[PositionClue], list[PairClue]]:
    """Return clues by their form, each in the order given."""
    positions, pairs = list[PositionClue](), list[PairClue]()
    for clue in clues:
        match clue:
            case PositionClue():
                positions.append(clue)
            case PairClue():
                pairs.append(clue)
            case _:
                assert_never(clue)
    return positions, pairs


PHRASES: Mapping[str, str] = domains.words("phrases")["clues"]
"""the clues of each kind as the inside of a sentence"""


def phrase_of(kind: str, names: Mapping[str, str]) -> str:
    """Return a clue of a kind as the inside of a sentence: "the fox is next to Chesterfield"."""
    return filled(PHRASES[kind], names)


def finished(phrase: str) -> str:
    """Return a phrase as a sentence: with a capital letter in front, and a full stop unless it ends in one."""
    return phrase[:1].upper() + phrase[1:] + ("" if phrase.endswith((".", "!", "?")) else ".")
