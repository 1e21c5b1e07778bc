"""A pattern database: the goal distances in an abstraction of a task, which keeps some of its facts.

J. C. Culberson and J. Schaeffer, "Pattern databases", Computational Intelligence 14 (1998) 318-334; S. Edelkamp, "Planning with pattern
databases", ECP 2001. The pattern is the set of facts that are kept. It starts with the facts of the goal, and adds one fact after the
other until there are too many abstract states.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import cast

from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.search.uniform_cost_search import NEVER, cheapest_costs
from ferryplan.teaching.textbook.heuristics.operators import EstimateFunction, OperatorSet, mask_of_facts

MAX_ABSTRACT_STATES = 2_000
"""The largest number of abstract states."""


def pattern_database_heuristic(operators: OperatorSet, initial: PddlState) -> EstimateFunction:
    """Return the heuristic that looks up the goal distance of a state in an abstraction of the task.

    The abstraction keeps the facts of the largest pattern found. ``initial`` is the initial state, from which the abstract states are
    explored.
    """
    start, distances = operators.mask_of_state(initial), cast("Mapping[int, float]", {0: 0.0})
    facts, pattern = dict.fromkeys([*operators.goal, *range(len(operators.facts))]), 0
    for fact in facts:
        found = _compute_abstract_distances(operators, start, pattern | 1 << fact)
        if found is None:
            break
        pattern, distances = pattern | 1 << fact, found
    return lambda state: distances.get(operators.mask_of_state(state) & pattern, 0)


def _compute_abstract_distances(operators: OperatorSet, start: int, pattern: int) -> Mapping[int, float] | None:
    """Return the goal distance of each abstract state; None if there are too many states.

    ``start``, ``pattern`` and the abstract states are bit masks of facts.
    """
    parts = {(one.cost, *(mask_of_facts(facts) & pattern for facts in one[2:])) for one in operators.all}
    # An operator that changes nothing in the pattern leads from an abstract state to itself, so it is never cheaper.
    acting = sorted(part for part in parts if part[2] | part[3])
    goal, codes = mask_of_facts(operators.goal) & pattern, {start & pattern: 0}
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
        if len(codes) > MAX_ABSTRACT_STATES:
            return None
    goals = [number for code, number in codes.items() if code & goal == goal]
    totals = cheapest_costs(len(codes), goals, lambda number: arrivals[number])
    return {code: math.inf if totals[number] == NEVER else totals[number] for code, number in codes.items()}
