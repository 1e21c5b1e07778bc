"""What may change in a task, and of that, what only counts what a plan costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from generator.pddl.expressions import (
    Add,
    Assign,
    Atom,
    Condition,
    Delete,
    Effect,
    ForEach,
    Function,
    Numeric,
    Operation,
    Together,
    When,
)
from generator.pddl.normal_form import functions_in, leaves, normal
from generator.pddl.tree import Action, Domain, DurativeAction, Problem

__all__ = ["TOTAL_COST", "changing", "counting", "effects_of", "has_action_costs", "parts_of"]

TOTAL_COST = Function("total-cost", ())
"""it counts from 0 where a problem gives it no value"""


def changing(domain: Domain) -> frozenset[str]:
    """Return the predicates and functions that may change, derived predicates included."""
    found = {name for action in domain.actions for effect in effects_of(action) for name in _changed(effect)}
    asked = [(rule.atom.predicate, set(_names(normal(rule.condition)))) for rule in domain.derived]
    grown = True
    while grown:
        more = {name for name, others in asked if others & found} - found
        found |= more
        grown = bool(more)
    return frozenset(found)


def counting(domain: Domain, problem: Problem) -> frozenset[str]:
    """Return the functions that are at most added to, and of which at most the metric asks, as a sum: total costs."""
    effects = [one for action in domain.actions for effect in effects_of(action) for one in parts_of(effect)]
    conditions = [problem.goal, *(rule.condition for rule in domain.derived)]
    numbers = list[Numeric]()
    for action in domain.actions:
        if isinstance(action, Action):
            conditions.append(action.precondition)
        else:
            conditions += [condition for _, condition in action.conditions]
            numbers += [side for one in action.duration for side in (one.left, one.right)]
    conditions += [one.condition for one in effects if isinstance(one, When)]
    numbers += [one.value for one in effects if isinstance(one, Assign)]
    counted = {one.name for one in domain.functions}
    counted -= {
        one.function.name for one in effects if isinstance(one, Assign) and one.operator not in ("increase", "decrease")
    }
    counted -= {name for condition in conditions for name in _names(normal(condition))}
    counted -= {function.name for number in numbers for function in functions_in(number)}
    if problem.metric is not None:
        counted -= set(_multiplied(problem.metric.value))
    return frozenset(counted)


def has_action_costs(domain: Domain, problem: Problem) -> bool:
    """Return whether what is minimised is the total cost, which each action raises by something or leaves as it is."""
    if problem.metric is None or (problem.metric.direction, problem.metric.value) != ("minimize", TOTAL_COST):
        return False
    if problem.values.get(TOTAL_COST, 0) != 0 or TOTAL_COST.name not in counting(domain, problem):
        return False
    for action in domain.actions:
        parts = [part for effect in effects_of(action) for part in parts_of(effect)]
        deeper = [part for one in parts if isinstance(one, When | ForEach) for part in parts_of(one.effect)]
        raising, within = (
            [one for one in some if isinstance(one, Assign) and one.function == TOTAL_COST] for some in (parts, deeper)
        )
        if len(raising) > 1 or within or any(one.operator != "increase" for one in raising):
            return False
    return True


def effects_of(action: Action | DurativeAction) -> list[Effect]:
    """Return the effects of an action, at whatever moment."""
    return [action.effect] if isinstance(action, Action) else [effect for _, effect in action.effects]


def parts_of(effect: Effect) -> Iterator[Effect]:
    """Yield an effect and all that is in it."""
    yield effect
    match effect:
        case When(_, inner) | ForEach(_, inner):
            yield from parts_of(inner)
        case Together(parts):
            for part in parts:
                yield from parts_of(part)
        case Add() | Delete() | Assign():
            pass
        case _:
            assert_never(effect)


def _changed(effect: Effect) -> Iterator[str]:
    for part in parts_of(effect):
        match part:
            case Add(atom) | Delete(atom):
                yield atom.predicate
            case Assign(_, function, _):
                yield function.name


def _names(condition: Condition) -> Iterator[str]:
    """Yield the predicates and functions that a condition in negation normal form asks for."""
    for leaf, _ in leaves(condition):
        if isinstance(leaf, Atom):
            yield leaf.predicate
        else:
            for function in (*functions_in(leaf.left), *functions_in(leaf.right)):
                yield function.name


def _multiplied(number: Numeric) -> Iterator[str]:
    """Yield the functions that stand in a product beside another function, or below a fraction line."""
    if not isinstance(number, Operation):
        return
    holding = [operand for operand in number.operands if any(True for _ in functions_in(operand))]
    if (number.operator == "*" and len(holding) > 1) or (number.operator == "/" and number.operands[1] in holding):
        yield from (function.name for function in functions_in(number))
    for operand in number.operands:
        yield from _multiplied(operand)
