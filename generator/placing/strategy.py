"""How placements are searched: one item after the other, in the instance's order, with a step back wherever a clue is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from generator.placing.consistency import Consistency, ExhaustedError
from generator.placing.counting import Counting
from generator.placing.instance import Placement
from generator.placing.search import Search
from generator.placing.space import Placements, PlacingSpace
from generator.search.cheapest import Total
from generator.search.solutions import Path, Solutions
from generator.search.strategy import Reach, Strategy


class Placings(Solutions[Placements, Placement]):
    """The solutions of one instance: found when they are listed, and counted without a list, only when that is asked for."""

    def __init__(self, space: PlacingSpace) -> None:
        self.space, self.instance = space, space.instance
        self.total, self.count, self.at_least, self.classes = None, None, 0, None
        self.counting = Counting(self.instance)
        self._search = Search(self.instance)

    def each(self, up_to_symmetry: bool = False) -> Iterator[Path[Placement]]:
        """Yield every solution as it is found."""
        for placements in self._search.solutions():
            self._know(self._search.found, complete=False)
            yield Path(placements, Total(len(placements), len(placements)), 1)
        self._know(self._search.found, self._search.complete)
        self._search = Search(self.instance)

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
            self.total = Total(len(self.instance.items), len(self.instance.items))


class Backtracking(Strategy[Placements, Placement]):
    """The answers about the space of one instance."""

    space: PlacingSpace
    enough = 300_000
    how = ", searched on their own"

    def reach(self, most: int, go_on: Callable[[int], bool]) -> Reach[Placements]:
        """Return how far one gets with so many placements tried: the first state of those in which the most items are placed."""
        search = Search(self.space.instance)
        solution = next(search.solutions(lambda nodes: nodes < most and go_on(nodes)), None)
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

    def solutions(self) -> Placings:
        """Return all solutions."""
        return Placings(self.space)
