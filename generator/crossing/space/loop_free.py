"""Solutions that are longer than need be, but come to no situation twice.

How many there are cannot be told without listing them: whether a way repeats itself depends on all of it. They are listed
up to one renaming of travellers for the whole way, which leaves few where many are alike.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterator

from generator.crossing.instance import Instance, State
from generator.crossing.space.cheapest import Total, cheapest
from generator.crossing.space.ways import Way, ways_to_goal
from generator.crossing.states import StateSpace
from generator.crossing.symmetry import Symmetry

__all__ = ["LoopFree"]


class LoopFree:
    """The solutions of an instance that come to no situation twice and cost at most so much more than the cheapest.

    Without costs, that is so many crossings more. A solution ends where it first reaches the goal.
    Raises EncodingError if there are several boats.
    """

    def __init__(self, instance: Instance, further: int) -> None:
        self.instance, self.further = instance, further
        self._symmetry = Symmetry(instance)
        explored = cheapest(instance, up_to_symmetry=True, beyond_goal=further)
        self.total: Total | None = explored.total
        self._left = _left_to_goal(instance, explored.totals)

    def each(self, up_to_symmetry: bool = False) -> Iterator[Way]:
        """Yield every solution as it is found, the cheapest first; up to symmetry, one of each class, with its size, as soon as all
        that cost the same are known."""
        if self.total is None:
            return
        for cost in range(self.total.cost, self.total.cost + self.further + 1):
            if up_to_symmetry:
                yield from self._classes(cost)
            else:
                yield from self._of(cost, self._symmetry.without_exchanges())

    def _of(self, cost: int, alike: Symmetry) -> Iterator[Way]:
        """Yield those that cost exactly so much."""

        def leads_on(spent: Total, state: State) -> bool:
            return state in self._left and spent.cost + self._left[state] <= cost

        return (way for way in ways_to_goal(self.instance, leads_on, alike) if way.total.cost == cost)

    def _classes(self, cost: int) -> Iterator[Way]:
        found: dict[tuple[object, ...], Way] = {}
        for way in self._of(cost, self._symmetry):
            sort = self._sort(way)
            first = found.get(sort)
            found[sort] = way if first is None else first._replace(size=first.size + way.size)
        yield from found.values()

    def _sort(self, way: Way) -> tuple[object, ...]:
        """Return what a way is like once nobody has a name."""
        space, state, sorts = StateSpace(self.instance), self.instance.start, []
        for crossing in way.crossings:
            sorts.append((crossing.destination, self._symmetry.sort(state, crossing.load)))
            state = space.after(state, crossing)
        return tuple(sorts)


def _left_to_goal(instance: Instance, explored: dict[State, Total]) -> dict[State, int]:
    """Return for the states explored, one of each orbit, the least that is left to pay from there; none for those without a way."""
    space, symmetry = StateSpace(instance), Symmetry(instance)
    before: dict[State, list[tuple[State, int]]] = {}
    for state in explored:
        for crossing, named in space.successors(state, space.loads_up_to(symmetry, state)):
            before.setdefault(symmetry.canonical(named), []).append((state, instance.cost(crossing.load)))
    left: dict[State, int] = {}
    arrivals = itertools.count()
    queue = [(0, next(arrivals), state) for state in explored if space.is_goal(state)]
    while queue:
        cost, _, state = heapq.heappop(queue)
        if state not in left:
            left[state] = cost
            for earlier, more in before.get(state, ()):
                heapq.heappush(queue, (cost + more, next(arrivals), earlier))
    return left
