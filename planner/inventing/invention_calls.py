"""The invention of one puzzle as a call of a worker pool, which returns JSON data.

The data go from the worker process to the parent process, and into a journal.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ferryplan.generator.families import instantiate, notation_of
from ferryplan.generator.inventing.invention import InventionRequest, make_invention
from ferryplan.generator.puzzle import parse_puzzle_text
from ferryplan.generator.puzzle_text import format_puzzle
from ferryplan.generator.solution import replay_moves
from ferryplan.generator.solution_answers import CountedSolutions
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.engines.session import Session, start_session
from ferryplan.planner.inventing.invented_puzzle import InventedPuzzle
from ferryplan.planner.inventing.puzzle_sheets import confirm_invention
from ferryplan.planner.result import Proof, Result


def invent_puzzle(
    request: InventionRequest,
    number: int,
    drafts: range,
    end_time: float,
    name_and_command: tuple[str, str],
    engine: str | None,
    *limits: Any,
) -> dict[str, Any]:
    """Invent a puzzle, confirm it with an engine, and return it with its twin, if any, as JSON data.

    ``number`` is the number of the puzzle in the run. ``drafts`` are the numbers of the drafts (random puzzles) that
    may be tried. No draft begins after ``end_time``, a time of ``time.time``. ``name_and_command`` is the name of the
    puzzle's file and the command that generates the file again. ``limits`` are two numbers for the engine: seconds and
    MiB.

    In the returned dictionary, ``posed`` has the puzzle and its twin as data for ``puzzle_from_data``; it is empty if
    no puzzle was confirmed. The other keys are ``number``, ``tried`` (the number of the last draft), ``missed`` (how
    many drafts missed each wish) and ``identity`` (a text that equal puzzles share).
    """

    one, there = make_invention(request, number, drafts.start, end_time, len(drafts)), list[InventedPuzzle]()
    if one.puzzle is not None:
        session = _get_or_start_session(engine) if engine else None
        there = confirm_invention(one, *name_and_command, engine, session, *limits)
        if session is not None and session.worn:
            close_session()
    found = {"number": number, "tried": one.drafts_tried, "missed": one.missed_wishes, "identity": one.identity}
    return {**found, "posed": [_puzzle_as_data(each) for each in there]}


def _puzzle_as_data(one: InventedPuzzle) -> dict[str, Any]:
    """Return an invented puzzle as JSON data, from which `puzzle_from_data` restores it."""

    result = one.result
    told = {key: getattr(result, key) for key in ("status", "engine", "dialect", "encoding")}
    told |= {key: asdict(found) for key in ("counted", "proof") if (found := getattr(result, key)) is not None}
    if result.solution is not None:
        told["moves"] = notation_of(result.instance).format_moves(step.move for step in result.solution.steps)
    return {**one._asdict(), "puzzle": format_puzzle(one.puzzle), "result": told}


def puzzle_from_data(data: dict[str, Any]) -> InventedPuzzle:
    """Return the invented puzzle that JSON data describe, as `invent_puzzle` returns them in ``posed``."""

    puzzle, told = parse_puzzle_text(data["puzzle"], data["name"]), {**data["result"]}
    instance = instantiate(puzzle, {})
    for key, make in (("counted", CountedSolutions), ("proof", Proof)):
        told[key] = make(**told[key]) if key in told else None
    solution = replay_moves(instance, notation_of(instance).parse_moves(told.pop("moves"))) if "moves" in told else None
    return InventedPuzzle(**{**data, "puzzle": puzzle, "result": Result(instance, solution=solution, **told)})


_sessions = dict[str, Session]()
"""the planner's worker of this process, by the name of its engine; there is at most one"""


def _get_or_start_session(engine: str) -> Session:
    """Return this process's worker for an engine.

    If there is no such worker, the worker of another engine is ended, and a new one is started.
    """
    if engine not in _sessions:
        close_session()
        _sessions[engine] = start_session(ENGINES[engine].up_name)
    return _sessions[engine]


def close_session() -> None:
    """End the engine worker that this process has started, if there is one."""
    while _sessions:
        _sessions.popitem()[1].close()
