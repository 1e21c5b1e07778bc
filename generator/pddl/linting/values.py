"""Numbers that are asked for and have no value."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.linting.findings import Finding, found
from ferryplan.generator.pddl.normal_form import FALSE, named_in
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.pddl.tree import Domain, Problem
from ferryplan.generator.pddl.undefined import KnownValues, undefined_in_problem

MOST_GROUND = 10_000
"""ground actions that are looked at"""


def goal_without_values(domain: Domain, problem: Problem) -> Iterator[Finding]:
    """Yield the functions without a value for which the goal or the metric asks."""
    declared = {one.name for one in domain.functions}
    for function in undefined_in_problem(domain, problem):
        if function.name in declared:
            yield found("no-value", problem.source, function.written, function=function)


def actions_without_values(task: Task) -> Iterator[Finding]:
    """Yield the functions without a value for which an action asks, of each action the first. Says nothing of durative actions."""
    if not task.domain.is_timed:
        places = {action.name: action.written for action in task.domain.actions}
        for move, function in _never_applicable(task):
            yield found("action-without-value", task.domain.source, places[move.name], function=function, move=move)


def _never_applicable(task: Task) -> Iterator[tuple[GroundAction, pddl.Function]]:
    """Yield the ground actions that ask for a number without a value, with that function; of an action and a function only the first."""
    known, told = KnownValues(task.domain, task.problem), set[tuple[str, str]]()
    for operator in itertools.islice(task.ground(), MOST_GROUND):
        condition, effect = operator.rest
        if condition == FALSE:
            continue
        for part in itertools.chain(pddl.all_in(condition), pddl.all_in(effect)):
            for one in named_in(part):
                assigned = isinstance(part, pddl.Assign) and part.operator == "assign" and one == part.function
                if isinstance(one, pddl.Atom) or assigned or (operator.move.name, one.name) in told:
                    continue
                if not known.may_have_value(one):
                    told.add((operator.move.name, one.name))
                    yield operator.move, one
