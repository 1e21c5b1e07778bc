"""The replay of a plan: its actions become moves of an instance, and the rules judge them.

Results without a plan are built here, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PlanError
from ferryplan.generator.families import family_of
from ferryplan.generator.formulation import Formulation
from ferryplan.generator.generation import Pddl, find_formulation
from ferryplan.generator.header import ProblemHeader
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.execution import NotExecutableError
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.generator.solution import IllegalMoveError, Solution, replay_moves
from ferryplan.generator.wording import capitalize
from ferryplan.planner.engines.registry import RefutedError
from ferryplan.planner.plans.plan_execution import cost_of_plan, parse_task
from ferryplan.planner.questions.proof import add_solution_count
from ferryplan.planner.result import Result


def replay_plan(plan: Sequence[PlanAction], instance: AnyInstance, formulation: Formulation[Any]) -> Solution[Any, Any]:
    """Return the solution that a plan for the instance's PDDL stands for; a timed plan gives a schedule.

    A plan for a reversed instance is replayed and narrated forward as well. Raises PlanError.
    """
    if formulation.is_timed:
        schedule: Solution[Any, Any] = family_of(instance).replay_timed_plan(instance, plan, formulation)
        return schedule
    return to_forward_solution(replay_moves(instance, formulation.decode_plan(instance, plan)))


def to_forward_solution(solution: Solution[Any, Any]) -> Solution[Any, Any]:
    """Return a solution in the direction from the start to the goal."""
    if not solution.instance.backward:
        return solution
    family = family_of(solution.instance)
    return replay_moves(family.reverse(solution.instance), family.reverse_moves([step.move for step in solution.steps]))


def check_rules_up_to_error(
    error: NotExecutableError, plan: Sequence[PlanAction], instance: AnyInstance, formulation: Formulation[Any]
) -> None:
    """Raise IllegalMoveError if a plan breaks a rule no later than at the action that the PDDL refuses.

    Timed plans and plans of placements are checked to their end. If only the goal fails in the end, raise PlanError where the
    replay finds that the moves miss the goal, too.
    """
    if error.is_unknown_action:
        return
    try:
        anywhere = formulation.is_timed or family_of(instance).has_fixed_length
        replay_plan(plan if anywhere else plan[: error.number], instance, formulation)
    except PlanError as found:
        if isinstance(found, IllegalMoveError) and not anywhere:
            found.line = error.line  # the PDDL allows the actions before it, so this action breaks the rule
        if isinstance(found, IllegalMoveError) or error.number is None:
            raise


def confirm_plan(result: Result, pddl: Pddl, instance: AnyInstance) -> Result:
    """Return an engine's result with the solution that its plan stands for.

    Raises RefutedError if it is no plan: the PDDL of the instance or its rules refute it.
    """
    formulation = find_formulation(instance, result.dialect, result.encoding)
    try:
        try:
            cost_of_plan(result.plan, parse_task(pddl))
        except NotExecutableError as error:
            check_rules_up_to_error(error, result.plan, instance, formulation)
            raise
        return replace(result, solution=replay_plan(result.plan, instance, formulation))
    except PlanError as error:
        says = format_message("engines.refuted-by-replay", engine=result.engine, error=capitalize(str(error)))
        raise RefutedError(
            result.engine, says, pddl.domain, pddl.problem, [str(action) for action in result.plan]
        ) from None


def validate_by_rules(plan: Sequence[PlanAction], instance: AnyInstance, header: ProblemHeader) -> Result:
    """Return a result with the status ``valid`` for a plan that the PDDL with this header allows.

    Raises PlanError if the replay by the rules fails.
    """
    solution = replay_plan(plan, instance, find_formulation(instance, header.dialect, header.encoding))
    return add_solution_count(
        replace(result_without_solution(instance, "valid", "", header), solution=solution, plan=tuple(plan))
    )


def result_without_solution(instance: AnyInstance, status: Any, engine: str, header: ProblemHeader) -> Result:
    """Return a result without a solution for the problem with this header, in the forward direction."""
    forwards = family_of(instance).reverse(instance) if instance.backward else instance
    return Result(forwards, status, engine, header.dialect, header.encoding, backward=header.backward)
