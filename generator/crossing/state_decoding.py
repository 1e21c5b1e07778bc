"""States of a crossing's PDDL, translated to states of the rules.

In the staged dialects, a crossing takes several actions. There, only those PDDL states count in which everybody is
ashore and every place has been found safe; the actions between two of them form a single crossing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.encodings.named import list_boats
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.quotient import Quotient
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.symmetry import TravelerSymmetry
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.pddl import states
from ferryplan.generator.pddl.task import Task

DIALECTS = ("strips", "adl", "axioms", "numeric", "costs")
"""all dialects except temporal, whose actions overlap"""


class CrossingStateReader:
    """The translation of PDDL states of an instance in one dialect and encoding."""

    def __init__(self, instance: Instance, dialect: str, encoding: str, task: Task) -> None:
        """Take the task that the PDDL describes.

        Raises EncodingError for a dialect other than DIALECTS.
        """
        if dialect not in DIALECTS:
            raise EncodingError(
                key="dialect",
                found=f"'{dialect}'",
                expected=format_message("graph.dialects", dialects=", ".join(DIALECTS)),
            )
        self.instance, self.dialect, self.task = instance, dialect, task
        self.counted = encoding == "counted"
        self._places = {place.symbol: index for index, place in enumerate(instance.places)}
        self._bits = {traveller.symbol: 1 << index for index, traveller in enumerate(instance.travellers)}
        classes = instance.get_or_make(Quotient).classes if self.counted else ()
        self._units = {f"count-{kind.symbol}": kind.units for kind in classes}

    def is_settled(self, stated: states.PddlState) -> bool:
        """Return whether the current crossing is complete, and its result is known to be safe."""
        match self.dialect:
            case "strips" | "costs":
                return ("now", "ready") in stated.facts
            case "axioms":
                view, ruled = self.task.view(stated), bool(self.instance.rules)
                return not view.facts_of("bound-for") and (not ruled or bool(view.facts_of("peaceful")))
        return True

    def read(self, stated: states.PddlState) -> CrossingState:
        """Return the state of the rules; if travelers are counted, the canonical state of the orbit."""
        companies, boats = [0] * len(self._places), dict[tuple[str, ...], int]()
        units = {count: iter(each) for count, each in self._units.items()}
        facts = stated.facts | {(*fact, str(value)) for fact, value in stated.values}
        for predicate, *terms in sorted(facts) if units else facts:
            if predicate == "boat-at":
                boats[tuple(terms[:-1])] = self._places[terms[-1]]
            elif predicate == "at":
                companies[self._places[terms[1]]] |= self._bits[terms[0]]
            elif predicate in units:
                for unit in itertools.islice(units[predicate], int(terms[-1].removeprefix("n"))):
                    for index, place in zip(unit, terms[:-1], strict=True):
                        companies[self._places[place]] |= 1 << index
        boat, *others = (boats[name] for _, name in list_boats(self.instance))
        state = CrossingState(boat, tuple(companies), self.instance.start.clock, tuple(others))
        return self.instance.get_or_make(TravelerSymmetry).canonical_state(state) if units else state

    def complete_state(self, state: CrossingState, after: CrossingState) -> CrossingState:
        """Return a state that follows ``state``, with its clock set to one crossing more."""
        return after._replace(clock=min(state.clock + 1, self.instance.horizon))

    def find_moves(
        self, state: CrossingState, reached: Iterable[CrossingState]
    ) -> Iterator[tuple[Crossing, CrossingState]]:
        """Yield the crossing that leads from a state to each reached state, with that state."""
        loads = dict[CrossingState, int]()  # counts name nobody: the loads come from the rules
        if self.counted:
            moves = self.instance.get_or_make(CrossingSpace).quotient_successors(state)
            loads = {after: crossing.load for crossing, after in moves}
        for after in sorted(reached):
            ends = zip(state.boats, after.boats, strict=True)
            boat, origin, to = next((boat, at, to) for boat, (at, to) in enumerate(ends) if at != to)
            load = loads.get(after, 0) if loads else state.companies[origin] & ~after.companies[origin]
            yield Crossing(load, origin, to, boat), after
