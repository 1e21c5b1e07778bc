"""The clues of logic grids: which positions they allow, and their words where the puzzle file has none of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, assert_never

import domains
from generator.placing.instance import AllDifferent, Clue, Placed, PlacingInstance

PositionKind = Literal["at", "not-at", "end"]
PairKind = Literal[
    "same", "different", "left-of", "right-of", "next-to", "distance", "somewhere-left-of", "somewhere-right-of"
]

RELATIONS: dict[PairKind, Callable[[int, int, int], bool]] = {
    "same": lambda first, second, distance: first == second,
    "different": lambda first, second, distance: first != second,
    "left-of": lambda first, second, distance: first + 1 == second,
    "right-of": lambda first, second, distance: first == second + 1,
    "next-to": lambda first, second, distance: abs(first - second) == 1,
    "distance": lambda first, second, distance: abs(first - second) == distance,
    "somewhere-left-of": lambda first, second, distance: first < second,
    "somewhere-right-of": lambda first, second, distance: first > second,
}
"""the kinds of clues about two values: whether the spots of both keep it; only one kind looks at the distance"""


class _Given:
    """A clue that a puzzle gives."""

    __slots__ = ()

    def breach(self: Clue, placed: Placed, instance: PlacingInstance) -> str:
        """Return where those of its items are that are placed, if that breaks it: "the Englishman lives in house 1 and house 3 is red"."""
        there = [] if self.allows(placed) else [item for item in self.scope if item in placed]
        return " and ".join(instance.stated(item, placed[item]) for item in there)


@dataclass(frozen=True, slots=True)
class PositionClue(_Given):
    """Where a value may be: ``at`` a position, ``not-at`` it, at an ``end``."""

    says: str
    kind: PositionKind
    item: int
    spots: tuple[int, ...]
    """where it may be"""

    @property
    def scope(self) -> tuple[int, ...]:
        """The item."""
        return (self.item,)

    def allows(self, placed: Placed) -> bool:
        """Return whether the item is where it may be, or nowhere yet."""
        return self.item not in placed or placed[self.item] in self.spots


@dataclass(frozen=True, slots=True)
class PairClue(_Given):
    """How the positions of two values lie to each other."""

    says: str
    kind: PairKind
    first: int
    second: int
    distance: int
    """how far apart they are, in a clue of the kind ``distance``"""
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
        every, forth = range(spots), one == self.first
        return tuple(
            sum(1 << there for there in every if (self.holds(here, there) if forth else self.holds(there, here)))
            for here in every
        )

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
class EitherClue(_Given):
    """At least one of several clues holds."""

    says: str
    parts: tuple[SimpleClue, ...]
    kind: str = "either"

    @property
    def scope(self) -> tuple[int, ...]:
        """The items of all parts, in their order."""
        return tuple(dict.fromkeys(item for part in self.parts for item in part.scope))

    def allows(self, placed: Placed) -> bool:
        """Return whether one of the parts may still hold."""
        return any(part.allows(placed) for part in self.parts)


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
"""the clues that an either-or may join"""
GridClue = SimpleClue | EitherClue
"""the clues that a puzzle gives"""


def by_form(clues: Iterable[GridClue]) -> tuple[list[PositionClue], list[PairClue], list[EitherClue]]:
    """Return clues by their form, each in the order given."""
    positions, pairs, eithers = list[PositionClue](), list[PairClue](), list[EitherClue]()
    for clue in clues:
        match clue:
            case PositionClue():
                positions.append(clue)
            case PairClue():
                pairs.append(clue)
            case EitherClue():
                eithers.append(clue)
            case _:
                assert_never(clue)
    return positions, pairs, eithers


_PHRASES = domains.words("phrases")["clues"]


def phrase_of(kind: PairKind | PositionKind | Literal["either"], **names: object) -> str:
    """Return a clue of a kind as the inside of a sentence: "the fox is next to Chesterfield"."""
    return str(_PHRASES[kind].format(**names))


def finished(phrase: str) -> str:
    """Return a phrase as a sentence: with a capital letter in front, and a full stop unless it ends in one."""
    return phrase[:1].upper() + phrase[1:] + ("" if phrase.endswith((".", "!", "?")) else ".")
