"""How a state space is searched for an answer: up to symmetry, what is near or cheap first.

A family for whose spaces another search is better has it in its entry, as a strategy of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from ferryplan.generator.search.breadth_first import Exploration, explore
from ferryplan.generator.search.cheapest import Total, cheapest
from ferryplan.generator.search.shortest_path import ShortestPath, shortest_path
from ferryplan.generator.search.solutions import Solutions
from ferryplan.generator.space import Move, State, StateSpace

Orbit = TypeVar("Orbit", bound=Hashable)


@dataclass(frozen=True)
class Reach(Generic[State]):
    """How far one gets."""

    goal: bool
    """whether the goal can be reached"""
    complete: bool
    """whether all was searched, if it was not found"""
    tried: int
    """how many states were found; where the goal is, strategies need not count"""
    orbits: int
    """so many are left of these if all of an orbit count once"""
    met: int
    """how many conditions of the goal hold in any of them, at most"""
    found: Callable[[], Mapping[State, int]] = field(compare=False)
    """gives the depths"""
    total: Total | None = None
    """what the best solution takes, if that is known, too"""

    def __reduce__(self) -> tuple[Callable[..., Reach[State]], tuple[Any, ...]]:
        """Pickle it with its depths worked out."""
        return _reach_with, (dict(self.depths), self.goal, self.complete, self.tried, self.orbits, self.met, self.total)

    @cached_property
    def depths(self) -> Mapping[State, int]:
        """The states from which one may get further than from any other, with the number of moves that lead there."""
        return self.found()


def _reach_with(
    depths: Mapping[State, int], goal: bool, complete: bool, tried: int, orbits: int, met: int, total: Total | None
) -> Reach[State]:
    return Reach(goal, complete, tried, orbits, met, lambda: depths, total)


def reach_of(
    found: Exploration[Orbit, int], space: StateSpace[Orbit, Any], depths: Callable[[], Mapping[State, int]]
) -> Reach[State]:
    """Return what an exploration found, each state for its orbit; ``depths`` gives its states with names for all."""
    fewest, orbits, met = found.least, len(found.depths), max(map(space.goals_met, found.depths), default=0)
    if fewest is None:
        return Reach(False, found.complete, sum(map(space.orbit_size, found.depths)), orbits, met, depths)
    return Reach(True, False, 0, orbits, met, depths, Total(fewest, fewest) if space.unit_costs else None)


class Stop(NamedTuple, Generic[State, Move]):
    """A move that would get one further, and that is not allowed."""

    state: State
    depth: int
    """the fewest moves that lead to the state"""
    move: Move
    rule: str
    found: str


class Strategy(Generic[State, Move]):
    """The answers about one state space: breadth first, cheapest first."""

    enough = 100_000
    """how much is looked at for a proof beside a planner's"""
    evidence = "narration.search-of-rules"
    """the message that names the search as the source of an optimum"""

    def __init__(self, space: StateSpace[State, Move]) -> None:
        self.space = space

    def reach(self, most: int, go_on: Callable[[int], bool]) -> Reach[State]:
        """Return how far one gets by looking at ``most`` states, up to symmetry; ``go_on`` is told how many were found, and says whether to go on."""
        found = explore(self.space, most, to_goal=True, up_to_symmetry=True, go_on=go_on)
        return reach_of(found, self.space, lambda: found.depths)

    def least(self, most: int | None = None) -> Total | None:
        """Return what the best solution takes; None if it is not found by looking at ``most`` states, up to symmetry."""
        return cheapest(self.space, most, to_goal=True, up_to_symmetry=True).least

    def best_by_theorem(self) -> ShortestPath[Move] | None:
        """Return a best solution that a theorem gives; None where there is no theorem."""
        return None

    def best(self) -> ShortestPath[Move]:
        """Return a best solution, always the same, or that there is none."""
        return shortest_path(self.space)

    def solutions(self) -> Solutions[State, Move]:
        """Return all solutions with the least total."""
        return Solutions(self.space)

    def stops(self, reach: Reach[State]) -> Iterator[Stop[State, Move]]:
        """Yield what forbids the moves after which more conditions of the goal would hold than one gets; all are forbidden."""
        space, most = self.space, reach.met
        for state, depth in reach.depths.items():
            for move in space.attempts(state, most):
                if breach := space.breach(state, move):
                    yield Stop(state, depth, move, *breach)
