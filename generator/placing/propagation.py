"""What is left to each item once some are placed: spots that can be in no solution are taken away, as far as that is quickly seen.

Spots without support at an item that a clue ties to another are taken away, again and again ("arc consistency": A. K. Mackworth, Artificial
Intelligence 8 (1977) 99-118); where spots must be held by some of the items, one that a single item may hold is given to it
("hidden singles"); clues that narrow by themselves are asked to, and others whether they may still hold.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from ferryplan.generator.masks import members
from ferryplan.generator.placing.instance import PlacingInstance, covering, narrowing
from ferryplan.generator.placing.ties import Ties

Domains = list[int]
"""for each item the spots that are left, as a mask"""
_Arc = tuple[int, tuple[int, ...], dict[int, int]]
"""another item, its spots that go with each of an item's, and those that go with any of several, as far as that was asked for"""
MOST_UNIONS = 10_000
"""so many of the last are kept for each way in which items are tied"""


class Propagation:
    """What some clues of an instance say together, of which the ties are known."""

    def __init__(self, instance: PlacingInstance, ties: Ties) -> None:
        clues = ties.clues
        self._alone, self._arcs = ties.alone, _arcs(ties)
        narrow = [clue for clue in clues if narrowing(clue)]
        self._narrowing = [
            clue for clue in narrow if not any(other is not clue and other.implies(clue) for other in narrow)
        ]
        self._covers = [group for clue in clues if covering(clue) for group in clue.covers(len(instance.spots))]
        self._covered = [
            sum(1 << number for number, (items, _) in enumerate(self._covers) if item in items)
            for item in range(len(instance.items))
        ]
        """for each item the numbers of these groups of which it is one, as a mask"""
        self.wide = [clue.scope for clue in ties.wide]
        """what the clues that say more than of pairs are about"""
        self._asked = [clue for clue in ties.wide if not narrowing(clue) and not covering(clue)]

    def start(self, within: Mapping[int, int]) -> Domains | None:
        """Return what is left while nothing is placed; None if there is an item to which nothing is. ``within`` are the spots that some may have."""
        left = [spots & within.get(item, spots) for item, spots in enumerate(self._alone)]
        return left if all(left) and self.narrow(left, [*range(len(left))]) else None

    def narrow(self, left: Domains, changed: list[int]) -> bool:
        """Take away what does not go with what is left to the items ``changed``, a list that is used up; return whether something is left to each.

        If not, ``left`` is of no further use. Once one spot is left to each, all clues hold.
        """
        while changed:
            touched = self._by_pairs(left, changed)
            if touched is None or not self._by_covers(left, changed, touched):
                return False
            if not changed and not self._by_others(left, changed):
                return False
        return True

    def _by_pairs(self, left: Domains, changed: list[int]) -> int | None:
        """Return which groups that must hold spots have had some taken away, as a mask; None if nothing is left to an item."""
        touched = 0
        while changed:
            item = changed.pop()
            mask, arcs = left[item], self._arcs[item]
            # Groups are only noted here: pairs come to rest first.
            touched |= self._covered[item]
            size = mask.bit_count()
            # With this many spots left, every spot of every tied item keeps a support (see `_most_left`).
            if size >= len(arcs):
                continue
            for other, supports, unions in arcs[size]:
                if size == 1:
                    supported = supports[mask.bit_length() - 1]
                elif (known := unions.get(mask)) is not None:
                    supported = known
                else:
                    supported = 0
                    for spot in members(mask):
                        supported |= supports[spot]
                    if len(unions) < MOST_UNIONS:
                        unions[mask] = supported
                old = left[other]
                if old & ~supported:
                    left[other] = old & supported
                    if not left[other]:
                        return None
                    changed.append(other)
        return touched

    def _by_covers(self, left: Domains, changed: list[int], touched: int) -> bool:
        for number in members(touched):
            items, spots = self._covers[number]
            once = twice = 0
            for item in items:
                mask = left[item]
                twice |= once & mask
                once |= mask
            if spots & ~once:
                return False
            # What no two of the items can hold is left to a single one: a hidden single.
            single = spots & ~twice
            for item in items:
                mask = left[item]
                held = mask & single
                if held and held != mask:
                    # One item would have to be at two spots.
                    if held & held - 1:
                        return False
                    left[item] = held
                    changed.append(item)
        return True

    def _by_others(self, left: Domains, changed: list[int]) -> bool:
        for clue in self._narrowing:
            found = clue.narrow(left)
            if found is None:
                return False
            changed += found
        for asked in self._asked:
            placed = {item: left[item].bit_length() - 1 for item in asked.scope if left[item] & left[item] - 1 == 0}
            if not asked.allows(placed):
                return False
            if len(placed) == len(asked.scope) - 1:
                (item,) = {*asked.scope} - placed.keys()
                kept = sum(1 << spot for spot in members(left[item]) if asked.allows({**placed, item: spot}))
                if kept != left[item]:
                    left[item] = kept
                    changed.append(item)
                    if not kept:
                        return False
        return True


def _arcs(ties: Ties) -> list[list[list[_Arc]]]:
    """Return for each item and each number of spots left to it the others of which so many may take something away."""
    arcs = list[list[list[_Arc]]]([[]] for _ in ties.alone)
    unions = dict[int, dict[int, int]]()
    for (item, other), supports in ties.together.items():
        back, here = ties.together[other, item], ties.alone[item]
        most = _most_left(here, back, ties.alone[other])
        arcs[item] += [[] for _ in range(most + 1 - len(arcs[item]))]
        for size in range(1, most + 1):
            arcs[item][size].append((other, supports, unions.setdefault(id(supports), {})))
    return arcs


@functools.lru_cache(1_000)
def _most_left(here: int, back: tuple[int, ...], there: int) -> int:
    """Return the most spots of one item, of those here, that do not go with a spot of another, of those there."""
    # With more spots left than these, at least one goes with each spot of the other item.
    return max(((here & ~back[spot]).bit_count() for spot in members(there)), default=0)
