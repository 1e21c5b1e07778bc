"""Conditions in negation normal form: what is denied is an atom, an equation, a comparison or that something exists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias, assert_never

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
    Numeric,
    Operation,
    Or,
    Together,
    Typed,
    When,
)

__all__ = [
    "FALSE",
    "TRUE",
    "Binding",
    "FreeVariables",
    "all_of",
    "any_of",
    "conjuncts",
    "denied_of",
    "free_variables",
    "functions_in",
    "leaves",
    "normal",
    "normal_effect",
    "substituted",
]

Binding: TypeAlias = Mapping[str, str]
"""Objects for variables."""
TRUE, FALSE = And(()), Or(())


def normal(condition: Condition, denied: bool = False) -> Condition:
    """Return a condition, or its opposite, in negation normal form and without ``imply`` and ``forall``."""
    match condition:
        case Atom() | Equal() | Comparison():
            return Not(condition) if denied else condition
        case Not(inner):
            return normal(inner, not denied)
        case And(parts):
            each = tuple(normal(part, denied) for part in parts)
            return Or(each) if denied else And(each)
        case Or(parts):
            each = tuple(normal(part, denied) for part in parts)
            return And(each) if denied else Or(each)
        case Imply(premise, conclusion):
            return normal(Or((Not(premise), conclusion)), denied)
        case Exists(variables, inner):
            exists = Exists(variables, normal(inner))
            return Not(exists) if denied else exists
        case ForAll(variables, inner):
            exists = Exists(variables, normal(inner, True))
            return exists if denied else Not(exists)
    assert_never(condition)


def normal_effect(effect: Effect) -> Effect:
    """Return an effect whose conditions are in negation normal form."""
    match effect:
        case Add() | Delete() | Assign():
            return effect
        case When(condition, inner):
            return When(normal(condition), normal_effect(inner))
        case ForEach(variables, inner):
            return ForEach(variables, normal_effect(inner))
        case Together(parts):
            return Together(tuple(map(normal_effect, parts)))
    assert_never(effect)


def free_variables(condition: Condition) -> frozenset[str]:
    """Return the variables of a condition that no quantifier in it binds."""
    match condition:
        case Atom(_, terms):
            return frozenset(term for term in terms if term[0] == "?")
        case Equal(left, right):
            return frozenset(term for term in (left, right) if term[0] == "?")
        case Comparison(_, left, right):
            functions = (*functions_in(left), *functions_in(right))
            return frozenset(term for function in functions for term in function.terms if term[0] == "?")
        case Not(inner):
            return free_variables(inner)
        case And(parts) | Or(parts):
            return frozenset[str]().union(*map(free_variables, parts))
        case Imply(premise, conclusion):
            return free_variables(premise) | free_variables(conclusion)
        case Exists(variables, inner) | ForAll(variables, inner):
            return free_variables(inner) - {one.name for one in variables}
    assert_never(condition)


class FreeVariables:
    """The free variables of conditions, remembered."""

    MOST = 10_000

    def __init__(self) -> None:
        self._known: dict[int, tuple[Condition, frozenset[str]]] = {}
        """by identity; the condition itself is kept, so that no other gets its place"""

    def of(self, condition: Condition) -> frozenset[str]:
        """Return the free variables of a condition."""
        found = self._known.get(id(condition))
        if found is None:
            if len(self._known) >= self.MOST:
                self._known.clear()
            found = self._known[id(condition)] = condition, free_variables(condition)
        return found[1]


def conjuncts(condition: Condition) -> Iterator[Condition]:
    """Yield the parts of a conjunction, and of those in it; of anything else itself."""
    if isinstance(condition, And):
        for part in condition.parts:
            yield from conjuncts(part)
    else:
        yield condition


def leaves(condition: Condition, denied: bool = False) -> Iterator[tuple[Atom | Comparison, bool]]:
    """Yield what a condition in negation normal form asks of a state, with whether it asks for the opposite."""
    match condition:
        case Atom() | Comparison():
            yield condition, denied
        case Not(inner):
            yield from leaves(inner, not denied)
        case And(parts) | Or(parts):
            for part in parts:
                yield from leaves(part, denied)
        case Exists(_, inner):
            yield from leaves(inner, denied)
        case Equal():
            pass
        case ForAll() | Imply():
            raise AssertionError  # not in negation normal form
        case _:
            assert_never(condition)


def functions_in(number: Numeric) -> Iterator[Function]:
    """Yield the functions of an expression."""
    if isinstance(number, Function):
        yield number
    elif isinstance(number, Operation):
        for operand in number.operands:
            yield from functions_in(operand)


def substituted(condition: Condition, binding: Binding) -> Condition:
    """Return a condition with objects for its free variables."""

    def term(name: str) -> str:
        return binding.get(name, name)

    match condition:
        case Atom(predicate, terms):
            return Atom(predicate, tuple(map(term, terms)))
        case Equal(left, right):
            return Equal(term(left), term(right))
        case Comparison(operator, left, right):
            return Comparison(operator, _substituted(left, binding), _substituted(right, binding))
        case Not(inner):
            return Not(substituted(inner, binding))
        case And(parts):
            return And(tuple(substituted(part, binding) for part in parts))
        case Or(parts):
            return Or(tuple(substituted(part, binding) for part in parts))
        case Imply(premise, conclusion):
            return Imply(substituted(premise, binding), substituted(conclusion, binding))
        case Exists(variables, inner):
            return Exists(variables, substituted(inner, _without(binding, variables)))
        case ForAll(variables, inner):
            return ForAll(variables, substituted(inner, _without(binding, variables)))
    assert_never(condition)


def _substituted(number: Numeric, binding: Binding) -> Numeric:
    if isinstance(number, Function):
        return Function(number.name, tuple(binding.get(term, term) for term in number.terms))
    if isinstance(number, Operation):
        return Operation(number.operator, tuple(_substituted(operand, binding) for operand in number.operands))
    return number


def _without(binding: Binding, variables: tuple[Typed, ...]) -> Binding:
    hidden = {one.name for one in variables}
    return {name: value for name, value in binding.items() if name not in hidden}


def all_of(parts: Iterable[Condition]) -> Condition:
    """Return the conjunction of conditions, simplified."""
    found = list[Condition]()
    for part in parts:
        if isinstance(part, And):
            found += part.parts
        elif part == FALSE:
            return FALSE
        else:
            found.append(part)
    return found[0] if len(found) == 1 else And(tuple(found))


def any_of(parts: Iterable[Condition]) -> Condition:
    """Return the disjunction of conditions, simplified."""
    found = list[Condition]()
    for part in parts:
        if isinstance(part, Or):
            found += part.parts
        elif part == TRUE:
            return TRUE
        else:
            found.append(part)
    return found[0] if len(found) == 1 else Or(tuple(found))


def denied_of(condition: Condition) -> Condition:
    """Return the opposite of a condition in negation normal form, the denial put inside as far as it goes."""
    match condition:
        case Not(inner):
            return inner
        case And(parts):
            return any_of(map(denied_of, parts))
        case Or(parts):
            return all_of(map(denied_of, parts))
        case _:
            return Not(condition)
