"""What a few clues say together, searched to the end: which spots no placement that keeps them leaves to their items.

A group is what a rule about many items says of some of them: these items hold these spots, each another one.
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.masks import members
from generator.placing.instance import (
    AllDifferent,
    Clue,
    Item,
    PlacingInstance,
    about_pairs,
    covering,
    narrowing,
    others,
)
from generator.placing.propagation import Domains
from generator.placing.ties import Supports, combined, supports_of


@dataclass(frozen=True, slots=True)
class Cover:
    """Items that hold certain spots, each another one: the cells of a box, the values of a category."""

    scope: tuple[int, ...]
    spots: int
    """the spots, as a mask; as many as there are items"""


MOST_WAYS = 1_000
"""so many ways to place its items are gone through once for all"""
Reason = Cover | Clue
"""what a deduction goes by"""


def standing(clue: Clue) -> bool:
    """Return whether a clue is a rule about many items, which goes without saying or is about the whole board."""
    return isinstance(clue, AllDifferent) or covering(clue) or (about_pairs(clue) and len(clue.scope) > 2)


def groups_of(clues: Iterable[Clue], spots: int) -> list[Cover]:
    """Return the groups of clues, each once, where there are so many spots."""
    found = (Cover(items, mask) for clue in clues if covering(clue) for items, mask in clue.covers(spots))
    return [group for group in dict.fromkeys(found) if len(group.scope) == group.spots.bit_count()]


class Lookup:
    """A clue with all ways to place its items that keep it, as masks of these ways: what cannot be is seen at once."""

    def __init__(self, clue: Clue, items: Sequence[Item]) -> None:
        ways = [
            way
            for way in itertools.product(*(items[item].spots for item in clue.scope))
            if clue.allows(dict(zip(clue.scope, way, strict=True)))
        ]
        self._holding = [(item, defaultdict[int, int](int)) for item in clue.scope]
        for number, way in enumerate(ways):
            for (_, holding), spot in zip(self._holding, way, strict=True):
                holding[spot] |= 1 << number
        self._every = (1 << len(ways)) - 1

    def narrow(self, left: Domains) -> list[int] | None:
        """Take away spots that cannot be; return as `Narrowing`."""
        open_ways, changed = self._every, list[int]()
        for item, holding in self._holding:
            open_ways &= functools.reduce(
                operator.or_, [ways for spot, ways in holding.items() if left[item] >> spot & 1], 0
            )
        for item, holding in self._holding if open_ways else ():
            kept = sum([1 << spot for spot, ways in holding.items() if ways & open_ways]) & left[item]
            if kept != left[item]:
                left[item] = kept
                changed.append(item)
        return changed if open_ways else None


class Known(NamedTuple):
    """What is known of clues, for all that they are taken together with."""

    supports: dict[Clue, Supports]
    lookups: dict[Clue, Lookup]


class Joint:
    """Several reasons, taken together."""

    def __init__(
        self, instance: PlacingInstance, reasons: Sequence[Reason], background: Supports, known: Known
    ) -> None:
        """``background`` is kept of pairs of items, too, as far as both are in the scope of given clues; ``known`` gets what is found out."""
        self.reasons = tuple(reasons)
        self.scope = tuple(sorted({item for one in reasons for item in one.scope}))
        self._alone = [one for one in reasons if not isinstance(one, Cover) and len(one.scope) == 1]
        wide = [one for one in reasons if not isinstance(one, Cover) and len(one.scope) > 1 and not _binary(one)]
        for one in wide:
            if (
                one not in known.lookups
                and math.prod(len(instance.items[item].spots) for item in one.scope) <= MOST_WAYS
            ):
                known.lookups[one] = Lookup(one, instance.items)
        self._wide = [(known.lookups.get(one, one), one.scope) for one in wide]
        count = len(instance.spots)
        binary = [one for one in reasons if not isinstance(one, Cover) and _binary(one)]
        known.supports.update((one, supports_of(one, count)) for one in binary if one not in known.supports)
        said = [known.supports[one] for one in binary]
        said += [
            dict.fromkeys(itertools.permutations(one.scope, 2), others(count))
            for one in reasons
            if isinstance(one, Cover)
        ]
        clued = {item for one in reasons if not isinstance(one, Cover) for item in one.scope}
        said.append({pair: background[pair] for pair in itertools.permutations(clued, 2) if pair in background})
        self._ties = defaultdict[int, list[tuple[int, tuple[int, ...]]]](list)
        for (item, other), supports in combined(said).items():
            self._ties[item].append((other, supports))

    def excluded(self, left: Domains) -> dict[int, int]:
        """Return for each item that has any the spots that cannot be, as a mask, of those that are left."""
        untried = {item: left[item] for item in self.scope}
        found = dict[int, int]()
        for item in self.scope:
            while untried[item]:
                spot = untried[item] & -untried[item]
                placed = self.placed(left, item, spot, untried)
                if placed is None:
                    found[item] = found.get(item, 0) | spot
                    untried[item] ^= spot
                else:
                    for other in self.scope:
                        untried[other] &= ~placed[other]
        return found

    def placed(self, left: Domains, item: int, spot: int, wanted: dict[int, int] | None = None) -> Domains | None:
        """Return what is left when all items are placed so that all is kept, with an item at a spot (a mask); None if they cannot be.

        Spots that are ``wanted`` are tried first.
        """
        left = left.copy()
        left[item] = spot
        if not self._narrowed(left, [one for one in self.scope if left[one] & left[one] - 1 == 0]):
            return None
        return self._search(left, wanted or {})

    def _search(self, left: Domains, wanted: dict[int, int]) -> Domains | None:
        open_ones = [item for item in self.scope if left[item] & left[item] - 1]
        if not open_ones:
            return left
        item = min(open_ones, key=lambda one: left[one].bit_count())
        first = left[item] & wanted.get(item, 0)
        for spot in (*members(first), *members(left[item] & ~first)):
            further = left.copy()
            further[item] = 1 << spot
            if self._narrowed(further, [item]) and (found := self._search(further, wanted)):
                return found
        return None

    def _narrowed(self, left: Domains, placed: list[int]) -> bool:
        """Take away what does not go with items placed; return whether something is left to each. If all are placed, all is kept."""
        touched = {*placed}
        while placed:
            while placed:
                item = placed.pop()
                spot = left[item].bit_length() - 1
                if spot < 0:
                    return False
                for other, supports in self._ties[item]:
                    old = left[other]
                    if old & ~supports[spot]:
                        left[other] = new = old & supports[spot]
                        touched.add(other)
                        if not new & new - 1:
                            if not new:
                                return False
                            placed.append(other)
            for clue, scope in self._wide:
                if touched.isdisjoint(scope):
                    continue
                if isinstance(clue, Lookup) or narrowing(clue):
                    changed = clue.narrow(left)
                    if changed is None:
                        return False
                    touched.update(changed)
                    placed += [one for one in changed if not left[one] & left[one] - 1]
                elif not clue.allows(_placed(clue, left)):
                    return False
        return all(clue.allows(_placed(clue, left)) for clue in self._alone)


def _binary(clue: Clue) -> bool:
    return about_pairs(clue) or (len(clue.scope) == 2 and not narrowing(clue))


def _placed(clue: Clue, left: Domains) -> dict[int, int]:
    return {item: left[item].bit_length() - 1 for item in clue.scope if not left[item] & left[item] - 1}
