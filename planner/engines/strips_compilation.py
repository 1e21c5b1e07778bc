"""Compilation of planning tasks to plain STRIPS, for engines that support nothing else."""

from __future__ import annotations

import functools
import time
from dataclasses import replace

from ferryplan.domains.messages import format_message
from ferryplan.generator.generation import Pddl
from ferryplan.generator.pddl.strips import NotStripsError, StripsTask, describe_non_strips_features
from ferryplan.generator.pddl.syntax_tree import Domain, Problem
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.wording import join_phrases
from ferryplan.planner.engines.engine_runner import EngineRunner, EngineVerdict, UnsupportedProblemError
from ferryplan.planner.engines.registry import Engine
from ferryplan.planner.plans.plan_execution import parse_task
from ferryplan.planner.system.limits import TimeIsUpError, enforce_limits


@functools.lru_cache(maxsize=1)
def compile_to_strips(domain: Domain, problem: Problem) -> StripsTask:
    """Compile a task to plain STRIPS; the result of the last call is cached.

    Raises NotStripsError for a task that cannot be compiled.
    """
    return StripsTask(Task(domain, problem))


def solve_in_dialect(runner: EngineRunner, engine: Engine, pddl: Pddl, dialect: str) -> EngineVerdict:
    """Run an engine on PDDL generated in a dialect, and return the engine's verdict.

    If the engine supports the dialect only in compiled form, the PDDL is first compiled to plain STRIPS. Raises the
    errors of `EngineRunner.run_engine`.
    """
    if dialect not in engine.compiled:
        return runner.run_engine(engine, pddl.domain, pddl.problem)
    task = parse_task(pddl)
    return compile_and_solve(runner, engine, task.domain, task.problem)


def compile_and_solve(
    runner: EngineRunner, engine: Engine, domain: Domain, problem: Problem, limit: float | None = None
) -> EngineVerdict:
    """Compile a task to plain STRIPS, run an engine on it and return the verdict.

    The plan in the verdict has the actions of the original task. If the task has a metric, a plan has at best the
    status ``solved``. ``limit`` is in seconds; None means the deadline of the runner. Raises the errors of
    `EngineRunner.run_engine`, and UnsupportedProblemError if the task cannot be compiled.
    """
    began = time.monotonic()
    left = runner.deadline - began if limit is None else limit
    try:
        with enforce_limits(left):
            plain = compile_to_strips(domain, problem)
    except NotStripsError as error:
        raise UnsupportedProblemError(engine.name, format_message("engines.needs-strips", reason=error)) from None
    except (TimeIsUpError, MemoryError) as error:
        return EngineVerdict("memory" if isinstance(error, MemoryError) else "timeout")
    spent, used = time.monotonic() - began, join_phrases(describe_non_strips_features(domain, problem))
    runner.record_usage({"ground": spent, "solve": spent})
    verdict = runner.run_engine(engine, domain.source.text, problem.source.text, max(left - spent, 0.0), plain)
    counts = {"actions": plain.action_count, "operators": len(plain.moves), "facts": plain.fact_count}
    sizes = format_message("engines.strips-sizes", **counts)
    key = "engines.given-strips-without" if used else "engines.given-strips"
    note = format_message(key, engine=engine.title, features=used, sizes=sizes)
    runner.notes = (note, *(one for one in runner.notes if not one.endswith(f"({sizes})")))
    priced = verdict.plan and problem.metric is not None
    return replace(verdict, status="solved") if priced and verdict.status == "optimal" else verdict
