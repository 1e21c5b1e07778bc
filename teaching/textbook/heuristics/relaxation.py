"""How far the goal is if nothing is ever deleted: h-max, h-add and h-FF.

B. Bonet and H. Geffner, "Planning as heuristic search", Artificial Intelligence 129 (2001) 5-33: a fact costs what its cheapest operator does
with all that it asks for; of several facts the dearest counts (h-max), or all of them together (h-add). The facts are settled in the order of
what they cost, as E. W. Dijkstra does. J. Hoffmann and B. Nebel, "The FF planning system", Journal of Artificial Intelligence Research 14
(2001) 253-302: h-FF is what a plan costs that uses for each fact the operator found so, here by h-add (E. Keyder and H. Geffner,
"Heuristics for planning with action costs revisited", ECAI 2008).
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple

from ferryplan.generator.pddl.states import State
from ferryplan.teaching.textbook.heuristics.operators import Estimate, Operators

NONE = -1
"""the operator of a fact that holds anyway, or never"""


class Relaxed(NamedTuple):
    """An operator without what it deletes."""

    cost: int
    asked: Collection[int]
    added: Collection[int]


class Relaxation:
    """Operators that delete nothing, over so many facts."""

    def __init__(self, facts: int, operators: Sequence[Relaxed]) -> None:
        self.facts, self.operators, self.costs = facts, operators, [one.cost for one in operators]
        self.asking: list[list[int]] = [[] for _ in range(facts)]
        """the operators that ask for each fact"""
        for number, one in enumerate(operators):
            for fact in one.asked:
                self.asking[fact].append(number)
        self.free = [number for number, one in enumerate(operators) if not one.asked]

    def settled(
        self, holding: Iterable[int], together: Callable[[Iterable[float]], float], prices: Sequence[int] | None = None
    ) -> tuple[list[float], list[int]]:
        """Return for each fact what it costs, infinite where it cannot be, and its operator; ``together`` is what several facts cost.

        Of operators that are equally cheap it is the one found first. The facts that hold are given ascending; ``prices`` take the place of
        what operators cost.
        """
        prices = prices or self.costs
        costs, best = [math.inf] * self.facts, [NONE] * self.facts
        missing, operators = [len(one.asked) for one in self.operators], self.operators
        # The facts come ascending, and an ascending list is a heap already.
        queue = [(0.0, fact) for fact in holding]
        for _, fact in queue:
            costs[fact] = 0

        def apply(number: int) -> None:
            _, asked, added = operators[number]
            total = prices[number] + together([costs[fact] for fact in asked])
            for fact in added:
                if total < costs[fact]:
                    costs[fact], best[fact] = total, number
                    heapq.heappush(queue, (total, fact))

        for number in self.free:
            apply(number)
        while queue:
            cost, fact = heapq.heappop(queue)
            if cost > costs[fact]:  # it has become cheaper since
                continue
            for number in self.asking[fact]:
                missing[number] -= 1
                if not missing[number]:
                    apply(number)
        return costs, best


def dearest(costs: Iterable[float]) -> float:
    """Return what the dearest of some facts costs; 0 if there are none."""
    return max(costs, default=0)


def relaxed(operators: Operators) -> Relaxation:
    """Return the operators of a task without what they delete."""
    return Relaxation(len(operators.facts), [Relaxed(one.cost, one.asked, one.added) for one in operators.all])


def cost_of_goal(operators: Operators, together: Callable[[Iterable[float]], float]) -> Estimate:
    """Return what the facts of the goal cost together: h-max with ``dearest``, h-add with ``sum``."""
    relaxation, goal = relaxed(operators), operators.goal

    def estimate(state: State) -> float:
        costs, _ = relaxation.settled(operators.holding(state), together)
        return together([costs[fact] for fact in goal])

    return estimate


def h_ff(operators: Operators) -> Estimate:
    """Return h-FF: what a plan costs that reaches the goal if nothing is deleted, found backwards from the goal."""
    relaxation, goal = relaxed(operators), operators.goal

    def estimate(state: State) -> float:
        costs, best = relaxation.settled(operators.holding(state), sum)
        if any(costs[fact] == math.inf for fact in goal):
            return math.inf
        needed, chosen = [*goal], set[int]()
        for fact in needed:
            if (number := best[fact]) != NONE and number not in chosen:
                chosen.add(number)
                needed += relaxation.operators[number].asked
        return sum(relaxation.operators[number].cost for number in chosen)

    return estimate
