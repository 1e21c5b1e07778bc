"""The clues of logic grids: which positions they allow, and their words where the puzzle file has none of its own."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, assert_never

from ferryplan.domains.messages import read_messages
from ferryplan.generator.placing.instance import Canonical, Clue, Placed, PlacingInstance
from ferryplan.generator.themes.grammar import filled

SimpleKind = Literal[
    "at", "not-at", "end", "inner", "odd", "even",
    "same", "different", "left-of", "right-of", "next-to", "distance", "somewhere-left-of", "somewhere-right-of",
    "not-left-of", "not-right-of", "not-next-to", "not-distance", "not-somewhere-left-of", "not-somewhere-right-of",
]  # fmt: skip
ChoiceKind = Literal[
    "either", "exactly-one", "not-all", "all", "neither", "if-then", "between", "directly-between", "more", "less", "times", "sum", "difference"
]  # fmt: skip

Relation = Callable[..., bool]
_POSITIVE: dict[Any, Relation] = {
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
_OPPOSITES = {"end": "inner", "odd": "even", "same": "different"}
NEGATIONS: dict[Any, Any] = {
    one: other
    for kind in _POSITIVE
    for one, other in itertools.permutations((kind, _OPPOSITES.get(kind, f"not-{kind}")))
}
"""for each kind of a simple clue the one that holds where it does not"""


def _negated(holds: Relation) -> Relation:
    return lambda *asked: not holds(*asked)


RELATIONS: dict[SimpleKind, Relation] = {
    **_POSITIVE,
    **{NEGATIONS[kind]: _negated(holds) for kind, holds in _POSITIVE.items()},
}
"""the kinds of clues about one value or two: whether their spots, from 0, keep it; then come the clue's number, and how many spots there are"""


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


@functools.cache
def _supports(kind: SimpleKind, number: int, spots: int, forth: bool) -> tuple[int, ...]:
    """Return for each of so many positions of the first value those of the second that keep a clue, as a mask; or the other way round."""
    holds, every = RELATIONS[kind], range(spots)
    return tuple(
        sum(1 << there for there in every if holds(*((here, there) if forth else (there, here)), number, spots))
        for here in every
    )


@functools.cache
def _alone(kind: SimpleKind, number: int, spots: int) -> tuple[int, ...]:
    """Return the positions of so many that keep a clue about one value."""
    return tuple(spot for spot in range(spots) if RELATIONS[kind](spot, number, spots))


@dataclass(frozen=True, slots=True)
class SimpleClue(_Given):
    """Where a value may be, ``at`` a position, at an ``end``, at an ``odd`` one; or how the positions of two values lie to each other."""

    says: str
    kind: SimpleKind
    scope: tuple[int, ...]
    """the item, or both"""
    spots: int
    """how many positions there are"""
    number: int = 0
    """at which spot the item is, or is not, in a clue of the kind ``at`` or ``not-at``; how far apart the two are, or are not, in one of the kind
    ``distance`` or ``not-distance``"""

    @property
    def pairs(self) -> tuple[tuple[int, ...], ...]:
        """The two, if it is about two."""
        return (self.scope,) if len(self.scope) == 2 else ()

    @property
    def canonical(self) -> Canonical:
        """What the canonical text of an instance has for it."""
        if len(self.scope) == 1:
            return ["PositionClue"], [("kind", self.kind), ("item", self.scope[0]), ("spots", self.alone)]
        (first, second), at = self.scope, {"distance": self.number, "spots": self.spots}
        return ["PairClue"], {"kind": self.kind, "first": first, "second": second, **at}.items()

    def supports(self, one: int, other: int, spots: int) -> tuple[int, ...]:
        """Return for each position of the one those of the other that keep it."""
        return _supports(self.kind, self.number, spots, one == self.scope[0])

    @property
    def negated(self) -> SimpleClue:
        """The clue that holds where this one does not."""
        return replace(self, kind=NEGATIONS[self.kind])

    def holds(self, *at: int) -> bool:
        """Return whether positions of all its items keep it."""
        return RELATIONS[self.kind](*at, self.number, self.spots)

    @property
    def alone(self) -> tuple[int, ...]:
        """Where the value may be in a clue about one."""
        return _alone(self.kind, self.number, self.spots)

    def allows(self, placed: Placed) -> bool:
        """Return whether the value is so placed, or both are, or one of both is and leaves a position for the other."""
        first, *others = self.scope
        one = placed.get(first)
        if not others:
            return one is None or one in self.alone
        other = placed.get(others[0])
        if one is None:
            return other is None or self.supports(others[0], first, self.spots)[other] > 0
        there = self.supports(first, others[0], self.spots)[one]
        return there > 0 if other is None else there >> other & 1 == 1


@dataclass(frozen=True, slots=True)
class ChoiceClue(_Given):
    """At least one of several ways holds, in each of which some clues hold together. No two ways of several clues hold at once."""

    says: str
    kind: ChoiceKind
    ways: tuple[tuple[SimpleClue, ...], ...]
    scope: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """the items of all ways, in their order"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "scope", _concerned(self.ways))

    def __hash__(self) -> int:
        """Return what is soon known: clues are looked up each time that something is taken away."""
        return hash(self.says)

    def open_ways(self, placed: Placed) -> Iterator[tuple[SimpleClue, ...]]:
        """Yield the ways that may still hold."""
        return (way for way in self.ways if all(part.allows(placed) for part in way))

    def allows(self, placed: Placed) -> bool:
        """Return whether one of the ways may still hold."""
        return any(True for _ in self.open_ways(placed))

    def concerned(self, placed: Placed) -> tuple[int, ...]:
        """Return the items of the ways that are open."""
        return _concerned(self.open_ways(placed))

    def make_page_data(self, instance: PlacingInstance, describe: Callable[[Clue], Any]) -> dict[str, Any]:
        """Return the ways, each with the data of its parts."""
        return {"ways": [[describe(part) for part in way] for way in self.ways]}

    def narrow(self, left: list[int]) -> list[int] | None:
        """Take away the spots that no way leaves, of masks by item; return the items of which some were, None if no way is left."""
        narrowed = _narrowed(self, tuple([left[item] for item in self.scope]))
        if narrowed is None:
            return None
        changed = [item for item, mask in zip(self.scope, narrowed, strict=True) if mask != left[item]]
        for item, mask in zip(self.scope, narrowed, strict=True):
            left[item] = mask
        return changed

    def implies(self, other: Clue) -> bool:
        """Return False: what others say is not looked for."""
        return False


def _concerned(ways: Iterable[Iterable[SimpleClue]]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(item for way in ways for part in way for item in part.scope))


@functools.lru_cache(50_000)
def _narrowed(clue: ChoiceClue, masks: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return what a clue leaves to its items, to which these masks are left; None if no way is left."""
    left = dict(zip(clue.scope, masks, strict=True))
    kept = [kept for way in clue.ways if (kept := _kept(way, left)) is not None]
    if not kept:
        return None
    return tuple(functools.reduce(operator.or_, (some.get(item, left[item]) for some in kept)) for item in left)


def _kept(way: Iterable[SimpleClue], left: Mapping[int, int]) -> dict[int, int] | None:
    """Return what clues that hold together leave to the items that they are about, as masks; None if one of them has no spot left."""
    kept = dict[int, int]()
    for part in way:
        if len(part.scope) == 1:
            (item,) = part.scope
            kept[item] = kept.get(item, left[item]) & sum(1 << spot for spot in part.alone)
        for here, there in itertools.permutations(part.scope, 2):
            supports, mask = part.supports(here, there, part.spots), kept.get(here, left[here])
            found = functools.reduce(operator.or_, (some for spot, some in enumerate(supports) if mask >> spot & 1), 0)
            kept[there] = kept.get(there, left[there]) & found
        if not all(kept.values()):
            return None
    return kept


GridClue = SimpleClue | ChoiceClue
"""the clues that a puzzle gives"""


def by_ways(clues: Iterable[GridClue]) -> tuple[list[SimpleClue], list[ChoiceClue]]:
    """Return what must hold, and the clues that several ways keep, each in the order given."""
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


PHRASES: Mapping[str, str] = read_messages("clues")
"""the clues of each kind as the inside of a sentence"""


def phrase_of(kind: str, names: Mapping[str, str]) -> str:
    """Return a clue of a kind as the inside of a sentence: "the fox is next to Chesterfield"."""
    return filled(PHRASES[kind], names)
