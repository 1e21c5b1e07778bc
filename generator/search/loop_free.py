"""Solutions that are longer than need be, but come to no situation twice.

How many there are cannot be told without listing them: whether a path repeats itself depends on all of it. They are listed
up to one exchange of names for the whole path, which leaves few where many are alike.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from typing import Generic

from generator.search.cheapest import Total, cheapest
from generator.search.paths import Path, paths_to_goal
from generator.space import Move, State, StateSpace, Symmetry

__all__ = ["LoopFree"]


class LoopFree(Generic[State, Move]):
    """The solutions that come to no situation twice and cost at most so much more than the cheapest.

    Without costs, that is so many moves more. A solution ends where it first reaches the goal.
    """

    def __init__(self, space: StateSpace[State, Move], further: int) -> None:
        self.space, self.further = space, further
        explored = cheapest(space, up_to_symmetry=True, beyond_goal=further)
        self.total: Total | None = explored.total
        self._left = _left_to_goal(space, explored.totals)

    def each(self, up_to_symmetry: bool = False) -> Iterator[Path[Move]]:
        """Yield every solution as it is found, the cheapest first; up to symmetry, one of each class, with its size, as soon as all
        that cost the same are known."""
        if self.total is None:
            return
        for cost in range(self.total.cost, self.total.cost + self.further + 1):
            if up_to_symmetry:
                yield from self._classes(cost)
            else:
                yield from self._of(cost, self.space.symmetry.trivial())

    def _of(self, cost: int, alike: Symmetry[State, Move]) -> Iterator[Path[Move]]:
        """Yield those that cost exactly so much."""

        def leads_on(spent: Total, state: State) -> bool:
            return state in self._left and spent.cost + self._left[state] <= cost

        return (path for path in paths_to_goal(self.space, leads_on, alike) if path.total.cost == cost)

    def _classes(self, cost: int) -> Iterator[Path[Move]]:
        found: dict[Hashable, Path[Move]] = {}
        for path in self._of(cost, self.space.symmetry):
            sort = self._sort(path)
            first = found.get(sort)
            found[sort] = path if first is None else replace(first, size=first.size + path.size)
        yield from found.values()

    def _sort(self, path: Path[Move]) -> Hashable:
        """Return what a path is like once nothing has a name."""
        state, sorts = self.space.initial, list[Hashable]()
        for move in path.moves:
            sorts.append(self.space.symmetry.sort(state, move))
            state = self.space.after(state, move)
        return tuple(sorts)


def _left_to_goal(space: StateSpace[State, Move], explored: Iterable[State]) -> dict[State, int]:
    """Return for the states explored, one of each orbit, the least that is left to pay from there; none for those without a way."""
    before: dict[State, list[tuple[State, int]]] = {}
    for state in explored:
        for move, named in space.representatives(state):
            before.setdefault(space.canonical(named), []).append((state, space.cost(state, move)))
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
