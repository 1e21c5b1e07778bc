"""The strategies that answer questions about a state space by search.

The general strategy works up to symmetry, breadth first or cheapest first. A family can replace it by a
strategy that is better for its state spaces.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from ferryplan.generator.search.breadth_first import Exploration, explore
from ferryplan.generator.search.shortest_path import ShortestPath, find_shortest_path
from ferryplan.generator.search.solutions import CheapestSolutions
from ferryplan.generator.search.uniform_cost_search import TotalCost, explore_cheapest_first
from ferryplan.generator.space import Move, State, StateSpace

Orbit = TypeVar("Orbit", bound=Hashable)


@dataclass(frozen=True)
class SearchOutcome(Generic[State]):
    """The result of a search for the goal: whether the goal was reached, or how close the search came."""

    goal_reached: bool
    """whether the goal can be reached"""
    complete: bool
    """whether the search was exhaustive, if the goal was not reached"""
    state_count: int
    """the number of states found; it may be 0 if the goal was reached"""
    orbit_count: int
    """the number of orbits of these states"""
    goals_met: int
    """the largest number of goal conditions that hold in one of the states"""
    compute_depths: Callable[[], Mapping[State, int]] = field(compare=False)
    """computes `depths`"""
    total: TotalCost | None = None
    """the cost of the best solution, if it is known"""

    def __reduce__(self) -> tuple[Callable[..., SearchOutcome[State]], tuple[Any, ...]]:
        """Pickle the outcome with its depths computed."""
        return _restore_outcome, (
            dict(self.depths),
            self.goal_reached,
            self.complete,
            self.state_count,
            self.orbit_count,
            self.goals_met,
            self.total,
        )

    @cached_property
    def depths(self) -> Mapping[State, int]:
        """The fewest moves from the start to each state from which a move may meet more goal conditions.

        States without such a move may be left out.
        """
        return self.compute_depths()


def _restore_outcome(
    depths: Mapping[State, int],
    goal_reached: bool,
    complete: bool,
    state_count: int,
    orbit_count: int,
    goals_met: int,
    total: TotalCost | None,
) -> SearchOutcome[State]:
    return SearchOutcome(goal_reached, complete, state_count, orbit_count, goals_met, lambda: depths, total)


def outcome_of_exploration(
    found: Exploration[Orbit, int], space: StateSpace[Orbit, Any], depths: Callable[[], Mapping[State, int]]
) -> SearchOutcome[State]:
    """Convert an exploration up to symmetry, which has one state of each orbit, to a search outcome.

    ``depths`` computes `SearchOutcome.depths`, for all states of the orbits.
    """
    fewest, orbits, met = found.goal_depth, len(found.depths), max(map(space.count_goals_met, found.depths), default=0)
    if fewest is None:
        return SearchOutcome(False, found.complete, sum(map(space.orbit_size, found.depths)), orbits, met, depths)
    return SearchOutcome(
        True, False, 0, orbits, met, depths, TotalCost(fewest, fewest) if space.has_unit_costs else None
    )


class BlockedMove(NamedTuple, Generic[State, Move]):
    """A forbidden move after which more goal conditions hold than in every state that a search found."""

    state: State
    """the state before the move"""
    depth: int
    """the fewest moves from the start to the state"""
    move: Move
    rule: str
    """the rule that the move breaks, as a sentence"""
    reason: str
    """how the move breaks the rule"""


class Strategy(Generic[State, Move]):
    """The general strategy, which searches any state space up to symmetry.

    It finds solutions with the fewest moves by breadth-first search, and with the least cost by uniform-cost
    search.
    """

    proof_limit = 100_000
    """the maximum number of states that a proof explores, up to symmetry"""
    evidence_key = "narration.search-of-rules"
    """the key of the message that names the search as the source of an optimum"""

    def __init__(self, space: StateSpace[State, Move]) -> None:
        self.space = space

    def explore_to_goal(self, limit: int, go_on: Callable[[int], bool]) -> SearchOutcome[State]:
        """Search breadth first for the goal in at most ``limit`` states, up to symmetry.

        ``go_on`` receives the number of states found so far, and returns whether to continue.
        """
        found = explore(self.space, limit, to_goal=True, up_to_symmetry=True, go_on=go_on)
        return outcome_of_exploration(found, self.space, lambda: found.depths)

    def find_least_cost(self, limit: int | None = None) -> TotalCost | None:
        """Return the cost of the best solution; None if the search reaches no goal state.

        The search explores at most ``limit`` states, up to symmetry.
        """
        return explore_cheapest_first(self.space, limit, to_goal=True, up_to_symmetry=True).goal_depth

    def find_best_by_theorem(self) -> ShortestPath[Move] | None:
        """Return a best solution that a theorem gives without a search; None if no theorem applies."""
        return None

    def find_best_solution(self) -> ShortestPath[Move]:
        """Return a best solution, always the same one; its ``moves`` are None if there is no solution."""
        return find_shortest_path(self.space)

    def solutions(self) -> CheapestSolutions[State, Move]:
        """Return all solutions with the least total cost."""
        return CheapestSolutions(self.space)

    def find_blocked_moves(self, outcome: SearchOutcome[State]) -> Iterator[BlockedMove[State, Move]]:
        """Yield the forbidden moves after which more goal conditions hold than in every state found.

        ``outcome`` is the outcome of the search. It would have made such a move if the move were allowed.
        """
        space, most = self.space, outcome.goals_met
        for state, depth in outcome.depths.items():
            for move in space.improving_candidates(state, most):
                if violation := space.find_violation(state, move):
                    yield BlockedMove(state, depth, move, *violation)
