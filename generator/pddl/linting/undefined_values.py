"""Findings about functions that are read, but that have no initial value."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.linting.findings import Finding, make_finding
from ferryplan.generator.pddl.normal_form import FALSE, direct_references
from ferryplan.generator.pddl.syntax_tree import Domain, Problem
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.pddl.undefined_functions import DefinedFunctions, find_undefined_functions

MAX_GROUND_ACTIONS = 10_000
"""the maximum number of ground actions that are examined"""


def find_undefined_goal_values(domain: Domain, problem: Problem) -> Iterator[Finding]:
    """Yield findings about functions without a value that the goal or the metric needs."""
    declared = {one.name for one in domain.functions}
    for function in find_undefined_functions(domain, problem):
        if function.name in declared:
            yield make_finding("no-value", problem.source, function.source_node, function=function)


def find_undefined_action_values(task: Task) -> Iterator[Finding]:
    """Yield findings about functions without a value that actions need.

    For each action and function, only the first ground action is reported. There are no findings for temporal
    tasks.
    """
    if not task.domain.is_timed:
        places = {action.name: action.source_node for action in task.domain.actions}
        for move, function in _find_undefined_uses(task):
            yield make_finding(
                "action-without-value", task.domain.source, places[move.name], function=function, move=move
            )


def _find_undefined_uses(task: Task) -> Iterator[tuple[GroundAction, pddl.Function]]:
    """Yield ground actions, each with a function without a value that the action needs.

    For each action and function, only the first ground action is yielded.
    """
    known, told = DefinedFunctions(task.domain, task.problem), set[tuple[str, str]]()
    for operator in itertools.islice(task.ground_operators(), MAX_GROUND_ACTIONS):
        condition, effect = operator.rest_of_condition_and_effect
        if condition == FALSE:
            continue
        for part in itertools.chain(pddl.walk_parts(condition), pddl.walk_parts(effect)):
            for one in direct_references(part):
                assigned = isinstance(part, pddl.Assign) and part.operator == "assign" and one == part.function
                if isinstance(one, pddl.Atom) or assigned or (operator.move.name, one.name) in told:
                    continue
                if not known.may_have_value(one):
                    told.add((operator.move.name, one.name))
                    yield operator.move, one
