"""Plans without times carried out on a task, action by action."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from generator.errors import PlanError
from generator.pddl.breaches import told, unmet
from generator.pddl.normal_form import Binding
from generator.pddl.operators import GroundAction
from generator.pddl.states import Fact, State, UndefinedError
from generator.pddl.task import ForeignActionError, Task
from generator.pddl.tree import Action, DurativeAction

__all__ = ["Executed", "NotExecutableError", "Step", "bound", "check_goal", "execute"]


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
    state, number, counted = task.initial, 0, defaultdict[Fact, Fraction](Fraction)
    for number, step in enumerate(plan, 1):
        if isinstance(bound(task, step, number)[0], DurativeAction):
            raise NotExecutableError(number, "the action takes time: expected a plan with times, as in 0.0: (…) [1.0]")
        move = GroundAction(step.name, step.arguments)
        breach = task.breach(state, move)
        if breach is not None:
            raise NotExecutableError(number, breach.found)
        changes = task.changes(state, move)
        state = changes.of(state)
        for fact, more in changes.counted.items():
            counted[fact] += more
    check_goal(task, state)
    try:
        return Executed(state, task.worth(state, counted, number))
    except UndefinedError as error:
        raise NotExecutableError(None, f"the metric has no value: {error}") from None


def check_goal(task: Task, state: State) -> None:
    """Raise NotExecutableError unless the goal holds."""
    try:
        if not task.is_goal(state):
            missing = told(unmet(task.view(state), task.problem.goal, {})).removesuffix(" then")
            raise NotExecutableError(None, f"after the last action {missing}, expected the goal")
    except UndefinedError as error:
        raise NotExecutableError(None, f"the goal cannot be looked at: {error}") from None


def bound(task: Task, step: Step, number: int) -> tuple[Action | DurativeAction, Binding]:
    """Return the action that a step of a plan names, and its parameters. Raises NotExecutableError if there is none such."""
    try:
        return task.bound(step.name, step.arguments)
    except ForeignActionError as error:
        raise NotExecutableError(number, str(error), foreign=True) from None
