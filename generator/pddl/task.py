"""A planning task: what a domain and a problem mean together.

The semantics is that of PDDL 2.1, levels 1 and 2 (Fox and Long 2003), with derived predicates: conditions are asked of the state before
an action; of what an action both deletes and adds, it is there afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from generator.pddl.derived import Derivation
from generator.pddl.expressions import (
    Add,
    And,
    Assign,
    Condition,
    Delete,
    Effect,
    ForEach,
    Together,
    When,
)
from generator.pddl.normal_form import Binding, FreeVariables, normal, normal_effect
from generator.pddl.states import Fact, State, UndefinedError, View
from generator.pddl.tree import Action, Domain, DurativeAction, Problem

__all__ = ["Changes", "ClashError", "Task"]

COST = ("total-cost",)
"""a function that counts from 0 where the problem gives it no value"""


class ClashError(ValueError):
    """Effects that cannot come together: one function is given a value and changed otherwise."""


@dataclass(slots=True)
class Changes:
    """What some effects make of a state."""

    added: set[Fact]
    deleted: set[Fact]
    assigned: dict[Fact, Fraction]
    increased: dict[Fact, Fraction]
    scaled: dict[Fact, Fraction]

    @classmethod
    def none(cls) -> Changes:
        """Return no changes."""
        return cls(set(), set(), {}, {}, {})

    def of(self, state: State) -> State:
        """Return what follows a state. Raises UndefinedError for a function that has no value, ClashError for effects that do not go together."""
        facts = (state.facts - self.deleted) | self.added
        if not (self.assigned or self.increased or self.scaled):
            return State(facts, state.values)
        values = dict(state.values)
        for changed in (self.increased, self.scaled):
            for fact, change in changed.items():
                if fact in self.assigned or (changed is self.increased and fact in self.scaled):
                    raise ClashError(f"({' '.join(fact)}) is changed in two ways at once")
                if fact not in values:
                    raise UndefinedError(f"({' '.join(fact)}) has no value")
                values[fact] = values[fact] + change if changed is self.increased else values[fact] * change
        values.update(self.assigned)
        return State(facts, values)


class Task:
    """A domain and a problem."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.domain, self.problem = domain, problem
        self.objects = _objects(domain, problem)
        facts = frozenset((atom.predicate, *atom.terms) for atom in problem.facts)
        values = {(function.name, *function.terms): value for function, value in problem.values.items()}
        if any(function.name == COST[0] for function in domain.functions):
            values.setdefault(COST, Fraction(0))
        self.actions: dict[str, list[Action | DurativeAction]] = {}
        """by their names; a name may stand for several that differ in how many parameters they have"""
        for action in domain.actions:
            self.actions.setdefault(action.name, []).append(action)
        self._normal = {id(action): _normal(action) for action in domain.actions if isinstance(action, Action)}
        changed = frozenset(name for action in domain.actions for name in _changed_by(action))
        self._derivation = Derivation(domain.derived)
        self._static: dict[str, set[Fact]] = {}
        for fact in facts:
            if fact[0] not in changed and fact[0] not in self._derivation.predicates:
                self._static.setdefault(fact[0], set()).add(fact)
        self.initial = State(facts - frozenset[Fact]().union(*self._static.values()), values)
        """the state at the start, without the facts that never change"""
        self.goal = normal(problem.goal)
        self._free = FreeVariables()
        self._seen: tuple[State, View] | None = None

    def view(self, state: State) -> View:
        """Return what can be asked of a state, with what is derived in it."""
        if self._seen is None or self._seen[0] is not state:
            facts: dict[str, set[Fact]] = dict(self._static)
            for fact in state.facts:
                facts.setdefault(fact[0], set()).add(fact)
            view = View(self.objects, facts, state.values, self._free)
            self._derivation.complete(view, facts)
            self._seen = state, view
        return self._seen[1]

    def holds(self, condition: Condition, state: State, binding: Binding | None = None) -> bool:
        """Return whether a condition holds in a state. Raises UndefinedError if it asks for a value that is none."""
        return self.view(state).holds(normal(condition), binding or {})

    def is_applicable(self, action: Action, binding: Binding, state: State) -> bool:
        """Return whether an action may be carried out in a state. Raises UndefinedError likewise."""
        return self.view(state).holds(self._normal[id(action)].precondition, binding)

    def applicable(self, action: Action, state: State) -> Iterator[Binding]:
        """Yield every way to choose the parameters of an action that makes it applicable in a state, in a fixed order."""
        yield from self.view(state).bindings(action.parameters, self._normal[id(action)].precondition, {}, ordered=True)

    def successor(self, action: Action, binding: Binding, state: State) -> State:
        """Return the state after an applicable action. Raises UndefinedError, ClashError for effects that make no sense there."""
        changes = Changes.none()
        self.collect(self._normal[id(action)].effect, binding, state, changes)
        return changes.of(state)

    def collect(
        self, effect: Effect, binding: Binding, state: State, changes: Changes, duration: Fraction | None = None
    ) -> None:
        """Add to some changes what an effect, its conditions in negation normal form, brings about in a state. Raises UndefinedError, ClashError."""
        view = self.view(state)
        match effect:
            case Add(atom):
                changes.added.add((atom.predicate, *(binding.get(term, term) for term in atom.terms)))
            case Delete(atom):
                changes.deleted.add((atom.predicate, *(binding.get(term, term) for term in atom.terms)))
            case Assign(operator, function, number):
                fact = (function.name, *(binding.get(term, term) for term in function.terms))
                _assign(changes, operator, fact, view.value(number, binding, duration))
            case When(condition, inner):
                if view.holds(condition, binding):
                    self.collect(inner, binding, state, changes, duration)
            case ForEach(variables, When(condition, inner)):
                for extended in view.bindings(variables, condition, binding):
                    self.collect(inner, extended, state, changes, duration)
            case ForEach(variables, inner):
                for extended in view.bindings(variables, And(()), binding):
                    self.collect(inner, extended, state, changes, duration)
            case Together(parts):
                for part in parts:
                    self.collect(part, binding, state, changes, duration)

    def cost(self, state: State, actions: int, makespan: Fraction = Fraction(0)) -> Fraction:
        """Return what the metric says of a plan that ends in a state; without a metric, the number of its actions."""
        metric = self.problem.metric
        if metric is None:
            return Fraction(actions)
        view = View(self.objects, {}, {**state.values, ("total-time",): makespan or Fraction(actions)})
        return view.value(metric.value, {})


def _assign(changes: Changes, operator: str, fact: Fact, value: Fraction) -> None:
    if operator in ("increase", "decrease"):
        changes.increased[fact] = changes.increased.get(fact, Fraction(0)) + (
            value if operator == "increase" else -value
        )
    elif operator == "assign":
        if changes.assigned.setdefault(fact, value) != value:
            raise ClashError(f"({' '.join(fact)}) is given two values at once")
    else:
        if operator == "scale-down" and not value:
            raise UndefinedError(f"({' '.join(fact)}) is divided by zero")
        changes.scaled[fact] = changes.scaled.get(fact, Fraction(1)) * (value if operator == "scale-up" else 1 / value)


def _objects(domain: Domain, problem: Problem) -> dict[str, dict[str, None]]:
    """Return the objects of each type, in the order in which they are declared; they are also of the types above their own."""
    above = {one.name: one.types for one in domain.types}

    def all_above(kind: str) -> dict[str, None]:
        found: dict[str, None] = {}
        waiting = [kind]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found[one] = None
                waiting.extend(above.get(one, ()))
        found["object"] = None
        return found

    objects: dict[str, dict[str, None]] = {}
    for one in (*domain.constants, *problem.objects):
        for declared in one.types:
            for kind in all_above(declared):
                objects.setdefault(kind, {})[one.name] = None
    return objects


def _normal(action: Action) -> Action:
    return replace(action, precondition=normal(action.precondition), effect=normal_effect(action.effect))


def _changed_by(action: Action | DurativeAction) -> Iterator[str]:
    effects = [action.effect] if isinstance(action, Action) else [effect for _, effect in action.effects]
    for effect in effects:
        yield from _changed(effect)


def _changed(effect: Effect) -> Iterator[str]:
    """Yield the predicates that an effect may change."""
    match effect:
        case Add(atom) | Delete(atom):
            yield atom.predicate
        case When(_, inner) | ForEach(_, inner):
            yield from _changed(inner)
        case Together(parts):
            for part in parts:
                yield from _changed(part)
        case Assign():
            pass
