"""A plan replayed: what its actions stand for in an instance of ours, judged by the rules; and what the lack of one stands for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PlanError
from ferryplan.generator.families import family_of
from ferryplan.generator.formulation import Formulation
from ferryplan.generator.generation import Pddl, formulation_of
from ferryplan.generator.header import Header
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.execution import NotExecutableError
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.generator.solution import MoveBrokenError, Solution, replay
from ferryplan.generator.wording import capital
from ferryplan.planner.engines.registry import RefutedError
from ferryplan.planner.plans.execution import cost_of, task_of
from ferryplan.planner.questions.proof import with_count
from ferryplan.planner.result import Result


def replayed(plan: Sequence[Action], instance: AnyInstance, formulation: Formulation[Any]) -> Solution[Any, Any]:
    """Return what a plan stands for, whose actions are those of the instance's PDDL: in time a schedule. Raises PlanError.

    A plan for an instance backwards is replayed, and told, forwards as well.
    """
    if formulation.timed:
        schedule: Solution[Any, Any] = family_of(instance).replay_timed(instance, plan, formulation)
        return schedule
    return forwards(replay(instance, formulation.moves(instance, plan)))


def forwards(solution: Solution[Any, Any]) -> Solution[Any, Any]:
    """Return a solution as one from the start to the goal."""
    if not solution.instance.backward:
        return solution
    family = family_of(solution.instance)
    return replay(family.reverse(solution.instance), family.undo([step.move for step in solution.steps]))


def check_explained(
    error: NotExecutableError, plan: Sequence[Action], instance: AnyInstance, formulation: Formulation[Any]
) -> None:
    """Raise MoveBrokenError if a plan breaks a rule up to the action that the PDDL does not allow; in time, and where things are placed, anywhere.

    If it is only the goal that does not hold in the end, raise PlanError where the moves end elsewhere.
    """
    if error.foreign:
        return
    try:
        anywhere = formulation.timed or family_of(instance).alike
        replayed(plan if anywhere else plan[: error.number], instance, formulation)
    except PlanError as found:
        if isinstance(found, MoveBrokenError) and not anywhere:
            found.line = error.line  # the actions before it are allowed, so that it is the one that breaks the rule
        if isinstance(found, MoveBrokenError) or error.number is None:
            raise


def confirmed(result: Result, pddl: Pddl, asked: AnyInstance) -> Result:
    """Return an engine's result with the solution that its plan for the PDDL of an instance stands for. Raises RefutedError for one that is none."""
    formulation = formulation_of(asked, result.dialect, result.encoding)
    try:
        try:
            cost_of(result.plan, task_of(pddl))
        except NotExecutableError as error:
            check_explained(error, result.plan, asked, formulation)
            raise
        return replace(result, solution=replayed(result.plan, asked, formulation))
    except PlanError as error:
        says = format_message("engines.refuted-by-replay", engine=result.engine, error=capital(str(error)))
        raise RefutedError(
            result.engine, says, pddl.domain, pddl.problem, [str(action) for action in result.plan]
        ) from None


def judged(plan: Sequence[Action], instance: AnyInstance, header: Header) -> Result:
    """Return a plan that the PDDL of a problem with that header allows as a result with the status ``valid``. Raises PlanError."""
    solution = replayed(plan, instance, formulation_of(instance, header.dialect, header.encoding))
    return with_count(replace(unsolved(instance, "valid", "", header), solution=solution, plan=tuple(plan)))


def unsolved(instance: AnyInstance, status: Any, engine: str, header: Header) -> Result:
    """Return an answer, without a solution so far, to a problem with that header, told forwards."""
    forwards = family_of(instance).reverse(instance) if instance.backward else instance
    return Result(forwards, status, engine, header.dialect, header.encoding, backward=header.backward)
