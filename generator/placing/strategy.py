"""How placements are searched: one item after the other, in the instance's order, with a step back wherever a clue is broken."""

from __future__ import annotations

from collections.abc import Callable

from generator.placing.consistency import Consistency, ExhaustedError
from generator.placing.instance import Placement
from generator.placing.search import Search
from generator.placing.space import Placements, PlacingSpace
from generator.search.cheapest import Total
from generator.search.strategy import Reach, Strategy

__all__ = ["Backtracking"]


class Backtracking(Strategy[Placements, Placement]):
    """The answers about the space of one instance."""

    space: PlacingSpace
    enough = 300_000

    def reach(self, most: int, go_on: Callable[[], bool]) -> Reach[Placements]:
        """Return how far one gets with so many placements tried: the first state of those in which the most items are placed."""
        search = Search(self.space.instance)
        solution = next(search.solutions(lambda nodes: nodes < most and go_on()), None)
        deepest = self.space.initial
        for placement in search.deepest:
            deepest = self.space.after(deepest, placement)
        total = None if solution is None else Total(len(solution), len(solution))
        depths = {deepest: len(search.deepest)}
        return Reach(solution is not None, search.complete, search.nodes, search.nodes, depths, total)

    def least(self, most: int | None = None) -> Total | None:
        """Return how many placements there are; None if no solution is found with so many tried, neither in the instance's order nor in another."""
        instance = self.space.instance
        search = Search(instance)
        found = next(search.solutions(lambda nodes: most is None or nodes < most), None) is not None
        if not found and not search.complete:
            assert most is not None
            try:
                found = Consistency(instance, most).placement(instance.clues) is not None
            except ExhaustedError:
                pass
        return Total(len(instance.items), len(instance.items)) if found else None
