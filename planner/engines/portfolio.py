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
from planner.status import EngineStatus

TOLD_FIRST: tuple[EngineStatus, ...] = ("solved", "timeout", "memory", "unknown")
"""of answers that prove nothing, the one that is told"""


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
    said = "; ".join(_notes(refusals)) or "none is installed"
    other = next((turn.engine for turn in _groups(task.domain)[0] if turn.engine.missing), None)
    may = f"; {other.title} may: {other.missing}" if other else ""
    raise EngineError(f"engine: no engine that is installed can take this problem: {said}{may}")


def _groups(domain: str) -> Sequence[Sequence[Turn]]:
    if _DURATIVE.search(domain):
        return _TEMPORAL, _CLASSICAL, _STRIPS, _NUMERIC
    if _NUMBERS.search(domain):
        return _NUMERIC, _CLASSICAL, _STRIPS, _TEMPORAL
    return _CLASSICAL, _STRIPS, _NUMERIC, _TEMPORAL


def _ask_group(runner: Runner, task: Foreign, turns: Sequence[Turn], refusals: dict[str, str]) -> Found | None:
    """Return the best answer of a group; None if nobody of it takes the task, and then why not, in ``refusals``."""
    answers: list[tuple[Engine, Verdict]] = []
    for number, turn in enumerate(turns):
        left = runner.deadline - time.monotonic()
        if answers and left <= 0:
            break
        solved = any(verdict.status == "solved" for _, verdict in answers)
        too_large = any(engine == turn.engine and verdict.status == "memory" for engine, verdict in answers)
        if turn.engine.name in refusals or too_large or (solved and not turn.engine.optimal):
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
            case "solved" | "unknown" | "timeout" | "memory":
                answers.append((turn.engine, verdict))
            case _:
                assert_never(verdict.status)
    if not answers:
        return None
    engine, told = min(reversed(answers), key=lambda answer: TOLD_FIRST.index(answer[1].status))
    notes = [*_notes(refusals)]
    without = [one.name for one, verdict in answers if one.optimal and verdict.status != "solved"]
    if told.status == "solved" and without:
        names = ", ".join(dict.fromkeys(without))
        notes.append(f"{names}: found no proof, with the time and the memory that there were, that no plan is better")
    return Found(engine, told, tuple(notes))


def _notes(refusals: Mapping[str, str]) -> Iterator[str]:
    """Give a note for each reason for which engines were not asked further."""
    for reason in dict.fromkeys(refusals.values()):
        yield f"{', '.join(engine for engine, said in refusals.items() if said == reason)}: {reason}"
