"""The execution of plans on their two PDDL files, with the semantics of PDDL."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from ferryplan.domains.messages import format_message
from ferryplan.generator.generation import Pddl
from ferryplan.generator.pddl.execution import NotExecutableError, complete_plan, execute_plan
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.generator.pddl.reader import read_task
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.pddl.timed_execution import execute_timed_plan


def parse_task(pddl: Pddl, domain_name: str = "the domain", problem_name: str = "the problem") -> Task:
    """Return the planning task of a domain and a problem, given as texts.

    The names identify the two files in errors. Raises PddlError for files that are not PDDL.
    """
    return Task(*read_task(pddl.domain, pddl.problem, domain_name, problem_name))


def execute_for_cost(plan: Sequence[PlanAction], task: Task) -> Fraction:
    """Execute a plan on its task, and return the plan's cost according to the task's metric.

    Without a metric, the cost is the number of actions, or the makespan of a timed plan. Raises NotExecutableError for the
    first action that the task does not have or that is not applicable, and if the goal does not hold in the end.
    """
    with _locate_errors(plan):
        return execute_timed_plan(task, plan) if task.domain.is_timed else execute_plan(task, plan)


def check_simultaneous_actions(plan: Sequence[PlanAction], task: Task) -> None:
    """Raise NotExecutableError if actions with the same start time interfere, in a plan without durations."""
    times = [action.start for action in plan if action.start is not None]
    if len(set(times)) < len(times):
        with _locate_errors(plan, format_message("plans.at-once")):
            execute_timed_plan(task, [action._replace(duration=None) for action in plan])


def add_auxiliary_actions(
    plan: Sequence[PlanAction], task: Task, is_auxiliary: Callable[[str], bool]
) -> tuple[PlanAction, ...]:
    """Return a plan with missing auxiliary actions added, if exactly one choice makes it executable.

    Auxiliary actions are those that are no moves of the puzzle, such as ``land``; ``is_auxiliary`` decides by the
    action's name. Raises NotExecutableError if no choice makes the plan executable, or if several do.
    """
    lines = {id(action): action.line for action in plan}
    with _locate_errors(plan):
        return tuple(
            PlanAction(step.name, step.arguments, lines.get(id(step), 0))
            for step in complete_plan(task, plan, is_auxiliary)
        )


@contextlib.contextmanager
def _locate_errors(plan: Sequence[PlanAction], suffix: str = "") -> Iterator[None]:
    """Add the line of the failed action to errors in this block, and ``suffix`` to their messages."""
    try:
        yield
    except NotExecutableError as error:
        if error.number is None:
            error.restate(f"{error.why}{suffix}", place="")
        else:
            action = plan[error.number - 1]
            doubt = format_message("plans.other-problem") if error.is_unknown_action else ""
            error.restate(
                format_message("plans.not-applicable", action=action, reason=f"{error.why}{doubt}{suffix}"),
                place=f"line {action.line}" if action.line else "",
                line=action.line or None,
                found=str(action),
            )
        raise
