"""The execution of plans without times, and the completion of plans that lack auxiliary actions."""

from __future__ import annotations

import contextlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import InvalidPlanError
from ferryplan.generator.pddl.effects import EffectConflictError
from ferryplan.generator.pddl.grounding import GroundAction, PlanStep
from ferryplan.generator.pddl.normal_form import Binding
from ferryplan.generator.pddl.states import Fact, PddlState, UndefinedError
from ferryplan.generator.pddl.syntax_tree import Action, DurativeAction
from ferryplan.generator.pddl.task import Task, UnknownActionError


class NotExecutableError(InvalidPlanError):
    """A plan cannot be executed in a task, or the goal does not hold at its end.

    ``number`` is the number of the wrong action, from 1, or None if the goal does not hold at the end. ``why`` is the
    reason. ``is_unknown_action`` is true if the task does not have the action at all.
    """

    def __init__(self, number: int | None, why: str, is_unknown_action: bool = False) -> None:
        super().__init__(format_message("pddl.numbered-action", number=number, why=why) if number else why)
        self.number, self.why, self.is_unknown_action = number, why, is_unknown_action


def execute_plan(task: Task, plan: Iterable[PlanStep]) -> Fraction:
    """Execute a plan and return its cost: the value of the metric, or else the number of actions.

    The plan is executed from the initial state. Raises NotExecutableError at the first action that is not
    applicable.
    """
    state, number, counted = task.initial, 0, defaultdict[Fact, Fraction](Fraction)
    for number, step in enumerate(plan, 1):
        with convert_task_errors(number):
            action, _ = task.bind_action(step.name, step.arguments)
        if isinstance(action, DurativeAction):
            raise NotExecutableError(number, format_message("pddl.untimed"))
        move = GroundAction(step.name, step.arguments)
        if violation := task.find_violation(state, move):
            raise NotExecutableError(number, violation.found)
        changes = task.changes_of_move(state, move)
        state = changes.apply_to(state)
        for fact, more in changes.counter_increases.items():
            counted[fact] += more
    return evaluate_final_state(task, state, counted, number)


@contextlib.contextmanager
def convert_task_errors(number: int) -> Iterator[None]:
    """Convert the task's errors in the ``with`` block to a NotExecutableError for a plan action.

    ``number`` is the position of the action in the plan, from 1. The converted errors are unknown actions, numbers
    without a value, and effects that contradict each other.
    """
    try:
        yield
    except (UnknownActionError, UndefinedError, EffectConflictError) as error:
        raise NotExecutableError(number, str(error), is_unknown_action=isinstance(error, UnknownActionError)) from None


def evaluate_final_state(
    task: Task,
    state: PddlState,
    counter_increases: Mapping[Fact, Fraction],
    action_count: int,
    makespan: Fraction | None = None,
) -> Fraction:
    """Check that the goal holds in a plan's final state, and return the value of the metric.

    The parameters are those of `Task.metric_value`. Raises NotExecutableError if the goal does not hold or the
    metric has no value.
    """
    evaluated = False
    try:
        if not task.is_goal(state):
            missing = task.explain_unmet_condition(state, task.problem.goal, {})
            raise NotExecutableError(None, format_message("pddl.goal-missing", why=missing))
        evaluated = True
        return task.metric_value(state, counter_increases, action_count, makespan)
    except UndefinedError as error:
        key = "pddl.metric-undefined" if evaluated else "pddl.goal-undefined"
        raise NotExecutableError(None, format_message(key, why=error)) from None


MAX_STATES = 10_000
"""the maximum number of states to explore between two actions of a plan"""


class AmbiguousPlanError(NotExecutableError):
    """A plan lacks actions or arguments, and different completions of the plan are possible."""


def complete_plan(task: Task, plan: Sequence[PlanStep], is_auxiliary: Callable[[str], bool]) -> tuple[PlanStep, ...]:
    """Return a plan completed with auxiliary actions and with missing last arguments of other actions.

    Auxiliary actions are those that a plan may leave out; ``is_auxiliary`` recognizes them by their names. As few as
    possible are added before each action and before the goal. Raises AmbiguousPlanError if different additions of
    this number lead to different states or an action can have different arguments, NotExecutableError if no
    completion exists.
    """
    schemas = [action for action in task.domain.actions if isinstance(action, Action) and is_auxiliary(action.name)]
    state = task.initial
    found: list[PlanStep] = []
    for number, step in enumerate(plan, 1):
        action, known = _bind_known_arguments(task, step, number)

        def is_possible(state: PddlState, action: Action = action, known: Binding = known) -> bool:
            return any(True for _ in task.applicable_groundings(action, state, known))

        state, between = _reach_with_auxiliary_actions(task, schemas, state, is_possible, number)
        moves = list(task.applicable_groundings(action, state, known))
        if len(moves) > 1:
            raise AmbiguousPlanError(number, format_message("pddl.several-arguments"))
        found += [*between, step if moves[0].arguments == step.arguments else moves[0]]
        with convert_task_errors(number):
            state = task.apply_move(state, moves[0])
    _, between = _reach_with_auxiliary_actions(task, schemas, state, task.is_goal, None)
    return (*found, *between)


def _bind_known_arguments(task: Task, step: PlanStep, number: int) -> tuple[Action, Binding]:
    """Return the action of a plan step, with the step's arguments bound to the first parameters."""
    schema = next(iter(task.actions.get(step.name, ())), None)
    if isinstance(schema, Action) and len(step.arguments) < len(schema.parameters):
        return schema, {one.name: argument for one, argument in zip(schema.parameters, step.arguments, strict=False)}
    with convert_task_errors(number):
        action, binding = task.bind_action(step.name, step.arguments)
    assert isinstance(action, Action)
    return action, binding


def _reach_with_auxiliary_actions(
    task: Task, schemas: Sequence[Action], start: PddlState, is_wanted: Callable[[PddlState], bool], number: int | None
) -> tuple[PddlState, tuple[GroundAction, ...]]:
    """Search for the nearest wanted state, and return it with the auxiliary actions that lead there.

    The search is breadth first. In errors, ``number`` is the plan action before which the actions are added;
    None stands for the goal.
    """
    layer: dict[PddlState, tuple[GroundAction, ...]] = {start: ()}
    seen = {start}
    while layer:
        fitting = [state for state in layer if is_wanted(state)]
        if len(fitting) > 1:
            raise AmbiguousPlanError(number, format_message("pddl.several-actions"))
        if fitting:
            return fitting[0], layer[fitting[0]]
        further: dict[PddlState, tuple[GroundAction, ...]] = {}
        for state, way in layer.items():
            for step in [move for action in schemas for move in task.applicable_groundings(action, state)]:
                if (after := task.apply_move(state, step)) not in seen:
                    seen.add(after)
                    further[after] = (*way, step)
            if len(seen) > MAX_STATES:
                break
        layer = further
    if number is None:
        raise NotExecutableError(None, format_message("pddl.no-actions-to-goal"))
    raise NotExecutableError(number, format_message("pddl.no-actions-before"))
