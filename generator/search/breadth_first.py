"""What can be reached with how many moves: breadth first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from ferryplan.generator.space import Move, State, StateSpace

Depth = TypeVar("Depth")
"""what it takes to get to a state: a number of moves, or what these cost, too"""


@dataclass(frozen=True, slots=True)
class Exploration(Generic[State, Depth]):
    """What an exploration found, nearest first."""

    depths: dict[State, Depth]
    """every state found, in the order found, with the least that leads there; up to symmetry, one of each orbit"""
    complete: bool
    """whether that is every state that can be reached"""
    goal: State | None
    """a nearest goal state, or None if none was found"""

    @property
    def least(self) -> Depth | None:
        """The least that leads to the goal, or None if it was not found."""
        return None if self.goal is None else self.depths[self.goal]


def explore(
    space: StateSpace[State, Move],
    most: int | None = None,
    *,
    to_goal: bool = False,
    up_to_symmetry: bool = False,
    go_on: Callable[[int], bool] = lambda found: True,
) -> Exploration[State, int]:
    """Return the states that can be reached, breadth first, each with the fewest moves.

    ``most`` bounds the number of states; ``to_goal`` stops at the first goal state; ``up_to_symmetry`` looks at one
    state of each orbit only. ``go_on`` is told, state by state, how many have been found, and says whether to go on.
    A start that breaks a rule reaches nothing.
    """
    start = space.canonical(space.initial) if up_to_symmetry else space.initial
    if not space.is_legal(start):
        return Exploration({}, complete=True, goal=None)
    moves = space.moves_up_to_symmetry if up_to_symmetry else space.moves
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
                if most is not None and len(depths) >= most:
                    return Exploration(depths, complete=False, goal=goal)
                depths[successor] = depths[state] + 1
                following.append(successor)
                # Layers are found in order, so the first goal found is a nearest one and need not be expanded
                # first.
                if goal is None and space.is_goal(successor):
                    goal = successor
        layer = following
    return Exploration(depths, complete=not layer, goal=goal)


def reachable(space: StateSpace[State, Move], most: int = 50_000) -> int | None:
    """Return how many states can be reached, or None if there are over so many, up to symmetry."""
    found = explore(space, most, up_to_symmetry=True)
    return sum(map(space.orbit_size, found.depths)) if found.complete else None
