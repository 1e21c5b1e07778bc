"""Adaptation of a unified-planning problem to the features of an engine, without changing the plans.

PDDL has only one kind of number, which unified-planning reads as real numbers; Fast Downward, SymK and Aries support
only integers. So if an engine requires integers, and all numbers of a problem are integers, they are read as integers.

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


def adapt_to_planner(read_with_integers: Callable[[], Any], problem: Any, planner: Any) -> tuple[Any, set[str]]:
    """Adapt a unified-planning problem to an engine; return it with the features that the engine lacks.

    The features are unified-planning's names, such as ``CONDITIONAL_EFFECTS``. ``read_with_integers`` is a function
    that reads the problem again with integers as numbers; it raises UPTypeError for a number that may not be an
    integer. A problem without a metric gets the metric "fewest actions" if the engine supports this metric.
    """
    lacks = _adjust_metric(problem, planner)
    if any("REAL" in feature for feature in lacks):
        with contextlib.suppress(UPTypeError):  # some number is not an integer
            problem = read_with_integers()
            lacks = _adjust_metric(problem, planner)
    if isinstance(planner, PDDLPlanner) and not lacks:
        _remove_actions_without_effects(problem)
    return problem, lacks


def _adjust_metric(problem: Any, planner: Any) -> set[str]:
    """Add the metric "fewest actions" to a problem without a metric, if the engine supports this metric.

    Returns the names of the problem's features that the engine does not support. If the makespan is the only
    unsupported feature and the engine is not optimal, the metric is dropped.
    """
    if not problem.quality_metrics:
        problem.add_quality_metric(MinimizeSequentialPlanLength(environment=problem.environment))
        if not _unsupported_features(problem, planner):
            return set()
        problem.clear_quality_metrics()
    lacks = _unsupported_features(problem, planner)
    if lacks == {"MAKESPAN"} and not planner.satisfies(OptimalityGuarantee.SOLVED_OPTIMALLY):
        problem.clear_quality_metrics()  # nothing claims that its plans are the shortest anyway
        lacks = _unsupported_features(problem, planner)
    return lacks


def _unsupported_features(problem: Any, planner: Any) -> set[str]:
    """Return unified-planning's names for the features of a problem that an engine does not support."""
    kind = problem.kind
    if isinstance(planner, PDDLPlanner):  # the engine gets PDDL, which leaves undefined values undefined
        kind.unset_initial_state("UNDEFINED_INITIAL_NUMERIC")
    if planner.supports(kind):
        return set()
    return set(kind.features - planner.supported_kind().features) or {"this problem"}


def _remove_actions_without_effects(problem: Any) -> None:
    """Remove the actions without effects from a problem.

    No plan needs these actions, and the PDDL writer would write them without ``:effect``, which engines require.
    """
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
