"""The search strategy for river crossings: count travelers in the search, and name them at its end."""

from __future__ import annotations

from collections.abc import Callable

from ferryplan.generator.crossing.instance import Crossing, CrossingState
from ferryplan.generator.crossing.quotient_space import QuotientSpace
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.search.shortest_path import ShortestPath, find_shortest_path
from ferryplan.generator.search.strategy import SearchOutcome, Strategy, outcome_of_exploration
from ferryplan.generator.search.uniform_cost_search import TotalCost, explore_cheapest_first


class CrossingStrategy(Strategy[CrossingState, Crossing]):
    """The searches for one instance, in the state space in which interchangeable travelers are counted.

    All searches raise EncodingError for an instance that `QuotientSpace` does not support.
    """

    space: CrossingSpace

    @property
    def quotient(self) -> QuotientSpace:
        """The state space in which interchangeable travelers are counted instead of named."""
        return self.space.instance.get_or_make(QuotientSpace)

    def explore_to_goal(self, limit: int, go_on: Callable[[int], bool]) -> SearchOutcome[CrossingState]:
        """Explore states breadth-first until the goal is reached, and return the states found.

        The search stops after ``limit`` states, up to symmetry. ``go_on`` receives the number of states found so far
        and returns whether to continue. The states of the outcome are converted to named states only when needed.
        """
        space = self.quotient
        found = explore(space, limit, to_goal=True, go_on=go_on)
        return outcome_of_exploration(
            found, space, lambda: {space.to_named_state(one): depth for one, depth in found.depths.items()}
        )

    def find_least_cost(self, limit: int | None = None) -> TotalCost | None:
        """Return the cost of an optimal solution; None if the search finds none within ``limit`` states.

        ``limit`` counts states up to symmetry.
        """
        return explore_cheapest_first(self.quotient, limit, to_goal=True).goal_depth

    def find_best_solution(self) -> ShortestPath[Crossing]:
        """Return an optimal solution with named travelers; if there is no solution, the moves are None."""
        found = find_shortest_path(self.quotient)
        moves = None if found.moves is None else tuple(self.quotient.to_named_crossings(found.moves))
        return ShortestPath(moves, found.total, found.expanded)
