"""Every solution with the least total: counted without being listed, and listed one by one.

Solutions are of one class if they are the same once nobody has a name: at every crossing, from situations that are the same up
to symmetry, as many of each sort go. All states of an orbit have equally many ways to the goal. So the number of solutions is a
sum over orbits alone, from the goal back to the start: for each orbit of crossings from a state, the number of crossings in it
times the number of ways from where they lead; without that factor it is the number of classes. This is Bellman's recursion
(Dynamic Programming, 1957) on the quotient.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from generator.crossing.instance import Instance, State
from generator.crossing.space.cheapest import Total, cheapest
from generator.crossing.space.ways import Way, ways_to_goal
from generator.crossing.states import StateSpace
from generator.crossing.symmetry import Symmetry

__all__ = ["Solutions"]


class Ways(NamedTuple):
    """How many ways of the least total there are from a state to the goal."""

    named: int
    """everybody told apart"""
    classes: int


class Solutions:
    """The solutions of an instance with the least total cost; without costs, the shortest.

    Where a crossing may cost nothing there could be solutions without end; then only those with the fewest crossings count.
    Raises EncodingError if there are several boats.
    """

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self._space, self._symmetry = StateSpace(instance), Symmetry(instance)
        explored = cheapest(instance, up_to_symmetry=True, beyond_goal=0)
        self.total: Total | None = explored.total
        """the least total, that of the solutions with the fewest crossings among them; None if the goal is out of reach"""
        self._totals = explored.totals
        self._fewest = _may_be_free(instance)
        self._ways: dict[State, Ways] = {}
        """for one state of each orbit that a solution passes"""
        if self.total is not None:
            for state in reversed(self._totals):
                self._look_back(state, self.total)
        start = self._symmetry.canonical(instance.start)
        self.count, self.classes = self._ways.get(start, Ways(0, 0))

    def each(self, up_to_symmetry: bool = False) -> Iterator[Way]:
        """Yield every solution as it is found; up to symmetry, one of each class, with its size."""

        def leads_on(spent: Total, state: State) -> bool:
            return state in self._ways and self._is_least(spent, state)

        alike = None if up_to_symmetry else self._symmetry.without_exchanges()
        return ways_to_goal(self.instance, leads_on, alike)

    def _look_back(self, state: State, total: Total) -> None:
        """Count the ways from a state. Wherever a crossing on such a way leads, they are counted already: to be there costs more."""
        if self._space.is_goal(state):
            if self._is_least(total, state):
                self._ways[state] = Ways(1, 1)
            return
        fixing, (cost, crossings) = self._symmetry.fixing(state), self._totals[state]
        named = classes = 0
        for crossing, one in self._space.successors(state, self._space.loads_up_to(self._symmetry, state)):
            successor = self._symmetry.canonical(one)
            spent = Total(cost + self.instance.cost(crossing.load), crossings + 1)
            if successor in self._ways and self._is_least(spent, successor):
                alike = fixing.exchanges // fixing.keeping(crossing.load).exchanges
                named += alike * self._ways[successor].named
                classes += self._ways[successor].classes
        if named:
            self._ways[state] = Ways(named, classes)

    def _is_least(self, spent: Total, state: State) -> bool:
        """Return whether nothing leads to a state for less."""
        least = self._totals[state]
        return spent == least if self._fewest else spent.cost == least.cost


def _may_be_free(instance: Instance) -> bool:
    """Return whether somebody who rows may cross for nothing."""
    tariff = instance.tariff
    return tariff is not None and any(
        amount == 0 and tariff.rowers >> index & 1 for index, amount in enumerate(tariff.amounts)
    )
