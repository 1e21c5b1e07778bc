"""A greedy search for a plan of a STRIPS task, guided by relaxed plans; the plan need not be short.

The estimate of a state is h-FF: the number of operators in a relaxed plan, which is a plan if nothing is ever deleted
(J. Hoffmann and B. Nebel, "The FF planning system", Journal of Artificial Intelligence Research 14 (2001) 253-302).
Two ideas make the search fast enough for large tasks (S. Richter and M. Helmert, "Preferred operators and deferred
evaluation in satisficing planning", ICAPS 2009). First, a state is evaluated only when it is expanded, and its
successors wait under its estimate, so most successors are never evaluated. Second, the operators of the relaxed plan
are preferred: they also wait in a second queue, and the search favors this queue whenever the best estimate improves.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from ferryplan.generator.pddl.successor_generator import SuccessorGenerator

FactSet: TypeAlias = frozenset[int]
BOOST = 1_000
"""the number of states that the search takes from the preferred queue in a row after each progress, as Fast
Downward's LAMA does"""
UNREACHED_COST = 1 << 62
"""the cost of a fact that no relaxed plan reaches"""


class StripsOperator(NamedTuple):
    """A ground action in plain STRIPS, with facts as numbers."""

    number: int
    required: FactSet
    added: FactSet
    deleted: FactSet


class GreedySearchResult(NamedTuple):
    """The result of a greedy search: a plan, or the fact that there is none, and the search effort."""

    operators: tuple[int, ...] | None
    """the plan, as numbers of operators; None if the task has no plan"""
    expanded: int
    """the number of expanded states"""


class _QueuedOperator(NamedTuple):
    """An operator that waits to be applied to a state.

    Entries are ordered by the estimate of the state, then by age: a lower age means that the entry is older.
    """

    estimate: int
    age: int
    state: FactSet
    operator: StripsOperator


class RelaxedPlanFinder:
    """Finds relaxed plans, which are plans if nothing is ever deleted.

    It compares operators by additive costs: a fact costs as much as the cheapest operator that adds it, and an
    operator costs 1 plus the costs of the facts that it requires.
    """

    def __init__(self, operators: Sequence[StripsOperator], goal: FactSet) -> None:
        # Facts are list indices below, so they must be small; the task's own numbers may be negative.
        facts = sorted(goal.union(*(one.required | one.added for one in operators)))
        self._index = {fact: index for index, fact in enumerate(facts)}
        self._required = [self._fact_indices(one.required) for one in operators]
        self._added = [self._fact_indices(one.added) for one in operators]
        self._goals = self._fact_indices(goal)
        self._operators_requiring: list[list[int]] = [[] for _ in facts]
        for number, asked in enumerate(self._required):
            for fact in asked:
                self._operators_requiring[fact].append(number)
        self._required_counts = [len(asked) for asked in self._required]
        self._unconditional = [number for number, asked in enumerate(self._required) if not asked]

    def _fact_indices(self, facts: Iterable[int]) -> list[int]:
        return [self._index[fact] for fact in sorted(facts)]

    def find_relaxed_plan(self, state: FactSet) -> set[int] | None:
        """Return the numbers of the operators of a relaxed plan from a state.

        Returns None if there is no relaxed plan, and so no plan either.
        """
        achievers = self._find_achievers(state)
        if achievers is None:
            return None
        plan, needed = set[int](), [*self._goals]
        for fact in needed:
            number = achievers[fact]
            if number is not None and number not in plan:
                plan.add(number)
                needed += self._required[number]
        return plan

    def _find_achievers(self, state: FactSet) -> list[int | None] | None:
        """Return, for each fact, the number of the cheapest operator that adds it.

        The list is indexed by the number of the fact; the element is None for facts that hold in the state. The
        function returns None if the goal is unreachable. Costs are small integers, so a list of facts for each cost
        replaces a priority queue.
        """
        costs, achievers = (
            [UNREACHED_COST] * len(self._operators_requiring),
            list[int | None]([None] * len(self._operators_requiring)),
        )
        missing, totals = self._required_counts.copy(), [1] * len(self._required)
        held = [self._index[fact] for fact in state if fact in self._index]
        for fact in held:
            costs[fact] = 0
        waiting = [held]
        open_goals = {*self._goals}

        def apply_operator(number: int) -> None:
            total = totals[number]
            for fact in self._added[number]:
                if total < costs[fact]:
                    costs[fact], achievers[fact] = total, number
                    while len(waiting) <= total:
                        waiting.append([])
                    waiting[total].append(fact)

        for number in self._unconditional:
            apply_operator(number)
        for cost, facts in enumerate(waiting):  # the list grows during the loop
            for fact in facts:
                if costs[fact] != cost:  # the fact has become cheaper since
                    continue
                open_goals.discard(fact)
                for number in self._operators_requiring[fact]:
                    totals[number] += cost
                    missing[number] -= 1
                    if not missing[number]:
                        apply_operator(number)
            if not open_goals:
                return achievers
        return None


def find_some_plan(task: Mapping[str, Any]) -> GreedySearchResult:
    """Search for a plan of a STRIPS task; the result is the same on every run.

    ``task`` has the format of `StripsTask.json_task`. The search is complete: a state without a relaxed plan has no
    plan, and the search expands all other reachable states.
    """
    operators = [StripsOperator(number, *map(frozenset, parts)) for number, parts in enumerate(task["operators"])]
    initial, goal = frozenset(task["initial"]), frozenset(task["goal"])
    applicable, relaxed_plans = (
        SuccessorGenerator(operators, lambda one: one.required),
        RelaxedPlanFinder(operators, goal),
    )
    arrivals: dict[FactSet, tuple[FactSet, StripsOperator] | None] = {}
    usual, preferred = list[_QueuedOperator](), list[_QueuedOperator]()
    boost, best, age = 0, UNREACHED_COST, 0
    state, arrival = initial, None
    while True:
        if state not in arrivals:
            arrivals[state] = arrival
            if goal <= state:
                return GreedySearchResult(_extract_plan(state, arrivals), len(arrivals))
            plan = relaxed_plans.find_relaxed_plan(state)
            if plan is not None:
                if len(plan) < best:
                    best, boost = len(plan), boost + BOOST
                for operator in applicable.find_applicable(state):
                    # Ages differ, so entries with equal estimates come out oldest first and states are never
                    # compared.
                    age += 1
                    entry = _QueuedOperator(len(plan), age, state, operator)
                    heapq.heappush(usual, entry)
                    if operator.number in plan:
                        heapq.heappush(preferred, entry)
        # Without a boost the queues take turns: each choice of the preferred one takes 1 off, each other gives 1 back.
        if preferred and (boost >= 0 or not usual):
            queue, boost = preferred, boost - 1
        elif usual:
            queue, boost = usual, boost + 1
        else:
            return GreedySearchResult(None, len(arrivals))
        _, _, before, operator = heapq.heappop(queue)
        state, arrival = before - operator.deleted | operator.added, (before, operator)


def _extract_plan(state: FactSet, arrivals: Mapping[FactSet, tuple[FactSet, StripsOperator] | None]) -> tuple[int, ...]:
    """Return the numbers of the operators on the path from the initial state to a state.

    ``arrivals`` maps each state to the previous state and the operator that leads from there; the initial state to
    None.
    """
    numbers = list[int]()
    while arrival := arrivals[state]:
        state, operator = arrival
        numbers.append(operator.number)
    return tuple(reversed(numbers))
