"""PDDL that was generated here, carried out as it says: its actions with their parameters filled in, and what they make of a state.

For STRIPS and ADL with flat types: and, or, not, imply, =, exists, forall, when. What actions cost is passed over, and there are neither
numbers nor derived predicates. The atoms that never change are joined first, so that actions with many parameters stay few.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from generator.pddl.generation import Pddl
from generator.pddl.syntax import Expression, Source, Word

__all__ = ["Facts", "Grounded"]

Atom = tuple[str, ...]
CONNECTIVES = frozenset({"and", "or", "not", "imply", "=", "exists", "forall"})
Facts = frozenset[Atom]
"""A state of the PDDL: the atoms that hold, without those that never change."""
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
    conditional: tuple[list[Any], ...]
    """effects that depend on the state"""


class Grounded:
    """A domain and a problem, grounded."""

    def __init__(self, pddl: Pddl) -> None:
        domain, problem = _sections(pddl.domain), _sections(pddl.problem)
        self.objects: dict[str, list[str]] = {}
        for name, kind in (*_typed(domain.get(":constants", [[]])[0]), *_typed(problem[":objects"][0])):
            self.objects.setdefault(kind, []).append(name)
        facts = frozenset(tuple(atom) for atom in problem[":init"][0] if atom[0] != "=")
        changed = {name for action in domain[":action"] for name in _changed(_part(action, ":effect"))}
        self.static: dict[str, list[Atom]] = {}
        for atom in sorted(facts):
            if atom[0] not in changed:
                self.static.setdefault(atom[0], []).append(atom)
        self.known = frozenset(atom for atoms in self.static.values() for atom in atoms)
        self.initial: Facts = facts - self.known
        self.operators: dict[Atom, list[_Operator]] = {}
        """by one of the atoms that they require"""
        for action in domain[":action"]:
            for operator in self._ground(action, changed):
                self.operators.setdefault(min(operator.required), []).append(operator)

    def successors(self, facts: Facts) -> Iterator[Facts]:
        """Yield what follows a state, for each action that is allowed in it."""
        for atom in facts:
            for operator in self.operators.get(atom, ()):
                if operator.required <= facts and all(
                    self._holds(condition, operator.binding, facts) for condition in operator.conditions
                ):
                    added, deleted = set(operator.added), set(operator.deleted)
                    for effect in operator.conditional:
                        for adds, further in self._outcomes(effect, operator.binding, facts):
                            (added if adds else deleted).add(further)
                    yield (facts - deleted) | added

    def _outcomes(self, effect: list[Any], binding: Binding, facts: Facts) -> Iterator[tuple[bool, Atom]]:
        """Yield the atoms that an effect changes in a state, with whether they become true."""
        match effect:
            case ["forall", variables, ["when", condition, outcome]]:
                for extended in self._chosen(variables, condition, binding, facts):
                    yield from self._outcomes(outcome, extended, facts)
            case ["when", condition, outcome]:
                if self._holds(condition, binding, facts):
                    yield from self._outcomes(outcome, binding, facts)
            case ["and", *parts]:
                for part in parts:
                    yield from self._outcomes(part, binding, facts)
            case ["not", atom]:
                yield False, _filled(atom, binding)
            case _:
                yield True, _filled(effect, binding)

    def _chosen(
        self, variables: Sequence[str], condition: list[Any], binding: Binding, facts: Facts
    ) -> Iterator[Binding]:
        """Yield every way to fill variables in that makes a condition hold; what never changes narrows them down."""
        parts = _conjuncts(condition)
        static = [part for part in parts if part[0] in self.static]
        rest = [part for part in parts if part[0] not in self.static]
        for extended in self._bindings(dict(_typed(variables)), static, binding):
            if all(self._holds(part, extended, facts) for part in rest):
                yield extended

    def _ground(self, action: list[Any], changed: set[str]) -> Iterator[_Operator]:
        parameters = dict(_typed(_part(action, ":parameters")))
        parts = _conjuncts(_part(action, ":precondition"))
        static = [part for part in parts if part[0] not in CONNECTIVES and part[0] not in changed]
        fluent = [part for part in parts if part[0] in changed]
        rest = tuple(part for part in parts if part[0] in CONNECTIVES)
        effects = _conjuncts(_part(action, ":effect"))
        plain = [effect for effect in effects if effect[0] not in ("forall", "when", "increase")]
        conditional = tuple(effect for effect in effects if effect[0] in ("forall", "when"))
        for binding in self._bindings(parameters, static, {}):
            yield _Operator(
                frozenset(_filled(part, binding) for part in fluent),
                rest,
                binding,
                frozenset(_filled(effect, binding) for effect in plain if effect[0] != "not"),
                frozenset(_filled(effect[1], binding) for effect in plain if effect[0] == "not"),
                conditional,
            )

    def _bindings(self, parameters: Binding, static: Sequence[Sequence[str]], outer: Binding) -> Iterator[Binding]:
        """Yield every way to fill the parameters in, beside what is bound already, that makes the atoms hold, which never change."""
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
                    elif outer.get(term, term) != value:
                        break
                else:
                    yield from extended(level + 1, further)

        yield from extended(0, outer)

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
            case ["exists", variables, part]:
                return any(True for _ in self._chosen(variables, part, binding, facts))
            case ["forall", variables, ["imply", premise, conclusion]]:
                chosen = self._chosen(variables, premise, binding, facts)
                return all(self._holds(conclusion, extended, facts) for extended in chosen)
            case ["forall", variables, part]:
                return not any(True for _ in self._chosen(variables, ["not", part], binding, facts))
        atom = _filled(condition, binding)
        return atom in facts or atom in self.known


def _part(action: list[Any], keyword: str) -> list[Any]:
    part: list[Any] = action[action.index(keyword) + 1]
    return part


def _changed(effect: list[Any]) -> Iterator[str]:
    """Yield the predicates that an effect may change."""
    match effect:
        case ["forall", _, part] | ["when", _, part] | ["not", part]:
            yield from _changed(part)
        case ["and", *parts]:
            for part in parts:
                yield from _changed(part)
        case ["increase", *_]:  # what is added to the cost is no part of a state
            pass
        case _:
            yield effect[0]


def _filled(atom: Sequence[str], binding: Binding) -> Atom:
    return tuple(binding.get(word, word) for word in atom)


def _sections(text: str) -> dict[str, list[list[Any]]]:
    """Return the sections of a domain or a problem by their keywords, each without it."""
    found: dict[str, list[list[Any]]] = {}
    for keyword, *rest in _lists(Source(text, "the PDDL").parse())[1:]:
        found.setdefault(keyword, []).append(rest)
    return found


def _lists(expression: Expression) -> Any:
    return expression.text if isinstance(expression, Word) else [_lists(item) for item in expression.items]


def _typed(items: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the names of a list with types, each with its type."""
    waiting: list[str] = []
    words = iter(items)
    for word in words:
        if word == "-":
            kind = next(words)
            yield from ((name, kind) for name in waiting)
            waiting = []
        else:
            waiting.append(word)


def _conjuncts(expression: list[Any]) -> list[list[Any]]:
    """Return the parts of a conjunction, or the expression itself if it is none."""
    return expression[1:] if expression[0] == "and" else [expression]
