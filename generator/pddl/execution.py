"""Plans without times carried out on a task, action by action, and completed where they leave out auxiliary actions."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import InvalidPlanError
from ferryplan.generator.pddl.effects import ClashError
from ferryplan.generator.pddl.grounding import GroundAction, Step
from ferryplan.generator.pddl.normal_form import Binding
from ferryplan.generator.pddl.states import Fact, State, UndefinedError
from ferryplan.generator.pddl.task import ForeignActionError, Task
from ferryplan.generator.pddl.tree import Action, DurativeAction


class NotExecutableError(InvalidPlanError):
    """A plan that is none of the task.

    ``number`` is that of the action, from 1, or None where the goal does not hold in the end; ``why`` says what is wrong with it;
    ``foreign`` whether the task does not have it at all.
    """

    def __init__(self, number: int | None, why: str, foreign: bool = False) -> None:
        super().__init__(format_message("pddl.numbered-action", number=number, why=why) if number else why)
        self.number, self.why, self.foreign = number, why, foreign


def execute(task: Task, plan: Iterable[Step]) -> Fraction:
    """Return what a plan costs by the task's metric, carried out from the initial state; without a metric, the number of its actions.

    Raises NotExecutableError at the first action that cannot be carried out.
    """
    state, number, counted = task.initial, 0, defaultdict[Fact, Fraction](Fraction)
    for number, step in enumerate(plan, 1):
        with telling(number):
            action, _ = task.bound(step.name, step.arguments)
        if isinstance(action, DurativeAction):
            raise NotExecutableError(number, format_message("pddl.untimed"))
        move = GroundAction(step.name, step.arguments)
        if breach := task.breach(state, move):
            raise NotExecutableError(number, breach.found)
        changes = task.changes(state, move)
        state = changes.of(state)
        for fact, more in changes.counted.items():
            counted[fact] += more
    return concluded(task, state, counted, number)


@contextlib.contextmanager
def telling(number: int) -> Iterator[None]:
    """Raise NotExecutableError of the action with a number for what the task does not have, numbers without a value, effects that clash."""
    try:
        yield
    except (ForeignActionError, UndefinedError, ClashError) as error:
        raise NotExecutableError(number, str(error), foreign=isinstance(error, ForeignActionError)) from None


def concluded(
    task: Task, state: State, counted: Mapping[Fact, Fraction], actions: int, makespan: Fraction = Fraction(0)
) -> Fraction:
    """Return what the metric says of a plan that ends in a state, as ``Task.worth``. Raises NotExecutableError unless the goal holds."""
    evaluated = False
    try:
        if not task.is_goal(state):
            missing = task.unheld(state, task.problem.goal, {})
            raise NotExecutableError(None, format_message("pddl.goal-missing", why=missing))
        evaluated = True
        return task.worth(state, counted, actions, makespan)
    except UndefinedError as error:
        key = "pddl.metric-undefined" if evaluated else "pddl.goal-undefined"
        raise NotExecutableError(None, format_message(key, why=error)) from None


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

        def is_possible(state: State, action: Action = action, known: Binding = known) -> bool:
            return any(True for _ in task.fitting(action, state, known))

        state, between = _settled(task, schemas, state, is_possible, number)
        moves = list(task.fitting(action, state, known))
        if len(moves) > 1:
            raise AmbiguousError(number, format_message("pddl.several-arguments"))
        found += [*between, step if moves[0].arguments == step.arguments else moves[0]]
        with telling(number):
            state = task.after(state, moves[0])
    _, between = _settled(task, schemas, state, task.is_goal, None)
    return (*found, *between)


def _named(task: Task, step: Step, number: int) -> tuple[Action, Binding]:
    """Return the action that a step names, and its parameters as far as they are given."""
    schema = next(iter(task.actions.get(step.name, ())), None)
    if isinstance(schema, Action) and len(step.arguments) < len(schema.parameters):
        return schema, {one.name: argument for one, argument in zip(schema.parameters, step.arguments, strict=False)}
    with telling(number):
        action, binding = task.bound(step.name, step.arguments)
    assert isinstance(action, Action)
    return action, binding


def _settled(
    task: Task, schemas: Sequence[Action], start: State, wanted: Callable[[State], bool], number: int | None
) -> tuple[State, tuple[GroundAction, ...]]:
    """Return the state nearest by auxiliary actions that is as wanted, with these actions: breadth first."""
    layer: dict[State, tuple[GroundAction, ...]] = {start: ()}
    seen = {start}
    while layer:
        fitting = [state for state in layer if wanted(state)]
        if len(fitting) > 1:
            raise AmbiguousError(number, format_message("pddl.several-actions"))
        if fitting:
            return fitting[0], layer[fitting[0]]
        further: dict[State, tuple[GroundAction, ...]] = {}
        for state, way in layer.items():
            for step in [move for action in schemas for move in task.fitting(action, state)]:
                if (after := task.after(state, step)) not in seen:
                    seen.add(after)
                    further[after] = (*way, step)
            if len(seen) > MOST_STATES:
                break
        layer = further
    if number is None:
        raise NotExecutableError(None, format_message("pddl.no-actions-to-goal"))
    raise NotExecutableError(number, format_message("pddl.no-actions-before"))
