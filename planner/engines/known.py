"""Which names of engines are known: those of this program, and all that unified-planning has."""

from __future__ import annotations

from collections.abc import Iterable

from planner.engines.registry import ENGINES, UnknownEngineError
from planner.engines.session import Session
from planner.system.limits import DEFAULT_TIMEOUT, limited

__all__ = ["check_engines"]


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
