"""The search strategy of assignment puzzles: a backtracking search finds and counts solutions.

Only if it finds none, a second search places the items in the instance's order, to say how many items can be placed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ferryplan.generator.assignment.instance import Placement
from ferryplan.generator.assignment.search import AssignmentSearch, NodeLimitError
from ferryplan.generator.assignment.space import AssignmentSpace, AssignmentState
from ferryplan.generator.search.shortest_path import ShortestPath
from ferryplan.generator.search.solutions import CheapestSolutions, SolutionPath
from ferryplan.generator.search.strategy import SearchOutcome, Strategy
from ferryplan.generator.search.uniform_cost_search import TotalCost


class AssignmentSolutions(CheapestSolutions[AssignmentState, Placement]):
    """The solutions of one instance, listed as the search finds them and counted only on request."""

    def __init__(self, space: AssignmentSpace) -> None:
        self.space, self.instance = space, space.instance
        self.total, self.count, self.known_count, self.classes = None, None, 0, None
        self.counting_search = AssignmentSearch(self.instance)

    def iterate_paths(self, up_to_symmetry: bool = False) -> Iterator[SolutionPath[Placement]]:
        """Yield each solution as a path of placements, as soon as the search finds it.

        ``up_to_symmetry`` has no effect.
        """
        search = AssignmentSearch(self.instance)
        for placements in search.solutions():
            self._update_counts(search.found_count, complete=False)
            yield SolutionPath(placements, _make_solution_cost(placements), 1)
        self._update_counts(search.found_count, search.is_complete)

    def count_remaining(self) -> None:
        """Count all solutions and store the number in ``count``."""
        try:
            self.counting_search.count_solutions()
        finally:
            self._update_counts(self.counting_search.found_count, self.counting_search.is_complete)

    def _update_counts(self, number: int, complete: bool) -> None:
        """Store the number of solutions found so far; if these are all solutions, store it in ``count``, too."""
        self.known_count = max(self.known_count, number)
        if complete:
            self.count = number
        if self.known_count:
            self.total = _make_solution_cost(self.instance.items)


def _make_solution_cost(placed: Sequence[object]) -> TotalCost:
    """Return the cost of a solution: one for each placed item."""
    return TotalCost(len(placed), len(placed))


class BacktrackingStrategy(Strategy[AssignmentState, Placement]):
    """A search strategy that answers questions about solutions by backtracking instead of storing states."""

    space: AssignmentSpace
    proof_limit = 300_000
    evidence_key = "narration.search-of-clues"

    def explore_to_goal(self, limit: int, go_on: Callable[[int], bool]) -> SearchOutcome[AssignmentState]:
        """Search for a solution by backtracking, with at most ``limit`` placements.

        If there is none among them, a second search places the items in the instance's order, with the same limit. The
        outcome then holds the state in which this search had placed the most items. It holds no state if the first
        search has proved that there is no solution and the second one reached its limit. ``go_on`` gets the number of
        placements tried and returns whether to continue.
        """
        search = AssignmentSearch(self.space.instance)
        solution = next(search.solutions(lambda nodes: nodes < limit and go_on(nodes)), None)
        if solution is not None:
            return self._make_solved_outcome(tuple(spot for _, spot in sorted(solution)), search.placement_count)
        tried, deepest, depth, complete = self._find_deepest_state(lambda nodes: nodes < limit and go_on(nodes))
        if self.space.is_goal(deepest):
            return self._make_solved_outcome(deepest, tried)
        if search.is_complete and not complete:
            return SearchOutcome(False, True, search.placement_count, search.placement_count, 0, dict)
        return SearchOutcome(False, complete, tried, tried, depth, lambda: {deepest: depth})

    def _make_solved_outcome(self, goal: AssignmentState, tried: int) -> SearchOutcome[AssignmentState]:
        """Return the outcome of a search that has reached the goal state."""
        return SearchOutcome(True, False, tried, tried, len(goal), lambda: {goal: len(goal)}, _make_solution_cost(goal))

    def _find_deepest_state(self, go_on: Callable[[int], bool]) -> tuple[int, AssignmentState, int, bool]:
        """Search in the instance's order of items for the state with the largest number of placed items.

        Return the number of placements tried, the first such state, its number of placed items, and whether the search
        was completed. It is incomplete if ``go_on``, which gets the number of placements tried, returned False.
        """
        tried, depth, deepest = 0, 0, self.space.initial
        untried = [self.space.successors(deepest)]
        while untried and depth < self.space.goal_count:
            _, state = next(untried[-1], (None, None))
            if state is None:
                untried.pop()
                continue
            tried += 1
            if len(untried) > depth:
                depth, deepest = len(untried), state
            if not go_on(tried):
                return tried, deepest, depth, False
            untried.append(self.space.successors(state))
        return tried, deepest, depth, True

    def find_least_cost(self, limit: int | None = None) -> TotalCost | None:
        """Return the cost of a solution, one for each placement; None if the search finds no solution.

        The search tries at most ``limit`` placements.
        """
        try:
            found = AssignmentSearch(self.space.instance).find_first(limit)
        except NodeLimitError:
            return None
        return None if found is None else _make_solution_cost(found)

    def find_best_solution(self) -> ShortestPath[Placement]:
        """Return the first solution that the search finds; its moves are None if there is no solution."""
        search = AssignmentSearch(self.space.instance)
        moves = search.find_first()
        return ShortestPath(moves, _make_solution_cost(moves or ()), search.placement_count)

    def solutions(self) -> AssignmentSolutions:
        """Return an object that lists and counts all solutions."""
        return AssignmentSolutions(self.space)
