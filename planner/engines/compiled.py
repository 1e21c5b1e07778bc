"""Engines that take plain STRIPS only, asked about tasks that make use of more."""

from __future__ import annotations

import functools
import time
from dataclasses import replace

from ferryplan.domains.messages import format_message
from ferryplan.generator.generation import Pddl
from ferryplan.generator.pddl.strips import NotStripsError, Strips, beyond_strips
from ferryplan.generator.pddl.task import Task
from ferryplan.generator.pddl.tree import Domain, Problem
from ferryplan.generator.wording import listing
from ferryplan.planner.engines.registry import Engine
from ferryplan.planner.engines.runner import Runner, UnsupportedError, Verdict
from ferryplan.planner.plans.execution import task_of
from ferryplan.planner.system.limits import TimeIsUpError, limited


@functools.lru_cache(maxsize=1)
def compile_to_strips(domain: Domain, problem: Problem) -> Strips:
    """Return a task in plain STRIPS; the last one is kept. Raises NotStripsError."""
    return Strips(Task(domain, problem))


def ask_in_dialect(runner: Runner, engine: Engine, pddl: Pddl, dialect: str) -> Verdict:
    """Return the engine's verdict on PDDL, which is brought down to plain STRIPS if need be. Raises as ``Runner.ask``."""
    if dialect not in engine.compiled:
        return runner.ask(engine, pddl.domain, pddl.problem)
    task = task_of(pddl)
    return ask_compiled(runner, engine, task.domain, task.problem)


def ask_compiled(
    runner: Runner, engine: Engine, domain: Domain, problem: Problem, limit: float | None = None
) -> Verdict:
    """Return the engine's verdict on a task brought down to plain STRIPS, as ``Runner.ask``, its plan in the task's own actions.

    With a metric no plan is called optimal. Raises what that raises, UnsupportedError also if the task cannot be brought down.
    """
    began = time.monotonic()
    left = runner.deadline - began if limit is None else limit
    try:
        with limited(left):
            plain = compile_to_strips(domain, problem)
    except NotStripsError as error:
        raise UnsupportedError(engine.name, format_message("engines.needs-strips", reason=error)) from None
    except (TimeIsUpError, MemoryError) as error:
        return Verdict("memory" if isinstance(error, MemoryError) else "timeout")
    spent, used = time.monotonic() - began, listing(beyond_strips(domain, problem))
    runner.spend({"ground": spent, "solve": spent})
    verdict = runner.ask(engine, domain.source.text, problem.source.text, max(left - spent, 0.0), plain)
    counts = {"actions": plain.size, "operators": len(plain.moves), "facts": plain.facts}
    sizes = format_message("engines.strips-sizes", **counts)
    key = "engines.given-strips-without" if used else "engines.given-strips"
    note = format_message(key, engine=engine.title, features=used, sizes=sizes)
    runner.notes = (note, *(one for one in runner.notes if not one.endswith(f"({sizes})")))
    priced = verdict.plan and problem.metric is not None
    return replace(verdict, status="solved") if priced and verdict.status == "optimal" else verdict
