"""The classical puzzles of the catalogue, solved by the engines that are installed."""

from __future__ import annotations

import pytest
from classical_models import MODELS, explored
from machine import missing
from support import thinned

from ferryplan import MissingEngineError, load, solve
from ferryplan.planner.engines.session import Session

OPTIMAL = ("pyperplan", "fast-downward-opt", "symk-opt", "enhsp-opt")
SATISFICING = ("fast-downward", "tamer")
SMALL = {
    "lights-out": {"board": "***/***/***"},
    "logistics": {"origins": [2, 4], "destinations": [3, 1]},
    "rush-hour": {"board": "..B./AAB./DD../...."},
}
REFUSED = {
    "pyperplan": {"lights-out"},
    "fast-downward-opt": {"lights-out"},
    "tamer": {"lights-out", "hanoi", "logistics", "rush-hour"},
}
"""which puzzles an engine does not take: none of these has conditional effects, nor tamer types of types"""
CASES = [
    (name, engine) for engine in (*OPTIMAL, *SATISFICING) for name in MODELS if name not in REFUSED.get(engine, set())
]


@pytest.mark.parametrize(("name", "engine"), thinned(CASES, 11))
def test_solved(name: str, engine: str, worker: Session) -> None:
    try:
        result = solve(load(name), SMALL.get(name, {}), engine=engine, timeout=120, session=worker)
    except MissingEngineError:
        missing(f"{engine} is not installed")
    fewest = explored(MODELS[name](**dict(result.instance.parameters))).optimum
    assert result.solution is not None
    assert fewest is not None
    if engine in OPTIMAL:
        assert (result.status, len(result.solution.steps)) == ("optimal", fewest)
    else:
        assert len(result.solution.steps) >= fewest
