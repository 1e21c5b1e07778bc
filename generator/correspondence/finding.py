"""Which literals of a task tell the values of the roles: names propose, and what fits the puzzle best is taken."""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from generator.cast import Cast
from generator.correspondence.readings import HOLE, Reading, Readings, Scored, as_words

MOST_READINGS, MOST_COMBINED = 12, 5_000
"""how many readings of a role are tried, and of all roles together"""
NAMED, CLOSE = 0.6, 0.75
"""how alike a name must be, and how much less likely than the likeliest another reading may be then"""

Pattern: TypeAlias = tuple[tuple[str, ...], ...]
"""Facts as words, with holes."""
Correspondence: TypeAlias = tuple[Reading, ...]
"""for each role what tells its value"""


class NotFoundError(ValueError):
    """Nothing tells the value of a role."""

    def __init__(self, role: int) -> None:
        super().__init__(role)
        self.role = role


def patterns(reading: Reading) -> set[Pattern]:
    """Return what a reading is like but for the name of one thing: its facts as words, with a hole for it."""
    facts = [as_words(literal[0]) for literal in reading if literal]
    return {
        tuple((*fact[:place], HOLE, *fact[place + 1 :]) for fact in facts)
        for place in range(1, min(map(len, facts), default=0))
        if len({fact[place] for fact in facts}) == 1
    }


def correspondences(readings: Readings) -> Iterator[Correspondence]:
    """Yield what may tell the values of all roles, the likeliest first.

    Where a name is found, it counts; what has none goes by what is left. Raises NotFoundError.
    """
    cast = readings.cast
    offers = [readings.of(role) for role in range(len(cast.roles))]
    by_name = [[one for one in some if one.alike >= NAMED and one.score >= some[0].score - CLOSE] for some in offers]
    taken = {one for some in by_name for scored in some for one in scored.reading}
    usual = defaultdict[int, set[Pattern]](set)
    for role, named in enumerate(by_name):
        usual[cast.sorts[role]] |= patterns(named[0].reading) if named else set()
    for role, named in enumerate(by_name):
        leader = cast.leaders.get(role, role)
        if named or by_name[leader] or leader < role:
            offers[role] = named
        else:
            like = usual[cast.sorts[role]]
            others = [one for one in offers[role] if taken.isdisjoint(one.reading)]
            offers[role] = [one for one in others if not like or like & patterns(one.reading)]
            if not offers[role] and role not in cast.optional:
                raise NotFoundError(role)
    unknown = {role for role, some in enumerate(offers) if some and not by_name[role] and not usual[cast.sorts[role]]}
    yield from _combined(cast, [some[:MOST_READINGS] for some in offers], unknown)


def _alike(cast: Cast[Any, Any], chosen: Mapping[int, Reading]) -> bool:
    """Return whether the readings of roles are like one another, sort by sort."""
    sorts = defaultdict[int, list[set[Pattern]]](list)
    for role, reading in chosen.items():
        sorts[cast.sorts[role]].append(patterns(reading))
    return all(len(some) == 1 or set.intersection(*some) for some in sorts.values())


def _combined(
    cast: Cast[Any, Any], offers: Sequence[Sequence[Scored]], unknown: Collection[int]
) -> Iterator[Correspondence]:
    """Yield a choice for each role, the best sum of scores first: none twice but for a role and its leader, those of ``unknown`` name alike."""
    roles = [role for role, some in enumerate(offers) if some]
    first = (0,) * len(roles)

    def worth(chosen: tuple[int, ...]) -> float:
        return -sum(offers[role][one].score for role, one in zip(roles, chosen, strict=True))

    queue, seen = [(worth(first), first)], {first}
    for _ in range(MOST_COMBINED):
        if not queue:
            break
        _, chosen = heapq.heappop(queue)
        by_role = {role: offers[role][one].reading for role, one in zip(roles, chosen, strict=True)}
        led = sum(by_role.get(leader) == by_role.get(role) for role, leader in cast.leaders.items() if role < leader)
        if len(set(by_role.values())) == len(by_role) - led and _alike(cast, {role: by_role[role] for role in unknown}):
            yield tuple(by_role.get(role, by_role.get(cast.leaders.get(role, -1), ())) for role in range(len(offers)))
        for place, role in enumerate(roles):
            if chosen[place] + 1 < len(offers[role]):
                following = (*chosen[:place], chosen[place] + 1, *chosen[place + 1 :])
                if following not in seen:
                    seen.add(following)
                    heapq.heappush(queue, (worth(following), following))
