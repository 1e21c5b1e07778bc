"""Optimal plans known from a theorem, for tasks in which a search would expand too many states."""

from __future__ import annotations

import re

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.pddl.grounding import NO_EFFECT, GroundAction
from ferryplan.generator.pddl.normal_form import TRUE
from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.search.shortest_path import ShortestPath
from ferryplan.generator.search.uniform_cost_search import TotalCost
from ferryplan.generator.tasks.puzzle_file import PLAN_TEMPLATE_NAME
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.tasks.template_filling import fill_template_file

_ACTION_LINE = re.compile(r"\(([^\s()]+(?: [^\s()]+)*)\)")


def find_plan_by_theorem(space: TaskSpace) -> ShortestPath[GroundAction]:
    """Return the plan from an instance's plan template, which is optimal according to a theorem.

    Each line of the filled template is an action. Raises PuzzleError if an action is not applicable or the plan does
    not reach the goal.
    """
    instance = space.instance
    path, state, moves = instance.file.folder / PLAN_TEMPLATE_NAME, space.initial, list[GroundAction]()
    # The plan for twenty discs has over a million actions; set operations on facts replay them much faster
    # than `find_violation` and `apply_move`.
    plain_operators = {
        one.move: one for one in space.ground_operators() if one.rest_of_condition_and_effect == (TRUE, NO_EFFECT)
    }
    for number, line in enumerate(fill_template_file(path, instance.puzzle, dict(instance.parameters)).splitlines(), 1):
        if not (action := _ACTION_LINE.fullmatch(line)):
            says = format_message("tasks.no-action-on-line", line=number, text=line[:80])
            raise PuzzleError(says, file=f"{path}, filled in")
        name, *objects = action[1].split()
        move = GroundAction(name, tuple(objects))
        moves.append(move)
        if (
            (known := plain_operators.get(move))
            and known.required <= state.facts
            and known.forbidden.isdisjoint(state.facts)
        ):
            state = PddlState((state.facts - known.deleted) | known.added, state.values)
        elif violation := space.find_violation(state, move):
            says = format_message("tasks.not-applicable-on-line", line=number, action=line, why=violation.found)
            raise PuzzleError(says, file=f"{path}, filled in")
        else:
            state = space.apply_move(state, move)
    if unmet := space.describe_unmet_goals(state):
        says = format_message("tasks.goal-not-reached", count=len(moves), unmet=unmet)
        raise PuzzleError(says, file=f"{path}, filled in", found=unmet)
    return ShortestPath(tuple(moves), TotalCost(len(moves), len(moves)), 0, instance.theorem)
