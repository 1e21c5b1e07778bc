"""Plans that leave out auxiliary actions, completed where that can be done in one way."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from generator.pddl.execution import NotExecutableError, Step, bound
from generator.pddl.normal_form import Binding
from generator.pddl.states import State, UndefinedError
from generator.pddl.task import ClashError, Task
from generator.pddl.tree import Action

__all__ = ["AmbiguousError", "PlainStep", "completed"]

MOST_STATES = 10_000
"""how many states are looked at between two actions of a plan"""


class PlainStep(NamedTuple):
    """An action: its name and its arguments."""

    name: str
    arguments: tuple[str, ...]


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
        bindings = list(_fitting(task, action, known, state))
        if len(bindings) > 1:
            raise AmbiguousError(number, "the arguments that are left out could be several")
        arguments = tuple(bindings[0][one.name] for one in action.parameters)
        found += [*between, step if arguments == step.arguments else PlainStep(step.name, arguments)]
        try:
            state = task.successor(action, bindings[0], state)
        except (UndefinedError, ClashError) as error:
            raise NotExecutableError(number, str(error)) from None
    _, between = _settled(task, schemas, state, lambda after: task.view(after).holds(task.goal, {}), None)
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
    return any(True for _ in _fitting(task, action, known, state))


def _fitting(task: Task, action: Action, known: Binding, state: State) -> Iterator[Binding]:
    """Yield the ways to choose the parameters that are not given so that the action is applicable."""
    if len(known) == len(action.parameters):
        if task.is_applicable(action, known, state):
            yield known
    else:
        yield from (one for one in task.applicable(action, state) if all(one[name] == known[name] for name in known))


def _settled(
    task: Task, schemas: Sequence[Action], start: State, wanted: Callable[[State], bool], number: int | None
) -> tuple[State, tuple[PlainStep, ...]]:
    """Return the state nearest by auxiliary actions that is as wanted, with these actions: breadth first."""
    layer: dict[State, tuple[PlainStep, ...]] = {start: ()}
    seen = {start}
    while layer:
        fitting = [state for state in layer if wanted(state)]
        if len(fitting) > 1:
            raise AmbiguousError(
                number, "the actions that are left out before it could be several, with different outcomes"
            )
        if fitting:
            return fitting[0], layer[fitting[0]]
        further: dict[State, tuple[PlainStep, ...]] = {}
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


def _successors(task: Task, schemas: Sequence[Action], state: State) -> Iterator[tuple[PlainStep, State]]:
    for action in schemas:
        choices: list[Binding] = list(task.applicable(action, state))
        for binding in choices:
            yield (
                PlainStep(action.name, tuple(binding[one.name] for one in action.parameters)),
                task.successor(action, binding, state),
            )
