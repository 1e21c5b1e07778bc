"""Conditions in negation normal form: what is denied is an atom, an equation, a comparison or that something exists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias, TypeVar, assert_never

from ferryplan.generator.pddl import expressions as pddl

Binding: TypeAlias = Mapping[str, str]
"""Objects for variables."""
Part = TypeVar("Part", pddl.Condition, pddl.Effect)
TRUE, FALSE = pddl.And(()), pddl.Or(())
MOST_KNOWN = 10_000
_KNOWN: dict[int, tuple[pddl.Condition | pddl.Effect, frozenset[str]]] = {}
"""free variables by identity; the condition itself is kept, so that no other gets its place"""


def normal(condition: pddl.Condition, denied: bool = False) -> pddl.Condition:
    """Return a condition, or its opposite, in negation normal form and without ``imply`` and ``forall``."""
    match condition:
        case pddl.Atom() | pddl.Equal() | pddl.Comparison():
            return pddl.Not(condition) if denied else condition
        case pddl.Not(inner):
            return normal(inner, not denied)
        case pddl.And(parts) | pddl.Or(parts):
            each = tuple(normal(part, denied) for part in parts)
            return pddl.Or(each) if isinstance(condition, pddl.And) == denied else pddl.And(each)
        case pddl.Imply(premise, conclusion):
            return normal(pddl.Or((pddl.Not(premise), conclusion)), denied)
        case pddl.Exists(variables, inner):
            exists = pddl.Exists(variables, normal(inner))
            return pddl.Not(exists) if denied else exists
        case pddl.ForAll(variables, inner):
            exists = pddl.Exists(variables, normal(inner, True))
            return exists if denied else pddl.Not(exists)
    assert_never(condition)


def normal_effect(effect: pddl.Effect) -> pddl.Effect:
    """Return an effect whose conditions are in negation normal form."""
    match effect:
        case pddl.Add() | pddl.Delete() | pddl.Assign():
            return effect
        case pddl.When(condition, inner):
            return pddl.When(normal(condition), normal_effect(inner))
        case pddl.ForEach(variables, inner):
            return pddl.ForEach(variables, normal_effect(inner))
        case pddl.Together(parts):
            return pddl.Together(tuple(map(normal_effect, parts)))
    assert_never(effect)


def named_in(part: pddl.Condition | pddl.Effect) -> tuple[pddl.Atom | pddl.Function, ...]:
    """Return the predicates and functions that a condition or an effect names itself, not in its parts."""
    match part:
        case pddl.Atom():
            return (part,)
        case pddl.Add(atom) | pddl.Delete(atom):
            return (atom,)
        case pddl.Comparison(_, left, right):
            return tuple(pddl.functions_in(left, right))
        case pddl.Assign(_, function, value):
            return function, *pddl.functions_in(value)
        case _:
            return ()


def terms_in(part: pddl.Condition | pddl.Effect) -> tuple[str, ...]:
    """Return the terms that a condition or an effect names itself."""
    own = (part.left, part.right) if isinstance(part, pddl.Equal) else ()
    return *own, *(term for one in named_in(part) for term in one.terms)


def free_in(part: pddl.Condition | pddl.Effect) -> frozenset[str]:
    """Return the variables of a condition that no quantifier in it binds; they are remembered, since the same are asked again and again."""
    known = _KNOWN.get(id(part))
    if known is None:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        known = _KNOWN[id(part)] = part, _found_free_in(part)
    return known[1]


def _found_free_in(part: pddl.Condition | pddl.Effect) -> frozenset[str]:
    own = (term for term in terms_in(part) if term[0] == "?")
    found = frozenset(own).union(*map(_found_free_in, pddl.parts_of(part)))
    return found - {one.name for one in part.variables} if isinstance(part, pddl.Quantified) else found


def conjuncts(whole: Part) -> Iterator[Part]:
    """Yield the parts of a conjunction of conditions or of effects, and of those in it; of anything else itself."""
    if isinstance(whole, pddl.And | pddl.Together):
        for part in whole.parts:
            yield from conjuncts(part)
    else:
        yield whole


def atoms(part: pddl.Condition | pddl.Effect, denied: bool = False) -> Iterator[tuple[pddl.Atom, bool]]:
    """Yield the atoms of a condition in negation normal form, each with whether its opposite is asked for."""
    if isinstance(part, pddl.Atom):
        yield part, denied
    for inner in pddl.parts_of(part):
        yield from atoms(inner, denied != isinstance(part, pddl.Not))


def substituted(condition: pddl.Condition, binding: Binding) -> pddl.Condition:
    """Return a condition with objects for its free variables."""

    def term(name: str) -> str:
        return binding.get(name, name)

    match condition:
        case pddl.Atom(predicate, terms):
            return pddl.Atom(predicate, tuple(map(term, terms)))
        case pddl.Equal(left, right):
            return pddl.Equal(term(left), term(right))
        case pddl.Comparison(operator, left, right):
            return pddl.Comparison(operator, _substituted(left, binding), _substituted(right, binding))
        case pddl.Not(inner):
            return pddl.Not(substituted(inner, binding))
        case pddl.And(parts) | pddl.Or(parts):
            return type(condition)(tuple(substituted(part, binding) for part in parts))
        case pddl.Imply(premise, conclusion):
            return pddl.Imply(substituted(premise, binding), substituted(conclusion, binding))
        case pddl.Exists(variables, inner) | pddl.ForAll(variables, inner):
            hidden = {one.name for one in variables}
            seen = {name: value for name, value in binding.items() if name not in hidden}
            return type(condition)(variables, substituted(inner, seen))
    assert_never(condition)


def _substituted(number: pddl.Numeric, binding: Binding) -> pddl.Numeric:
    if isinstance(number, pddl.Function):
        return pddl.Function(number.name, tuple(binding.get(term, term) for term in number.terms))
    if isinstance(number, pddl.Operation):
        return pddl.Operation(number.operator, tuple(_substituted(operand, binding) for operand in number.operands))
    return number


def all_of(parts: Iterable[pddl.Condition]) -> pddl.Condition:
    """Return the conjunction of conditions, simplified."""
    return _simplified(pddl.And, FALSE, parts)


def any_of(parts: Iterable[pddl.Condition]) -> pddl.Condition:
    """Return the disjunction of conditions, simplified."""
    return _simplified(pddl.Or, TRUE, parts)


def _simplified(
    kind: type[pddl.And | pddl.Or], deciding: pddl.Condition, parts: Iterable[pddl.Condition]
) -> pddl.Condition:
    """Return conditions joined, those that are joined so already as their parts; what decides it all is what it is."""
    found = list[pddl.Condition]()
    for part in parts:
        if isinstance(part, kind):
            found += part.parts
        elif part == deciding:
            return deciding
        else:
            found.append(part)
    return found[0] if len(found) == 1 else kind(tuple(found))
