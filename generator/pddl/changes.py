"""What effects bring about in a state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, assert_never

from generator.pddl.expressions import Add, And, Assign, Delete, Effect, ForEach, Together, When
from generator.pddl.normal_form import Binding
from generator.pddl.states import Fact, State, UndefinedError, View

__all__ = ["Changes", "ClashError"]


class ClashError(ValueError):
    """Effects that cannot come together: one function is given a value and changed otherwise."""


@dataclass(slots=True)
class Changes:
    """What some effects make of a state: of what they both delete and add, it is there afterwards."""

    counters: Mapping[Fact, Fraction]
    """functions that only count what a plan costs, and from where: no part of a state"""
    added: set[Fact] = field(default_factory=set)
    deleted: set[Fact] = field(default_factory=set)
    assigned: dict[Fact, Fraction] = field(default_factory=dict)
    increased: dict[Fact, Fraction] = field(default_factory=dict)
    scaled: dict[Fact, Fraction] = field(default_factory=dict)
    counted: dict[Fact, Fraction] = field(default_factory=dict)
    """by how much the counters go up"""

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
        return State(facts, frozenset(values.items()))

    def collect(self, effect: Effect, binding: Binding, view: View, duration: Fraction | None = None) -> None:
        """Add what an effect, its conditions in negation normal form, brings about in a state as viewed. Raises UndefinedError, ClashError."""
        match effect:
            case Add(atom):
                self.added.add((atom.predicate, *map(binding.get, atom.terms, atom.terms)))
            case Delete(atom):
                self.deleted.add((atom.predicate, *map(binding.get, atom.terms, atom.terms)))
            case Assign(operator, function, number):
                fact = (function.name, *map(binding.get, function.terms, function.terms))
                self._assign(operator, fact, view.value(number, binding, duration))
            case When(condition, inner):
                if view.holds(condition, binding):
                    self.collect(inner, binding, view, duration)
            case ForEach(variables, inner):
                premise, outcome = (inner.condition, inner.effect) if isinstance(inner, When) else (And(()), inner)
                for extended in view.bindings(variables, premise, binding):
                    self.collect(outcome, extended, view, duration)
            case Together(parts):
                for part in parts:
                    self.collect(part, binding, view, duration)
            case _:
                assert_never(effect)

    def _assign(
        self,
        operator: Literal["assign", "increase", "decrease", "scale-up", "scale-down"],
        fact: Fact,
        value: Fraction,
    ) -> None:
        match operator:
            case "increase" | "decrease":
                sums = self.counted if fact in self.counters else self.increased
                sums[fact] = sums.get(fact, Fraction(0)) + (value if operator == "increase" else -value)
            case "assign":
                if self.assigned.setdefault(fact, value) != value:
                    raise ClashError(f"({' '.join(fact)}) is given two values at once")
            case "scale-up" | "scale-down":
                if operator == "scale-down" and not value:
                    raise UndefinedError(f"({' '.join(fact)}) is divided by zero")
                factor = value if operator == "scale-up" else 1 / value
                self.scaled[fact] = self.scaled.get(fact, Fraction(1)) * factor
            case _:
                assert_never(operator)
