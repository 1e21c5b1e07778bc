"""What PDDL that was generated here reaches, carried out as it says, as states of the rules: so that both can be compared.

For the dialects strips, costs and adl. In the staged ones, in which a crossing takes several actions, only those states of the PDDL count
in which everybody is ashore and every place has been found safe; what lies between them is a single crossing.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from generator.errors import EncodingError
from generator.instance import Instance, State
from generator.pddl import check_encoding, generate
from generator.quotient import Quotient
from generator.state_graph import StateGraph
from generator.states import Crossing, StateSpace
from generator.symmetry import Symmetry
from planner.execution import Atom, conjuncts, sections, typed

__all__ = ["REACHABLE", "PddlMoves", "differences"]

REACHABLE = ("strips", "adl", "costs")
CONNECTIVES = frozenset({"and", "or", "not", "imply", "=", "exists", "forall"})
Facts = frozenset[Atom]
Binding = dict[str, str]


@dataclass(frozen=True, slots=True)
class _Operator:
    """An action with its parameters filled in, without the preconditions that never change."""

    required: Facts
    conditions: tuple[list[Any], ...]
    """what else must hold, with the binding already in it"""
    binding: Binding
    added: Facts
    deleted: Facts


class PddlMoves:
    """What may happen in a state, as the PDDL of an instance says."""

    def __init__(self, instance: Instance, dialect: str, encoding: str | None = None) -> None:
        """Generate the PDDL and ground it. Raises EncodingError for a dialect other than REACHABLE, or an instance too large for it."""
        if dialect not in REACHABLE:
            raise EncodingError(f"dialect: found '{dialect}', expected one of {', '.join(REACHABLE)} to be explored")
        check_encoding(dialect, encoding)
        self.instance = instance
        self.encoding = encoding or "named"
        self.merged = 0
        """how many states of the PDDL there were beside others that are the same state of the rules"""
        self.staged = dialect != "adl"
        pddl = generate(instance, dialect, self.encoding)
        domain, problem = sections(pddl.domain), sections(pddl.problem)
        self.objects: dict[str, list[str]] = {}
        for name, kind in (*typed(domain.get(":constants", [[]])[0]), *typed(problem[":objects"][0])):
            self.objects.setdefault(kind, []).append(name)
        facts = frozenset(tuple(atom) for atom in problem[":init"][0] if atom[0] != "=")
        changed = {atom[0] for action in domain[":action"] for _, atom in _effects(_part(action, ":effect"))}
        self.static: dict[str, list[Atom]] = {}
        for atom in sorted(facts):
            if atom[0] not in changed:
                self.static.setdefault(atom[0], []).append(atom)
        self.known = frozenset(atom for atoms in self.static.values() for atom in atoms)
        self.operators: dict[Atom, list[_Operator]] = {}
        """by one of the atoms that they require"""
        for action in domain[":action"]:
            for operator in self._ground(action, changed):
                self.operators.setdefault(min(operator.required), []).append(operator)
        self._read = self._reader()
        start = facts - self.known
        self._facts = {self._read(start): start}

    @property
    def up_to_symmetry(self) -> bool:
        """Whether the travellers are counted."""
        return self.encoding == "counted"

    def __call__(self, state: State) -> Iterator[tuple[Crossing, State]]:
        """Yield what leads on from a state that was given before, or from the start; each state that follows once."""
        found: dict[State, Facts] = {}
        waiting, passed = [self._facts[state]], {self._facts[state]}
        while waiting:
            for facts in self._successors(waiting.pop()):
                if facts in passed:
                    continue
                passed.add(facts)
                if self.staged and ("now", "ready") not in facts:
                    waiting.append(facts)
                elif (reached := self._read(facts)) in found:
                    self.merged += 1
                else:
                    found[reached] = facts
        loads = self._loads(state) if self.up_to_symmetry else {}
        for reached, facts in sorted(found.items()):
            if self._facts.setdefault(reached, facts) != facts:
                self.merged += 1
            load = loads.get(reached, 0) if loads else state.companies[state.boat] & ~reached.companies[state.boat]
            yield Crossing(load, state.boat, reached.boat), reached

    def _loads(self, state: State) -> dict[State, int]:
        """Return by which load the rules lead from an orbit to others: counts do not name anybody."""
        moves = StateSpace(self.instance).moves(up_to_symmetry=True)
        return {reached: crossing.load for crossing, reached in moves(state)}

    def _successors(self, facts: Facts) -> Iterator[Facts]:
        for atom in facts:
            for operator in self.operators.get(atom, ()):
                if operator.required <= facts and all(
                    self._holds(condition, operator.binding, facts) for condition in operator.conditions
                ):
                    yield (facts - operator.deleted) | operator.added

    def _ground(self, action: list[Any], changed: set[str]) -> Iterator[_Operator]:
        parameters = dict(typed(_part(action, ":parameters")))
        parts = conjuncts(_part(action, ":precondition"))
        static = [part for part in parts if part[0] not in CONNECTIVES and part[0] not in changed]
        fluent = [part for part in parts if part[0] in changed]
        rest = tuple(part for part in parts if part[0] in CONNECTIVES)
        for binding in self._bindings(parameters, static):
            yield _Operator(
                frozenset(_filled(part, binding) for part in fluent),
                rest,
                binding,
                frozenset(_filled(atom, binding) for adds, atom in _effects(_part(action, ":effect")) if adds),
                frozenset(_filled(atom, binding) for adds, atom in _effects(_part(action, ":effect")) if not adds),
            )

    def _bindings(self, parameters: Binding, static: Sequence[Sequence[str]]) -> Iterator[Binding]:
        """Yield every way to fill the parameters in that makes the atoms hold, which never change."""
        kinds = {name: frozenset(self.objects.get(kind, ())) for name, kind in parameters.items()}

        def extended(level: int, binding: Binding) -> Iterator[Binding]:
            if level == len(static):
                free = [name for name in parameters if name not in binding]
                for values in itertools.product(*(self.objects.get(parameters[name], ()) for name in free)):
                    yield binding | dict(zip(free, values, strict=True))
                return
            predicate, *terms = static[level]
            for atom in self.static.get(predicate, ()):
                further = dict(binding)
                for term, value in zip(terms, atom[1:], strict=True):
                    if term in kinds:
                        if value not in kinds[term] or further.setdefault(term, value) != value:
                            break
                    elif term != value:
                        break
                else:
                    yield from extended(level + 1, further)

        yield from extended(0, {})

    def _holds(self, condition: list[Any], binding: Binding, facts: Facts) -> bool:
        match condition:
            case ["and", *parts]:
                return all(self._holds(part, binding, facts) for part in parts)
            case ["or", *parts]:
                return any(self._holds(part, binding, facts) for part in parts)
            case ["not", part]:
                return not self._holds(part, binding, facts)
            case ["imply", premise, conclusion]:
                return not self._holds(premise, binding, facts) or self._holds(conclusion, binding, facts)
            case ["=", one, other]:
                return bool(binding.get(one, one) == binding.get(other, other))
            case [("exists" | "forall") as quantifier, variables, part]:
                names = list(typed(variables))
                choices = itertools.product(*(self.objects.get(kind, ()) for _, kind in names))
                tests = (
                    self._holds(part, binding | dict(zip((name for name, _ in names), choice, strict=True)), facts)
                    for choice in choices
                )
                return any(tests) if quantifier == "exists" else all(tests)
        atom = _filled(condition, binding)
        return atom in facts or atom in self.known

    def _reader(self) -> Callable[[Facts], State]:
        places = {place.symbol: index for index, place in enumerate(self.instance.places)}
        read = self._read_counts if self.up_to_symmetry else self._read_names
        return lambda facts: read(facts, places)

    def _read_names(self, facts: Facts, places: dict[str, int]) -> State:
        bits = {traveller.symbol: 1 << index for index, traveller in enumerate(self.instance.travellers)}
        companies, boat = [0] * len(places), 0
        for predicate, *terms in facts:
            if predicate == "at":
                companies[places[terms[1]]] |= bits[terms[0]]
            elif predicate == "boat-at":
                boat = places[terms[0]]
        return self.instance.start._replace(boat=boat, companies=tuple(companies))

    def _read_counts(self, facts: Facts, places: dict[str, int]) -> State:
        classes = {f"count-{kind.symbol}": iter(kind.units) for kind in Quotient(self.instance).classes}
        companies, boat = [0] * len(places), 0
        for predicate, *terms in sorted(facts):
            if predicate == "boat-at":
                boat = places[terms[0]]
            elif predicate in classes:
                for unit in itertools.islice(classes[predicate], int(terms[-1].removeprefix("n"))):
                    for index, place in zip(unit, terms[:-1], strict=True):
                        companies[places[place]] |= 1 << index
        state = self.instance.start._replace(boat=boat, companies=tuple(companies))
        return Symmetry(self.instance).canonical(state)


def _part(action: list[Any], keyword: str) -> list[Any]:
    part: list[Any] = action[action.index(keyword) + 1]
    return part


def _effects(effect: list[Any]) -> Iterator[tuple[bool, Sequence[str]]]:
    """Yield each atom of an effect, with whether it becomes true; what is added to the cost is passed over."""
    for part in conjuncts(effect):
        if part[0] != "increase":
            yield (False, part[1]) if part[0] == "not" else (True, part)


def _filled(atom: Sequence[str], binding: Binding) -> Atom:
    return tuple(binding.get(word, word) for word in atom)


def differences(pddl: StateGraph, rules: StateGraph, merged: int) -> tuple[str, ...]:
    """Return in what the graph of the PDDL differs from that of the rules, a sentence each; nothing if they are the same."""
    found = []
    states, links = (set(pddl.states), set(rules.states)), (_joined(pddl), _joined(rules))
    for name, more, fewer in (
        ("states", len(states[0] - states[1]), len(states[1] - states[0])),
        ("links", len(links[0] - links[1]), len(links[1] - links[0])),
    ):
        if more:
            found.append(f"The PDDL reaches {more} {name} that the rules do not.")
        if fewer:
            found.append(f"The rules reach {fewer} {name} that the PDDL does not.")
    if merged:
        found.append(f"The PDDL tells apart what is one state to the rules, {merged} times.")
    return tuple(found)


def _joined(graph: StateGraph) -> set[frozenset[State]]:
    return {frozenset((graph.states[link.origin], graph.states[link.destination])) for link in graph.links()}
