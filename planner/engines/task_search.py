"""ferryplan's own search of a planning task, for tasks that no planner supports or solves optimally.

`search_for_optimal_plan` accepts all PDDL that the PDDL reader accepts, including numbers, costs, derived predicates and
quantifiers. It executes durative actions one after the other, so it may miss plans in which actions must overlap, and
its temporal plans may not be the shortest.

`search_greedily` accepts plain STRIPS and tasks that can be compiled to plain STRIPS. It finds some plan, not
necessarily a shortest one, even for far larger tasks.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.greedy_search import find_some_plan
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.generator.pddl.sequential_task import SequentialTask, duration_bounds
from ferryplan.generator.pddl.strips import NotStripsError
from ferryplan.generator.pddl.syntax import UnsupportedPddlError
from ferryplan.generator.pddl.syntax_tree import Domain, DurativeAction, Problem
from ferryplan.generator.search.shortest_path import find_shortest_path
from ferryplan.planner.engines.engine_runner import EngineRunner, EngineVerdict, UnsupportedProblemError
from ferryplan.planner.engines.registry import RULES
from ferryplan.planner.engines.strips_compilation import compile_to_strips
from ferryplan.planner.system.limits import TimeIsUpError, enforce_limits

SEPARATION = Fraction(1, 1000)
"""the time between two actions of a temporal plan: PDDL 2.1 requires a gap, of any length, between actions that interfere"""


def search_for_optimal_plan(runner: EngineRunner, domain: Domain, problem: Problem, limit: float) -> EngineVerdict:
    """Search the states of a task for an optimal plan, or prove that there is none.

    The search ends after ``limit`` seconds. If it ignores part of the task, such as a metric, a note on this is added
    to the runner, and a plan has the status ``solved`` instead of ``optimal``. For durative actions, a search that
    finds no plan proves nothing: the status is ``unknown``. Raises UnsupportedProblemError for a task that has no
    state space.
    """
    began, leaves_out = time.monotonic(), list[str]()
    if domain.is_timed:
        leaves_out.append(format_message("engines.actions-in-sequence"))
    elif problem.metric is not None and problem.metric.direction == "maximize":
        leaves_out.append(format_message("engines.metric-left-out"))
        problem = replace(problem, metric=None)
    try:
        with enforce_limits(limit):
            try:
                task = SequentialTask(domain, problem)
                found = find_shortest_path(task)
            except UnsupportedPddlError:
                if domain.is_timed or problem.metric is None:
                    raise
                leaves_out.append(format_message("engines.metric-left-out"))
                task = SequentialTask(domain, replace(problem, metric=None))
                found = find_shortest_path(task)
            plan = None if found.moves is None else tuple(_schedule_plan(task, domain, found.moves))
    except UnsupportedPddlError as error:
        raise UnsupportedProblemError(RULES.name, str(error)) from None
    except TimeIsUpError:
        return EngineVerdict("timeout")
    except MemoryError:
        return EngineVerdict("memory")
    runner.record_usage({"solve": time.monotonic() - began}, found.expanded)
    runner.notes = (*runner.notes, *leaves_out)
    if plan is None:
        return EngineVerdict("unknown" if domain.is_timed else "unsolvable")
    return EngineVerdict("solved" if leaves_out else "optimal", plan)


def search_greedily(runner: EngineRunner, domain: Domain, problem: Problem, limit: float) -> EngineVerdict:
    """Search for some plan, not necessarily an optimal one, or prove that there is none.

    The search ends after ``limit`` seconds. Raises UnsupportedProblemError for a task that cannot be compiled to plain
    STRIPS.
    """
    began = time.monotonic()
    try:
        with enforce_limits(limit):
            strips = compile_to_strips(domain, problem)
            found = find_some_plan(strips.json_task)
    except NotStripsError as error:
        raise UnsupportedProblemError(RULES.name, format_message("engines.greedy-needs-strips", reason=error)) from None
    except TimeIsUpError:
        return EngineVerdict("timeout")
    except MemoryError:
        return EngineVerdict("memory")
    runner.record_usage({"solve": time.monotonic() - began}, found.expanded)
    if found.operators is None:
        return EngineVerdict("unsolvable")
    return EngineVerdict("solved", tuple(PlanAction(*move) for move in strips.decode_plan(found.operators)))


def _schedule_plan(task: SequentialTask, domain: Domain, moves: Sequence[GroundAction]) -> Iterator[PlanAction]:
    """Yield the moves of a search as plan actions; in a temporal domain, with start times and durations.

    Each action starts `SEPARATION` after the end of the action before.
    """
    schemas = {(one.name, len(one.parameters)): one for one in domain.actions}
    state, start = task.initial, Fraction(0)
    for move in moves:
        if not domain.is_timed:
            yield PlanAction(*move)
            continue
        schema = schemas[move.name, len(move.arguments)]
        duration = None
        if isinstance(schema, DurativeAction):
            binding = {one.name: argument for one, argument in zip(schema.parameters, move.arguments, strict=True)}
            view = task.view(state)
            least, most = ([view.value(one, binding) for one in some] for some in duration_bounds(schema))
            duration = max([*least, min([SEPARATION, *most])])
        yield PlanAction(*move, start=start, duration=duration)
        start += (duration or 0) + SEPARATION
        state = task.apply_move(state, move)
