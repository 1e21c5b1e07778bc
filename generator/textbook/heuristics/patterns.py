"""A pattern database: the distances in a task of which only some facts are left, the pattern.

J. C. Culberson and J. Schaeffer, "Pattern databases", Computational Intelligence 14 (1998) 318-334; S. Edelkamp, "Planning with pattern
databases", ECP 2001. The pattern begins with what the goal asks for, and takes in whole groups of facts of which at most one holds, one after the
other, as long as there are not too many abstract states.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import cast

from generator.pddl.mutexes import Alternation, cover, mutex_groups
from generator.pddl.states import State
from generator.search.cheapest import NEVER, least_totals
from generator.textbook.heuristics.operators import Estimate, Operators, mask_of

MOST = 2_000
"""so many abstract states there may be"""


def pattern_database(operators: Operators, initial: State) -> Estimate:
    """Return the distances of abstract states, for the pattern found."""
    start = operators.mask(initial)
    pattern, distances = 0, cast("Mapping[int, float]", {0: 0.0})
    for group in _groups(operators, initial):
        found = _distances(operators, start, pattern | group)
        if found is None:
            break
        pattern, distances = pattern | group, found
    return lambda state: distances.get(operators.mask(state) & pattern, 0)


def _groups(operators: Operators, initial: State) -> Iterator[int]:
    """Yield the groups of facts, as masks: those of which the goal asks for one come first, then the largest."""
    named = [fact if holds else () for fact, holds in operators.facts]
    actions = list[Alternation]()
    for one in operators.all:
        asked, added, deleted = ({named[fact] for fact in part} - {()} for part in one[2:])
        actions.append(Alternation(added - asked, asked & deleted - added))
    facts = {fact for fact, _ in operators.facts if fact}
    parts = cover(facts, mutex_groups(facts, initial.facts & facts, actions))
    places = defaultdict[object, int](int)
    for place, (fact, _) in enumerate(operators.facts):
        places[fact] |= 1 << place
    goal = mask_of(operators.goal)
    masks = [sum(places[fact] for fact in part) for part in (*parts, *([((),)] if () in places else []))]
    yield from sorted(masks, key=lambda mask: not mask & goal)


def _distances(operators: Operators, start: int, pattern: int) -> Mapping[int, float] | None:
    """Return how far each abstract state is from the goal, or None if there are too many."""
    parts = {(one.cost, *(mask_of(facts) & pattern for facts in one[2:])) for one in operators.all}
    acting = sorted(part for part in parts if part[2] | part[3])
    goal, codes = mask_of(operators.goal) & pattern, {start & pattern: 0}
    arrivals: list[list[tuple[int, int]]] = [[]]
    queue = [*codes]
    for number, code in enumerate(queue):
        for cost, asked, added, deleted in acting:
            if code & asked == asked:
                following = code & ~deleted | added
                if following not in codes:
                    codes[following] = len(codes)
                    queue.append(following)
                    arrivals.append([])
                arrivals[codes[following]].append((number, cost))
        if len(codes) > MOST:
            return None
    goals = [number for code, number in codes.items() if code & goal == goal]
    totals = least_totals(len(codes), goals, lambda number: arrivals[number])
    return {code: math.inf if totals[number] == NEVER else totals[number] for code, number in codes.items()}
