"""The changing predicates and functions of a task, and the functions that only accumulate costs."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.syntax_tree import Action, Domain, DurativeAction, Problem

TOTAL_COST = pddl.Function("total-cost", ())
"""the function of action costs; it starts at 0 if a problem gives it no value"""

TOTAL_TIME = pddl.Function("total-time", ())
"""the makespan of a plan"""


def find_changing_names(domain: Domain) -> frozenset[str]:
    """Return the names of predicates and functions that may change, including derived predicates."""
    found = set[str]()
    for part in walk_conditions_and_effects(domain):
        match part:
            case pddl.Add(atom) | pddl.Delete(atom):
                found.add(atom.predicate)
            case pddl.Assign(_, function, _):
                found.add(function.name)
    # Derived predicates may depend on one another, so this continues until no more are found.
    asked = [
        (rule.atom.predicate, set(_names_in_conditions(pddl.walk_parts(rule.condition))))
        for rule in domain.derivation_rules
    ]
    grown = True
    while grown:
        more = {name for name, others in asked if others & found} - found
        found |= more
        grown = bool(more)
    return frozenset(found)


def find_cost_counters(domain: Domain, problem: Problem) -> frozenset[str]:
    """Return the names of the functions that only accumulate costs.

    Actions only increase or decrease such a function. No condition or effect depends on its value, and the metric
    contains it only as a summand.
    """
    assigned = [part for part in walk_conditions_and_effects(domain) if isinstance(part, pddl.Assign)]
    counted = {one.name for one in domain.functions}
    counted -= {one.function.name for one in assigned if one.operator not in ("increase", "decrease")}
    counted -= set(_names_in_conditions(walk_conditions_and_effects(domain, problem)))
    counted -= {function.name for function in pddl.functions_in(*(one.value for one in assigned))}
    if problem.metric is not None:
        counted -= set(_functions_in_products(problem.metric.value))
    return frozenset(counted)


def minimizes_total_time(problem: Problem) -> bool:
    """Return whether the metric minimizes the total time.

    If no action takes time, the total time is the number of actions.
    """
    return problem.metric is not None and (problem.metric.direction, problem.metric.value) == ("minimize", TOTAL_TIME)


def has_action_costs(domain: Domain, problem: Problem) -> bool:
    """Return whether the metric minimizes a total cost that actions only increase.

    The total cost must start at 0, and each action may increase it at most once, unconditionally. No condition or
    effect may depend on its value.
    """
    if problem.metric is None or (problem.metric.direction, problem.metric.value) != ("minimize", TOTAL_COST):
        return False
    if problem.values.get(TOTAL_COST, 0) != 0 or TOTAL_COST.name not in find_cost_counters(domain, problem):
        return False
    for action in domain.actions:
        parts = [part for one in conditions_and_effects_of(action) for part in pddl.walk_parts(one)]
        raising = [one for one in parts if isinstance(one, pddl.Assign) and one.function == TOTAL_COST]
        deeper = (inner for one in parts if isinstance(one, pddl.When | pddl.ForEach) for inner in pddl.walk_parts(one))
        if len(raising) > 1 or any(one.operator != "increase" or one in deeper for one in raising):
            return False
    return True


def compute_cost_scale(domain: Domain, problem: Problem) -> int:
    """Return a factor that makes all action costs integers; 1 without a metric.

    The function assumes that all values in products and divisors never change.
    """
    if problem.metric is None:
        return 1
    assigned = [part for part in walk_conditions_and_effects(domain) if isinstance(part, pddl.Assign)]
    names, grown = {one.name for one in pddl.functions_in(problem.metric.value)}, True
    while grown:
        added = [part.value for part in assigned if part.function.name in names]
        more = {one.name for one in pddl.functions_in(*added)} - names
        names, grown = names | more, bool(more)
    values = {function: value for function, value in problem.values.items() if function.name in names}
    fractions, products = [*values.values()], list[int]()
    for whole in (problem.metric.value, *added):
        parts = [*pddl.walk_numeric_expressions(whole)]
        fractions += [one.value for one in parts if isinstance(one, pddl.NumericConstant)]
        joined = [one for one in parts if isinstance(one, pddl.Operation) and one.operator in "*/"]
        products.append(len(joined))
        for divisor in (one.operands[1] for one in joined if one.operator == "/"):
            below = {one.name for one in pddl.functions_in(divisor)}
            divisors = [
                one.value for one in pddl.walk_numeric_expressions(divisor) if isinstance(one, pddl.NumericConstant)
            ]
            divisors += [value for function, value in values.items() if function.name in below]
            fractions += [1 / value for value in divisors if value]
    least: int = math.lcm(*(one.denominator for one in fractions))
    # Each product may multiply the denominators once more.
    return least if not any(products) else int(least ** (1 + products[0] + max(products[1:], default=0)))


def walk_conditions_and_effects(
    domain: Domain, problem: Problem | None = None
) -> Iterator[pddl.Condition | pddl.Effect]:
    """Yield the conditions and effects of a domain and the goal of a problem, with all their parts.

    The conditions and effects of a domain are in its derived predicates and actions.
    """
    for rule in domain.derivation_rules:
        yield from pddl.walk_parts(rule.condition)
    for action in domain.actions:
        for part in conditions_and_effects_of(action):
            yield from pddl.walk_parts(part)
    if problem is not None:
        yield from pddl.walk_parts(problem.goal)


def conditions_and_effects_of(action: Action | DurativeAction) -> tuple[pddl.Condition | pddl.Effect, ...]:
    """Return the conditions and effects of an action at all moments, and its duration constraints."""
    if isinstance(action, Action):
        return action.precondition, action.effect
    return *action.duration, *(part for _, part in (*action.conditions, *action.effects))


def _names_in_conditions(parts: Iterable[pddl.Condition | pddl.Effect]) -> Iterator[str]:
    """Yield the names of predicates and functions in atomic conditions; other parts are ignored."""
    for part in parts:
        match part:
            case pddl.Atom(predicate):
                yield predicate
            case pddl.NumericComparison(_, left, right):
                for function in pddl.functions_in(left, right):
                    yield function.name


def _functions_in_products(number: pddl.Numeric) -> Iterator[str]:
    """Yield the names of functions in products of several functions, and in divisors."""
    if not isinstance(number, pddl.Operation):
        return
    holding = [operand for operand in number.operands if any(True for _ in pddl.functions_in(operand))]
    if (number.operator == "*" and len(holding) > 1) or (number.operator == "/" and number.operands[1] in holding):
        yield from (function.name for function in pddl.functions_in(number))
    for operand in number.operands:
        yield from _functions_in_products(operand)
