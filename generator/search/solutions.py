"""Every solution with the least total: counted without being listed, and listed one by one.

Solutions are of one class if they are the same once nothing has a name: every move is of the same sort, from situations that are the
same up to symmetry. All states of an orbit have equally many ways to the goal. So the number of solutions is a
sum over orbits alone, from the goal back to the start: for each orbit of moves from a state, the number of moves in it
times the number of ways from where they lead; without that factor it is the number of classes. This is Bellman's recursion
(Dynamic Programming, 1957) on the quotient.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, NamedTuple

from generator.search.cheapest import Total, cheapest
from generator.search.paths import Path, paths_to_goal
from generator.space import Move, State, StateSpace

__all__ = ["Solutions"]


class Ways(NamedTuple):
    """How many ways of the least total there are from a state to the goal."""

    named: int
    """everything told apart"""
    classes: int


class Solutions(Generic[State, Move]):
    """The solutions in a state space with the least total cost; without costs, the shortest.

    Where a move may cost nothing there could be solutions without end; then only those with the fewest moves count.
    """

    def __init__(self, space: StateSpace[State, Move]) -> None:
        self.space = space
        explored = cheapest(space, up_to_symmetry=True, beyond_goal=0)
        self.total: Total | None = explored.total
        """the least total, that of the solutions with the fewest moves among them; None if the goal is out of reach"""
        self._totals = explored.totals
        self._ways: dict[State, Ways] = {}
        """for one state of each orbit that a solution passes"""
        if self.total is not None:
            for state in reversed(self._totals):
                self._look_back(state, self.total)
        self.count, self.classes = self._ways.get(space.canonical(space.initial), Ways(0, 0))

    def each(self, up_to_symmetry: bool = False) -> Iterator[Path[Move]]:
        """Yield every solution as it is found; up to symmetry, one of each class, with its size."""

        def leads_on(spent: Total, state: State) -> bool:
            return state in self._ways and self._is_least(spent, state)

        return paths_to_goal(self.space, leads_on, None if up_to_symmetry else self.space.symmetry.trivial())

    def _look_back(self, state: State, total: Total) -> None:
        """Count the ways from a state. Wherever a move on such a way leads, they are counted already: to be there costs more."""
        space = self.space
        if space.is_goal(state):
            if self._is_least(total, state):
                self._ways[state] = Ways(1, 1)
            return
        fixing, (cost, moves) = space.symmetry.fixing(state), self._totals[state]
        named = classes = 0
        for move, one in space.representatives(state):
            successor = space.canonical(one)
            spent = Total(cost + space.cost(state, move), moves + 1)
            if successor in self._ways and self._is_least(spent, successor):
                alike = fixing.order // fixing.keeping(move).order
                named += alike * self._ways[successor].named
                classes += self._ways[successor].classes
        if named:
            self._ways[state] = Ways(named, classes)

    def _is_least(self, spent: Total, state: State) -> bool:
        """Return whether nothing leads to a state for less."""
        least = self._totals[state]
        return spent == least if self.space.free_moves else spent.cost == least.cost
