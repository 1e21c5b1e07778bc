"""A pattern database: the distances in a task of which only some facts are left, the pattern.

J. C. Culberson and J. Schaeffer, "Pattern databases", Computational Intelligence 14 (1998) 318-334; S. Edelkamp, "Planning with pattern
databases", ECP 2001. The pattern begins with what the goal asks for, and takes in one fact after the other, as long as there are not too
many abstract states.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import cast

from ferryplan.generator.pddl.states import State
from ferryplan.generator.search.cheapest import NEVER, least_totals
from ferryplan.teaching.textbook.heuristics.operators import Estimate, Operators, mask_of

MOST = 2_000
"""so many abstract states there may be"""


def pattern_database(operators: Operators, initial: State) -> Estimate:
    """Return the distances of abstract states, for the pattern found."""
    start, distances = operators.mask(initial), cast("Mapping[int, float]", {0: 0.0})
    facts, pattern = dict.fromkeys([*operators.goal, *range(len(operators.facts))]), 0
    for fact in facts:
        found = _distances(operators, start, pattern | 1 << fact)
        if found is None:
            break
        pattern, distances = pattern | 1 << fact, found
    return lambda state: distances.get(operators.mask(state) & pattern, 0)


def _distances(operators: Operators, start: int, pattern: int) -> Mapping[int, float] | None:
    """Return how far each abstract state is from the goal, or None if there are too many."""
    parts = {(one.cost, *(mask_of(facts) & pattern for facts in one[2:])) for one in operators.all}
    # What changes nothing in the pattern leads from an abstract state to itself, which is never cheaper.
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
