"""What may change in a task, and of that, what only counts what a plan costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from generator.pddl import expressions as pddl
from generator.pddl.normal_form import functions_in, leaves, normal
from generator.pddl.tree import Action, Domain, DurativeAction, Problem

TOTAL_COST = pddl.Function("total-cost", ())
"""it counts from 0 where a problem gives it no value"""


def changing(domain: Domain) -> frozenset[str]:
    """Return the predicates and functions that may change, derived predicates included."""
    found = set[str]()
    for part in changes_in(domain):
        match part:
            case pddl.Add(atom) | pddl.Delete(atom):
                found.add(atom.predicate)
            case pddl.Assign(_, function, _):
                found.add(function.name)
    asked = [(rule.atom.predicate, set(_names(normal(rule.condition)))) for rule in domain.derived]
    grown = True
    while grown:
        more = {name for name, others in asked if others & found} - found
        found |= more
        grown = bool(more)
    return frozenset(found)


def counting(domain: Domain, problem: Problem) -> frozenset[str]:
    """Return the functions that are at most added to, and of which at most the metric asks, as a sum: total costs."""
    assigned = [part for part in changes_in(domain) if isinstance(part, pddl.Assign)]
    numbers = [one.value for one in assigned]
    for action in domain.actions:
        if isinstance(action, DurativeAction):
            numbers += [side for one in action.duration for side in (one.left, one.right)]
    counted = {one.name for one in domain.functions}
    counted -= {one.function.name for one in assigned if one.operator not in ("increase", "decrease")}
    counted -= {name for condition in conditions_in(domain, problem) for name in _names(normal(condition))}
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
        deeper = [part for one in parts if isinstance(one, pddl.When | pddl.ForEach) for part in parts_of(one.effect)]
        raising, within = (
            [one for one in some if isinstance(one, pddl.Assign) and one.function == TOTAL_COST]
            for some in (parts, deeper)
        )
        if len(raising) > 1 or within or any(one.operator != "increase" for one in raising):
            return False
    return True


def conditions_in(domain: Domain, problem: Problem) -> list[pddl.Condition]:
    """Return every condition of a domain and its problem: the goal, those of derived predicates, of actions, of effects."""
    found = [problem.goal, *(rule.condition for rule in domain.derived)]
    for action in domain.actions:
        if isinstance(action, Action):
            found.append(action.precondition)
        else:
            found += [condition for _, condition in action.conditions]
    return [*found, *(part.condition for part in changes_in(domain) if isinstance(part, pddl.When))]


def changes_in(domain: Domain) -> Iterator[pddl.Effect]:
    """Yield every effect of a domain's actions, and all that is in it."""
    return (part for action in domain.actions for effect in effects_of(action) for part in parts_of(effect))


def effects_of(action: Action | DurativeAction) -> list[pddl.Effect]:
    """Return the effects of an action, at whatever moment."""
    return [action.effect] if isinstance(action, Action) else [effect for _, effect in action.effects]


def parts_of(effect: pddl.Effect) -> Iterator[pddl.Effect]:
    """Yield an effect and all that is in it."""
    yield effect
    match effect:
        case pddl.When(_, inner) | pddl.ForEach(_, inner):
            yield from parts_of(inner)
        case pddl.Together(parts):
            for part in parts:
                yield from parts_of(part)
        case pddl.Add() | pddl.Delete() | pddl.Assign():
            pass
        case _:
            assert_never(effect)


def _names(condition: pddl.Condition) -> Iterator[str]:
    """Yield the predicates and functions that a condition in negation normal form asks for."""
    for leaf, _ in leaves(condition):
        if isinstance(leaf, pddl.Atom):
            yield leaf.predicate
        else:
            for function in (*functions_in(leaf.left), *functions_in(leaf.right)):
                yield function.name


def _multiplied(number: pddl.Numeric) -> Iterator[str]:
    """Yield the functions that stand in a product beside another function, or below a fraction line."""
    if not isinstance(number, pddl.Operation):
        return
    holding = [operand for operand in number.operands if any(True for _ in functions_in(operand))]
    if (number.operator == "*" and len(holding) > 1) or (number.operator == "/" and number.operands[1] in holding):
        yield from (function.name for function in functions_in(number))
    for operand in number.operands:
        yield from _multiplied(operand)
