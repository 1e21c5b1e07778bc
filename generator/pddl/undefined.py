"""Numbers that are asked for and have no value at the start.

In PDDL 2.1 a function without a value is undefined, and what asks for it cannot be carried out (Fox and Long 2003, section 2). That is harmless where
an action assigns a value first, or where a table leaves out what nobody needs; it is a mistake where the goal or the metric asks for it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import TOTAL_COST, contents, parts_of_action
from ferryplan.generator.pddl.normal_form import Binding
from ferryplan.generator.pddl.states import Objects, UndefinedError, View
from ferryplan.generator.pddl.tree import Action, Domain, DurativeAction, Problem, objects_of

GIVEN = {TOTAL_COST.name, "total-time"}
"""functions that have a value anyhow"""


def undefined_in_problem(domain: Domain, problem: Problem) -> Iterator[pddl.Function]:
    """Yield the functions without a value for which the goal asks in any case, or the metric, and to which no action assigns one."""
    known, objects = KnownValues(domain, problem), objects_of(domain, problem)
    metric = () if problem.metric is None else pddl.functions_in(problem.metric.value)
    for function in dict.fromkeys((*_asked(problem.goal, {}, objects), *metric)):
        if not known.may_have_value(function):
            yield function


def may_be_defined_later(domain: Domain, problem: Problem) -> bool:
    """Return whether a goal that asks for a number without a value may hold later: actions change what it asks for, and give it values."""
    asked = [*_asked(problem.goal, {}, objects_of(domain, problem))]
    changed = {part.function.name for part in contents(domain) if isinstance(part, pddl.Assign)}
    known = KnownValues(domain, problem)
    return any(one.name in changed for one in asked) and all(known.may_have_value(one) for one in asked)


def is_met(view: View, condition: pddl.Condition, later: bool) -> bool:
    """Return whether a condition holds; with ``later``, it does not where a value is missing. Raises UndefinedError without."""
    try:
        return view.holds(condition, {})
    except UndefinedError:
        if later:
            return False
        raise


class KnownValues:
    """The functions that have a value at the start or may get one."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self._values = {*problem.values}
        self._names = GIVEN | {function.name for action in domain.actions for function in _given(action)}

    def may_have_value(self, function: pddl.Function) -> bool:
        """Return whether a function has a value at some time."""
        return function.name in self._names or function in self._values or any(one[0] == "?" for one in function.terms)


def _given(action: Action | DurativeAction) -> Iterator[pddl.Function]:
    """Yield the functions to which an action gives a value: not those for whose value it asks itself, in any case, before it assigns another."""
    needed = [*_asked(action.precondition, {}, {})] if isinstance(action, Action) else []
    for part in parts_of_action(action):
        for one in pddl.all_in(part):
            asked = (*needed, *pddl.functions_in(one.value)) if isinstance(one, pddl.Assign) else ()
            if isinstance(one, pddl.Assign) and one.operator == "assign" and one.function not in asked:
                yield one.function


def _asked(condition: pddl.Condition, binding: Binding, objects: Objects) -> Iterator[pddl.Function]:
    """Yield the functions that need a value for a condition to hold, whichever way it is met."""
    match condition:
        case pddl.Comparison(_, left, right):
            for function in pddl.functions_in(left, right):
                terms = tuple([binding.get(term, term) for term in function.terms])
                yield pddl.Function(function.name, terms, function.written)
        case pddl.And(parts):
            for part in parts:
                yield from _asked(part, binding, objects)
        case pddl.ForAll(variables, inner):
            kinds = [dict.fromkeys(name for kind in one.types for name in objects.get(kind, ())) for one in variables]
            for chosen in itertools.product(*kinds):
                names = [one.name for one in variables]
                yield from _asked(inner, {**binding, **dict(zip(names, chosen, strict=True))}, objects)
        case _:
            pass
