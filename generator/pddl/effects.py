"""What effects bring about in a state, and what happens at one moment and must not interfere.

Mutual exclusion is as in Fox and Long 2003, definition 12 ("no moving targets").
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias, assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.normal_form import Binding
from ferryplan.generator.pddl.states import Fact, State, UndefinedError, View, format_fact


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
                # A sum and a factor, or an assignment and either, depend on their order, and effects of one
                # moment have none.
                if fact in self.assigned or (changed is self.increased and fact in self.scaled):
                    raise ClashError(format_message("pddl.two-changes", function=format_fact(fact)))
                if fact not in values:
                    raise UndefinedError(format_message("pddl.no-value", function=format_fact(fact)))
                values[fact] = values[fact] + change if changed is self.increased else values[fact] * change
        values.update(self.assigned)
        return State(facts, frozenset(values.items()))

    def collect(self, effect: pddl.Effect, binding: Binding, view: View, duration: Fraction | None = None) -> None:
        """Add what an effect, its conditions in negation normal form, brings about in a state as viewed. Raises UndefinedError, ClashError."""
        match effect:
            case pddl.Add(atom):
                self.added.add(_filled(atom.predicate, atom.terms, binding))
            case pddl.Delete(atom):
                self.deleted.add(_filled(atom.predicate, atom.terms, binding))
            case pddl.Assign(operator, function, number):
                self._assign(
                    operator, _filled(function.name, function.terms, binding), view.value(number, binding, duration)
                )
            case pddl.When(condition, inner):
                if view.holds(condition, binding):
                    self.collect(inner, binding, view, duration)
            case pddl.ForEach(variables, pddl.When(condition, inner)):
                for extended in view.bindings(variables, condition, binding):
                    self.collect(inner, extended, view, duration)
            case pddl.ForEach(variables, inner):
                for extended in view.bindings(variables, pddl.And(()), binding):
                    self.collect(inner, extended, view, duration)
            case pddl.Together(parts):
                for part in parts:
                    self.collect(part, binding, view, duration)
            case _:
                assert_never(effect)

    def _assign(self, operator: pddl.Change, fact: Fact, value: Fraction) -> None:
        match operator:
            case "increase" | "decrease":
                sums = self.counted if fact in self.counters else self.increased
                sums[fact] = sums.get(fact, Fraction(0)) + (value if operator == "increase" else -value)
            case "assign":
                if self.assigned.setdefault(fact, value) != value:
                    raise ClashError(format_message("pddl.two-assignments", function=format_fact(fact)))
            case "scale-up" | "scale-down":
                if operator == "scale-down" and not value:
                    raise UndefinedError(format_message("pddl.divided-by-zero", function=format_fact(fact)))
                factor = value if operator == "scale-up" else 1 / value
                self.scaled[fact] = self.scaled.get(fact, Fraction(1)) * factor
            case _:
                assert_never(operator)


Touched: TypeAlias = Mapping[str, set[Fact]]
"""The facts that something has ``asked`` for, ``added`` and ``deleted``, and the functions whose values it has ``read``, ``assigned`` or scaled, and
``increased``, in whatever order."""
# Two increases of one function are missing here: they come to the same in either order.
_INTERFERING = (
    ("asked", "added"), ("asked", "deleted"), ("added", "deleted"), ("read", "assigned"), ("read", "increased"),
    ("assigned", "assigned"), ("assigned", "increased"),
)  # fmt: skip


def interference(one: Touched, other: Touched) -> Fact | None:
    """Return a fact or a function through which two interfere, the first in order; None if they do not."""
    both = itertools.product(((one, other), (other, one)), _INTERFERING)
    return min((fact for (some, more), (here, there) in both for fact in some[here] & more[there]), default=None)


def touched(
    objects: Mapping[str, Collection[str]], parts: Iterable[pddl.Condition | pddl.Effect], binding: Binding
) -> Touched:
    """Return what conditions and effects touch, with objects for their variables; ``objects`` are those of each type."""
    found = defaultdict[str, set[Fact]](set)
    for leaf, bound in (one for part in parts for one in _leaves(part, objects, binding)):
        match leaf:
            case pddl.Atom(predicate, terms):
                found["asked"].add(_filled(predicate, terms, bound))
            case pddl.Comparison(_, left, right):
                found["read"] |= {_filled(one.name, one.terms, bound) for one in pddl.functions_in(left, right)}
            case pddl.Add(atom):
                found["added"].add(_filled(atom.predicate, atom.terms, bound))
            case pddl.Delete(atom):
                found["deleted"].add(_filled(atom.predicate, atom.terms, bound))
            case pddl.Assign(operator, function, value):
                kind = "increased" if operator in ("increase", "decrease") else "assigned"
                found[kind].add(_filled(function.name, function.terms, bound))
                found["read"] |= {_filled(one.name, one.terms, bound) for one in pddl.functions_in(value)}
            case _:
                assert_never(leaf)
    return found


def _leaves(
    part: pddl.Condition | pddl.Effect, objects: Mapping[str, Collection[str]], binding: Binding
) -> Iterator[tuple[pddl.Atom | pddl.Comparison | pddl.Add | pddl.Delete | pddl.Assign, Binding]]:
    """Yield what a condition or an effect asks and changes, each for every choice of objects for the variables of quantifiers."""
    bindings: Iterable[Binding] = (binding,)
    match part:
        case pddl.Atom() | pddl.Comparison() | pddl.Add() | pddl.Delete() | pddl.Assign():
            yield part, binding
        case pddl.Exists(variables, _) | pddl.ForAll(variables, _) | pddl.ForEach(variables, _):
            kinds = [[name for kind in one.types for name in objects.get(kind, ())] for one in variables]
            names = [one.name for one in variables]
            bindings = ({**binding, **dict(zip(names, chosen, strict=True))} for chosen in itertools.product(*kinds))
    for extended in bindings:
        for inner in pddl.parts_of(part):
            yield from _leaves(inner, objects, extended)


def _filled(name: str, terms: Sequence[str], binding: Binding) -> Fact:
    return (name, *map(binding.get, terms, terms))
