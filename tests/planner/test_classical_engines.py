"""The classical puzzles of the catalog, solved by the installed engines."""

from __future__ import annotations

import pytest
from budget import draw_cases
from classical_models import MODELS, explore_model

from ferryplan import load, solve
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


def list_puzzles(engine: str) -> list[tuple[str, str]]:
    """Return the puzzles that an engine accepts, each with the engine."""
    return [(name, engine) for name in MODELS if name not in REFUSED.get(engine, set())]


@pytest.mark.parametrize(
    ("name", "engine"),
    [
        *draw_cases(list_puzzles("pyperplan"), 3),
        *(
            pytest.param(*case, marks=pytest.mark.engines)
            for engine in (*OPTIMAL[1:], *SATISFICING)
            for case in draw_cases(list_puzzles(engine), 1)
        ),
    ],
)
def test_engines_solve_the_classical_catalog_puzzles(name: str, engine: str, worker: Session) -> None:
    result = solve(load(name), SMALL.get(name, {}), engine=engine, timeout=120, session=worker)
    fewest = explore_model(MODELS[name](**dict(result.instance.parameters))).optimum
    assert result.solution is not None
    assert fewest is not None
    if engine in OPTIMAL:
        assert (result.status, len(result.solution.steps)) == ("optimal", fewest)
    else:
        assert len(result.solution.steps) >= fewest
