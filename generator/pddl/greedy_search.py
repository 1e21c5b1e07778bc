"""A greedy search for some plan of a task in plain STRIPS, guided by relaxed plans; the plan need not be a short one.

The estimate of a state is h-FF: how many operators a plan has if nothing is ever deleted (J. Hoffmann and B. Nebel, "The FF planning system",
Journal of Artificial Intelligence Research 14 (2001) 253-302). Two ideas make the search fast enough for large tasks (S. Richter and M. Helmert,
"Preferred operators and deferred evaluation in satisficing planning", ICAPS 2009). A state is evaluated when it is expanded, and its successors
wait under its estimate, so most successors are never evaluated. Operators of the relaxed plan, the preferred ones, wait a second time in a queue
of their own, which the search favors as long as that brings it nearer to the goal.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from ferryplan.generator.pddl.applicable import Applicable

State: TypeAlias = frozenset[int]
BOOST = 1_000
"""how many states the search takes from the preferred queue in a row after each progress, as Fast Downward's LAMA does"""
NEVER = 1 << 62
"""the cost of a fact that no relaxed plan reaches"""


class Operator(NamedTuple):
    """A ground action in plain STRIPS, with facts by their numbers."""

    number: int
    asked: State
    added: State
    deleted: State


class PlanFound(NamedTuple):
    """What a greedy search found."""

    operators: tuple[int, ...] | None
    """the plan, as numbers of operators; None if the task has none"""
    expanded: int


class _Entry(NamedTuple):
    """An operator that waits to be applied; entries are ordered by the estimate of the state, then by age."""

    estimate: int
    age: int
    state: State
    operator: Operator


class RelaxedPlans:
    """Finds relaxed plans, in which each fact costs what its cheapest operator and all that it asks for cost together."""

    def __init__(self, operators: Sequence[Operator], goal: State) -> None:
        self._operators, self._goal = operators, goal
        # Facts are list indices below, so they must be small; the task's own numbers may be negative.
        facts = sorted(goal.union(*(one.asked | one.added for one in operators)))
        self._index = {fact: index for index, fact in enumerate(facts)}
        self._asked = [self._indices(one.asked) for one in operators]
        self._added = [self._indices(one.added) for one in operators]
        self._goals = self._indices(goal)
        self._askers: list[list[int]] = [[] for _ in facts]
        for number, asked in enumerate(self._asked):
            for fact in asked:
                self._askers[fact].append(number)
        self._missing = [len(asked) for asked in self._asked]
        self._free = [number for number, asked in enumerate(self._asked) if not asked]

    def _indices(self, facts: Iterable[int]) -> list[int]:
        return [self._index[fact] for fact in sorted(facts)]

    def find(self, state: State) -> set[int] | None:
        """Return the numbers of the operators of a relaxed plan from a state; None if there is none, and so no plan either."""
        achievers = self._find_achievers(state)
        if achievers is None:
            return None
        plan, needed = set[int](), [*self._goals]
        for fact in needed:
            number = achievers[fact]
            if number is not None and number not in plan:
                plan.add(number)
                needed += self._asked[number]
        return plan

    def _find_achievers(self, state: State) -> list[int | None] | None:
        """Return the cheapest operator for each fact, None for those that hold; None altogether if the goal is out of reach.

        Costs are small integers, so a list of facts for each cost takes the place of a priority queue.
        """
        costs, achievers = [NEVER] * len(self._askers), list[int | None]([None] * len(self._askers))
        missing, totals = self._missing.copy(), [1] * len(self._asked)
        held = [self._index[fact] for fact in state if fact in self._index]
        for fact in held:
            costs[fact] = 0
        waiting = [held]
        open_goals = {*self._goals}

        def apply(number: int) -> None:
            total = totals[number]
            for fact in self._added[number]:
                if total < costs[fact]:
                    costs[fact], achievers[fact] = total, number
                    while len(waiting) <= total:
                        waiting.append([])
                    waiting[total].append(fact)

        for number in self._free:
            apply(number)
        for cost, facts in enumerate(waiting):  # grows on the way
            for fact in facts:
                if costs[fact] != cost:  # the fact has become cheaper since
                    continue
                open_goals.discard(fact)
                for number in self._askers[fact]:
                    totals[number] += cost
                    missing[number] -= 1
                    if not missing[number]:
                        apply(number)
            if not open_goals:
                return achievers
        return None


def find_some_plan(task: Mapping[str, Any]) -> PlanFound:
    """Return some plan of a task as `Strips.numbered` describes it, always the same one, or that it has none.

    The search is complete: a state without a relaxed plan has no plan, and all other states that can be reached are expanded.
    """
    operators = [Operator(number, *map(frozenset, parts)) for number, parts in enumerate(task["operators"])]
    initial, goal = frozenset(task["initial"]), frozenset(task["goal"])
    applicable, relaxed_plans = Applicable(operators, lambda one: one.asked), RelaxedPlans(operators, goal)
    arrivals: dict[State, tuple[State, Operator] | None] = {}
    usual, preferred = list[_Entry](), list[_Entry]()
    boost, best, age = 0, NEVER, 0
    state, arrival = initial, None
    while True:
        if state not in arrivals:
            arrivals[state] = arrival
            if goal <= state:
                return PlanFound(_plan_to(state, arrivals), len(arrivals))
            plan = relaxed_plans.find(state)
            if plan is not None:
                if len(plan) < best:
                    best, boost = len(plan), boost + BOOST
                for operator in applicable.fitting(state):
                    # Ages differ, so entries with equal estimates come out oldest first and states are never
                    # compared.
                    age += 1
                    entry = _Entry(len(plan), age, state, operator)
                    heapq.heappush(usual, entry)
                    if operator.number in plan:
                        heapq.heappush(preferred, entry)
        # Without a boost the queues take turns: each choice of the preferred one takes 1 off, each other gives 1 back.
        if preferred and (boost >= 0 or not usual):
            queue, boost = preferred, boost - 1
        elif usual:
            queue, boost = usual, boost + 1
        else:
            return PlanFound(None, len(arrivals))
        _, _, before, operator = heapq.heappop(queue)
        state, arrival = before - operator.deleted | operator.added, (before, operator)


def _plan_to(state: State, arrivals: Mapping[State, tuple[State, Operator] | None]) -> tuple[int, ...]:
    """Return the numbers of the operators by which a state was reached."""
    numbers = list[int]()
    while arrival := arrivals[state]:
        state, operator = arrival
        numbers.append(operator.number)
    return tuple(reversed(numbers))
