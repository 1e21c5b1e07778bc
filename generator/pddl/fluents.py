"""What may change in a task, and of that, what only counts what a plan costs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.tree import Action, Domain, DurativeAction, Problem

TOTAL_COST = pddl.Function("total-cost", ())
"""it counts from 0 where a problem gives it no value"""

TOTAL_TIME = pddl.Function("total-time", ())
"""how long a plan takes"""


def changing(domain: Domain) -> frozenset[str]:
    """Return the predicates and functions that may change, derived predicates included."""
    found = set[str]()
    for part in contents(domain):
        match part:
            case pddl.Add(atom) | pddl.Delete(atom):
                found.add(atom.predicate)
            case pddl.Assign(_, function, _):
                found.add(function.name)
    # Derived predicates may build on one another, so this goes on until no more are found.
    asked = [(rule.atom.predicate, set(_names(pddl.all_in(rule.condition)))) for rule in domain.derived]
    grown = True
    while grown:
        more = {name for name, others in asked if others & found} - found
        found |= more
        grown = bool(more)
    return frozenset(found)


def counting(domain: Domain, problem: Problem) -> frozenset[str]:
    """Return the functions that are at most added to, and of which at most the metric asks, as a sum: total costs."""
    assigned = [part for part in contents(domain) if isinstance(part, pddl.Assign)]
    counted = {one.name for one in domain.functions}
    counted -= {one.function.name for one in assigned if one.operator not in ("increase", "decrease")}
    counted -= set(_names(contents(domain, problem)))
    counted -= {function.name for function in pddl.functions_in(*(one.value for one in assigned))}
    if problem.metric is not None:
        counted -= set(_multiplied(problem.metric.value))
    return frozenset(counted)


def counts_actions(problem: Problem) -> bool:
    """Return whether the metric is the time that a plan takes: where no action takes time, the number of its actions."""
    return problem.metric is not None and (problem.metric.direction, problem.metric.value) == ("minimize", TOTAL_TIME)


def has_action_costs(domain: Domain, problem: Problem) -> bool:
    """Return whether what is minimized is the total cost, which each action raises by something or leaves as it is."""
    if problem.metric is None or (problem.metric.direction, problem.metric.value) != ("minimize", TOTAL_COST):
        return False
    if problem.values.get(TOTAL_COST, 0) != 0 or TOTAL_COST.name not in counting(domain, problem):
        return False
    for action in domain.actions:
        parts = [part for one in parts_of_action(action) for part in pddl.all_in(one)]
        raising = [one for one in parts if isinstance(one, pddl.Assign) and one.function == TOTAL_COST]
        deeper = (inner for one in parts if isinstance(one, pddl.When | pddl.ForEach) for inner in pddl.all_in(one))
        if len(raising) > 1 or any(one.operator != "increase" or one in deeper for one in raising):
            return False
    return True


def parts_of_one(domain: Domain, problem: Problem) -> int:
    """Return into how many parts one is to be cut so that all that actions add to the metric is a whole number of parts; 1 without a metric.

    That is so where what stands in products, and divisors, never changes.
    """
    if problem.metric is None:
        return 1
    assigned = [part for part in contents(domain) if isinstance(part, pddl.Assign)]
    names, grown = {one.name for one in pddl.functions_in(problem.metric.value)}, True
    while grown:
        added = [part.value for part in assigned if part.function.name in names]
        more = {one.name for one in pddl.functions_in(*added)} - names
        names, grown = names | more, bool(more)
    values = {function: value for function, value in problem.values.items() if function.name in names}
    fractions, products = [*values.values()], list[int]()
    for whole in (problem.metric.value, *added):
        parts = [*pddl.expressions_in(whole)]
        fractions += [one.value for one in parts if isinstance(one, pddl.Number)]
        joined = [one for one in parts if isinstance(one, pddl.Operation) and one.operator in "*/"]
        products.append(len(joined))
        for divisor in (one.operands[1] for one in joined if one.operator == "/"):
            below = {one.name for one in pddl.functions_in(divisor)}
            divisors = [one.value for one in pddl.expressions_in(divisor) if isinstance(one, pddl.Number)]
            divisors += [value for function, value in values.items() if function.name in below]
            fractions += [1 / value for value in divisors if value]
    least: int = math.lcm(*(one.denominator for one in fractions))
    # Each product may multiply the denominators once more.
    return least if not any(products) else int(least ** (1 + products[0] + max(products[1:], default=0)))


def contents(domain: Domain, problem: Problem | None = None) -> Iterator[pddl.Condition | pddl.Effect]:
    """Yield every condition and effect of a domain's derived predicates and actions and of a problem's goal, and all that is in them."""
    for rule in domain.derived:
        yield from pddl.all_in(rule.condition)
    for action in domain.actions:
        for part in parts_of_action(action):
            yield from pddl.all_in(part)
    if problem is not None:
        yield from pddl.all_in(problem.goal)


def parts_of_action(action: Action | DurativeAction) -> tuple[pddl.Condition | pddl.Effect, ...]:
    """Return the conditions and the effects of an action, at whatever moment, with what it says of its duration."""
    if isinstance(action, Action):
        return action.precondition, action.effect
    return *action.duration, *(part for _, part in (*action.conditions, *action.effects))


def _names(parts: Iterable[pddl.Condition | pddl.Effect]) -> Iterator[str]:
    """Yield the predicates and functions for which those of some conditions ask that consist of no others."""
    for part in parts:
        match part:
            case pddl.Atom(predicate):
                yield predicate
            case pddl.Comparison(_, left, right):
                for function in pddl.functions_in(left, right):
                    yield function.name


def _multiplied(number: pddl.Numeric) -> Iterator[str]:
    """Yield the functions that stand in a product beside another function, or below a fraction line."""
    if not isinstance(number, pddl.Operation):
        return
    holding = [operand for operand in number.operands if any(True for _ in pddl.functions_in(operand))]
    if (number.operator == "*" and len(holding) > 1) or (number.operator == "/" and number.operands[1] in holding):
        yield from (function.name for function in pddl.functions_in(number))
    for operand in number.operands:
        yield from _multiplied(operand)
