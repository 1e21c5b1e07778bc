"""Grounding: replacing variables by objects, as far as the static facts allow it.

The static preconditions are joined one after the other, as in a database (M. Helmert, "Concise finite-domain
representations for PDDL planning tasks", Artificial Intelligence 173 (2009) 503-535). Unlike in that paper,
reachability is not considered here; see `relaxed_reachability`.
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
    conjoin,
    conjuncts,
    disjoin,
    free_variables,
    substitute_objects,
    to_normal_form,
)
from ferryplan.generator.pddl.states import Fact, StateView, UndefinedError
from ferryplan.generator.pddl.syntax_tree import Action, DerivationRule

NO_EFFECT = pddl.EffectConjunction(())
MAX_EXPANDED_CHOICES, MAX_GROUND_RULES_SIZE = 1000, 100_000
"""limits: a quantifier over more choices of objects is not expanded; derived predicates are not grounded if
their rules would have more conditions in total"""


class Grounding:
    """Replaces variables by objects, and evaluates all parts that depend on static facts.

    Static facts and values never change. All conditions and effects must be in negation normal form.
    """

    def __init__(
        self, static: StateView, changing_names: Container[str], derived: Container[str], counters: Container[Fact]
    ) -> None:
        self.static = static
        """the facts and values that never change"""
        self.changing_names = changing_names
        """the predicates, derived ones included, and functions that may change"""
        self.derived, self.counters = derived, counters
        self._split_cache: dict[int, _SplitQuantifiedCondition] = {}
        self._choices_cache: dict[tuple[int, Hashable], list[dict[str, str]]] = {}
        self._exists_cache: dict[tuple[int, Hashable], pddl.Condition] = {}

    def split_action(self, action: Action) -> ActionSchema:
        """Split an action into its static condition, its literals and the rest.

        The rest consists of the other conditions and effects, which are grounded only when they are needed.
        """
        fixed, others = list[pddl.Condition](), list[pddl.Condition]()
        required, forbidden = list[pddl.Atom](), list[pddl.Atom]()
        for part in conjuncts(action.precondition):
            match part:
                case _ if self._is_static(part):
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
        more = pddl.EffectConjunction(
            tuple(effect for effect in effects if not isinstance(effect, pddl.Add | pddl.Delete))
        )
        rest = functools.partial(self._ground_rest, others, more)
        return ActionSchema(action, pddl.And(tuple(fixed)), required, forbidden, added, deleted, rest)

    def ground_schema(
        self, schema: ActionSchema, known: Binding, view: StateView | None = None
    ) -> Iterator[GroundOperator]:
        """Yield the ground actions of a schema that the static facts allow, in a fixed order.

        With a view, yield only those whose required facts hold in the view, in any order. ``known`` maps parameters
        whose objects are given to these objects.
        """
        action, fixed, required, forbidden, added, deleted, more = schema
        others = [one for one in action.parameters if one.name not in known]
        joined = pddl.And((fixed, *required)) if view else fixed
        for binding in (view or self.static).bindings_satisfying(others, joined, known, ordered=not view):
            move = GroundAction(action.name, tuple([binding[one.name] for one in action.parameters]))
            asked = _ground_atoms(required, binding), _ground_atoms(forbidden, binding)
            changed = _ground_atoms(added, binding), _ground_atoms(deleted, binding)
            yield GroundOperator(move, *asked, *changed, functools.partial(more, binding))

    def ground_rules(self, rules: Sequence[DerivationRule]) -> Sequence[DerivationRule]:
        """Return the ground rules of derived predicates that the static facts allow.

        If the conditions of the ground rules would be too large in total, the given rules are returned unchanged.
        """
        found, size = list[DerivationRule](), 0
        for rule in rules:
            join = self._split_quantified_condition(rule, rule.parameters, to_normal_form(rule.condition))
            for chosen in self.static.bindings_satisfying(rule.parameters, join.static_condition, {}, ordered=True):
                condition = self.ground_condition(join.rest, chosen)
                size += sum(1 for _ in pddl.walk_parts(condition))
                if size > MAX_GROUND_RULES_SIZE:
                    return rules
                if condition != FALSE:
                    terms = tuple([chosen[term] for term in rule.atom.terms])
                    found.append(DerivationRule(pddl.Atom(rule.atom.predicate, terms), (), condition))
        return found

    def _ground_rest(
        self, conditions: Sequence[Condition], effect: Effect, binding: Binding
    ) -> tuple[Condition, Effect]:
        left = conjoin(self.ground_condition(part, binding) for part in conditions)
        changes = tuple(self.ground_effect(effect, binding))
        return TRUE if left == TRUE else left, pddl.EffectConjunction(changes) if changes else NO_EFFECT

    def ground_condition(self, condition: pddl.Condition, binding: Binding) -> pddl.Condition:
        """Replace the variables of a condition by objects, and simplify it by the static facts.

        The static facts may make it TRUE or FALSE.
        """
        match condition:
            case pddl.Atom(predicate, terms):
                if predicate not in self.changing_names:
                    return TRUE if self.static.holds(condition, binding) else FALSE
                return pddl.Atom(predicate, tuple([binding.get(term, term) for term in terms]))
            case pddl.Equal():
                return TRUE if self.static.holds(condition, binding) else FALSE
            case pddl.NumericComparison(operator, left, right):
                found = pddl.NumericComparison(
                    operator, self.ground_number(left, binding), self.ground_number(right, binding)
                )
                if isinstance(found.left, pddl.NumericConstant) and isinstance(found.right, pddl.NumericConstant):
                    return TRUE if self.static.holds(found, {}) else FALSE
                return found
            case pddl.Not(inner):
                return to_normal_form(self.ground_condition(inner, binding), negated=True)
            case pddl.And(parts):
                return conjoin(self.ground_condition(part, binding) for part in parts)
            case pddl.Or(parts):
                return disjoin(self.ground_condition(part, binding) for part in parts)
            case pddl.Exists():
                # Identity is a safe key: the condition is part of an action or a rule, which lives as long as
                # this object.
                key = id(condition), tuple([binding[name] for name in sorted(free_variables(condition))])
                if key not in self._exists_cache:
                    self._exists_cache[key] = self._ground_exists(condition, binding)
                return self._exists_cache[key]
            case pddl.ForAll() | pddl.Imply():
                raise AssertionError  # not in negation normal form
        assert_never(condition)

    def ground_number(self, number: pddl.Numeric, binding: Binding) -> pddl.Numeric:
        """Replace the variables of a numeric expression by objects.

        If only static values occur, the expression becomes a constant.
        """
        match number:
            case pddl.Function(name, terms):
                found = pddl.Function(name, tuple([binding.get(term, term) for term in terms]))
                return found if name in self.changing_names else self._evaluate_static_number(found)
            case pddl.Operation(sign, operands):
                each = tuple(self.ground_number(operand, binding) for operand in operands)
                whole = pddl.Operation(sign, each)
                return (
                    self._evaluate_static_number(whole)
                    if all(isinstance(one, pddl.NumericConstant) for one in each)
                    else whole
                )
            case pddl.NumericConstant() | "?duration":
                return number
        assert_never(number)

    def ground_effect(self, effect: pddl.Effect, binding: Binding) -> Iterator[pddl.Effect]:
        """Yield the parts of an effect that can occur, with objects for their variables."""
        match effect:
            case pddl.Add(atom) | pddl.Delete(atom):
                yield type(effect)(pddl.Atom(atom.predicate, tuple([binding.get(term, term) for term in atom.terms])))
            case pddl.Assign(operator, function, value):
                terms = tuple([binding.get(term, term) for term in function.terms])
                number = self.ground_number(value, binding)
                if (function.name, *terms) not in self.counters or not isinstance(number, pddl.NumericConstant):
                    yield pddl.Assign(operator, pddl.Function(function.name, terms), number)
            case pddl.When(condition, inner):
                left = self.ground_condition(condition, binding)
                if left == TRUE:
                    yield from self.ground_effect(inner, binding)
                elif left != FALSE and (parts := tuple(self.ground_effect(inner, binding))):
                    yield pddl.When(left, pddl.EffectConjunction(parts))
            case pddl.ForEach(variables, inner):
                condition, outcome = (inner.condition, inner.effect) if isinstance(inner, pddl.When) else (TRUE, inner)
                join = self._split_quantified_condition(effect, variables, condition)
                for chosen in self._quantifier_choices(join, binding):
                    yield from self.ground_effect(pddl.When(join.rest, outcome), {**binding, **chosen})
            case pddl.EffectConjunction(parts):
                for part in parts:
                    yield from self.ground_effect(part, binding)
            case _:
                assert_never(effect)

    def _ground_exists(self, condition: pddl.Exists, binding: Binding) -> pddl.Condition:
        join = self._split_quantified_condition(condition, condition.variables, condition.condition)
        choices = self._quantifier_choices(join, binding)
        if len(choices) > MAX_EXPANDED_CHOICES:
            return substitute_objects(condition, binding)
        return disjoin(self.ground_condition(join.rest, {**binding, **chosen}) for chosen in choices)

    def _quantifier_choices(self, join: _SplitQuantifiedCondition, binding: Binding) -> list[dict[str, str]]:
        """Return the choices of objects for the variables of a quantifier that the static facts allow.

        Each choice is a dict from variables to objects.
        """
        outer = {name: binding[name] for name in join.outer_variables}
        key = id(join), tuple(outer.values())
        if key not in self._choices_cache:
            choices = self.static.bindings_satisfying(join.variables, join.static_condition, outer, ordered=True)
            self._choices_cache[key] = [{one.name: chosen[one.name] for one in join.variables} for chosen in choices]
        return self._choices_cache[key]

    def _split_quantified_condition(
        self,
        quantified: pddl.Exists | pddl.ForEach | DerivationRule,
        variables: tuple[pddl.TypedName, ...],
        condition: pddl.Condition,
    ) -> _SplitQuantifiedCondition:
        """Split the condition of a quantifier, or of a derivation rule, into a static part and the rest."""
        if id(quantified) not in self._split_cache:
            own = {one.name for one in variables}
            fixed, rest = list[pddl.Condition](), list[pddl.Condition]()
            for part in conjuncts(condition):
                joined = self._is_static(part) and (isinstance(part, pddl.Atom) or free_variables(part) <= own)
                (fixed if joined else rest).append(part)
            never, outer = pddl.And(tuple(fixed)), sorted(free_variables(pddl.And(tuple(fixed))) - own)
            self._split_cache[id(quantified)] = _SplitQuantifiedCondition(
                variables, never, pddl.And(tuple(rest)), outer
            )
        return self._split_cache[id(quantified)]

    def _is_static(self, condition: pddl.Condition) -> bool:
        """Return whether a condition depends on static facts only and has no numbers.

        A condition with numbers may need an undefined value, so it is evaluated later.
        """
        return not any(
            isinstance(one, pddl.NumericComparison)
            or (isinstance(one, pddl.Atom) and one.predicate in self.changing_names)
            for one in pddl.walk_parts(condition)
        )

    def _evaluate_static_number(self, number: pddl.Numeric) -> pddl.Numeric:
        try:
            return pddl.NumericConstant(self.static.value(number, {}))
        except UndefinedError:  # an action that needs the value is not applicable
            return number


class ActionSchema(NamedTuple):
    """An action with parameters, split into the parts that grounding treats differently."""

    action: Action
    static_condition: Condition
    """the conjuncts of the precondition that depend on static facts only"""
    required: Sequence[pddl.Atom]
    """the atoms of the precondition that must hold"""
    forbidden: Sequence[pddl.Atom]
    """the negated atoms of the precondition"""
    added: Sequence[pddl.Atom]
    deleted: Sequence[pddl.Atom]
    ground_rest: Callable[[Binding], tuple[Condition, Effect]]
    """a function from a binding of the parameters to the ground rest of the precondition and of the effect"""


class _SplitQuantifiedCondition(NamedTuple):
    """The condition under a quantifier, split into a static part and the rest."""

    variables: tuple[pddl.TypedName, ...]
    static_condition: pddl.Condition
    """the conjuncts that depend on static facts only"""
    rest: pddl.Condition
    outer_variables: Sequence[str]
    """the variables in the static part that the quantifier does not bind"""


def _ground_atoms(atoms: Sequence[pddl.Atom], binding: Binding) -> frozenset[Fact]:
    return frozenset([(atom.predicate, *map(binding.get, atom.terms, atom.terms)) for atom in atoms])


class PlanStep(Protocol):
    """The interface of an action in a plan: a name and arguments."""

    @property
    def name(self) -> str:
        """The action's name."""

    @property
    def arguments(self) -> tuple[str, ...]:
        """The objects for the action's parameters, in their order."""


class GroundAction(NamedTuple):
    """An action's name and the objects for its parameters."""

    name: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return f"({' '.join((self.name, *self.arguments))})"


@dataclass(frozen=True)
class GroundOperator:
    """A ground action with its precondition and effect, simplified by the static facts."""

    move: GroundAction
    required: frozenset[Fact]
    """the facts that must hold"""
    forbidden: frozenset[Fact]
    """the facts that must not hold"""
    added: frozenset[Fact]
    """the facts that the action adds unconditionally"""
    deleted: frozenset[Fact]
    """the facts that the action deletes unconditionally"""
    compute_rest: Callable[[], tuple[Condition, Effect]] = field(repr=False, compare=False)
    """a function that computes ``rest_of_condition_and_effect``, which takes longer"""

    @functools.cached_property
    def rest_of_condition_and_effect(self) -> tuple[Condition, Effect]:
        """The parts of precondition and effect that are not plain required, forbidden, added or deleted facts.

        They are computed on the first access. Effects on cost counters are left out.
        """
        return self.compute_rest()

    @property
    def possible_additions(self) -> frozenset[Fact]:
        """The facts that the action may add, whether or not the conditions of its effects hold."""
        return self.added.union(self._list_other_effects(pddl.Add))

    @property
    def possible_deletions(self) -> frozenset[Fact]:
        """The facts that the action may delete, whether or not the conditions of its effects hold."""
        return self.deleted.union(self._list_other_effects(pddl.Delete))

    def _list_other_effects(self, kind: type[pddl.Add | pddl.Delete]) -> list[Fact]:
        """Return the facts that effects of one kind change, without the unconditional effects."""
        parts = pddl.walk_parts(self.rest_of_condition_and_effect[1])
        return [one.atom.fact for one in parts if isinstance(one, kind)]
