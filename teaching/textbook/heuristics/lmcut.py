"""LM-cut (M. Helmert and C. Domshlak, "Landmarks, critical paths and abstractions: what's the difference anyway?", ICAPS 2009).

As if nothing were ever deleted: each operator is reached from the dearest fact that it asks for. A cut is a set of operators of which every plan
has one: those that lead to facts from which the goal is reached at no further cost. What the cheapest of them costs is counted
and taken off all of them, until the goal costs nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ferryplan.generator.pddl.states import State
from ferryplan.teaching.textbook.heuristics.operators import Estimate, Operators
from ferryplan.teaching.textbook.heuristics.relaxation import Relaxation, Relaxed, dearest


def lm_cut(operators: Operators) -> Estimate:
    """Return LM-cut. Of facts that are equally dear an operator is reached from the one with the highest number."""
    start = len(operators.facts)
    goal = start + 1
    # An artificial fact that always holds gives operators that ask for nothing an origin, too.
    parts = [Relaxed(one.cost, one.asked or (start,), one.added) for one in operators.all]
    relaxation = Relaxation(goal + 1, [*parts, Relaxed(0, operators.goal or (start,), (goal,))])

    def estimate(state: State) -> float:
        costs, total, holding = [*relaxation.costs], 0, [*operators.holding(state), start]
        while True:
            dear, _ = relaxation.settled(holding, dearest, costs)
            if dear[goal] in (0, math.inf):
                return total if dear[goal] == 0 else math.inf
            # Every plan needs an operator of the cut.
            cut = _cut(relaxation.operators, costs, dear, holding, goal)
            least = min(costs[number] for number in cut)
            total += least
            for number in cut:
                # Each cut is paid from what earlier ones have left of the costs, so the sum is still
                # admissible.
                costs[number] -= least

    return estimate


def _cut(
    operators: Sequence[Relaxed], costs: Sequence[int], dear: Sequence[float], holding: Sequence[int], goal: int
) -> list[int]:
    """Return the operators of a cut, by their numbers."""
    leading: list[list[int]] = [[] for _ in dear]
    leaving: list[list[int]] = [[] for _ in dear]
    origins = [max(one.asked, key=lambda fact: (dear[fact], fact)) for one in operators]
    for number, origin in enumerate(origins):
        if dear[origin] < math.inf:
            leaving[origin].append(number)
            # Facts from which free operators lead to the goal are on the goal's side of the cut.
            if costs[number] == 0:
                for fact in operators[number].added:
                    leading[fact].append(origin)
    near, queue = {goal}, [goal]
    for fact in queue:
        queue += (new := {*leading[fact]} - near)
        near |= new
    cut, seen, queue = dict[int, None](), {*holding}, [*holding]
    for fact in queue:
        for number in leaving[fact]:
            if near.isdisjoint(operators[number].added):
                queue += (new := {*operators[number].added} - seen)
                seen |= new
            else:
                cut[number] = None
    return [*cut]
