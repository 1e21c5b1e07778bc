"""The landmark heuristic: the least cost of the facts that must become true on every path to the goal.

The landmarks are computed for each state in the delete relaxation. The landmarks of a fact are the fact itself and the landmarks that all
operators share that add the fact; the landmarks of an operator are the landmarks of its preconditions (L. Zhu and R. Givan, ICAPS 2003 doctoral
consortium; E. Keyder, S. Richter and M. Helmert, "Sound and complete landmarks for and/or graphs", ECAI 2010). An operator divides its
cost equally among the landmarks that it adds (E. Karpas and C. Domshlak, "Cost-optimal planning with landmarks", IJCAI 2009).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import reduce
from operator import or_

from ferryplan.generator.masks import mask_indices
from ferryplan.generator.pddl.states import PddlState
from ferryplan.teaching.textbook.heuristics.operators import EstimateFunction, OperatorSet
from ferryplan.teaching.textbook.heuristics.relaxation import RelaxedTask, relax_operators


def landmark_heuristic(operators: OperatorSet) -> EstimateFunction:
    """Return the landmark heuristic: the sum of the least costs of all landmarks that do not hold.

    The sum is rounded up. It is infinite if the goal is unreachable without delete effects.
    """
    relaxation = relax_operators(operators)

    def estimate(state: PddlState) -> float:
        known = _find_landmarks(relaxation, operators.facts_of_state(state))
        if any(fact not in known for fact in operators.goal):
            return math.inf
        needed = reduce(or_, (known[fact] for fact in operators.goal), 0)
        least = dict.fromkeys(mask_indices(needed), Fraction(1 << 62))
        for cost, asked, added in relaxation.operators:
            brought = [fact for fact in added if needed >> fact & 1]
            if brought and all(fact in known for fact in asked):
                for fact in brought:
                    # An operator divides its cost among the landmarks that it adds, so their sum counts this cost
                    # at most once.
                    least[fact] = min(least[fact], Fraction(cost, len(brought)))
        return math.ceil(sum(least.values()))

    return estimate


def _find_landmarks(relaxation: RelaxedTask, holding: Collection[int]) -> Mapping[int, int]:
    """Return for each reachable fact its landmarks that do not hold yet, as a bit mask of facts.

    The landmarks include the fact itself. ``holding`` are the facts that hold.
    """
    known = dict.fromkeys(holding, 0)
    waiting = dict.fromkeys(
        [
            *relaxation.unconditional_operators,
            *(number for fact in holding for number in relaxation.operators_by_precondition[fact]),
        ]
    )
    while waiting:
        number = next(iter(waiting))
        del waiting[number]
        _, asked, added = relaxation.operators[number]
        if any(fact not in known for fact in asked):
            continue
        before = reduce(or_, (known[fact] for fact in asked), 0)
        for fact in added:
            # The landmarks of a fact are those that all its operators share; -1 has all bits set, so it is the
            # neutral element of the intersection.
            found = (before | 1 << fact) & known.get(fact, -1)
            if found != known.get(fact, -1):
                known[fact] = found
                waiting |= dict.fromkeys(relaxation.operators_by_precondition[fact])
    return known
