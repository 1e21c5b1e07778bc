"""Checks for functions that are needed but have no initial value.

In PDDL 2.1 a function without a value is undefined, and an action that needs its value cannot be applied (Fox and
Long 2003, section 2). A missing value is harmless if an action assigns a value first, or if no action needs it. It is
a mistake if the goal or the metric needs the value.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import TOTAL_COST, conditions_and_effects_of, walk_conditions_and_effects
from ferryplan.generator.pddl.normal_form import Binding
from ferryplan.generator.pddl.states import ObjectsByType, StateView, UndefinedError
from ferryplan.generator.pddl.syntax_tree import Action, Domain, DurativeAction, Problem, find_objects_by_type

ALWAYS_DEFINED = {TOTAL_COST.name, "total-time"}
"""functions that always have a value"""


def find_undefined_functions(domain: Domain, problem: Problem) -> Iterator[pddl.Function]:
    """Yield the functions that the goal or the metric needs, and that never have a value.

    The goal needs a function only if it cannot be met without the function's value.
    """
    known, objects = DefinedFunctions(domain, problem), find_objects_by_type(domain, problem)
    metric = () if problem.metric is None else pddl.functions_in(problem.metric.value)
    for function in dict.fromkeys((*_required_functions(problem.goal, {}, objects), *metric)):
        if not known.may_have_value(function):
            yield function


def goal_values_may_become_defined(domain: Domain, problem: Problem) -> bool:
    """Return whether actions may give values to all undefined functions that the goal needs.

    Each function that the goal needs must have an initial value or may get one from an action. Actions must also change
    at least one of these functions; otherwise the result is False, even if all of them have values.
    """
    asked = [*_required_functions(problem.goal, {}, find_objects_by_type(domain, problem))]
    changed = {part.function.name for part in walk_conditions_and_effects(domain) if isinstance(part, pddl.Assign)}
    known = DefinedFunctions(domain, problem)
    return any(one.name in changed for one in asked) and all(known.may_have_value(one) for one in asked)


def goal_condition_holds(view: StateView, condition: pddl.Condition, undefined_means_unmet: bool) -> bool:
    """Return whether a goal condition holds in a state in which functions may be undefined.

    If the condition needs an undefined function, it counts as not met if ``undefined_means_unmet`` is true; otherwise
    UndefinedError is raised.
    """
    try:
        return view.holds(condition, {})
    except UndefinedError:
        if undefined_means_unmet:
            return False
        raise


class DefinedFunctions:
    """The functions that have an initial value or may get a value from an action."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self._values = {*problem.values}
        self._names = ALWAYS_DEFINED | {
            function.name for action in domain.actions for function in _assigned_functions(action)
        }

    def may_have_value(self, function: pddl.Function) -> bool:
        """Return whether a function has a value initially or may get one."""
        return function.name in self._names or function in self._values or any(one[0] == "?" for one in function.terms)


def _assigned_functions(action: Action | DurativeAction) -> Iterator[pddl.Function]:
    """Yield the functions to which an action can assign a first value.

    A function is left out if the action already needs its value.
    """
    needed = [*_required_functions(action.precondition, {}, {})] if isinstance(action, Action) else []
    for part in conditions_and_effects_of(action):
        for one in pddl.walk_parts(part):
            asked = (*needed, *pddl.functions_in(one.value)) if isinstance(one, pddl.Assign) else ()
            if isinstance(one, pddl.Assign) and one.operator == "assign" and one.function not in asked:
                yield one.function


def _required_functions(condition: pddl.Condition, binding: Binding, objects: ObjectsByType) -> Iterator[pddl.Function]:
    """Yield the functions that must have a value in each state in which a condition holds."""
    match condition:
        case pddl.NumericComparison(_, left, right):
            for function in pddl.functions_in(left, right):
                terms = tuple([binding.get(term, term) for term in function.terms])
                yield pddl.Function(function.name, terms, function.source_node)
        case pddl.And(parts):
            for part in parts:
                yield from _required_functions(part, binding, objects)
        case pddl.ForAll(variables, inner):
            kinds = [dict.fromkeys(name for kind in one.types for name in objects.get(kind, ())) for one in variables]
            for chosen in itertools.product(*kinds):
                names = [one.name for one in variables]
                yield from _required_functions(inner, {**binding, **dict(zip(names, chosen, strict=True))}, objects)
        case _:
            pass
