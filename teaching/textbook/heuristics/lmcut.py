"""The LM-cut heuristic, which adds up the costs of cuts that every plan must cross.

M. Helmert and C. Domshlak, "Landmarks, critical paths and abstractions: what's the difference anyway?", ICAPS 2009. The heuristic ignores
delete effects, and reaches each operator from its most expensive precondition. A cut is the set of operators that lead to facts from which
the goal is reached at no further cost; every plan contains one of these operators. LM-cut adds the cost of the cheapest operator of a
cut to the estimate and subtracts it from all operators of the cut, and repeats this until the goal costs nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ferryplan.generator.pddl.states import PddlState
from ferryplan.teaching.textbook.heuristics.operators import EstimateFunction, OperatorSet
from ferryplan.teaching.textbook.heuristics.relaxation import RelaxedOperator, RelaxedTask, max_cost


def lmcut_heuristic(operators: OperatorSet) -> EstimateFunction:
    """Return the LM-cut heuristic for a task.

    If several preconditions of an operator are equally expensive, the one with the highest fact number counts as the most expensive.
    """
    start = len(operators.facts)
    goal = start + 1
    # An artificial fact that always holds gives an origin to operators without preconditions.
    parts = [RelaxedOperator(one.cost, one.preconditions or (start,), one.add_effects) for one in operators.all]
    relaxation = RelaxedTask(goal + 1, [*parts, RelaxedOperator(0, operators.goal or (start,), (goal,))])

    def estimate(state: PddlState) -> float:
        costs, total, holding = [*relaxation.costs], 0, [*operators.facts_of_state(state), start]
        while True:
            dear, _ = relaxation.compute_fact_costs(holding, max_cost, costs)
            if dear[goal] in (0, math.inf):
                return total if dear[goal] == 0 else math.inf
            # Every plan needs an operator of the cut.
            cut = _find_cut(relaxation.operators, costs, dear, holding, goal)
            least = min(costs[number] for number in cut)
            total += least
            for number in cut:
                # Each cut is paid from the costs that earlier cuts have left, so the sum stays
                # admissible.
                costs[number] -= least

    return estimate


def _find_cut(
    operators: Sequence[RelaxedOperator],
    costs: Sequence[int],
    fact_costs: Sequence[float],
    holding: Sequence[int],
    goal: int,
) -> list[int]:
    """Return the indices of the operators in a cut between the true facts and the goal.

    ``costs`` are the remaining costs of the operators, ``fact_costs`` the h-max costs of the facts, and ``holding`` the true facts.
    """
    leading: list[list[int]] = [[] for _ in fact_costs]
    leaving: list[list[int]] = [[] for _ in fact_costs]
    origins = [max(one.preconditions, key=lambda fact: (fact_costs[fact], fact)) for one in operators]
    for number, origin in enumerate(origins):
        if fact_costs[origin] < math.inf:
            leaving[origin].append(number)
            # Facts from which free operators lead to the goal are on the goal's side of the cut.
            if costs[number] == 0:
                for fact in operators[number].add_effects:
                    leading[fact].append(origin)
    near, queue = {goal}, [goal]
    for fact in queue:
        queue += (new := {*leading[fact]} - near)
        near |= new
    cut, seen, queue = dict[int, None](), {*holding}, [*holding]
    for fact in queue:
        for number in leaving[fact]:
            if near.isdisjoint(operators[number].add_effects):
                queue += (new := {*operators[number].add_effects} - seen)
                seen |= new
            else:
                cut[number] = None
    return [*cut]
