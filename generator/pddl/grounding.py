"""Ground actions: as far as what never changes allows them, and what is left of them.

The preconditions that never change are joined one after the other, as in a database (M. Helmert, "Concise finite-domain
representations for PDDL planning tasks", Artificial Intelligence 173 (2009) 503-535, without the reachability).
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Container, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, assert_never

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.expressions import Condition, Effect
from ferryplan.generator.pddl.normal_form import (
    FALSE,
    TRUE,
    Binding,
    all_of,
    any_of,
    conjuncts,
    free_in,
    normal,
    substituted,
)
from ferryplan.generator.pddl.states import Fact, UndefinedError, View
from ferryplan.generator.pddl.tree import Action, Derived

NOTHING = pddl.Together(())
MOST_EXPANDED, MOST_ASKED = 1000, 100_000
"""a quantifier over more choices of objects stays as it is, and so do derived predicates that would ask for more, altogether"""


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
        self._left: dict[tuple[int, Hashable], pddl.Condition] = {}

    def schema(self, action: Action) -> Schema:
        """Return the parts of an action, as operators have them."""
        fixed, others = list[pddl.Condition](), list[pddl.Condition]()
        required, forbidden = list[pddl.Atom](), list[pddl.Atom]()
        for part in conjuncts(action.precondition):
            match part:
                case _ if self._is_fixed(part):
                    fixed.append(part)
                case pddl.Atom(predicate) if predicate not in self.derived:
                    required.append(part)
                case pddl.Not(pddl.Atom(predicate) as atom) if predicate not in self.derived:
                    forbidden.append(atom)
                case _:
                    others.append(part)
        effects = list(conjuncts(action.effect))
        added = [effect.atom for effect in effects if isinstance(effect, pddl.Add)]
        deleted = [effect.atom for effect in effects if isinstance(effect, pddl.Delete)]
        more = pddl.Together(tuple(effect for effect in effects if not isinstance(effect, pddl.Add | pddl.Delete)))
        rest = functools.partial(self._rest, others, more)
        return Schema(action, pddl.And(tuple(fixed)), required, forbidden, added, deleted, rest)

    def operators(self, schema: Schema, known: Binding, view: View | None = None) -> Iterator[Operator]:
        """Yield the ground actions that what never changes allows, in a fixed order; with a view, in any order, those that require what holds there.

        ``known`` are parameters.
        """
        action, fixed, required, forbidden, added, deleted, more = schema
        others = [one for one in action.parameters if one.name not in known]
        joined = pddl.And((fixed, *required)) if view else fixed
        for binding in (view or self.static).bindings(others, joined, known, ordered=not view):
            move = GroundAction(action.name, tuple([binding[one.name] for one in action.parameters]))
            asked = _filled(required, binding), _filled(forbidden, binding)
            changed = _filled(added, binding), _filled(deleted, binding)
            yield Operator(move, *asked, *changed, functools.partial(more, binding))

    def rules(self, rules: Sequence[Derived]) -> Sequence[Derived]:
        """Return the rules of derived predicates with objects for their variables, as far as what never changes allows them.

        If these would ask for too much, the rules as they are.
        """
        found, size = list[Derived](), 0
        for rule in rules:
            join = self._join(rule, rule.parameters, normal(rule.condition))
            for chosen in self.static.bindings(rule.parameters, join.fixed, {}, ordered=True):
                condition = self.condition(join.rest, chosen)
                size += sum(1 for _ in pddl.all_in(condition))
                if size > MOST_ASKED:
                    return rules
                if condition != FALSE:
                    terms = tuple([chosen[term] for term in rule.atom.terms])
                    found.append(Derived(pddl.Atom(rule.atom.predicate, terms), (), condition))
        return found

    def _rest(self, conditions: Sequence[Condition], effect: Effect, binding: Binding) -> tuple[Condition, Effect]:
        left = all_of(self.condition(part, binding) for part in conditions)
        changes = tuple(self.effects(effect, binding))
        return TRUE if left == TRUE else left, pddl.Together(changes) if changes else NOTHING

    def condition(self, condition: pddl.Condition, binding: Binding) -> pddl.Condition:
        """Return what is left of a condition, with objects for its variables; what never changes may make it TRUE or FALSE."""
        match condition:
            case pddl.Atom(predicate, terms):
                if predicate not in self.changing:
                    return TRUE if self.static.holds(condition, binding) else FALSE
                return pddl.Atom(predicate, tuple([binding.get(term, term) for term in terms]))
            case pddl.Equal():
                return TRUE if self.static.holds(condition, binding) else FALSE
            case pddl.Comparison(operator, left, right):
                found = pddl.Comparison(operator, self.number(left, binding), self.number(right, binding))
                if isinstance(found.left, pddl.Number) and isinstance(found.right, pddl.Number):
                    return TRUE if self.static.holds(found, {}) else FALSE
                return found
            case pddl.Not(inner):
                return normal(self.condition(inner, binding), denied=True)
            case pddl.And(parts):
                return all_of(self.condition(part, binding) for part in parts)
            case pddl.Or(parts):
                return any_of(self.condition(part, binding) for part in parts)
            case pddl.Exists():
                # Identity is a safe key: the condition is a part of an action or a rule, which is kept as
                # long as this.
                key = id(condition), tuple([binding[name] for name in sorted(free_in(condition))])
                if key not in self._left:
                    self._left[key] = self._exists(condition, binding)
                return self._left[key]
            case pddl.ForAll() | pddl.Imply():
                raise AssertionError  # not in negation normal form
        assert_never(condition)

    def number(self, number: pddl.Numeric, binding: Binding) -> pddl.Numeric:
        """Return what is left of an expression: a Number if what never changes decides it."""
        match number:
            case pddl.Function(name, terms):
                found = pddl.Function(name, tuple([binding.get(term, term) for term in terms]))
                return found if name in self.changing else self._valued(found)
            case pddl.Operation(sign, operands):
                each = tuple(self.number(operand, binding) for operand in operands)
                whole = pddl.Operation(sign, each)
                return self._valued(whole) if all(isinstance(one, pddl.Number) for one in each) else whole
            case pddl.Number() | "?duration":
                return number
        assert_never(number)

    def effects(self, effect: pddl.Effect, binding: Binding) -> Iterator[pddl.Effect]:
        """Yield what is left of an effect, with objects for its variables: the parts that can come."""
        match effect:
            case pddl.Add(atom) | pddl.Delete(atom):
                yield type(effect)(pddl.Atom(atom.predicate, tuple([binding.get(term, term) for term in atom.terms])))
            case pddl.Assign(operator, function, value):
                terms = tuple([binding.get(term, term) for term in function.terms])
                number = self.number(value, binding)
                if (function.name, *terms) not in self.counters or not isinstance(number, pddl.Number):
                    yield pddl.Assign(operator, pddl.Function(function.name, terms), number)
            case pddl.When(condition, inner):
                left = self.condition(condition, binding)
                if left == TRUE:
                    yield from self.effects(inner, binding)
                elif left != FALSE and (parts := tuple(self.effects(inner, binding))):
                    yield pddl.When(left, pddl.Together(parts))
            case pddl.ForEach(variables, inner):
                condition, outcome = (inner.condition, inner.effect) if isinstance(inner, pddl.When) else (TRUE, inner)
                join = self._join(effect, variables, condition)
                for chosen in self._choices(join, binding):
                    yield from self.effects(pddl.When(join.rest, outcome), {**binding, **chosen})
            case pddl.Together(parts):
                for part in parts:
                    yield from self.effects(part, binding)
            case _:
                assert_never(effect)

    def _exists(self, condition: pddl.Exists, binding: Binding) -> pddl.Condition:
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

    def _join(
        self,
        quantified: pddl.Exists | pddl.ForEach | Derived,
        variables: tuple[pddl.Typed, ...],
        condition: pddl.Condition,
    ) -> _Join:
        """Return what of a condition in a quantifier never changes, apart from the rest."""
        if id(quantified) not in self._joins:
            own = {one.name for one in variables}
            fixed, rest = list[pddl.Condition](), list[pddl.Condition]()
            for part in conjuncts(condition):
                joined = self._is_fixed(part) and (isinstance(part, pddl.Atom) or free_in(part) <= own)
                (fixed if joined else rest).append(part)
            never, outer = pddl.And(tuple(fixed)), sorted(free_in(pddl.And(tuple(fixed))) - own)
            self._joins[id(quantified)] = _Join(variables, never, pddl.And(tuple(rest)), outer)
        return self._joins[id(quantified)]

    def _is_fixed(self, condition: pddl.Condition) -> bool:
        """Whether a condition never changes; one with numbers may ask for a value that is none, and waits."""
        return not any(
            isinstance(one, pddl.Comparison) or (isinstance(one, pddl.Atom) and one.predicate in self.changing)
            for one in pddl.all_in(condition)
        )

    def _valued(self, number: pddl.Numeric) -> pddl.Numeric:
        try:
            return pddl.Number(self.static.value(number, {}))
        except UndefinedError:  # an action that asks for it cannot be carried out
            return number


class Schema(NamedTuple):
    """An action in parts."""

    action: Action
    fixed: Condition
    """what never changes"""
    required: Sequence[pddl.Atom]
    forbidden: Sequence[pddl.Atom]
    added: Sequence[pddl.Atom]
    deleted: Sequence[pddl.Atom]
    more: Callable[[Binding], tuple[Condition, Effect]]
    """gives the rest"""


class _Join(NamedTuple):
    """The condition of a quantifier."""

    variables: tuple[pddl.Typed, ...]
    fixed: pddl.Condition
    """what never changes"""
    rest: pddl.Condition
    outer: Sequence[str]
    """the variables from outside of which the former asks"""


def _filled(atoms: Sequence[pddl.Atom], binding: Binding) -> frozenset[Fact]:
    return frozenset([(atom.predicate, *map(binding.get, atom.terms, atom.terms)) for atom in atoms])


class Step(Protocol):
    """An action of a plan: its name and its arguments."""

    @property
    def name(self) -> str:
        """The action's name."""

    @property
    def arguments(self) -> tuple[str, ...]:
        """The objects for its parameters, in their order."""


class GroundAction(NamedTuple):
    """An action's name and the objects for its parameters."""

    name: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return f"({' '.join((self.name, *self.arguments))})"


@dataclass(frozen=True)
class Operator:
    """A ground action: what is left of its precondition and its effect where what never changes is taken as it is."""

    move: GroundAction
    required: frozenset[Fact]
    """what must hold"""
    forbidden: frozenset[Fact]
    """what must not hold"""
    added: frozenset[Fact]
    deleted: frozenset[Fact]
    more: Callable[[], tuple[Condition, Effect]] = field(repr=False, compare=False)
    """gives the rest, which takes longer to work out"""

    @functools.cached_property
    def rest(self) -> tuple[Condition, Effect]:
        """What else is asked, and what else comes about, but for counters; worked out when it is asked for."""
        return self.more()

    @property
    def gained(self) -> frozenset[Fact]:
        """What it may add, whatever its effects ask for."""
        return self.added.union([one.atom.fact for one in pddl.all_in(self.rest[1]) if isinstance(one, pddl.Add)])
