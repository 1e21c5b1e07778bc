"""Plans that leave out auxiliary actions, completed where that can be done in one way."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence

from generator.pddl.changes import ClashError
from generator.pddl.execution import NotExecutableError, Step, bound
from generator.pddl.normal_form import Binding
from generator.pddl.operators import GroundAction
from generator.pddl.states import State, UndefinedError
from generator.pddl.task import Task
from generator.pddl.tree import Action

__all__ = ["AmbiguousError", "completed"]

MOST_STATES = 10_000
"""how many states are looked at between two actions of a plan"""


class AmbiguousError(NotExecutableError):
    """A plan that can be completed in several ways, which differ in what they come to."""


def completed(task: Task, plan: Sequence[Step], auxiliary: Callable[[str], bool]) -> tuple[Step, ...]:
    """Return a plan with the auxiliary actions, and the last arguments of others, that it leaves out.

    As few auxiliary actions as can be stand before each of its actions, and before the goal.

    ``auxiliary`` says of an action's name whether it is one. Raises AmbiguousError where the fewest lead to several states,
    NotExecutableError where there are none.
    """
    schemas = [action for action in task.domain.actions if isinstance(action, Action) and auxiliary(action.name)]
    state = task.initial
    found: list[Step] = []
    for number, step in enumerate(plan, 1):
        action, known = _named(task, step, number)
        state, between = _settled(task, schemas, state, functools.partial(_is_possible, task, action, known), number)
        moves = list(task.fitting(action, state, known))
        if len(moves) > 1:
            raise AmbiguousError(number, "the arguments that are left out could be several")
        found += [*between, step if moves[0].arguments == step.arguments else moves[0]]
        try:
            state = task.after(state, moves[0])
        except (UndefinedError, ClashError) as error:
            raise NotExecutableError(number, str(error)) from None
    _, between = _settled(task, schemas, state, task.is_goal, None)
    return (*found, *between)


def _named(task: Task, step: Step, number: int) -> tuple[Action, Binding]:
    """Return the action that a step names, and its parameters as far as they are given."""
    schema = next(iter(task.actions.get(step.name, ())), None)
    if isinstance(schema, Action) and len(step.arguments) < len(schema.parameters):
        return schema, {one.name: argument for one, argument in zip(schema.parameters, step.arguments, strict=False)}
    action, binding = bound(task, step, number)
    assert isinstance(action, Action)
    return action, binding


def _is_possible(task: Task, action: Action, known: Binding, state: State) -> bool:
    return any(True for _ in task.fitting(action, state, known))


def _settled(
    task: Task, schemas: Sequence[Action], start: State, wanted: Callable[[State], bool], number: int | None
) -> tuple[State, tuple[GroundAction, ...]]:
    """Return the state nearest by auxiliary actions that is as wanted, with these actions: breadth first."""
    layer: dict[State, tuple[GroundAction, ...]] = {start: ()}
    seen = {start}
    while layer:
        fitting = [state for state in layer if wanted(state)]
        if len(fitting) > 1:
            raise AmbiguousError(
                number, "the actions that are left out before it could be several, with different outcomes"
            )
        if fitting:
            return fitting[0], layer[fitting[0]]
        further: dict[State, tuple[GroundAction, ...]] = {}
        for state, way in layer.items():
            for step, after in _successors(task, schemas, state):
                if after not in seen:
                    seen.add(after)
                    further[after] = (*way, step)
            if len(seen) > MOST_STATES:
                break
        layer = further
    why = (
        "it cannot follow, whatever auxiliary actions stand before it"
        if number
        else "no auxiliary actions lead to the goal"
    )
    raise NotExecutableError(number, why)


def _successors(task: Task, schemas: Sequence[Action], state: State) -> Iterator[tuple[GroundAction, State]]:
    for action in schemas:
        for move in list(task.fitting(action, state)):
            yield move, task.after(state, move)
