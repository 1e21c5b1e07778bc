"""The classical puzzles of the catalog, solved by the installed engines."""

from __future__ import annotations

import pytest
from classical_models import MODELS, explore_model
from required_tools import skip_or_fail
from support import mark_slow_cases

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
"""Puzzles that an engine rejects: none supports conditional effects; tamer supports no subtypes."""
CASES = [
    (name, engine) for engine in (*OPTIMAL, *SATISFICING) for name in MODELS if name not in REFUSED.get(engine, set())
]


@pytest.mark.parametrize(("name", "engine"), mark_slow_cases(CASES, 11))
def test_engines_solve_the_classical_catalog_puzzles(name: str, engine: str, worker: Session) -> None:
    try:
        result = solve(load(name), SMALL.get(name, {}), engine=engine, timeout=120, session=worker)
    except MissingEngineError:
        skip_or_fail(f"{engine} is not installed")
    fewest = explore_model(MODELS[name](**dict(result.instance.parameters))).optimum
    assert result.solution is not None
    assert fewest is not None
    if engine in OPTIMAL:
        assert (result.status, len(result.solution.steps)) == ("optimal", fewest)
    else:
        assert len(result.solution.steps) >= fewest
