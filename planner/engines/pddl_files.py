"""Any PDDL, ours or not, through the same worker, limits and engines."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from generator.errors import EncodingError, ParameterError, PddlError, PlanError
from generator.pddl.generation import generate
from generator.pddl.header import instance_of, read_header, same_pddl
from planner.engines.asking import DEFAULT_MEMORY, DEFAULT_TIMEOUT, Asking, UnsupportedError, Verdict
from planner.engines.registry import ENGINES, Engine, EngineError, RefutedError, choose
from planner.engines.session import Session
from planner.families import AnyResult
from planner.judging import ValidPlan, judge
from planner.plans.action import Action
from planner.plans.writing import write_plan

__all__ = ["Answer", "solve_files"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What an engine says of PDDL that was not generated here. Its plan is not replayed: only ours carries its rules with it."""

    status: str
    engine: str
    plan: tuple[Action, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def solve_files(
    domain: str,
    problem: str,
    problem_name: str = "the problem",
    *,
    engine: str = "auto",
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    session: Session | None = None,
) -> Answer | AnyResult:
    """Return what the engine finds for a domain and a problem: a Result, replayed, if they were generated here, else an Answer.

    ``auto`` takes the first engine that is installed and can take the problem, the default engine first.
    Raises PddlError for PDDL that cannot be read, EngineError for an engine that is missing, cannot take the problem, or fails.
    """
    began = time.monotonic()
    with contextlib.nullcontext(session) if session else Session() as live:
        asking = Asking(live, began + timeout, memory)
        try:
            used, verdict = _first_able(asking, engine, domain, problem)
        except EngineError as error:
            error.result = Answer("error", engine, (), asking.seconds, (str(error),))
            raise
    seconds = {**asking.seconds, "total": time.monotonic() - began}
    if verdict.plan:
        with contextlib.suppress(PddlError, ParameterError, EncodingError):  # it is not ours
            return _replayed(domain, problem, problem_name, used, verdict, seconds)
    return Answer(verdict.status, used.name, verdict.plan, seconds)


def _first_able(asking: Asking, engine: str, domain: str, problem: str) -> tuple[Engine, Verdict]:
    refusal: EngineError | None = None
    for candidate in _candidates(engine):
        try:
            return candidate, asking.ask(candidate, domain, problem)
        except UnsupportedError as error:
            refusal = refusal or error
    raise refusal or EngineError(f"engine: found '{engine}', expected one that is installed")


def _candidates(engine: str) -> Iterator[Engine]:
    if engine != "auto":
        yield choose(engine)[0]
    else:
        yield from (known for known in ENGINES.values() if not known.missing)


def _replayed(
    domain: str, problem: str, problem_name: str, engine: Engine, verdict: Verdict, seconds: Mapping[str, float]
) -> Answer | AnyResult:
    """Return the plan as a result. Raises PddlError if the PDDL is not ours, EngineError if the rules refute the plan."""
    header = read_header(problem, problem_name)
    if not same_pddl(domain, generate(instance_of(header, problem_name), header.dialect, header.encoding).domain):
        raise PddlError(f"{problem_name}: its domain is another than the one that was generated with it")
    text = write_plan(verdict.plan, "domain", "problem")
    try:
        judged = judge(problem, text, problem_name, domain=domain)
    except PlanError as error:
        message = f"engine: '{engine.name}' gave a plan that the replay refutes: {error}"
        refuted = RefutedError(message, domain, problem, [str(action) for action in verdict.plan])
        refuted.result = Answer("error", engine.name, (), seconds, (message,))
        raise refuted from None
    if isinstance(judged, ValidPlan):
        return Answer(verdict.status, engine.name, verdict.plan, seconds, judged.notes)
    return replace(judged, status=verdict.status, engine=engine.name, seconds=seconds, notes=())
