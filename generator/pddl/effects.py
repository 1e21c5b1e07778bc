"""The changes that effects make to a state, and interference between actions at the same moment.

Mutual exclusion follows Fox and Long 2003, definition 12 ("no moving targets").
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
from ferryplan.generator.pddl.states import Fact, PddlState, StateView, UndefinedError, format_fact


class EffectConflictError(ValueError):
    """Effects contradict each other: a function is assigned a value and also changed otherwise."""


@dataclass(slots=True)
class StateChanges:
    """The changes that the effects of actions make to a state, collected effect by effect.

    A fact that is both deleted and added holds afterwards.
    """

    counters: Mapping[Fact, Fraction]
    """the functions that only accumulate costs, with their initial values; they are not part of a state"""
    added: set[Fact] = field(default_factory=set)
    deleted: set[Fact] = field(default_factory=set)
    assigned: dict[Fact, Fraction] = field(default_factory=dict)
    increased: dict[Fact, Fraction] = field(default_factory=dict)
    scaled: dict[Fact, Fraction] = field(default_factory=dict)
    counter_increases: dict[Fact, Fraction] = field(default_factory=dict)
    """the amounts that are added to the counters"""

    def apply_to(self, state: PddlState) -> PddlState:
        """Return the state that results if the changes are made to a state.

        Raises UndefinedError for a function without a value, EffectConflictError for effects that contradict
        each other.
        """
        facts = (state.facts - self.deleted) | self.added
        if not (self.assigned or self.increased or self.scaled):
            return PddlState(facts, state.values)
        values = dict(state.values)
        for changed in (self.increased, self.scaled):
            for fact, change in changed.items():
                # A sum and a factor, or an assignment and either, depend on their order, and effects at the
                # same moment have no order.
                if fact in self.assigned or (changed is self.increased and fact in self.scaled):
                    raise EffectConflictError(format_message("pddl.two-changes", function=format_fact(fact)))
                if fact not in values:
                    raise UndefinedError(format_message("pddl.no-value", function=format_fact(fact)))
                values[fact] = values[fact] + change if changed is self.increased else values[fact] * change
        values.update(self.assigned)
        return PddlState(facts, frozenset(values.items()))

    def collect_effect(
        self, effect: pddl.Effect, binding: Binding, view: StateView, duration: Fraction | None = None
    ) -> None:
        """Add the changes that an effect makes in a state; ``view`` is the view of this state.

        ``binding`` maps the free variables of the effect to objects; ``duration`` is the value of ``?duration``. The
        conditions in the effect must be in negation normal form. Raises UndefinedError if the effect needs a value
        that does not exist, EffectConflictError if effects contradict each other.
        """
        match effect:
            case pddl.Add(atom):
                self.added.add(_ground_fact(atom.predicate, atom.terms, binding))
            case pddl.Delete(atom):
                self.deleted.add(_ground_fact(atom.predicate, atom.terms, binding))
            case pddl.Assign(operator, function, number):
                self._record_assignment(
                    operator,
                    _ground_fact(function.name, function.terms, binding),
                    view.value(number, binding, duration),
                )
            case pddl.When(condition, inner):
                if view.holds(condition, binding):
                    self.collect_effect(inner, binding, view, duration)
            case pddl.ForEach(variables, pddl.When(condition, inner)):
                for extended in view.bindings_satisfying(variables, condition, binding):
                    self.collect_effect(inner, extended, view, duration)
            case pddl.ForEach(variables, inner):
                for extended in view.bindings_satisfying(variables, pddl.And(()), binding):
                    self.collect_effect(inner, extended, view, duration)
            case pddl.EffectConjunction(parts):
                for part in parts:
                    self.collect_effect(part, binding, view, duration)
            case _:
                assert_never(effect)

    def _record_assignment(self, operator: pddl.AssignOperator, fact: Fact, value: Fraction) -> None:
        match operator:
            case "increase" | "decrease":
                sums = self.counter_increases if fact in self.counters else self.increased
                sums[fact] = sums.get(fact, Fraction(0)) + (value if operator == "increase" else -value)
            case "assign":
                if self.assigned.setdefault(fact, value) != value:
                    raise EffectConflictError(format_message("pddl.two-assignments", function=format_fact(fact)))
            case "scale-up" | "scale-down":
                if operator == "scale-down" and not value:
                    raise UndefinedError(format_message("pddl.divided-by-zero", function=format_fact(fact)))
                factor = value if operator == "scale-up" else 1 / value
                self.scaled[fact] = self.scaled.get(fact, Fraction(1)) * factor
            case _:
                assert_never(operator)


AccessedFacts: TypeAlias = Mapping[str, set[Fact]]
"""The facts that conditions and effects access (``asked``, ``added``, ``deleted``), and the functions
(``read``; ``assigned`` or scaled; ``increased``)."""
# Two increases of one function do not interfere: their order does not matter.
_INTERFERING = (
    ("asked", "added"), ("asked", "deleted"), ("added", "deleted"), ("read", "assigned"), ("read", "increased"),
    ("assigned", "assigned"), ("assigned", "increased"),
)  # fmt: skip


def find_interference(one: AccessedFacts, other: AccessedFacts) -> Fact | None:
    """Return the first fact or function through which two actions interfere; None if there is none.

    The arguments say what each action reads and changes. Two actions interfere if one changes what the other reads,
    adds a fact that the other deletes, or assigns a value to a function that the other changes, too.
    """
    both = itertools.product(((one, other), (other, one)), _INTERFERING)
    return min((fact for (some, more), (here, there) in both for fact in some[here] & more[there]), default=None)


def collect_accesses(
    objects: Mapping[str, Collection[str]], parts: Iterable[pddl.Condition | pddl.Effect], binding: Binding
) -> AccessedFacts:
    """Return the facts and functions that conditions and effects read, add, delete or change.

    ``binding`` maps the free variables of the conditions and effects to objects; ``objects`` lists the objects of
    each type.
    """
    found = defaultdict[str, set[Fact]](set)
    for leaf, bound in (one for part in parts for one in _ground_leaves(part, objects, binding)):
        match leaf:
            case pddl.Atom(predicate, terms):
                found["asked"].add(_ground_fact(predicate, terms, bound))
            case pddl.NumericComparison(_, left, right):
                found["read"] |= {_ground_fact(one.name, one.terms, bound) for one in pddl.functions_in(left, right)}
            case pddl.Add(atom):
                found["added"].add(_ground_fact(atom.predicate, atom.terms, bound))
            case pddl.Delete(atom):
                found["deleted"].add(_ground_fact(atom.predicate, atom.terms, bound))
            case pddl.Assign(operator, function, value):
                kind = "increased" if operator in ("increase", "decrease") else "assigned"
                found[kind].add(_ground_fact(function.name, function.terms, bound))
                found["read"] |= {_ground_fact(one.name, one.terms, bound) for one in pddl.functions_in(value)}
            case _:
                assert_never(leaf)
    return found


def _ground_leaves(
    part: pddl.Condition | pddl.Effect, objects: Mapping[str, Collection[str]], binding: Binding
) -> Iterator[tuple[pddl.Atom | pddl.NumericComparison | pddl.Add | pddl.Delete | pddl.Assign, Binding]]:
    """Yield the atomic parts of a condition or an effect, each with a binding of its variables.

    A part under a quantifier is yielded for each choice of objects.
    """
    bindings: Iterable[Binding] = (binding,)
    match part:
        case pddl.Atom() | pddl.NumericComparison() | pddl.Add() | pddl.Delete() | pddl.Assign():
            yield part, binding
        case pddl.Exists(variables, _) | pddl.ForAll(variables, _) | pddl.ForEach(variables, _):
            kinds = [[name for kind in one.types for name in objects.get(kind, ())] for one in variables]
            names = [one.name for one in variables]
            bindings = ({**binding, **dict(zip(names, chosen, strict=True))} for chosen in itertools.product(*kinds))
    for extended in bindings:
        for inner in pddl.direct_parts(part):
            yield from _ground_leaves(inner, objects, extended)


def _ground_fact(name: str, terms: Sequence[str], binding: Binding) -> Fact:
    return (name, *map(binding.get, terms, terms))
