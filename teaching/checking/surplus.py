"""What a model does not need: actions that change nothing or do what others do, actions that are never applicable, facts that nothing asks for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import contents
from ferryplan.generator.space import StateSpace
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.wording import listing
from ferryplan.teaching.interpretation.holders import is_place

MOST_STATES = 5_000
"""how many states are looked at"""


def surplus_in(model: StateSpace[Any, Any], puzzle: StateSpace[Any, Any]) -> str:
    """Return in words which action a model has too many, unless the puzzle has such moves itself; the empty text if there is none.

    Of a large model the states near the start are looked at.
    """
    for kind, says in _surplus(model):
        if all(other != kind for other, _ in _surplus(puzzle)):
            return says
    return ""


def find_unneeded_parts(model: TaskSpace, told: Collection[str]) -> list[str]:
    """Return in words which actions of a model are never applicable and which predicates nothing asks for.

    The predicates that are `told` say where somebody is, and are needed for that. Nothing is said of models in time.
    """
    if model.in_time:
        return []
    applied, said = _collect_applied_actions(model), list[str]()
    never = [name for name in dict.fromkeys(action.name for action in model.domain.actions) if name not in applied]
    if never:
        said.append(format_message("check.never-applicable", count=len(never), names=_quote(never)))
    asked = {part.predicate for part in contents(model.domain, model.problem) if isinstance(part, pddl.Atom)}
    unused = [
        one.name
        for one in model.domain.predicates
        if one.name not in {*asked, *told, "="}
        and not is_place((one.name,))  # which is no predicate of the model's own
    ]
    if unused:
        said.append(format_message("check.never-asked", count=len(unused), names=_quote(unused)))
    return said


def _collect_applied_actions(model: TaskSpace) -> set[str]:
    """Return the names of the actions that are applicable somewhere; of a large model of those that might be, were nothing ever deleted."""
    names, known = set[str](), {model.initial}
    for state in (queue := [model.initial]):
        if len(known) > MOST_STATES:
            return {operator.move.name for operator in model.within_reach[0]}
        for move, after in model.moves(state):
            names.add(move.name)
            if after not in known:
                known.add(after)
                queue.append(after)
    return names


def _quote(names: Sequence[str]) -> str:
    return listing([f"'{name}'" for name in names])


def _surplus(space: StateSpace[Any, Any]) -> Iterator[tuple[str, str]]:
    """Yield moves that change nothing, and moves of different names that lead from one state to the same other: which of the two, and in words."""
    known = {space.initial}
    for state in (queue := [space.initial]):
        by_end = dict[Any, Any]()
        for move, after in space.moves(state):
            if after == state:
                yield "idle", format_message("check.idle", move=move)
            elif _name(by_end.setdefault(after, move)) != _name(move):
                yield "double", format_message("check.duplicate", move=by_end[after], other=move)
            if after not in known and len(known) < MOST_STATES:
                known.add(after)
                queue.append(after)


def _name(move: Any) -> Any:
    """Return the name of an action; of other moves the move itself."""
    return getattr(move, "name", move)
