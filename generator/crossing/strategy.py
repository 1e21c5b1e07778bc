"""How a river is searched: in the quotient, where nobody has a name; names are given to what is told."""

from __future__ import annotations

from collections.abc import Callable

from ferryplan.generator.crossing.instance import Crossing, State
from ferryplan.generator.crossing.quotient_space import QuotientSpace
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.search.cheapest import Total, cheapest
from ferryplan.generator.search.shortest_path import ShortestPath, shortest_path
from ferryplan.generator.search.strategy import Reach, Strategy, reach_of


class CrossingStrategy(Strategy[State, Crossing]):
    """The answers about the space of one instance. They raise EncodingError as QuotientSpace does."""

    space: CrossingSpace

    @property
    def quotient(self) -> QuotientSpace:
        """The space without names."""
        return self.space.instance.once(QuotientSpace)

    def reach(self, most: int, go_on: Callable[[int], bool]) -> Reach[State]:
        """Return how far one gets, as every strategy does; states get names if they are asked for."""
        space = self.quotient
        found = explore(space, most, to_goal=True, go_on=go_on)
        return reach_of(found, space, lambda: {space.with_names(one): depth for one, depth in found.depths.items()})

    def least(self, most: int | None = None) -> Total | None:
        """Return what the best solution takes; None if it is not found by looking at ``most`` states, up to symmetry."""
        return cheapest(self.quotient, most, to_goal=True).least

    def best(self) -> ShortestPath[Crossing]:
        """Return a best solution, or that there is none."""
        found = shortest_path(self.quotient)
        moves = None if found.moves is None else tuple(self.quotient.named(found.moves))
        return ShortestPath(moves, found.total, found.expanded)
