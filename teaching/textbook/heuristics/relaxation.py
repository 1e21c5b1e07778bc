"""The heuristics of the delete relaxation: h-max, h-add and h-FF.

B. Bonet and H. Geffner, "Planning as heuristic search", Artificial Intelligence 129 (2001) 5-33: the cost of a fact is the cost of its
cheapest operator plus the cost of this operator's preconditions. The cost of several facts is the largest of their costs (h-max) or the
sum (h-add). The algorithm processes facts in the order of their costs, as Dijkstra's algorithm does. J. Hoffmann and B. Nebel, "The FF
planning system", Journal of Artificial Intelligence Research 14 (2001) 253-302: h-FF is the cost of a relaxed plan that uses the cheapest
operator for each fact, here the cheapest by h-add (E. Keyder and H. Geffner, "Heuristics for planning with action costs revisited",
ECAI 2008).
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from ferryplan.generator.pddl.states import PddlState
from ferryplan.teaching.textbook.heuristics.operators import EstimateFunction, OperatorSet

NO_OPERATOR = -1
"""Stands for the index of an operator if a fact already holds or is unreachable."""


class RelaxedOperator(NamedTuple):
    """An operator without delete effects; facts are numbers."""

    cost: int
    preconditions: Collection[int]
    add_effects: Collection[int]


class RelaxedTask:
    """A task without delete effects, which computes the costs of reaching facts."""

    def __init__(self, fact_count: int, operators: Sequence[RelaxedOperator]) -> None:
        self.fact_count, self.operators, self.costs = fact_count, operators, [one.cost for one in operators]
        self.operators_by_precondition: list[list[int]] = [[] for _ in range(fact_count)]
        """For each fact, the indices of the operators that have it as a precondition."""
        for number, one in enumerate(operators):
            for fact in one.preconditions:
                self.operators_by_precondition[fact].append(number)
        self.unconditional_operators = [number for number, one in enumerate(operators) if not one.preconditions]

    def compute_fact_costs(
        self,
        true_facts: Iterable[int],
        combine_costs: Callable[[Iterable[float]], float],
        operator_costs: Sequence[int] | None = None,
    ) -> tuple[list[float], list[int]]:
        """Return the cost of each fact, infinite if unreachable, and the index of its cheapest operator.

        ``true_facts`` are the facts that hold, in ascending order. ``combine_costs`` returns the joint cost of several facts from their
        single costs: `max_cost` for h-max, ``sum`` for h-add. ``operator_costs``, if given, replaces the costs of the operators. Of several
        cheapest operators, the one that was found first counts.
        """
        operator_costs = operator_costs or self.costs
        costs, best = [math.inf] * self.fact_count, [NO_OPERATOR] * self.fact_count
        missing, operators = [len(one.preconditions) for one in self.operators], self.operators
        # The facts are in ascending order, and a sorted list is already a heap.
        queue = [(0.0, fact) for fact in true_facts]
        for _, fact in queue:
            costs[fact] = 0

        def apply_operator(number: int) -> None:
            _, asked, added = operators[number]
            total = operator_costs[number] + combine_costs([costs[fact] for fact in asked])
            for fact in added:
                if total < costs[fact]:
                    costs[fact], best[fact] = total, number
                    heapq.heappush(queue, (total, fact))

        for number in self.unconditional_operators:
            apply_operator(number)
        while queue:
            cost, fact = heapq.heappop(queue)
            if cost > costs[fact]:  # this entry is outdated: the fact has become cheaper
                continue
            for number in self.operators_by_precondition[fact]:
                missing[number] -= 1
                if not missing[number]:
                    apply_operator(number)
        return costs, best


def max_cost(costs: Iterable[float]) -> float:
    """Return the largest of some costs; 0 if there are none."""
    return max(costs, default=0)


def relax_operators(operators: OperatorSet) -> RelaxedTask:
    """Return the delete relaxation of a task."""
    return RelaxedTask(
        len(operators.facts), [RelaxedOperator(one.cost, one.preconditions, one.add_effects) for one in operators.all]
    )


def relaxed_cost_heuristic(
    operators: OperatorSet, combine_costs: Callable[[Iterable[float]], float]
) -> EstimateFunction:
    """Return the heuristic that is the combined cost of the goal facts, without delete effects.

    It is h-max if ``combine_costs`` is `max_cost`, and h-add if it is ``sum``.
    """
    relaxation, goal = relax_operators(operators), operators.goal

    def estimate(state: PddlState) -> float:
        costs, _ = relaxation.compute_fact_costs(operators.facts_of_state(state), combine_costs)
        return combine_costs([costs[fact] for fact in goal])

    return estimate


def ff_heuristic(operators: OperatorSet) -> EstimateFunction:
    """Return the heuristic h-FF: the cost of a relaxed plan, which is extracted backwards from the goal."""
    relaxation, goal = relax_operators(operators), operators.goal

    def estimate(state: PddlState) -> float:
        costs, best = relaxation.compute_fact_costs(operators.facts_of_state(state), sum)
        if any(costs[fact] == math.inf for fact in goal):
            return math.inf
        needed, chosen = [*goal], set[int]()
        for fact in needed:
            if (number := best[fact]) != NO_OPERATOR and number not in chosen:
                chosen.add(number)
                needed += relaxation.operators[number].preconditions
        return sum(relaxation.operators[number].cost for number in chosen)

    return estimate
