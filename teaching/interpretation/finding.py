"""Which literals of a task tell the values of the roles: names propose, and what fits the puzzle best is taken."""

from __future__ import annotations

import heapq
import itertools
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from typing import Any, TypeAlias

from ferryplan.generator.cast import Cast, Named
from ferryplan.teaching.interpretation.evidence import NAMED, NameEvidence
from ferryplan.teaching.interpretation.groups import HOLE, as_words
from ferryplan.teaching.interpretation.readings import Interpretation, Reading, Readings, Scored, likeness

MOST_READINGS, MOST_COMBINED = 12, 5_000
"""how many readings of a role are tried, and of all roles together"""
CLOSE, EXCHANGED = 0.75, 3
"""how much less likely than the likeliest another reading may be that has a name, and how much if its places are exchanged"""

DIGITS = "0123456789"

NONE = Scored(-1, 0, ())
"""nothing tells a role"""

Pattern: TypeAlias = tuple[tuple[str, ...], ...]
"""Facts as words, with holes."""


class NotFoundError(ValueError):
    """Nothing tells the value of a role."""

    def __init__(self, role: int) -> None:
        super().__init__(role)
        self.role = role


def _told_by(reading: Reading) -> dict[int, str]:
    """Return of the values of a reading the word, or number, by which each is told, where that alone differs."""
    if reading and reading[0] and not isinstance(reading[0][1], bool):
        return {value: str(literal[1]) for value, literal in enumerate(reading) if literal}
    facts = {value: as_words(literal[0]) for value, literal in enumerate(reading) if literal}
    apart = [place for place, words in enumerate(zip(*facts.values(), strict=False)) if len({*words}) > 1]
    return {value: fact[apart[0]] for value, fact in facts.items()} if len(apart) == 1 else {}


def _like(reading: Reading, other: Reading) -> bool:
    """Return whether what a reading tells differs from the same of another in the name of one thing."""
    both = [(one, two) for one, two in zip(reading, other, strict=False) if one and two]
    alone = tuple(tuple(some) for some in zip(*both, strict=True))
    return len(alone) == 2 and not patterns(alone[0]).isdisjoint(patterns(alone[1]))


def patterns(reading: Reading, names: int = 1, counts: bool = False) -> set[Pattern]:
    """Return what a reading is like but for the names of so many things: its facts as words, with holes for them; without how many it ``counts``."""
    facts = [as_words(literal[0]) for literal in reading if literal]
    if counts:
        apart = [len({*words}) > 1 for words in zip(*facts, strict=True)]
        told = (zip(fact, apart, strict=True) for fact in facts)
        facts = [*dict.fromkeys(tuple(word.rstrip(DIGITS) if one else word for word, one in fact) for fact in told)]
    same = [place for place in range(1, min(map(len, facts), default=0)) if len({fact[place] for fact in facts}) == 1]
    return {
        tuple(tuple(HOLE if place in holes else word for place, word in enumerate(fact)) for fact in facts)
        for holes in itertools.combinations(same, min(names, len(same)))
    }


def correspondences(readings: Readings) -> Iterator[Interpretation]:
    """Yield what may tell the values of all roles, the likeliest first.

    Where a name is found, it counts; what has none goes by what is left. Raises NotFoundError.
    """
    cast = readings.cast
    offers = [readings.of(role) for role in range(len(cast.roles))]
    by_name = [[one for one in some if one.alike >= NAMED and one.score >= some[0].score - CLOSE] for some in offers]
    names, words = [[value.name for value in some] for some in cast.values], defaultdict[str, Counter[str]](Counter)
    told = [_told_by(named[0].reading) if named else {} for named in by_name]
    places = {word for apart in told for word in apart.values()}
    for role, apart in enumerate(told):
        for value, word in apart.items():
            words[names[role][value]][word] += 1
    usually = {name: some.most_common(1)[0] for name, some in words.items()}

    def agrees(role: int, apart: Mapping[int, str]) -> bool:
        return all(usually.get(names[role][one], ("", 0))[0] == word for one, word in apart.items()) and bool(apart)

    for role, apart in enumerate(told):
        by_number = [one for one in by_name[role] if one.reading[0] and not isinstance(one.reading[0][1], bool)]
        if not agrees(role, apart) and by_number:
            by_name[role] = [one for one in by_number if agrees(role, _told_by(one.reading))] or by_name[role]
        elif not agrees(role, apart) and all(usually.get(one, ("", 0))[1] > bool(by_name[role]) for one in names[role]):
            partial = readings.partial(role, {name: usually[name][0] for name in names[role]})
            rest = [by_name[one][0].reading for one in range(len(offers)) if one != role and by_name[one]]
            fitting = (one for one in partial if not by_name[role] or any(_like(one.reading, two) for two in rest))
            by_name[role] = [one for one in fitting if one.alike >= NAMED] or by_name[role]
    for role, named in enumerate(by_name):
        by_others = [one for one in named if _named(one.reading, [cast.roles[role]], places)]
        by_name[role] = by_others if by_others or role in cast.leaders else named
    guessed, taken = False, {one for some in by_name for scored in some for one in scored.reading if one}
    usual = defaultdict[int, set[Pattern]](set)
    for role, named in enumerate(by_name):
        usual[cast.sorts[role]] |= patterns(named[0].reading, *_differing(cast, role)) if named else set()
    for role, named in enumerate(by_name):
        leader = cast.leaders.get(role, role)
        if named or by_name[leader] or leader < role:
            offers[role] = named
        else:
            like = usual[cast.sorts[role]]
            people = [named for other, named in enumerate(cast.roles) if other not in (role, leader)]
            banks = places if role in cast.numbers else ()
            others = [
                one
                for one in offers[role]
                if taken.isdisjoint(one.reading)
                and _open_words(one.reading).isdisjoint(banks)
                and not _named(one.reading, people, places)
            ]
            offers[role] = [one for one in others if not like or like & patterns(one.reading, *_differing(cast, role))]
            at = {word for place, (word, _) in usually.items() if cast.roles[role].name.endswith(place)}
            there = [one for one in offers[role] if any(at & {*literal[0]} for literal in one.reading if literal)]
            offers[role] = there if role in cast.numbers and there else offers[role]
            if role not in cast.numbers and role not in cast.leaders:
                offers[role] = [one for one in offers[role] if one.score > offers[role][0].score - EXCHANGED]
            if not offers[role] and leader != role:  # then of which nothing else is told
                offers[role], guessed = others, True
            if not offers[role] and role not in cast.optional:
                raise NotFoundError(role)
    unknown = {role for role, some in enumerate(offers) if some and not by_name[role] and not usual[cast.sorts[role]]}
    offered = [some[:MOST_READINGS] for some in offers]
    counting = [one.reading for role in unknown & cast.numbers for one in offered[role]]
    silent = unknown & cast.optional if counting and all(map(_open_words, counting)) and not places else ()
    without = [[NONE] if role in silent else some for role, some in enumerate(offered)]
    ways = _combined(cast, offered, unknown)
    ways = itertools.chain([first], ways) if (first := next(ways, None)) else _combined(cast, without, unknown)
    evidence = NameEvidence(readings.space, cast)
    for way in ways:
        yield Interpretation(way, evidence.are_named(way), guessed)


def _open_words(reading: Reading) -> set[str]:
    """Return the words any of which may stand somewhere in what a reading tells."""
    return {one for literal in reading if literal for word in literal[0] if "|" in word for one in word.split("|")}


def _named(reading: Reading, roles: Sequence[Named], places: Collection[str]) -> bool:
    """Return whether what a reading tells is named as one of some roles is, but for the names of places."""
    words = {word for literal in reading if literal for word in as_words(literal[0])[1:]}.difference(places)
    return any(likeness(role, words) >= NAMED for role in roles)


def _differing(cast: Cast[Any, Any], role: int) -> tuple[int, bool]:
    """Return in the names of how many things readings of such roles differ, of numbers which kind is counted and where; and whether they count."""
    return (2, True) if role in cast.numbers else (1, False)


def _alike(cast: Cast[Any, Any], chosen: Mapping[int, Reading]) -> bool:
    """Return whether the readings of roles are like one another, sort by sort."""
    sorts = defaultdict[int, list[set[Pattern]]](list)
    for role, reading in chosen.items():
        sorts[cast.sorts[role]].append(patterns(reading, *_differing(cast, role)))
    for one, other in itertools.combinations(sorted(cast.numbers & chosen.keys()), 2):
        related = not {*cast.roles[one].words}.isdisjoint(cast.roles[other].words)  # of one kind, or at one place
        if related and patterns(chosen[one], 1, True).isdisjoint(patterns(chosen[other], 1, True)):
            return False
    return all(len(some) == 1 or set.intersection(*some) for some in sorts.values())


def _apart(cast: Cast[Any, Any], chosen: Mapping[int, Reading], unknown: Set[int]) -> bool:
    """Return whether no fact tells of a role without a name and of another, but for its leader."""
    return not any(
        {*filter(None, chosen[role])} & {*filter(None, reading)}
        for role in unknown & chosen.keys()
        for other, reading in chosen.items()
        if other not in (role, cast.leaders.get(role))
    )


def _combined(
    cast: Cast[Any, Any], offers: Sequence[Sequence[Scored]], unknown: Set[int]
) -> Iterator[tuple[Reading, ...]]:
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
        taken = ((role, offers[role][one].reading) for role, one in zip(roles, chosen, strict=True))
        by_role = {role: reading for role, reading in taken if reading}
        led = sum(by_role.get(leader) == by_role.get(role) for role, leader in cast.leaders.items() if role < leader)
        told = {frozenset(fact for fact, _ in filter(None, reading)) for reading in by_role.values()}
        apart = len(told) == len(by_role) - led and _apart(cast, by_role, unknown)
        if apart and _alike(cast, {role: by_role[role] for role in unknown & by_role.keys()}):
            yield tuple(by_role.get(role, by_role.get(cast.leaders.get(role, -1), ())) for role in range(len(offers)))
        for place, role in enumerate(roles):
            if chosen[place] + 1 < len(offers[role]):
                following = (*chosen[:place], chosen[place] + 1, *chosen[place + 1 :])
                if following not in seen:
                    seen.add(following)
                    heapq.heappush(queue, (worth(following), following))
