"""Plans without times carried out on a task, action by action."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from generator.errors import PlanError, nearest
from generator.pddl.expressions import And, Condition, Not
from generator.pddl.normal_form import Binding, substituted
from generator.pddl.states import State, UndefinedError
from generator.pddl.task import ClashError, Task
from generator.pddl.tree import Action, DurativeAction

__all__ = ["Executed", "NotExecutableError", "Step", "bound", "carried_out", "check_goal", "execute", "told", "unmet"]

LONGEST = 160
"""how many characters of a condition are told"""


class Step(Protocol):
    """An action of a plan: its name and its arguments."""

    @property
    def name(self) -> str:
        """The action's name."""

    @property
    def arguments(self) -> tuple[str, ...]:
        """The objects for its parameters, in their order."""


class NotExecutableError(PlanError):
    """A plan that is none of the task.

    ``number`` is that of the action, from 1, or None where the goal does not hold in the end; ``why`` says what is wrong with it;
    ``foreign`` whether the task does not have it at all.
    """

    def __init__(self, number: int | None, why: str, foreign: bool = False) -> None:
        super().__init__(f"action {number}: {why}" if number else why)
        self.number, self.why, self.foreign = number, why, foreign


@dataclass(frozen=True, slots=True)
class Executed:
    """What a plan comes to."""

    final: State
    cost: Fraction
    """by the task's metric; the number of actions where it has none"""


def execute(task: Task, plan: Iterable[Step]) -> Executed:
    """Return what a plan comes to, carried out from the initial state. Raises NotExecutableError at the first action that cannot be."""
    state, number = task.initial, 0
    for number, step in enumerate(plan, 1):
        state = carried_out(task, step, state, number)
    check_goal(task, state)
    try:
        return Executed(state, task.cost(state, number))
    except UndefinedError as error:
        raise NotExecutableError(None, f"the metric has no value: {error}") from None


def carried_out(task: Task, step: Step, state: State, number: int) -> State:
    """Return the state after an action, the ``number``-th. Raises NotExecutableError."""
    action, binding = bound(task, step, number)
    if isinstance(action, DurativeAction):
        raise NotExecutableError(number, "the action takes time: expected a plan with times, as in 0.0: (…) [1.0]")
    try:
        if not task.is_applicable(action, binding, state):
            raise NotExecutableError(number, told(unmet(task, action.precondition, binding, state)))
        return task.successor(action, binding, state)
    except (UndefinedError, ClashError) as error:
        raise NotExecutableError(number, str(error)) from None


def check_goal(task: Task, state: State) -> None:
    """Raise NotExecutableError unless the goal holds."""
    try:
        if not task.view(state).holds(task.goal, {}):
            missing = unmet(task, task.problem.goal, {}, state)
            raise NotExecutableError(
                None, f"after the last action {told(missing).removesuffix(' then')}, expected the goal"
            )
    except UndefinedError as error:
        raise NotExecutableError(None, f"the goal cannot be looked at: {error}") from None


def bound(task: Task, step: Step, number: int) -> tuple[Action | DurativeAction, Binding]:
    """Return the action that a step of a plan names, and its parameters. Raises NotExecutableError if there is none such."""
    schemas = task.actions.get(step.name)
    if schemas is None:
        hint = nearest(step.name, task.actions)
        why = f"there is no such action in the domain{hint if hint.startswith('; did') else ''}"
        raise NotExecutableError(number, why, foreign=True)
    schema = next((one for one in schemas if len(one.parameters) == len(step.arguments)), None)
    if schema is None:
        raise NotExecutableError(number, f"expected {_signature(schemas[0])}", foreign=True)
    for parameter, argument in zip(schema.parameters, step.arguments, strict=True):
        if argument not in task.objects.get("object", ()):
            raise NotExecutableError(number, f"'{argument}' is no object of the problem", foreign=True)
        if not any(argument in task.objects.get(kind, ()) for kind in parameter.types):
            why = f"'{argument}' is no {' or '.join(parameter.types)}: expected {_signature(schema)}"
            raise NotExecutableError(number, why, foreign=True)
    return schema, {one.name: argument for one, argument in zip(schema.parameters, step.arguments, strict=True)}


def unmet(task: Task, condition: Condition, binding: Binding, state: State) -> Condition:
    """Return the first part of a condition that does not hold, with objects for its variables."""
    if isinstance(condition, And):
        for part in condition.parts:
            if not task.holds(part, state, binding):
                return unmet(task, part, binding, state)
    return substituted(condition, binding)


def told(condition: Condition) -> str:
    """Return the words for a condition that does not hold."""
    if isinstance(condition, Not):
        return f"{_shortened(str(condition.condition))} holds then"
    return f"{_shortened(str(condition))} does not hold then"


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 2]}…)"


def _signature(action: Action | DurativeAction) -> str:
    parameters = (
        f"{one.name} - {one.types[0] if len(one.types) == 1 else f'(either {chr(32).join(one.types)})'}"
        for one in action.parameters
    )
    return f"({' '.join((action.name, *parameters))})"
