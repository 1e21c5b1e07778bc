"""A state space that another solver wrote down edge by edge: the least total, how many ways there are, and whether moves lead to the goal."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property

State, Label = Hashable, Hashable
Total = tuple[int, int]
"""what moves cost, and how many they are"""


@dataclass(frozen=True, eq=False)
class Graph:
    start: State
    goals: Collection[State]
    edges: dict[State, dict[Label, tuple[int, State]]]
    """from each state the moves: what each costs, and where it leads"""

    def totals(self, start: State) -> dict[State, Total]:
        """The least totals from a state (E. W. Dijkstra, 1959)."""
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
    def left(self) -> dict[State, Total]:
        """For each state from which a goal can be reached the least total to the nearest."""
        back: dict[State, dict[Label, tuple[int, State]]] = {}
        for state, moves in self.edges.items():
            for label, (cost, after) in moves.items():
                back.setdefault(after, {})[state, label] = cost, state
        back[self] = {goal: (0, goal) for goal in self.goals}
        return {state: (cost, steps - 1) for state, (cost, steps) in Graph(self, (), back).totals(self).items()}

    @property
    def optimum(self) -> int | None:
        """The least cost to a goal."""
        return self.left[self.start][0] if self.start in self.left else None

    def best(self, state: State) -> list[Label]:
        """The moves with which a best way to a goal begins."""
        if state in self.goals or state not in self.left:
            return []
        cost, steps = self.left[state]
        return [
            label
            for label, (price, after) in self.edges.get(state, {}).items()
            if after in self.left and (self.left[after][0] + price, self.left[after][1] + 1) <= (cost, steps)
        ]

    @cached_property
    def ways(self) -> int:
        """How many ways there are with the least cost, and of these with the fewest moves."""
        if self.start not in self.left:
            return 0
        ways = dict.fromkeys(self.goals, 1)
        for state in sorted(self.left, key=self.left.__getitem__):
            if state not in ways:
                ways[state] = sum(ways[self.edges[state][label][1]] for label in self.best(state))
        return ways[self.start]

    def walk(self, labels: Iterable[Label], state: State | None = None) -> tuple[int, State]:
        """How many of the moves are allowed, one after the other, and where they lead."""
        state, made = self.start if state is None else state, 0
        for label in labels:
            if label not in self.edges.get(state, {}):
                break
            state, made = self.edges[state][label][1], made + 1
        return made, state
