"""A search for the parts that a model does not need.

They are actions that change nothing, duplicate other actions or are never applicable, and predicates that no condition
uses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import walk_conditions_and_effects
from ferryplan.generator.space import StateSpace
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.wording import join_phrases
from ferryplan.teaching.interpretation.derived_places import is_derived_place

MAX_STATES = 5_000
"""The largest number of states that are explored."""


def describe_surplus_action(model: StateSpace[Any, Any], puzzle: StateSpace[Any, Any]) -> str:
    """Return a sentence about an action of a model that is idle or a duplicate; the empty text for none.

    An idle action changes nothing. Idle or duplicate moves do not count if the puzzle has moves of this kind, too. In a large model, only
    the states near the initial state are searched.
    """
    for kind, says in _find_surplus_moves(model):
        if all(other != kind for other, _ in _find_surplus_moves(puzzle)):
            return says
    return ""


def find_unneeded_parts(model: TaskSpace, needed_predicates: Collection[str]) -> list[str]:
    """Return phrases about a model's actions that are never applicable, and predicates that nothing uses.

    ``needed_predicates`` are predicates that represent state variables of the puzzle; they count as used. For temporal models, the result
    is empty.
    """
    if model.has_durations:
        return []
    applied, said = _collect_applied_actions(model), list[str]()
    never = [name for name in dict.fromkeys(action.name for action in model.domain.actions) if name not in applied]
    if never:
        said.append(format_message("check.never-applicable", count=len(never), names=_join_quoted(never)))
    asked = {
        part.predicate
        for part in walk_conditions_and_effects(model.domain, model.problem)
        if isinstance(part, pddl.Atom)
    }
    unused = [
        one.name
        for one in model.domain.predicates
        if one.name not in {*asked, *needed_predicates, "="}
        and not is_derived_place((one.name,))  # such predicates were added by ferryplan, not by the author of the model
    ]
    if unused:
        said.append(format_message("check.never-asked", count=len(unused), names=_join_quoted(unused)))
    return said


def _collect_applied_actions(model: TaskSpace) -> set[str]:
    """Return the names of the actions that are applicable in at least one reachable state of a model.

    For a large model, these are the actions that are reachable in the delete relaxation.
    """
    names, known = set[str](), {model.initial}
    for state in (queue := [model.initial]):
        if len(known) > MAX_STATES:
            return {operator.move.name for operator in model.relaxed_reachability[0]}
        for move, after in model.successors(state):
            names.add(move.name)
            if after not in known:
                known.add(after)
                queue.append(after)
    return names


def _join_quoted(names: Sequence[str]) -> str:
    """Return a list of quoted names as a phrase."""
    return join_phrases([f"'{name}'" for name in names])


def _find_surplus_moves(space: StateSpace[Any, Any]) -> Iterator[tuple[str, str]]:
    """Yield the idle and duplicate moves of a state space, each as a kind and a sentence.

    The kind ``idle`` is a move that changes nothing; ``double`` is a pair of moves with different names and the same successor.
    """
    known = {space.initial}
    for state in (queue := [space.initial]):
        by_end = dict[Any, Any]()
        for move, after in space.successors(state):
            if after == state:
                yield "idle", format_message("check.idle", move=move)
            elif _name_of_move(by_end.setdefault(after, move)) != _name_of_move(move):
                yield "double", format_message("check.duplicate", move=by_end[after], other=move)
            if after not in known and len(known) < MAX_STATES:
                known.add(after)
                queue.append(after)


def _name_of_move(move: Any) -> Any:
    """Return the name of a ground action; return a move of any other type unchanged."""
    return getattr(move, "name", move)
