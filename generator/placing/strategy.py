"""How placements are searched: in whatever order is best for solutions, in the instance's where it is to be told how far one gets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ferryplan.generator.placing.instance import Placement
from ferryplan.generator.placing.search import ExhaustedError, Search
from ferryplan.generator.placing.space import Placements, PlacingSpace
from ferryplan.generator.search.cheapest import Total
from ferryplan.generator.search.shortest_path import ShortestPath
from ferryplan.generator.search.solutions import Path, Solutions
from ferryplan.generator.search.strategy import Reach, Strategy


class Placings(Solutions[Placements, Placement]):
    """The solutions of one instance: found when they are listed, and counted without a list, only when that is asked for."""

    def __init__(self, space: PlacingSpace) -> None:
        self.space, self.instance = space, space.instance
        self.total, self.count, self.at_least, self.classes = None, None, 0, None
        self.counting = Search(self.instance)

    def each(self, up_to_symmetry: bool = False) -> Iterator[Path[Placement]]:
        """Yield every solution as it is found."""
        search = Search(self.instance)
        for placements in search.solutions():
            self._know(search.found, complete=False)
            yield Path(placements, _total(placements), 1)
        self._know(search.found, search.complete)

    def count_all(self) -> None:
        """Count them to the end."""
        try:
            self.counting.count()
        finally:
            self._know(self.counting.found, self.counting.complete)

    def _know(self, number: int, complete: bool) -> None:
        self.at_least = max(self.at_least, number)
        if complete:
            self.count = number
        if self.at_least:
            self.total = _total(self.instance.items)


def _total(placed: Sequence[object]) -> Total:
    return Total(len(placed), len(placed))


class Backtracking(Strategy[Placements, Placement]):
    """The answers about the space of one instance."""

    space: PlacingSpace
    enough = 300_000
    evidence = "narration.search-of-clues"

    def reach(self, most: int, go_on: Callable[[int], bool]) -> Reach[Placements]:
        """Return how far one gets with so many placements tried.

        If there is no solution, or none is found, that is the first state in which the most items are placed in the instance's order: the
        placements are those tried in that order, at most as many again. If that order takes more, nothing is said of how far one gets where
        there is known to be no solution.
        """
        search = Search(self.space.instance)
        solution = next(search.solutions(lambda nodes: nodes < most and go_on(nodes)), None)
        if solution is not None:
            return self._solved(tuple(spot for _, spot in sorted(solution)), search.nodes)
        tried, deepest, depth, complete = self._in_order(lambda nodes: nodes < most and go_on(nodes))
        if self.space.is_goal(deepest):
            return self._solved(deepest, tried)
        if search.complete and not complete:
            return Reach(False, True, search.nodes, search.nodes, 0, dict)
        return Reach(False, complete, tried, tried, depth, lambda: {deepest: depth})

    def _solved(self, goal: Placements, tried: int) -> Reach[Placements]:
        return Reach(True, False, tried, tried, len(goal), lambda: {goal: len(goal)}, _total(goal))

    def _in_order(self, go_on: Callable[[int], bool]) -> tuple[int, Placements, int, bool]:
        """Return how many placements are tried in the instance's order, the first state with the most items placed, how many, and if that is all."""
        tried, depth, deepest = 0, 0, self.space.initial
        untried = [self.space.moves(deepest)]
        while untried and depth < self.space.goals:
            _, state = next(untried[-1], (None, None))
            if state is None:
                untried.pop()
                continue
            tried += 1
            if len(untried) > depth:
                depth, deepest = len(untried), state
            if not go_on(tried):
                return tried, deepest, depth, False
            untried.append(self.space.moves(state))
        return tried, deepest, depth, True

    def least(self, most: int | None = None) -> Total | None:
        """Return how many placements there are; None if no solution is found with so many tried."""
        try:
            found = Search(self.space.instance).first(most)
        except ExhaustedError:
            return None
        return None if found is None else _total(found)

    def best(self) -> ShortestPath[Placement]:
        """Return the first solution, or that there is none."""
        search = Search(self.space.instance)
        moves = search.first()
        return ShortestPath(moves, _total(moves or ()), search.nodes)

    def solutions(self) -> Placings:
        """Return all solutions."""
        return Placings(self.space)
