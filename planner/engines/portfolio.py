"""Which engines ``auto`` asks about PDDL of others, in which order and for how long.

Engines stand in groups, by what they take. In the group of a task's kind, the optimal ones are asked first, for a part of the time that
is left, then those that find some plan, then the optimal ones again, and without a plan the others once more. The answer is a plan
found within the time limit, with a proof if there was time for one. A group of which nobody takes the task gives way to the next.
Where no planner takes it, and where none that could prove a plan to be best takes it, the task's own states are searched. Where only pyperplan takes
it, a greedy search of the states stands for the engines that find some plan.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.wording import listing
from ferryplan.planner.engines.foreign import Foreign
from ferryplan.planner.engines.registry import ENGINES, RULES, Engine, EngineError, satisficing
from ferryplan.planner.engines.runner import Runner, UnsupportedError, Verdict
from ferryplan.planner.status import EngineStatus

FINAL: tuple[EngineStatus, ...] = ("optimal", "unsolvable")
"""answers after which nobody else is asked"""
BEST_FIRST: tuple[EngineStatus, ...] = (*FINAL, "solved", "timeout", "memory", "unknown")
"""answers in order of preference: the first of these is reported"""


class Turn(NamedTuple):
    """An engine, and the part of the time left that it may use; the last one that is there has all of it."""

    engine: Engine
    share: float


class Answer(NamedTuple):
    """What an engine says."""

    engine: Engine
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Found:
    """Who answered, with what, and what is to be said of the others."""

    engine: Engine
    verdict: Verdict
    notes: tuple[str, ...] = ()


SHORTEST = 3.0
"""seconds that an engine has at least, as long as there are any: those that start a process need some to begin with"""
RESERVE, LONGEST_RESERVE = 0.1, 2.0
"""the part of the time that no engine may use, and at most how many seconds: what was found still has to be checked and printed"""
_FIRST = 0.1
"""Most tasks are answered within a tenth of the time or not at all (``benchmarks/foreign.py`` shows it)."""
_CLASSICAL = (
    Turn(ENGINES["fast-downward-opt"], _FIRST),
    Turn(ENGINES["fast-downward"], _FIRST),
    Turn(ENGINES["symk-opt"], 0.5),
    Turn(
        ENGINES["fast-downward"], 0.7
    ),  # some plan, if there is none yet, is worth more than another try at a best one
    Turn(ENGINES["fast-downward-opt"], 1.0),
)
GREEDY = satisficing(RULES)
_STRIPS = (
    Turn(ENGINES["pyperplan"], _FIRST),
    Turn(GREEDY, 0.2),
    Turn(ENGINES["pyperplan"], 0.7),
    Turn(GREEDY, 1.0),
)
_NUMERIC = (Turn(ENGINES["enhsp-opt"], 0.5), Turn(ENGINES["enhsp"], 1.0), Turn(ENGINES["tamer"], 1.0))
_TEMPORAL = (Turn(ENGINES["aries"], 0.5), Turn(ENGINES["tamer"], 1.0))

_DURATIVE = re.compile(r"\(\s*:durative-action\b", re.IGNORECASE)
_NUMBERS = re.compile(
    r"\(\s*(?:[<>]=?|assign|decrease|scale-up|scale-down)\s|\(\s*increase\s+\((?!\s*total-cost\s*\))", re.IGNORECASE
)


def ask_in_turn(runner: Runner, task: Foreign) -> Found:
    """Return the best answer that the installed engines give while the time lasts: a proof, else a plan, else why there is none.

    Raises EngineError, which says of each engine why not, if none takes the task or all fail; PddlError if the PDDL cannot be read.
    """
    refusals: dict[str, str] = {}
    deadline = runner.deadline - min(RESERVE * (runner.deadline - time.monotonic()), LONGEST_RESERVE)
    for group in _groups(task.domain):
        turns = [turn for turn in group if not turn.engine.missing]
        answers = _ask_group(runner, task, turns, refusals, deadline)
        if answers:
            if _may_be_improved(task, answers):
                answers += _search_states(runner, task, refusals, deadline)
            return _choose(answers, refusals)
    if answers := _search_states(runner, task, refusals, deadline):
        return _choose(answers, refusals)
    said = "; ".join(_notes(refusals)) or format_message("engines.none-installed")
    if task.refusal is not None:
        more = "" if {*refusals.values()} <= {str(task.refusal)} else f"; {said}"
        says = format_message("engines.none-takes-either", reason=task.refusal, reasons=more)
        raise EngineError(says, about="engine", found="none", expected="an engine that takes it")
    other = next((turn.engine for turn in _groups(task.domain)[0] if turn.engine.missing), None)
    may = format_message("engines.other-may", engine=other.title, command=other.missing) if other else ""
    says = format_message("engines.none-takes", reasons=said, other=may)
    raise EngineError(says, where="engine", about="engine", found="none", expected="an engine that takes it")


def _groups(domain: str) -> Sequence[Sequence[Turn]]:
    if _DURATIVE.search(domain):
        return _TEMPORAL, _CLASSICAL, _STRIPS, _NUMERIC
    if _NUMBERS.search(domain):
        return _NUMERIC, _CLASSICAL, _STRIPS, _TEMPORAL
    return _CLASSICAL, _STRIPS, _NUMERIC, _TEMPORAL


def _ask_group(
    runner: Runner, task: Foreign, turns: Sequence[Turn], refusals: dict[str, str], deadline: float
) -> list[Answer]:
    """Return the answers of a group, up to the first that is final; none if nobody of it takes the task, and then why not, in ``refusals``."""
    answers = list[Answer]()
    for number, turn in enumerate(turns):
        # Shares are of the time that is left now, so what an engine does not use is there for the next.
        left = deadline - time.monotonic()
        if answers and left <= 0:
            break
        solved = any(verdict.status == "solved" for _, verdict in answers)
        # Only more time may help an engine that has answered before.
        ended = any(engine == turn.engine and verdict.status != "timeout" for engine, verdict in answers)
        # What pyperplan does not take, the greedy search does not take either: no need to say so twice.
        pointless = turn.engine == GREEDY and not answers
        if turn.engine.name in refusals or ended or pointless or (solved and not turn.engine.optimal):
            continue
        share = turn.share if number + 1 < len(turns) else 1.0
        answers += _ask(runner, task, turn.engine, refusals, min(max(share * left, SHORTEST), left))
        if answers and answers[-1].verdict.status in FINAL:
            break
    return answers


def _ask(runner: Runner, task: Foreign, engine: Engine, refusals: dict[str, str], limit: float) -> list[Answer]:
    """Return the answer of an engine within ``limit`` seconds; none if it does not take the task or fails, and then why, in ``refusals``.

    A plan that the PDDL does not allow is a failure of its engine, after which the others are asked: some planners take 0 for a number
    without a value.
    """
    try:
        return [Answer(engine, task.ask(runner, engine, max(limit, 0.0)))]
    except EngineError as error:
        refusals[engine.name] = error.reason if isinstance(error, UnsupportedError) else error.statement
        return []


def _may_be_improved(task: Foreign, answers: Sequence[Answer]) -> bool:
    """Return whether a search of all states may say more: nothing is proven, and no optimal engine has run out of time or memory."""
    statuses = {verdict.status for _, verdict in answers}
    exhausted = any(engine.optimal and verdict.status in ("timeout", "memory") for engine, verdict in answers)
    provable = task.may_be_proven and not _DURATIVE.search(task.domain)
    return statuses <= {"solved", "unknown"} and not exhausted and provable


def _search_states(runner: Runner, task: Foreign, refusals: dict[str, str], deadline: float) -> list[Answer]:
    """Return what a search of the task's own states says; nothing if it is no state space."""
    return _ask(runner, task, RULES, refusals, deadline - time.monotonic())


def _choose(answers: Sequence[Answer], refusals: Mapping[str, str]) -> Found:
    """Return the best of some answers, the last of equally good ones, with what is to be said of the others."""
    engine, told = min(reversed(answers), key=lambda answer: BEST_FIRST.index(answer.verdict.status))
    notes = [*_notes(refusals)]
    if engine == GREEDY:
        notes.append(format_message("engines.greedy-search"))
    elif engine == RULES:
        planners = dict.fromkeys(one.title for one, verdict in answers if verdict.plan and one != RULES)
        key = "engines.searched-for-proof" if planners else "engines.states-searched"
        notes.append(format_message(key, planners=", ".join(planners)))
    without = [one.name for one, verdict in answers if one.optimal and verdict.status != "solved"]
    if told.status == "solved" and without:
        names = listing([f"'{name}'" for name in dict.fromkeys(without)])
        notes.append(format_message("engines.no-proof", engines=names))
    return Found(engine, told, tuple(notes))


def _notes(refusals: Mapping[str, str]) -> Iterator[str]:
    """Give a note for each reason for which engines were not asked further."""
    for reason in dict.fromkeys(refusals.values()):
        engines = listing([f"'{engine}'" for engine, said in refusals.items() if said == reason])
        yield format_message("engines.refusals", engines=engines, reason=reason)
