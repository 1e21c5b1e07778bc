"""The search of a task's own state space, for tasks that no planner takes and for plans of which none proves that they are best.

`explore_task` takes all that the reader of PDDL takes: numbers, costs, derived predicates, quantifiers. Durative actions follow one another
here, so it may miss plans in which they have to overlap, and a plan that it finds for them may not be the shortest.

`search_greedily` takes plain STRIPS and what can be brought down to it, and finds some plan of far larger tasks.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.greedy_search import find_some_plan
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.generator.pddl.sequence import TaskInSequence, bounds_of_duration
from ferryplan.generator.pddl.strips import NotStripsError
from ferryplan.generator.pddl.syntax import UnknownFormError
from ferryplan.generator.pddl.tree import Domain, DurativeAction, Problem
from ferryplan.generator.search.shortest_path import shortest_path
from ferryplan.planner.engines.compiled import compile_to_strips
from ferryplan.planner.engines.registry import RULES
from ferryplan.planner.engines.runner import Runner, UnsupportedError, Verdict
from ferryplan.planner.system.limits import TimeIsUpError, limited

APART = Fraction(1, 1000)
"""the time between two actions: PDDL 2.1 wants what interferes apart, and leaves open by how much"""


def explore_task(runner: Runner, domain: Domain, problem: Problem, limit: float) -> Verdict:
    """Return a best plan that a search of the task's states finds, or the proof that there is none.

    The search ends after ``limit`` seconds. It notes on the runner what it leaves out; then a plan is not called optimal, and without one nothing is
    proven. Raises UnsupportedError for a task that is no state space.
    """
    began, leaves_out = time.monotonic(), list[str]()
    if domain.is_timed:
        leaves_out.append(format_message("engines.actions-in-sequence"))
    elif problem.metric is not None and problem.metric.direction == "maximize":
        leaves_out.append(format_message("engines.metric-left-out"))
        problem = replace(problem, metric=None)
    try:
        with limited(limit):
            try:
                task = TaskInSequence(domain, problem)
                found = shortest_path(task)
            except UnknownFormError:
                if domain.is_timed or problem.metric is None:
                    raise
                leaves_out.append(format_message("engines.metric-left-out"))
                task = TaskInSequence(domain, replace(problem, metric=None))
                found = shortest_path(task)
            plan = None if found.moves is None else tuple(_scheduled(task, domain, found.moves))
    except UnknownFormError as error:
        raise UnsupportedError(RULES.name, str(error)) from None
    except TimeIsUpError:
        return Verdict("timeout")
    except MemoryError:
        return Verdict("memory")
    runner.spend({"solve": time.monotonic() - began}, found.expanded)
    runner.notes = (*runner.notes, *leaves_out)
    if plan is None:
        return Verdict("unknown" if domain.is_timed else "unsolvable")
    return Verdict("solved" if leaves_out else "optimal", plan)


def search_greedily(runner: Runner, domain: Domain, problem: Problem, limit: float) -> Verdict:
    """Return some plan, which need not be the best one, or the proof that there is none.

    The search ends after ``limit`` seconds. Raises UnsupportedError for a task that cannot be brought down to plain STRIPS.
    """
    began = time.monotonic()
    try:
        with limited(limit):
            strips = compile_to_strips(domain, problem)
            found = find_some_plan(strips.numbered)
    except NotStripsError as error:
        raise UnsupportedError(RULES.name, format_message("engines.greedy-needs-strips", reason=error)) from None
    except TimeIsUpError:
        return Verdict("timeout")
    except MemoryError:
        return Verdict("memory")
    runner.spend({"solve": time.monotonic() - began}, found.expanded)
    if found.operators is None:
        return Verdict("unsolvable")
    return Verdict("solved", tuple(Action(*move) for move in strips.plan(found.operators)))


def _scheduled(task: TaskInSequence, domain: Domain, moves: Sequence[GroundAction]) -> Iterator[Action]:
    """Yield the actions of a plan; in a domain with durative actions each with its start, as soon as the one before has ended, and its duration."""
    schemas = {(one.name, len(one.parameters)): one for one in domain.actions}
    state, start = task.initial, Fraction(0)
    for move in moves:
        if not domain.is_timed:
            yield Action(*move)
            continue
        schema = schemas[move.name, len(move.arguments)]
        duration = None
        if isinstance(schema, DurativeAction):
            binding = {one.name: argument for one, argument in zip(schema.parameters, move.arguments, strict=True)}
            view = task.view(state)
            least, most = ([view.value(one, binding) for one in some] for some in bounds_of_duration(schema))
            duration = max([*least, min([APART, *most])])
        yield Action(*move, start=start, duration=duration)
        start += (duration or 0) + APART
        state = task.after(state, move)
