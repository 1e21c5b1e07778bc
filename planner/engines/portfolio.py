"""Which engines ``auto`` asks about PDDL of others, in which order and for how long.

Engines stand in groups, by what they take. In the group of a task's kind, the optimal ones are asked first, for a part of the time that
is left, then those that find some plan, then the optimal ones again: whatever is found while the time lasts is told, and a
proof as well where there is time for it. A group of which nobody takes the task gives way to the next.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, assert_never

from planner.engines.foreign import Foreign
from planner.engines.registry import ENGINES, Engine, EngineError, RefutedError, satisficing
from planner.engines.runner import Runner, UnsupportedError, Verdict
from planner.result import EngineStatus

WORST_FIRST: tuple[EngineStatus, ...] = ("timeout", "memory", "unknown")


class Turn(NamedTuple):
    """An engine, and the part of the time left that it may use; the last one that is there has all of it."""

    engine: Engine
    share: float


@dataclass(frozen=True, slots=True)
class Found:
    """Who answered, with what, and what is to be said of the others."""

    engine: Engine
    verdict: Verdict
    notes: tuple[str, ...] = ()


SHORTEST = 3.0
"""seconds that an engine has at least, as long as there are any: those that start a process need some to begin with"""
_FIRST = 0.1
"""Most tasks are answered within a tenth of the time or not at all (``benchmarks/foreign.py`` shows it)."""
_CLASSICAL = (
    Turn(ENGINES["fast-downward-opt"], _FIRST),
    Turn(ENGINES["fast-downward"], _FIRST),
    Turn(ENGINES["symk-opt"], 0.5),
    Turn(ENGINES["fast-downward-opt"], 1.0),
)
_STRIPS = (Turn(ENGINES["pyperplan"], 0.5), Turn(satisficing(ENGINES["pyperplan"]), 1.0))
_NUMERIC = (Turn(ENGINES["enhsp-opt"], 0.5), Turn(ENGINES["enhsp"], 1.0), Turn(ENGINES["tamer"], 1.0))
_TEMPORAL = (Turn(ENGINES["aries"], 0.5), Turn(ENGINES["tamer"], 1.0))

_DURATIVE = re.compile(r"\(\s*:durative-action\b", re.IGNORECASE)
_NUMBERS = re.compile(
    r"\(\s*(?:[<>]=?|assign|decrease|scale-up|scale-down)\s|\(\s*increase\s+\((?!\s*total-cost\s*\))", re.IGNORECASE
)


def ask_in_turn(runner: Runner, task: Foreign) -> Found:
    """Return the best answer that the installed engines give while the time lasts: a proof, else a plan, else why there is none.

    Raises EngineError, which says of each engine why not, if none takes the task or all fail; PddlError if the PDDL cannot be
    read; RefutedError for a plan that is none.
    """
    refusals: dict[str, str] = {}
    for group in _groups(task.domain):
        turns = [turn for turn in group if not turn.engine.missing]
        found = _ask_group(runner, task, turns, refusals)
        if found is not None:
            return found
    raise EngineError(_refused_by_all(refusals, task.domain))


def _groups(domain: str) -> Sequence[Sequence[Turn]]:
    if _DURATIVE.search(domain):
        return _TEMPORAL, _CLASSICAL, _STRIPS, _NUMERIC
    if _NUMBERS.search(domain):
        return _NUMERIC, _CLASSICAL, _STRIPS, _TEMPORAL
    return _CLASSICAL, _STRIPS, _NUMERIC, _TEMPORAL


def _ask_group(runner: Runner, task: Foreign, turns: Sequence[Turn], refusals: dict[str, str]) -> Found | None:
    """Return the best answer of a group; None if nobody of it takes the task, and then why not, in ``refusals``."""
    plan: Found | None = None
    ended: list[tuple[Engine, EngineStatus]] = []
    for number, turn in enumerate(turns):
        left = runner.deadline - time.monotonic()
        if (ended or plan) and left <= 0:
            break
        if turn.engine.name in refusals or (plan and not turn.engine.optimal) or (turn.engine, "memory") in ended:
            continue
        limit = max(turn.share * left, SHORTEST) if turn.share < 1 and number + 1 < len(turns) else None
        try:
            verdict = task.ask(runner, turn.engine, limit)
        except RefutedError:
            raise
        except EngineError as error:
            refusals[turn.engine.name] = error.reason if isinstance(error, UnsupportedError) else str(error)
            continue
        match verdict.status:
            case "optimal" | "unsolvable":
                return Found(turn.engine, verdict, tuple(_notes(refusals)))
            case "solved":
                plan = Found(turn.engine, verdict)
            case "unknown" | "timeout" | "memory":
                ended.append((turn.engine, verdict.status))
            case _:
                assert_never(verdict.status)
    if plan is not None:
        return Found(plan.engine, plan.verdict, (*_notes(refusals), *_unproven(ended)))
    if not ended:
        return None
    statuses = {status for _, status in ended}
    worst = next(status for status in WORST_FIRST if status in statuses)
    engine = next(engine for engine, status in reversed(ended) if status == worst)
    return Found(engine, Verdict(worst), tuple(_notes(refusals)))


def _notes(refusals: Mapping[str, str]) -> Iterator[str]:
    """Give a note for each reason for which engines were not asked further."""
    for reason in dict.fromkeys(refusals.values()):
        yield f"{', '.join(engine for engine, said in refusals.items() if said == reason)}: {reason}"


def _unproven(ended: Sequence[tuple[Engine, EngineStatus]]) -> Iterator[str]:
    names = ", ".join(dict.fromkeys(engine.name for engine, _ in ended if engine.optimal))
    if names:
        yield f"{names}: found no proof, with the time and the memory that there were, that no plan is better"


def _refused_by_all(refusals: Mapping[str, str], domain: str) -> str:
    """Return the message that says of each installed engine why not, and which others to get."""
    said = "; ".join(_notes(refusals)) or "none is installed"
    other = next((turn.engine for turn in _groups(domain)[0] if turn.engine.missing), None)
    may = f"; {other.title} may: {other.missing}" if other else ""
    return f"engine: no engine that is installed can take this problem: {said}{may}"
