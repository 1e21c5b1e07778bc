"""Plans carried out on the two PDDL files that they are for, as PDDL says."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from ferryplan.domains.messages import format_message
from ferryplan.generator.generation import Pddl
from ferryplan.generator.pddl.execution import NotExecutableError, completed, execute
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.generator.pddl.reader import read_both
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.pddl.timed_execution import execute_timed


def task_of(pddl: Pddl, domain_name: str = "the domain", problem_name: str = "the problem") -> Task:
    """Return what two PDDL files mean together; the names say in errors which is meant. Raises PddlError for files that are no PDDL."""
    return Task(*read_both(pddl.domain, pddl.problem, domain_name, problem_name))


def cost_of(plan: Sequence[Action], task: Task) -> Fraction:
    """Return what a plan costs by a task's metric, once it is carried out; without a metric, how many actions it has, or its makespan.

    Raises NotExecutableError for the first action that the PDDL does not have or does not allow there, and if the goal does not hold in the end.
    """
    with _told(plan):
        return execute_timed(task, plan) if task.domain.is_timed else execute(task, plan)


def check_simultaneous(plan: Sequence[Action], task: Task) -> None:
    """Raise NotExecutableError if actions that are to begin at the same time interfere, in a plan of actions that take no time."""
    times = [action.start for action in plan if action.start is not None]
    if len(set(times)) < len(times):
        with _told(plan, format_message("plans.at-once")):
            execute_timed(task, [action._replace(duration=None) for action in plan])


def complete(plan: Sequence[Action], task: Task, auxiliary: Callable[[str], bool]) -> tuple[Action, ...]:
    """Return a plan that leaves out the auxiliary actions with them: those that are the only ones that fit.

    Raises NotExecutableError where none fit, or several.
    """
    lines = {id(action): action.line for action in plan}
    with _told(plan):
        return tuple(
            Action(step.name, step.arguments, lines.get(id(step), 0)) for step in completed(task, plan, auxiliary)
        )


@contextlib.contextmanager
def _told(plan: Sequence[Action], more: str = "") -> Iterator[None]:
    """Have errors say of which line of the plan they tell, and end in ``more``."""
    try:
        yield
    except NotExecutableError as error:
        if error.number is None:
            error.restate(f"{error.why}{more}", place="")
        else:
            action = plan[error.number - 1]
            doubt = format_message("plans.other-problem") if error.foreign else ""
            error.restate(
                format_message("plans.not-applicable", action=action, reason=f"{error.why}{doubt}{more}"),
                place=f"line {action.line}" if action.line else "",
                line=action.line or None,
                found=str(action),
            )
        raise
