"""What a call that invents a puzzle returns, as data that goes from process to process and is kept in a journal."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from ferryplan.generator.answers import Counted
from ferryplan.generator.families import instantiate, speller_of
from ferryplan.generator.inventing.invention import Asked, invented
from ferryplan.generator.puzzle import read
from ferryplan.generator.puzzle_text import text_of
from ferryplan.generator.solution import replay
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.engines.session import Session
from ferryplan.planner.inventing.posed import Posed
from ferryplan.planner.inventing.sheets import posed
from ferryplan.planner.result import Proof, Result


def made(
    asked: Asked, number: int, drafts: range, until: float, named: tuple[str, str], engine: str | None, *limits: Any
) -> dict[str, Any]:
    """Return a new puzzle by its number, confirmed by an engine, with its twin, for ``posed_of``: none if it was not confirmed; and what it took.

    ``drafts`` are the numbers of the drafts that may be drawn. ``named`` is the name of its file, and the command that makes it again; ``limits`` are
    seconds and MiB for the engine.
    """

    one, there = invented(asked, number, drafts.start, until, len(drafts)), list[Posed]()
    if one.puzzle is not None:
        session = _session_of(engine) if engine else None
        there = posed(one, *named, engine, session, *limits)
        if session is not None and session.worn:
            close_session()
    found = {"number": number, "tried": one.tried, "missed": one.missed, "identity": one.identity}
    return {**found, "posed": [_as_data(each) for each in there]}


def _as_data(one: Posed) -> dict[str, Any]:

    result = one.result
    told = {key: getattr(result, key) for key in ("status", "engine", "dialect", "encoding")}
    told |= {key: asdict(found) for key in ("counted", "proof") if (found := getattr(result, key)) is not None}
    if result.solution is not None:
        told["moves"] = speller_of(result.instance).spelled(step.move for step in result.solution.steps)
    return {**one._asdict(), "puzzle": text_of(one.puzzle), "result": told}


def posed_of(data: dict[str, Any]) -> Posed:
    """Return the puzzle."""

    puzzle, told = read(data["puzzle"], data["name"]), {**data["result"]}
    instance = instantiate(puzzle, {})
    for key, make in (("counted", Counted), ("proof", Proof)):
        told[key] = make(**told[key]) if key in told else None
    solution = replay(instance, speller_of(instance).moves(told.pop("moves"))) if "moves" in told else None
    return Posed(**{**data, "puzzle": puzzle, "result": Result(instance, solution=solution, **told)})


_sessions = dict[str, Session]()
"""the worker that this process asks, by its engine"""


def _session_of(engine: str) -> Session:
    """Return the worker that this process asks."""
    if engine not in _sessions:
        close_session()
        _sessions[engine] = Session(ENGINES[engine].up_name)
    return _sessions[engine]


def close_session() -> None:
    """End the worker that this process asks, if there is one."""
    while _sessions:
        _sessions.popitem()[1].close()
