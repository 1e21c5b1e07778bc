"""A problem, made one of a kind that an engine supports, without changing what its plans are.

PDDL has one sort of number, and unified-planning reads it as real; Fast Downward, SymK and Aries take integers only.
Numbers that are integers all the same are therefore read as such where the engine asks for it.

Used by the worker only; imports unified_planning.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from unified_planning.engines import OptimalityGuarantee, PDDLPlanner
from unified_planning.exceptions import UPTypeError
from unified_planning.model import InstantaneousAction
from unified_planning.model.metrics import MinimizeActionCosts, MinimizeSequentialPlanLength


def suited(as_integers: Callable[[], Any], problem: Any, planner: Any) -> tuple[Any, set[str]]:
    """Return a problem as the engine takes it, and the features of it that the engine does not take.

    ``as_integers`` gives the problem again, its numbers integers; it raises UPTypeError where one may be none.
    A problem without a metric gets that of the fewest actions, if the engine knows it.
    """
    lacks = _with_metric(problem, planner)
    if any("REAL" in feature for feature in lacks):
        with contextlib.suppress(UPTypeError):  # some number is no integer
            problem = as_integers()
            lacks = _with_metric(problem, planner)
    if isinstance(planner, PDDLPlanner) and not lacks:
        _leave_out_idle_actions(problem)
    return problem, lacks


def _with_metric(problem: Any, planner: Any) -> set[str]:
    """Give the problem a metric if it has none and the engine knows one; return what the engine does not take."""
    if not problem.quality_metrics:
        problem.add_quality_metric(MinimizeSequentialPlanLength(environment=problem.environment))
        if not _lacks(problem, planner):
            return set()
        problem.clear_quality_metrics()
    lacks = _lacks(problem, planner)
    if lacks == {"MAKESPAN"} and not planner.satisfies(OptimalityGuarantee.SOLVED_OPTIMALLY):
        problem.clear_quality_metrics()  # its plans are not said to be the shortest anyway
        lacks = _lacks(problem, planner)
    return lacks


def _lacks(problem: Any, planner: Any) -> set[str]:
    kind = problem.kind
    if isinstance(planner, PDDLPlanner):  # what the PDDL leaves undefined is left so in what the engine is given
        kind.unset_initial_state("UNDEFINED_INITIAL_NUMERIC")
    if planner.supports(kind):
        return set()
    return set(kind.features - planner.supported_kind().features) or {"this problem"}


def _leave_out_idle_actions(problem: Any) -> None:
    """Take out the actions that change nothing: no plan needs them, and the PDDL writer omits their ``:effect``, which engines require."""
    idle = {action for action in problem.actions if isinstance(action, InstantaneousAction) and not action.effects}
    if not idle:
        return
    acting = [action for action in problem.actions if action not in idle]
    metrics = list(problem.quality_metrics)
    problem.clear_actions()
    problem.add_actions(acting)
    problem.clear_quality_metrics()
    for metric in metrics:
        if metric.is_minimize_action_costs():
            costs = {action: cost for action, cost in metric.costs.items() if action not in idle}
            metric = MinimizeActionCosts(costs, metric.default, problem.environment)
        problem.add_quality_metric(metric)
