"""Actions with objects for their parameters, as far as what never changes allows them, and what of their conditions is left.

The preconditions that never change are joined one after the other, as in a database (M. Helmert, "Concise finite-domain
representations for PDDL planning tasks", Artificial Intelligence 173 (2009) 503-535, without the reachability).
"""

from __future__ import annotations

import functools
from collections.abc import Container, Hashable, Iterator, Sequence
from typing import NamedTuple, assert_never

from generator.pddl.expressions import (
    Add,
    And,
    Assign,
    Atom,
    Comparison,
    Condition,
    Delete,
    Effect,
    Equal,
    Exists,
    ForAll,
    ForEach,
    Function,
    Imply,
    Not,
    Number,
    Numeric,
    Operation,
    Or,
    Together,
    Typed,
    When,
)
from generator.pddl.normal_form import FALSE, TRUE, Binding, all_of, any_of, conjuncts, denied_of, leaves, substituted
from generator.pddl.operators import GroundAction, Operator
from generator.pddl.states import Fact, UndefinedError, View
from generator.pddl.tree import Action

__all__ = ["NOTHING", "Grounding"]

NOTHING = Together(())
MOST_EXPANDED = 1000
"""a quantifier over more choices of objects than these stays as it is"""


class Grounding:
    """What never changes, put into conditions and effects that are in negation normal form."""

    def __init__(
        self, static: View, changing: Container[str], derived: Container[str], counters: Container[Fact]
    ) -> None:
        self.static = static
        """what never changes"""
        self.changing = changing
        """the predicates, derived ones too, and the functions that may change"""
        self.derived, self.counters = derived, counters
        self._joins: dict[int, _Join] = {}
        self._chosen: dict[tuple[int, Hashable], list[dict[str, str]]] = {}
        self._left: dict[tuple[int, Hashable], Condition] = {}

    def operators(self, action: Action) -> Iterator[Operator]:
        """Yield the ground actions of an action that what never changes allows, in a fixed order."""
        fixed, required, forbidden, others = list[Condition](), list[Atom](), list[Atom](), list[Condition]()
        for part in conjuncts(action.precondition):
            match part:
                case _ if self._is_fixed(part):
                    fixed.append(part)
                case Atom(predicate) if predicate not in self.derived:
                    required.append(part)
                case Not(Atom(predicate) as atom) if predicate not in self.derived:
                    forbidden.append(atom)
                case _:
                    others.append(part)
        effects = list(_flat(action.effect))
        added = [effect.atom for effect in effects if isinstance(effect, Add)]
        deleted = [effect.atom for effect in effects if isinstance(effect, Delete)]
        more = Together(tuple(effect for effect in effects if not isinstance(effect, Add | Delete)))
        for binding in self.static.bindings(action.parameters, And(tuple(fixed)), {}, ordered=True):
            yield Operator(
                GroundAction(action.name, tuple([binding[one.name] for one in action.parameters])),
                _filled(required, binding),
                _filled(forbidden, binding),
                _filled(added, binding),
                _filled(deleted, binding),
                functools.partial(self._rest, others, more, binding) if others or more != NOTHING else _nothing,
            )

    def _rest(self, conditions: Sequence[Condition], effect: Effect, binding: Binding) -> tuple[Condition, Effect]:
        left = all_of(self.condition(part, binding) for part in conditions)
        return left, Together(tuple(self.effects(effect, binding)))

    def condition(self, condition: Condition, binding: Binding) -> Condition:
        """Return what is left of a condition, with objects for its variables; what never changes may make it TRUE or FALSE."""
        match condition:
            case Atom(predicate, terms):
                if predicate not in self.changing:
                    return TRUE if self.static.holds(condition, binding) else FALSE
                return Atom(predicate, tuple([binding.get(term, term) for term in terms]))
            case Equal():
                return TRUE if self.static.holds(condition, binding) else FALSE
            case Comparison(operator, left, right):
                found = Comparison(operator, self.number(left, binding), self.number(right, binding))
                if isinstance(found.left, Number) and isinstance(found.right, Number):
                    return TRUE if self.static.holds(found, {}) else FALSE
                return found
            case Not(inner):
                return denied_of(self.condition(inner, binding))
            case And(parts):
                return all_of(self.condition(part, binding) for part in parts)
            case Or(parts):
                return any_of(self.condition(part, binding) for part in parts)
            case Exists():
                key = id(condition), tuple([binding[name] for name in sorted(self.static.free.of(condition))])
                if key not in self._left:
                    self._left[key] = self._exists(condition, binding)
                return self._left[key]
            case ForAll() | Imply():
                raise AssertionError  # not in negation normal form
        assert_never(condition)

    def number(self, number: Numeric, binding: Binding) -> Numeric:
        """Return what is left of an expression: a Number if what never changes decides it."""
        match number:
            case Function(name, terms):
                found = Function(name, tuple([binding.get(term, term) for term in terms]))
                return found if name in self.changing else self._valued(found)
            case Operation(sign, operands):
                each = tuple(self.number(operand, binding) for operand in operands)
                whole = Operation(sign, each)
                return self._valued(whole) if all(isinstance(one, Number) for one in each) else whole
            case Number() | "?duration":
                return number
        assert_never(number)

    def effects(self, effect: Effect, binding: Binding) -> Iterator[Effect]:
        """Yield what is left of an effect, with objects for its variables: the parts that can come."""
        match effect:
            case Add(atom):
                yield Add(Atom(atom.predicate, tuple([binding.get(term, term) for term in atom.terms])))
            case Delete(atom):
                yield Delete(Atom(atom.predicate, tuple([binding.get(term, term) for term in atom.terms])))
            case Assign(operator, function, value):
                terms = tuple([binding.get(term, term) for term in function.terms])
                number = self.number(value, binding)
                if (function.name, *terms) not in self.counters or not isinstance(number, Number):
                    yield Assign(operator, Function(function.name, terms), number)
            case When(condition, inner):
                left = self.condition(condition, binding)
                if left == TRUE:
                    yield from self.effects(inner, binding)
                elif left != FALSE and (parts := tuple(self.effects(inner, binding))):
                    yield When(left, Together(parts))
            case ForEach(variables, inner):
                condition, outcome = (inner.condition, inner.effect) if isinstance(inner, When) else (TRUE, inner)
                join = self._join(effect, variables, condition)
                for chosen in self._choices(join, binding):
                    yield from self.effects(When(join.rest, outcome), {**binding, **chosen})
            case Together(parts):
                for part in parts:
                    yield from self.effects(part, binding)
            case _:
                assert_never(effect)

    def _exists(self, condition: Exists, binding: Binding) -> Condition:
        join = self._join(condition, condition.variables, condition.condition)
        choices = self._choices(join, binding)
        if len(choices) > MOST_EXPANDED:
            return substituted(condition, binding)
        return any_of(self.condition(join.rest, {**binding, **chosen}) for chosen in choices)

    def _choices(self, join: _Join, binding: Binding) -> list[dict[str, str]]:
        """Return how the variables of a quantifier can be chosen."""
        outer = {name: binding[name] for name in join.outer}
        key = id(join), tuple(outer.values())
        if key not in self._chosen:
            choices = self.static.bindings(join.variables, join.fixed, outer, ordered=True)
            self._chosen[key] = [{one.name: chosen[one.name] for one in join.variables} for chosen in choices]
        return self._chosen[key]

    def _join(self, quantified: Exists | ForEach, variables: tuple[Typed, ...], condition: Condition) -> _Join:
        """Return what of a condition in a quantifier never changes, apart from the rest."""
        if id(quantified) not in self._joins:
            own = {one.name for one in variables}
            fixed, rest = list[Condition](), list[Condition]()
            for part in conjuncts(condition):
                free = self.static.free.of(part)
                joined = self._is_fixed(part) and (isinstance(part, Atom) or free <= own)
                (fixed if joined else rest).append(part)
            outer = self.static.free.of(And(tuple(fixed))) - own
            self._joins[id(quantified)] = _Join(variables, And(tuple(fixed)), And(tuple(rest)), tuple(sorted(outer)))
        return self._joins[id(quantified)]

    def _is_fixed(self, condition: Condition) -> bool:
        """Whether a condition never changes; one with numbers may ask for a value that is none, and waits."""
        asked = (one for one, _ in leaves(condition))
        return all(isinstance(one, Atom) and one.predicate not in self.changing for one in asked)

    def _valued(self, number: Numeric) -> Numeric:
        try:
            return Number(self.static.value(number, {}))
        except UndefinedError:  # an action that asks for it cannot be carried out
            return number


class _Join(NamedTuple):
    """The condition of a quantifier."""

    variables: tuple[Typed, ...]
    fixed: Condition
    """what never changes"""
    rest: Condition
    outer: tuple[str, ...]
    """the variables from outside of which the former asks"""


def _nothing() -> tuple[Condition, Effect]:
    return TRUE, NOTHING


def _filled(atoms: Sequence[Atom], binding: Binding) -> frozenset[Fact]:
    return frozenset([(atom.predicate, *map(binding.get, atom.terms, atom.terms)) for atom in atoms])


def _flat(effect: Effect) -> Iterator[Effect]:
    if isinstance(effect, Together):
        for part in effect.parts:
            yield from _flat(part)
    else:
        yield effect
