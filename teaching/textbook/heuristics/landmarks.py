"""Landmarks: facts that come true on every way to the goal, and what it costs at least to bring them about.

They are found for each state as if nothing were ever deleted: those of a fact are itself, and what all operators that add it have in common,
each with the landmarks of what it asks for (L. Zhu and R. Givan, ICAPS 2003 doctoral consortium; E. Keyder, S. Richter and M. Helmert, "Sound
and complete landmarks for and/or graphs", ECAI 2010). An operator's cost is shared equally by the landmarks that it adds
(E. Karpas and C. Domshlak, "Cost-optimal planning with landmarks", IJCAI 2009).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from fractions import Fraction
from functools import reduce
from operator import or_

from ferryplan.generator.masks import members
from ferryplan.generator.pddl.states import State
from ferryplan.teaching.textbook.heuristics.operators import Estimate, Operators
from ferryplan.teaching.textbook.heuristics.relaxation import Relaxation, relaxed


def landmark_costs(operators: Operators) -> Estimate:
    """Return what landmarks that do not hold cost at least, a whole number."""
    relaxation = relaxed(operators)

    def estimate(state: State) -> float:
        known = _landmarks(relaxation, operators.holding(state))
        if any(fact not in known for fact in operators.goal):
            return math.inf
        needed = reduce(or_, (known[fact] for fact in operators.goal), 0)
        least = dict.fromkeys(members(needed), Fraction(1 << 62))
        for cost, asked, added in relaxation.operators:
            brought = [fact for fact in added if needed >> fact & 1]
            if brought and all(fact in known for fact in asked):
                for fact in brought:
                    # An operator shares its cost among the landmarks that it brings, so that their sum counts
                    # it once at most.
                    least[fact] = min(least[fact], Fraction(cost, len(brought)))
        return math.ceil(sum(least.values()))

    return estimate


def _landmarks(relaxation: Relaxation, holding: Collection[int]) -> Mapping[int, int]:
    """Return for each fact that can be the landmarks on the way to it that do not hold yet, itself included, as a mask."""
    known = dict.fromkeys(holding, 0)
    waiting = dict.fromkeys([*relaxation.free, *(number for fact in holding for number in relaxation.asking[fact])])
    while waiting:
        number = next(iter(waiting))
        del waiting[number]
        _, asked, added = relaxation.operators[number]
        if any(fact not in known for fact in asked):
            continue
        before = reduce(or_, (known[fact] for fact in asked), 0)
        for fact in added:
            # A fact has the landmarks that all its operators share; -1, all bits set, is neutral in the
            # intersection.
            found = (before | 1 << fact) & known.get(fact, -1)
            if found != known.get(fact, -1):
                known[fact] = found
                waiting |= dict.fromkeys(relaxation.asking[fact])
    return known
