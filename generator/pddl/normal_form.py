"""Negation normal form of conditions: only atoms, equalities, comparisons and ``exists`` are negated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias, TypeVar, assert_never

from ferryplan.generator.pddl import expressions as pddl

Binding: TypeAlias = Mapping[str, str]
"""An assignment of objects to variables."""
Part = TypeVar("Part", pddl.Condition, pddl.Effect)
TRUE, FALSE = pddl.And(()), pddl.Or(())
MAX_CACHED = 10_000
_FREE_VARIABLES: dict[int, tuple[pddl.Condition | pddl.Effect, frozenset[str]]] = {}
"""the free variables of a condition by its identity; the condition is kept, so that no other object gets the
same identity"""


def to_normal_form(condition: pddl.Condition, negated: bool = False) -> pddl.Condition:
    """Return a condition, or its negation, in negation normal form without ``imply`` and ``forall``."""
    match condition:
        case pddl.Atom() | pddl.Equal() | pddl.NumericComparison():
            return pddl.Not(condition) if negated else condition
        case pddl.Not(inner):
            return to_normal_form(inner, not negated)
        case pddl.And(parts) | pddl.Or(parts):
            each = tuple(to_normal_form(part, negated) for part in parts)
            return pddl.Or(each) if isinstance(condition, pddl.And) == negated else pddl.And(each)
        case pddl.Imply(premise, conclusion):
            return to_normal_form(pddl.Or((pddl.Not(premise), conclusion)), negated)
        case pddl.Exists(variables, inner):
            exists = pddl.Exists(variables, to_normal_form(inner))
            return pddl.Not(exists) if negated else exists
        case pddl.ForAll(variables, inner):
            exists = pddl.Exists(variables, to_normal_form(inner, True))
            return exists if negated else pddl.Not(exists)
    assert_never(condition)


def effect_to_normal_form(effect: pddl.Effect) -> pddl.Effect:
    """Return an effect with its conditions in negation normal form."""
    match effect:
        case pddl.Add() | pddl.Delete() | pddl.Assign():
            return effect
        case pddl.When(condition, inner):
            return pddl.When(to_normal_form(condition), effect_to_normal_form(inner))
        case pddl.ForEach(variables, inner):
            return pddl.ForEach(variables, effect_to_normal_form(inner))
        case pddl.EffectConjunction(parts):
            return pddl.EffectConjunction(tuple(map(effect_to_normal_form, parts)))
    assert_never(effect)


def direct_references(part: pddl.Condition | pddl.Effect) -> tuple[pddl.Atom | pddl.Function, ...]:
    """Return the atoms and functions directly in a condition or an effect, not in its nested parts."""
    match part:
        case pddl.Atom():
            return (part,)
        case pddl.Add(atom) | pddl.Delete(atom):
            return (atom,)
        case pddl.NumericComparison(_, left, right):
            return tuple(pddl.functions_in(left, right))
        case pddl.Assign(_, function, value):
            return function, *pddl.functions_in(value)
        case _:
            return ()


def direct_terms(part: pddl.Condition | pddl.Effect) -> tuple[str, ...]:
    """Return the terms directly in a condition or an effect, not in its nested parts."""
    own = (part.left, part.right) if isinstance(part, pddl.Equal) else ()
    return *own, *(term for one in direct_references(part) for term in one.terms)


def free_variables(part: pddl.Condition | pddl.Effect) -> frozenset[str]:
    """Return the variables of a condition or an effect that no quantifier within it binds.

    The results are cached, because the same conditions are examined again and again.
    """
    known = _FREE_VARIABLES.get(id(part))
    if known is None:
        if len(_FREE_VARIABLES) >= MAX_CACHED:
            _FREE_VARIABLES.clear()
        known = _FREE_VARIABLES[id(part)] = part, _compute_free_variables(part)
    return known[1]


def _compute_free_variables(part: pddl.Condition | pddl.Effect) -> frozenset[str]:
    own = (term for term in direct_terms(part) if term[0] == "?")
    found = frozenset(own).union(*map(_compute_free_variables, pddl.direct_parts(part)))
    return found - {one.name for one in part.variables} if isinstance(part, pddl.Quantified) else found


def conjuncts(whole: Part) -> Iterator[Part]:
    """Yield the conjuncts of a condition or an effect; nested conjunctions are flattened.

    A condition or an effect that is no conjunction is its own only conjunct.
    """
    if isinstance(whole, pddl.And | pddl.EffectConjunction):
        for part in whole.parts:
            yield from conjuncts(part)
    else:
        yield whole


def atoms_with_polarity(part: pddl.Condition | pddl.Effect, negated: bool = False) -> Iterator[tuple[pddl.Atom, bool]]:
    """Yield pairs for a condition in negation normal form: each atom, and whether the atom is negated."""
    if isinstance(part, pddl.Atom):
        yield part, negated
    for inner in pddl.direct_parts(part):
        yield from atoms_with_polarity(inner, negated != isinstance(part, pddl.Not))


def substitute_objects(condition: pddl.Condition, binding: Binding) -> pddl.Condition:
    """Return a condition with objects in place of its free variables."""

    def substitute_term(name: str) -> str:
        return binding.get(name, name)

    match condition:
        case pddl.Atom(predicate, terms):
            return pddl.Atom(predicate, tuple(map(substitute_term, terms)))
        case pddl.Equal(left, right):
            return pddl.Equal(substitute_term(left), substitute_term(right))
        case pddl.NumericComparison(operator, left, right):
            return pddl.NumericComparison(
                operator, _substitute_in_number(left, binding), _substitute_in_number(right, binding)
            )
        case pddl.Not(inner):
            return pddl.Not(substitute_objects(inner, binding))
        case pddl.And(parts) | pddl.Or(parts):
            return type(condition)(tuple(substitute_objects(part, binding) for part in parts))
        case pddl.Imply(premise, conclusion):
            return pddl.Imply(substitute_objects(premise, binding), substitute_objects(conclusion, binding))
        case pddl.Exists(variables, inner) | pddl.ForAll(variables, inner):
            hidden = {one.name for one in variables}
            seen = {name: value for name, value in binding.items() if name not in hidden}
            return type(condition)(variables, substitute_objects(inner, seen))
    assert_never(condition)


def _substitute_in_number(number: pddl.Numeric, binding: Binding) -> pddl.Numeric:
    if isinstance(number, pddl.Function):
        return pddl.Function(number.name, tuple(binding.get(term, term) for term in number.terms))
    if isinstance(number, pddl.Operation):
        return pddl.Operation(
            number.operator, tuple(_substitute_in_number(operand, binding) for operand in number.operands)
        )
    return number


def conjoin(parts: Iterable[pddl.Condition]) -> pddl.Condition:
    """Return the simplified conjunction of conditions."""
    return _simplify_and_or(pddl.And, FALSE, parts)


def disjoin(parts: Iterable[pddl.Condition]) -> pddl.Condition:
    """Return the simplified disjunction of conditions."""
    return _simplify_and_or(pddl.Or, TRUE, parts)


def _simplify_and_or(
    condition_class: type[pddl.And | pddl.Or], absorbing: pddl.Condition, parts: Iterable[pddl.Condition]
) -> pddl.Condition:
    """Return the flattened conjunction or disjunction of conditions.

    ``condition_class`` is the class of the result. If one of the parts is ``absorbing`` (FALSE for a conjunction, TRUE for a
    disjunction), the result is ``absorbing``.
    """
    found = list[pddl.Condition]()
    for part in parts:
        if isinstance(part, condition_class):
            found += part.parts
        elif part == absorbing:
            return absorbing
        else:
            found.append(part)
    return found[0] if len(found) == 1 else condition_class(tuple(found))
