"""Requests to the worker: run an engine, interpret its verdict and its failures.

The module sends PDDL texts to a `Session`, and turns the worker's answer into a plan or an error.
"""

from __future__ import annotations

import contextlib
import tempfile
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PddlError, PlanError
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.generator.pddl.strips import StripsTask
from ferryplan.planner.engines.registry import (
    ENGINES,
    Engine,
    EngineError,
    MissingEngineError,
    RefutedError,
    UnknownEngineError,
)
from ferryplan.planner.engines.session import InProcessSession, Session, choose_session_class, start_session
from ferryplan.planner.plans.plan_reading import read_final_plan
from ferryplan.planner.status import EngineStatus
from ferryplan.planner.system.limits import DEFAULT_TIMEOUT, enforce_limits
from ferryplan.planner.system.user_files import OutputError, write_files

PATIENCE = 5.0
"""seconds that an anytime engine may spend on improving a temporal plan"""


class UnreadablePddlError(PddlError):
    """The PDDL cannot be read by an engine, or by unified-planning, which passes it to the engine."""

    def __init__(self, message: str, in_problem: bool = False, by_unified_planning: bool = True) -> None:
        super().__init__(message)
        self.in_problem = in_problem
        """whether the error is in the problem; otherwise it is in the domain"""
        self.by_unified_planning = by_unified_planning
        """whether unified-planning could not read the PDDL; otherwise the engine could not"""


class UnsupportedProblemError(EngineError):
    """An engine does not support the problem."""

    def __init__(self, engine: str, reason: str) -> None:
        says = format_message("engines.cannot-take", engine=engine, reason=reason, other=_suggest_fast_downward(engine))
        super().__init__(says, where="engine", about="engine", found=f"'{engine}'", expected="another engine")
        self.reason = reason
        """what the engine does not support, in a few words"""


@dataclass(frozen=True, slots=True)
class EngineVerdict:
    """The outcome of an engine's run on a problem: a status, and a plan if the engine found one.

    The status is ``optimal``, ``solved``, ``unsolvable`` (proven), ``unknown``, ``timeout`` or ``memory``.
    """

    status: EngineStatus
    plan: tuple[PlanAction, ...] = ()
    """the actions of the plan in order; empty without a plan"""
    cost: Fraction | None = None
    """the cost of the plan by the metric of the problem; None without a metric, or if the cost is not known"""


def can_run(engine: Engine, session: Session | None) -> bool:
    """Return whether an engine is installed and can run in a session.

    Without a session, the question is about the session that `start_session` would start.
    """
    kind = type(session) if session else choose_session_class()
    return not engine.missing and (not issubclass(kind, InProcessSession) or engine.runs_in_process)


@dataclass(slots=True)
class EngineRunner:
    """A runner of engines with one deadline and one memory limit, and the total statistics of its runs."""

    session: Session | None
    """the session that runs the planners; None if no planner will run"""
    deadline: float
    """the end of the time limit, as a time of ``time.monotonic``"""
    memory: int
    """the memory limit in MiB"""
    seconds: dict[str, float] = field(default_factory=dict)
    """the seconds spent in each phase, such as ``ground`` or ``solve``, summed over all requests"""
    expanded: int | None = 0
    """the number of expanded states, summed over all requests; None once an engine does not report it"""
    notes: tuple[str, ...] = ()
    """remarks on how the engine ran, to print with the answer"""

    def record_usage(self, seconds: Mapping[str, float], expanded: int | None = 0) -> None:
        """Add the seconds and the number of expanded states of one step to this runner's totals.

        ``seconds`` maps phases, such as ``solve``, to seconds. ``expanded`` is None if the number of expanded states
        is not known.
        """
        self.expanded = None if self.expanded is None or expanded is None else self.expanded + expanded
        for key, value in seconds.items():
            self.seconds[key] = self.seconds.get(key, 0.0) + value

    def run_engine(
        self,
        engine: Engine,
        domain: str,
        problem: str,
        limit: float | None = None,
        strips_task: StripsTask | None = None,
    ) -> EngineVerdict:
        """Run an engine on a problem and return its verdict.

        ``domain`` and ``problem`` are PDDL texts. ``limit``, in seconds, ends the run before the runner's deadline
        does. ``strips_task`` is the problem compiled to plain STRIPS: the engine then gets this task, and the plan is
        decoded to the actions of the problem.

        Raises MissingEngineError if the engine is not installed or does not start, UnknownEngineError if no engine has
        this name, UnsupportedProblemError if the engine does not support the problem, RefutedError if its plan cannot
        be read, EngineError if it fails otherwise, and UnreadablePddlError if the PDDL cannot be read.
        """
        name = engine.name
        about: dict[str, Any] = {"where": "engine", "about": "engine", "found": f"'{engine.name}'"}
        # Without a worker, another package would not help; the session itself says what an engine lacks.
        if engine.missing and not isinstance(self.session, InProcessSession):
            key = "engines.no-java" if engine.installed else "engines.not-installed"
            says = format_message(key, engine=name, command=engine.missing)
            raise MissingEngineError(says, **about, expected="an installed engine")
        request = {
            "domain": domain,
            "problem": problem,
            "engine": engine.up_name,
            "options": dict(engine.options),
            "memory": self.memory,
            "java": engine.java,
            "limit": limit,
            "patience": min(PATIENCE, (self.deadline - time.monotonic()) / 2),
            "plain": strips_task and strips_task.json_task,
            "command": engine.command_line or None,
        }
        assert self.session is not None
        answer = self.session.ask(request, self.deadline)
        message = answer.get("message", "")
        self.record_usage(answer.get("seconds", {}), answer.get("expanded"))
        self.notes = (answer["note"],) if answer.get("note") else self.notes
        match answer["status"]:
            case "bad-input":
                raise UnreadablePddlError(
                    message, answer.get("in_problem", False), answer.get("by_unified_planning", True)
                )
            case "unsupported":
                raise UnsupportedProblemError(engine.name, message)
            case "error":
                raise EngineError(format_message("engines.failed", engine=name, reason=message), **about)
            case "missing" if engine.name in ENGINES or engine.up_name in answer.get("engines", []):
                says = format_message("engines.cannot-start", engine=name, reason=message)
                raise MissingEngineError(says, **about, expected="an engine that starts")
            case "missing":
                raise UnknownEngineError(engine.name)
            case "unknown" if engine.exhaustive:
                return EngineVerdict("unsolvable")
            case "optimal" | "solved" | "unsolvable" | "unknown" | "timeout" | "memory" as status:
                pass
            case other:
                says = format_message("engines.unknown-status", engine=name, status=repr(other))
                raise EngineError(says, **about)
        try:
            lines = answer.get("plan", [])
            if strips_task:
                lines = answer["plan"] = [*map(str, strips_task.decode_plan(lines))]
            plan = read_final_plan("\n".join(lines), "its plan") if lines else ()
            return EngineVerdict(status, plan, Fraction(answer["cost"]) if "cost" in answer else None)
        except PlanError as error:
            says = format_message("engines.unreadable-plan", engine=name, error=error)
            raise RefutedError(name, says, domain, problem, answer["plan"]) from None


def _suggest_fast_downward(engine: str) -> str:
    """Return advice to install Fast Downward, which supports more PDDL than the given engine.

    The advice is empty if Fast Downward is installed, if the engine is in the same package, or if it is unknown.
    """
    other = ENGINES["fast-downward"]
    known = ENGINES.get(engine)
    if not other.missing or not known or known.package == other.package:
        return ""
    return format_message("engines.other-may", engine=other.title, command=other.missing)


def check_engine_names(names: Iterable[str]) -> None:
    """Raise UnknownEngineError for the first name that no engine has.

    For names that are not in `ENGINES`, a worker asks unified-planning whether it has the engine. No engine runs. The
    error suggests similar names.
    """
    unknown = [name for name in names if name not in ENGINES]
    if not unknown:
        return
    with enforce_limits(DEFAULT_TIMEOUT) as limit, start_session() as session:
        for name in unknown:
            answer = session.ask({"engine": name}, limit.deadline)
            if answer["status"] == "missing" and name not in answer["engines"]:
                raise UnknownEngineError(name)


def save_refuted_plan(error: RefutedError) -> None:
    """Save the PDDL and the plan of an engine whose answer is wrong; name the folder in the error.

    An engine is refuted if its plan or its proof is wrong. The folder is a new folder for temporary files, which
    ferryplan does not remove.
    """
    plan = [f"; {error}", *error.plan]
    files = {"domain.pddl": error.domain, "p01.pddl": error.problem, "refuted.plan": "\n".join(plan) + "\n"}
    with contextlib.suppress(OSError, OutputError):  # if the disk is full, the error is still reported
        folder = Path(tempfile.mkdtemp(prefix="ferryplan-report-"))
        write_files(folder, files)
        error.restate(format_message("engines.evidence", statement=error.statement.removesuffix("."), folder=folder))
