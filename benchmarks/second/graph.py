"""A state graph that another solver lists edge by edge, with its optimal solutions."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property

State, Label = Hashable, Hashable
Total = tuple[int, int]
"""The cost of a sequence of moves, and their number."""


@dataclass(frozen=True, eq=False)
class Graph:
    """A state graph with an initial state, goal states and labeled moves."""

    start: State
    goals: Collection[State]
    edges: dict[State, dict[Label, tuple[int, State]]]
    """For each state, its moves, each with its cost and the state that it reaches."""

    def least_totals(self, start: State) -> dict[State, Total]:
        """Return the least total from a state to each reachable state (E. W. Dijkstra, 1959)."""
        found, queue, order = {start: (0, 0)}, [((0, 0), 0, start)], 1
        while queue:
            total, _, state = heapq.heappop(queue)
            if total > found[state]:
                continue
            for cost, after in self.edges.get(state, {}).values():
                further = total[0] + cost, total[1] + 1
                if after not in found or further < found[after]:
                    found[after], order = further, order + 1
                    heapq.heappush(queue, (further, order, after))
        return found

    @cached_property
    def totals_to_goal(self) -> dict[State, Total]:
        """The least total to the nearest goal, for each state from which a goal can be reached."""
        back: dict[State, dict[Label, tuple[int, State]]] = {}
        for state, moves in self.edges.items():
            for label, (cost, after) in moves.items():
                back.setdefault(after, {})[state, label] = cost, state
        back[self] = {goal: (0, goal) for goal in self.goals}
        return {state: (cost, steps - 1) for state, (cost, steps) in Graph(self, (), back).least_totals(self).items()}

    @property
    def optimum(self) -> int | None:
        """The least cost from the initial state to a goal; None if no goal is reachable."""
        return self.totals_to_goal[self.start][0] if self.start in self.totals_to_goal else None

    def best_moves(self, state: State) -> list[Label]:
        """Return the moves with which an optimal path from a state to a goal begins."""
        if state in self.goals or state not in self.totals_to_goal:
            return []
        cost, steps = self.totals_to_goal[state]
        return [
            label
            for label, (price, after) in self.edges.get(state, {}).items()
            if after in self.totals_to_goal
            and (self.totals_to_goal[after][0] + price, self.totals_to_goal[after][1] + 1) <= (cost, steps)
        ]

    @cached_property
    def solution_count(self) -> int:
        """The number of optimal solutions: those with the least cost and, among these, the fewest moves."""
        if self.start not in self.totals_to_goal:
            return 0
        ways = dict.fromkeys(self.goals, 1)
        for state in sorted(self.totals_to_goal, key=self.totals_to_goal.__getitem__):
            if state not in ways:
                ways[state] = sum(ways[self.edges[state][label][1]] for label in self.best_moves(state))
        return ways[self.start]

    def follow_moves(self, labels: Iterable[Label], state: State | None = None) -> tuple[int, State]:
        """Return how many of the moves are allowed one after the other, and the state that they reach."""
        state, made = self.start if state is None else state, 0
        for label in labels:
            if label not in self.edges.get(state, {}):
                break
            state, made = self.edges[state][label][1], made + 1
        return made, state
