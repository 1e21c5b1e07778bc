"""Best plans that a theorem gives, where a search would have to look at too many states."""

from __future__ import annotations

import re

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.pddl.grounding import NOTHING, GroundAction
from ferryplan.generator.pddl.normal_form import TRUE
from ferryplan.generator.pddl.states import State
from ferryplan.generator.search.cheapest import Total
from ferryplan.generator.search.shortest_path import ShortestPath
from ferryplan.generator.tasks.filling import filled
from ferryplan.generator.tasks.puzzle_file import SHORTEST_PLAN
from ferryplan.generator.tasks.space import TaskSpace

_ACTION = re.compile(r"\(([^\s()]+(?: [^\s()]+)*)\)")


def shortest_by_theorem(space: TaskSpace) -> ShortestPath[GroundAction]:
    """Return the plan of an instance's template, which its theorem says to be a best one.

    Raises PuzzleError for a template that gives no plan: one action a line, each allowed, the last reaches the goal.
    """
    instance = space.instance
    path, state, moves = instance.file.folder / SHORTEST_PLAN, space.initial, list[GroundAction]()
    # The plan for twenty discs has over a million actions; sets of facts replay them much faster than
    # `breach` and `after`.
    plain = {one.move: one for one in space.ground() if one.rest == (TRUE, NOTHING)}
    for number, line in enumerate(filled(path, instance.puzzle, dict(instance.parameters)).splitlines(), 1):
        if not (action := _ACTION.fullmatch(line)):
            says = format_message("tasks.no-action-on-line", line=number, text=line[:80])
            raise PuzzleError(says, file=f"{path}, filled in")
        name, *objects = action[1].split()
        move = GroundAction(name, tuple(objects))
        moves.append(move)
        if (known := plain.get(move)) and known.required <= state.facts and known.forbidden.isdisjoint(state.facts):
            state = State((state.facts - known.deleted) | known.added, state.values)
        elif breach := space.breach(state, move):
            says = format_message("tasks.not-applicable-on-line", line=number, action=line, why=breach.found)
            raise PuzzleError(says, file=f"{path}, filled in")
        else:
            state = space.after(state, move)
    if unmet := space.unmet(state):
        says = format_message("tasks.goal-not-reached", count=len(moves), unmet=unmet)
        raise PuzzleError(says, file=f"{path}, filled in", found=unmet)
    return ShortestPath(tuple(moves), Total(len(moves), len(moves)), 0, instance.theorem)
