"""Conversion of PDDL states of a river crossing to states of its state space.

In some dialects, a crossing takes several actions. There, only settled PDDL states are converted: those in which
everybody is ashore and every place is known to be safe. The actions between two settled states form a single crossing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.encodings.named import list_named_boats
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
    """Converts the PDDL states of an instance, in one dialect and encoding, to states of the state space."""

    def __init__(self, instance: Instance, dialect: str, encoding: str, task: Task) -> None:
        """Create a reader for the states of a PDDL task.

        ``task`` is the instance's PDDL in the dialect and the encoding. Raises EncodingError for a dialect that is not
        in DIALECTS.
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

    def is_between_moves(self, pddl_state: states.PddlState) -> bool:
        """Return whether no crossing is in progress in a PDDL state, and all places are known to be safe."""
        match self.dialect:
            case "strips" | "costs":
                return ("now", "ready") in pddl_state.facts
            case "axioms":
                view, ruled = self.task.view(pddl_state), bool(self.instance.rules)
                return not view.facts_of("bound-for") and (not ruled or bool(view.facts_of("peaceful")))
        return True

    def read_state(self, pddl_state: states.PddlState) -> CrossingState:
        """Return the state of the state space for a settled PDDL state.

        The counted encoding does not name travelers. In this encoding, the result is the canonical state of the orbit.
        """
        companies, boats = [0] * len(self._places), dict[tuple[str, ...], int]()
        units = {count: iter(each) for count, each in self._units.items()}
        facts = pddl_state.facts | {(*fact, str(value)) for fact, value in pddl_state.values}
        for predicate, *terms in sorted(facts) if units else facts:
            if predicate == "boat-at":
                boats[tuple(terms[:-1])] = self._places[terms[-1]]
            elif predicate == "at":
                companies[self._places[terms[1]]] |= self._bits[terms[0]]
            elif predicate in units:
                for unit in itertools.islice(units[predicate], int(terms[-1].removeprefix("n"))):
                    for index, place in zip(unit, terms[:-1], strict=True):
                        companies[self._places[place]] |= 1 << index
        boat, *others = (boats[name] for _, name in list_named_boats(self.instance))
        state = CrossingState(boat, tuple(companies), self.instance.start.clock, tuple(others))
        return self.instance.get_or_make(TravelerSymmetry).canonical_state(state) if units else state

    def complete_state(self, previous_state: CrossingState, incomplete_state: CrossingState) -> CrossingState:
        """Return a state that was read from PDDL, with its clock set to the number of crossings made.

        One crossing leads from ``previous_state`` to ``incomplete_state``, the state that was read from PDDL.
        """
        return incomplete_state._replace(clock=min(previous_state.clock + 1, self.instance.horizon))

    def find_moves_to(
        self, state: CrossingState, target_states: Iterable[CrossingState]
    ) -> Iterator[tuple[Crossing, CrossingState]]:
        """Yield each of ``target_states`` with the crossing that leads to it from ``state``.

        Each target state must be one crossing away from ``state``.
        """
        loads = dict[CrossingState, int]()  # counts name nobody: the loads come from the rules
        if self.counted:
            moves = self.instance.get_or_make(CrossingSpace).quotient_successors(state)
            loads = {after: crossing.load for crossing, after in moves}
        for after in sorted(target_states):
            ends = zip(state.boats, after.boats, strict=True)
            boat, origin, to = next((boat, at, to) for boat, (at, to) in enumerate(ends) if at != to)
            load = loads.get(after, 0) if loads else state.companies[origin] & ~after.companies[origin]
            yield Crossing(load, origin, to, boat), after
