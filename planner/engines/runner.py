"""Engines run: one request to the worker, its verdict, and what its failures mean."""

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
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.generator.pddl.strips import Strips
from ferryplan.planner.engines.registry import (
    ENGINES,
    Engine,
    EngineError,
    MissingEngineError,
    RefutedError,
    UnknownEngineError,
)
from ferryplan.planner.engines.session import Session
from ferryplan.planner.plans.reading import read_plan
from ferryplan.planner.status import EngineStatus
from ferryplan.planner.system.files import OutputError, write_files
from ferryplan.planner.system.limits import DEFAULT_TIMEOUT, limited

PATIENCE = 5.0
"""seconds for which an engine that goes on to better plans in time may do so"""


class UnreadableError(PddlError):
    """An engine, or unified-planning on the way to it, cannot read the PDDL."""

    def __init__(self, message: str, in_problem: bool = False, by_unified_planning: bool = True) -> None:
        super().__init__(message)
        self.in_problem = in_problem
        """whether it is the problem, not the domain"""
        self.by_unified_planning = by_unified_planning


class UnsupportedError(EngineError):
    """An engine cannot take the problem."""

    def __init__(self, engine: str, reason: str) -> None:
        says = format_message("engines.cannot-take", engine=engine, reason=reason, other=_may(engine))
        super().__init__(says, where="engine", about="engine", found=f"'{engine}'", expected="another engine")
        self.reason = reason
        """why not, in a few words"""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an engine says of a problem: ``optimal``, ``solved``, ``unsolvable`` (proven), ``unknown``, ``timeout`` or ``memory``."""

    status: EngineStatus
    plan: tuple[Action, ...] = ()
    cost: Fraction | None = None
    """what the plan costs by the problem's metric, where it has one and that is known"""


@dataclass(slots=True)
class Runner:
    """How engines are asked, and what that has cost so far."""

    session: Session | None
    """None where no planner will be asked"""
    deadline: float
    """a time of ``time.monotonic``"""
    memory: int
    """in MiB"""
    seconds: dict[str, float] = field(default_factory=dict)
    """by what they were spent on; sums over all requests"""
    expanded: int | None = 0
    """states expanded, summed over all requests; None once an engine has not told them"""
    notes: tuple[str, ...] = ()
    """what is to be said with an answer, whichever it is"""

    def spend(self, seconds: Mapping[str, float], expanded: int | None = 0) -> None:
        """Add what a step has cost, and how many states it expanded, if that is known."""
        self.expanded = None if self.expanded is None or expanded is None else self.expanded + expanded
        for key, value in seconds.items():
            self.seconds[key] = self.seconds.get(key, 0.0) + value

    def ask(
        self, engine: Engine, domain: str, problem: str, limit: float | None = None, plain: Strips | None = None
    ) -> Verdict:
        """Return the engine's verdict on a problem, or on it in plain STRIPS; ``limit``, in seconds, ends it before the deadline does.

        Raises MissingEngineError if the engine is not there, UnsupportedError if it cannot take the problem, RefutedError if
        its plan is none, EngineError if it fails otherwise, UnreadableError if the problem cannot be read.
        """
        name = engine.name
        about: dict[str, Any] = {"where": "engine", "about": "engine", "found": f"'{engine.name}'"}
        if engine.missing:
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
            "plain": plain and plain.numbered,
            "command": engine.command_line or None,
        }
        assert self.session is not None
        answer = self.session.ask(request, self.deadline)
        message = answer.get("message", "")
        self.spend(answer.get("seconds", {}), answer.get("expanded"))
        self.notes = (answer["note"],) if answer.get("note") else self.notes
        match answer["status"]:
            case "bad-input":
                raise UnreadableError(message, answer.get("in_problem", False), answer.get("by_unified_planning", True))
            case "unsupported":
                raise UnsupportedError(engine.name, message)
            case "error":
                raise EngineError(format_message("engines.failed", engine=name, reason=message), **about)
            case "missing" if engine.name in ENGINES or engine.up_name in answer.get("engines", []):
                says = format_message("engines.cannot-start", engine=name, reason=message)
                raise MissingEngineError(says, **about, expected="an engine that starts")
            case "missing":
                raise UnknownEngineError(engine.name)
            case "unknown" if engine.exhaustive:
                return Verdict("unsolvable")
            case "optimal" | "solved" | "unsolvable" | "unknown" | "timeout" | "memory" as status:
                pass
            case other:
                says = format_message("engines.unknown-status", engine=name, status=repr(other))
                raise EngineError(says, **about)
        try:
            lines = answer.get("plan", [])
            if plain:
                lines = answer["plan"] = [*map(str, plain.plan(lines))]
            plan = read_plan("\n".join(lines), "its plan") if lines else ()
            return Verdict(status, plan, Fraction(answer["cost"]) if "cost" in answer else None)
        except PlanError as error:
            says = format_message("engines.unreadable-plan", engine=name, error=error)
            raise RefutedError(name, says, domain, problem, answer["plan"]) from None


def _may(engine: str) -> str:
    """Return how to get the engine that takes more than others, if it is missing."""
    other = ENGINES["fast-downward"]
    known = ENGINES.get(engine)
    if not other.missing or not known or known.package == other.package:
        return ""
    return format_message("engines.other-may", engine=other.title, command=other.missing)


def check_engines(names: Iterable[str]) -> None:
    """Raise UnknownEngineError for a name that stands for no engine, with names that are near.

    A name that this program does not know is put to unified-planning, in a worker; no engine is run.
    """
    unknown = [name for name in names if name not in ENGINES]
    if not unknown:
        return
    with limited(DEFAULT_TIMEOUT) as limit, Session() as session:
        for name in unknown:
            answer = session.ask({"engine": name}, limit.deadline)
            if answer["status"] == "missing" and name not in answer["engines"]:
                raise UnknownEngineError(name)


def keep_evidence(error: RefutedError) -> None:
    """Write what an engine was given, and the plan that it gave, into a new temporary folder, and add to the message where that is."""
    plan = [f"; {error}", *error.plan]
    files = {"domain.pddl": error.domain, "p01.pddl": error.problem, "refuted.plan": "\n".join(plan) + "\n"}
    with contextlib.suppress(OSError, OutputError):  # without room for it, the error is told all the same
        folder = Path(tempfile.mkdtemp(prefix="ferryplan-report-"))
        write_files(folder, files)
        error.restate(format_message("engines.evidence", statement=error.statement.removesuffix("."), folder=folder))
