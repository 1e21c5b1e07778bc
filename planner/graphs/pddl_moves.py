"""What PDDL that was generated here reaches, carried out as it says, as states of the rules: so that both can be compared.

For all dialects but temporal. In the staged ones, in which a crossing takes several actions, only those states of the PDDL count
in which everybody is ashore and every place has been found safe; what lies between them is a single crossing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.encodings.named import crafts
from ferryplan.generator.crossing.instance import Crossing, Instance, State
from ferryplan.generator.crossing.quotient import Quotient
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.symmetry import ExchangeOfTravellers
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.generation import check_encoding, encodings, generate
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl import states
from ferryplan.generator.search.state_graph import StateGraph
from ferryplan.planner.plans.execution import task_of

REACHABLE = ("strips", "adl", "axioms", "numeric", "costs")


class PddlMoves:
    """What may happen in a state, as the PDDL of an instance says."""

    def __init__(self, instance: AnyInstance, dialect: str, encoding: str | None = None) -> None:
        """Generate the PDDL and ground it. Raises EncodingError for a dialect other than REACHABLE, or an instance too large for it."""
        assert isinstance(instance, Instance), format_message("graph.no-read-back")
        if dialect not in REACHABLE:
            raise EncodingError(
                key="dialect",
                found=f"'{dialect}'",
                expected=format_message("graph.dialects", dialects=", ".join(REACHABLE)),
            )
        check_encoding(dialect, encoding)
        self.instance = instance
        self.dialect, self.encoding = dialect, encoding or encodings(dialect)[0]
        self.merged = 0
        """how many states of the PDDL there were beside others that are the same state of the rules"""
        self.task = task_of(generate(instance, dialect, self.encoding))
        self._places = {place.symbol: index for index, place in enumerate(instance.places)}
        self._bits = {traveller.symbol: 1 << index for index, traveller in enumerate(instance.travellers)}
        classes = instance.once(Quotient).classes if self.up_to_symmetry else ()
        self._units = {f"count-{kind.symbol}": kind.units for kind in classes}
        self._stated = {self.read(self.task.initial): self.task.initial}

    @property
    def up_to_symmetry(self) -> bool:
        """Whether the travelers are counted."""
        return self.encoding == "counted"

    def __call__(self, state: State) -> Iterator[tuple[Crossing, State]]:
        """Yield what leads on from a state that was given before, or from the start; each state that follows once."""
        found: dict[State, states.State] = {}
        clock = min(state.clock + 1, self.instance.horizon)
        waiting, passed = [self._stated[state]], {self._stated[state]}
        while waiting:
            for _, after in self.task.moves(waiting.pop()):
                if after in passed:
                    continue
                passed.add(after)
                if not self.is_settled(after):
                    waiting.append(after)
                elif (reached := self.read(after)._replace(clock=clock)) in found:
                    self.merged += 1
                else:
                    found[reached] = after
        loads = dict[State, int]()  # counts do not name anybody: by which load the rules lead from an orbit to others
        if self.up_to_symmetry:
            moves = self.instance.once(CrossingSpace).moves_up_to_symmetry(state)
            loads = {reached: crossing.load for crossing, reached in moves}
        for reached, stated in sorted(found.items(), key=lambda pair: pair[0]):
            if self._stated.setdefault(reached, stated) != stated:
                self.merged += 1
            ends = zip(state.boats, reached.boats, strict=True)
            boat, origin, to = next((boat, at, to) for boat, (at, to) in enumerate(ends) if at != to)
            load = loads.get(reached, 0) if loads else state.companies[origin] & ~reached.companies[origin]
            yield Crossing(load, origin, to, boat), reached

    def is_settled(self, stated: states.State) -> bool:
        """Return whether a crossing is complete, and what has been reached is safe."""
        match self.dialect:
            case "strips" | "costs":
                return ("now", "ready") in stated.facts
            case "axioms":
                view, ruled = self.task.view(stated), bool(self.instance.rules)
                return not view.of("bound-for") and (not ruled or bool(view.of("peaceful")))
        return True

    def read(self, stated: states.State) -> State:
        """Return the state of the rules; where travelers are counted, the one that stands for its orbit."""
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
        boat, *others = (boats[name] for _, name in crafts(self.instance))
        state = State(boat, tuple(companies), self.instance.start.clock, tuple(others))
        return self.instance.once(ExchangeOfTravellers).canonical(state) if units else state


def differences(pddl: StateGraph[State, Crossing], rules: StateGraph[State, Crossing], merged: int) -> tuple[str, ...]:
    """Return in what the graph of the PDDL differs from that of the rules, a sentence each; nothing if they are the same."""
    states, links = (set(pddl.states), set(rules.states)), (_joined(pddl), _joined(rules))
    counts = {
        "graph.pddl-states": len(states[0] - states[1]),
        "graph.rules-states": len(states[1] - states[0]),
        "graph.pddl-links": len(links[0] - links[1]),
        "graph.rules-links": len(links[1] - links[0]),
        "graph.merged": merged,
    }
    return tuple(format_message(key, count=count) for key, count in counts.items() if count)


def _joined(graph: StateGraph[State, Crossing]) -> set[tuple[State, ...]]:
    """Return the states that each link joins, from the one to the other, or in a fixed order where links have no direction."""
    ends = ((graph.states[link.origin], graph.states[link.destination]) for link in graph.links())
    return {tuple(sorted(pair)) if graph.space.reversible else pair for pair in ends}
