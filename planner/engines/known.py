"""Which names of engines are known: those of this program, and all that unified-planning has."""

from __future__ import annotations

from collections.abc import Iterable

from planner.engines.asking import Asking
from planner.engines.registry import ENGINES, EngineError, UnknownEngineError, choose
from planner.engines.session import Session
from planner.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, limited

__all__ = ["check_engines"]

DOMAIN = "(define (domain nothing) (:requirements :strips) (:predicates (done)) (:action do :parameters () :precondition (and) :effect (done)))"
PROBLEM = "(define (problem nothing-1) (:domain nothing) (:init) (:goal (done)))"
BRIEF = 1.0
"""seconds for an engine that is known: what becomes of the question is not asked"""


def check_engines(names: Iterable[str]) -> None:
    """Raise UnknownEngineError for a name that stands for no engine, with names that are near.

    A name that this program does not know is put to unified-planning, in a worker.
    """
    for name in names:
        if name in ENGINES:
            continue
        with limited(DEFAULT_TIMEOUT) as limit, Session() as session:
            try:
                Asking(session, limit.deadline, DEFAULT_MEMORY).ask(choose(name)[0], DOMAIN, PROBLEM, BRIEF)
            except UnknownEngineError:
                raise
            except EngineError:
                pass  # it is known, and what it lacks is told of each run
