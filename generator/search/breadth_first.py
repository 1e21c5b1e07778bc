"""Breadth-first exploration: the reachable states, each with the fewest moves to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from ferryplan.generator.space import Move, State, StateSpace

Depth = TypeVar("Depth")
"""the distance of a state from the start: a number of moves, or a total of costs and moves"""


@dataclass(frozen=True, slots=True)
class Exploration(Generic[State, Depth]):
    """The states that an exploration of a state space found, nearest first."""

    depths: dict[State, Depth]
    """each state found, in the order found, with its least distance from the start; up to symmetry, one state
    of each orbit"""
    complete: bool
    """whether these are all reachable states"""
    goal: State | None
    """a nearest goal state, or None if none was found"""

    @property
    def goal_depth(self) -> Depth | None:
        """The least distance from the start to a goal state, or None if no goal state was found."""
        return None if self.goal is None else self.depths[self.goal]


def explore(
    space: StateSpace[State, Move],
    max_states: int | None = None,
    *,
    to_goal: bool = False,
    up_to_symmetry: bool = False,
    go_on: Callable[[int], bool] = lambda found: True,
) -> Exploration[State, int]:
    """Return the reachable states in breadth-first order, each with the fewest moves to it.

    The search stops after ``max_states`` states; with ``to_goal``, at the first goal state. With
    ``up_to_symmetry``, it visits only one state of each orbit. Before each expansion, ``go_on`` receives the
    number of states found so far, and returns whether to continue. If the initial state breaks a rule, no state
    is reachable.
    """
    start = space.canonical_state(space.initial) if up_to_symmetry else space.initial
    if not space.is_legal(start):
        return Exploration({}, complete=True, goal=None)
    moves = space.quotient_successors if up_to_symmetry else space.successors
    depths = {start: 0}
    goal = start if space.is_goal(start) else None
    layer = [start]
    while layer and not (to_goal and goal is not None):
        following: list[State] = []
        for state in layer:
            if not go_on(len(depths)):
                return Exploration(depths, complete=False, goal=goal)
            for _, successor in moves(state):
                if successor in depths:
                    continue
                if max_states is not None and len(depths) >= max_states:
                    return Exploration(depths, complete=False, goal=goal)
                depths[successor] = depths[state] + 1
                following.append(successor)
                # Layers are found in order, so the first goal found is a nearest one, and is tested without
                # being expanded.
                if goal is None and space.is_goal(successor):
                    goal = successor
        layer = following
    return Exploration(depths, complete=not layer, goal=goal)


def count_reachable_states(space: StateSpace[State, Move], max_states: int = 50_000) -> int | None:
    """Return the number of reachable states, or None if they have more than `max_states` orbits."""
    found = explore(space, max_states, up_to_symmetry=True)
    return sum(map(space.orbit_size, found.depths)) if found.complete else None
