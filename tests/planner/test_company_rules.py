"""A puzzle with every kind of rule about company, solved by planners.

The plans keep the rules, and optimal plans have the smallest number of crossings.
"""

from __future__ import annotations

import pytest
from support import CASES

from ferryplan.generator.puzzle import load
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.engines.session import Session
from ferryplan.planner.questions.solving import solve

CROWN = load(str(CASES / "puzzles" / "crown.toml"))
FEWEST = 11
"""From the brute force in `tests/generator/test_company_rules.py`."""
ASKED = [
    ("pyperplan", "strips", "counted"),
    *(
        pytest.param(*case, marks=pytest.mark.engines)
        for case in (
            ("fast-downward-opt", "strips", "named"),
            ("fast-downward", "axioms", "named"),
            ("fast-downward", "adl", "named"),
            ("enhsp-opt", "numeric", "counted"),
        )
    ),
]


@pytest.mark.parametrize(("engine", "dialect", "encoding"), ASKED)
def test_planners_solve_puzzle_with_every_company_rule(
    engine: str, dialect: str, encoding: str, worker: Session
) -> None:
    result = solve(CROWN, {}, engine=engine, dialect=dialect, encoding=encoding, timeout=120, session=worker)
    assert result.solution is not None, result
    found = len(result.solution.steps)
    assert found == FEWEST if ENGINES[engine].optimal else found >= FEWEST
