"""The replay of a plan: its actions become moves of an instance, and the rules check each move.

The module also builds results without a plan.
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
from ferryplan.planner.plans.plan_execution import execute_for_cost, parse_task
from ferryplan.planner.questions.proof import add_solution_count
from ferryplan.planner.result import Result


def replay_plan(plan: Sequence[PlanAction], instance: AnyInstance, formulation: Formulation[Any]) -> Solution[Any, Any]:
    """Return the solution that a plan for the PDDL of an instance stands for.

    ``formulation`` is the dialect and the encoding of the PDDL. The solution for a timed plan is a schedule. The
    solution leads from the start to the goal even if the PDDL exchanges them. Raises PlanError if the rules do not
    allow the plan.
    """
    if formulation.is_timed:
        schedule: Solution[Any, Any] = family_of(instance).replay_timed_plan(instance, plan, formulation)
        return schedule
    return to_forward_solution(replay_moves(instance, formulation.decode_plan(instance, plan)))


def to_forward_solution(solution: Solution[Any, Any]) -> Solution[Any, Any]:
    """Return a solution that leads from the start to the goal; a backward solution is reversed."""
    if not solution.instance.backward:
        return solution
    family = family_of(solution.instance)
    return replay_moves(family.reverse(solution.instance), family.reverse_moves([step.move for step in solution.steps]))


def check_rules_up_to_error(
    error: NotExecutableError, plan: Sequence[PlanAction], instance: AnyInstance, formulation: Formulation[Any]
) -> None:
    """Raise IllegalMoveError if a plan breaks a rule before or at the action that the PDDL refuses.

    ``error`` is the error about this action. Timed plans and plans of placements are checked to their end. If the PDDL
    refuses the plan only because it misses the goal, PlanError is raised if its moves miss the puzzle's goal, too.
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

    The plan is executed on the PDDL and replayed by the rules of the instance. Raises RefutedError if one of them does
    not allow the plan.
    """
    formulation = find_formulation(instance, result.dialect, result.encoding)
    try:
        try:
            execute_for_cost(result.plan, parse_task(pddl))
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
    """Return a result with the status ``valid`` for a plan that a problem's PDDL allows.

    ``header`` is the header of the problem. Raises PlanError if the rules of the instance do not allow the plan.
    """
    solution = replay_plan(plan, instance, find_formulation(instance, header.dialect, header.encoding))
    return add_solution_count(
        replace(make_result_without_solution(instance, "valid", "", header), solution=solution, plan=tuple(plan))
    )


def make_result_without_solution(instance: AnyInstance, status: Any, engine: str, header: ProblemHeader) -> Result:
    """Return a result without a solution for the problem with this header.

    The instance in the result has its usual start and goal, even if the problem exchanges them.
    """
    forwards = family_of(instance).reverse(instance) if instance.backward else instance
    return Result(forwards, status, engine, header.dialect, header.encoding, backward=header.backward)
