"""A puzzle with every kind of rule about company, solved by planners.

The plans keep the rules, and optimal plans have the smallest number of crossings.
"""

from __future__ import annotations

import pytest
import required_tools
from support import CASES

from ferryplan.generator.puzzle import load
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.engines.session import Session
from ferryplan.planner.questions.solving import solve

CROWN = load(str(CASES / "puzzles" / "crown.toml"))
FEWEST = 11
"""From the brute force in `tests/generator/test_company_rules.py`."""
ASKED = [
    ("pyperplan", "strips", "named", ""),
    ("pyperplan", "strips", "counted", ""),
    ("fast-downward-opt", "strips", "named", "up_fast_downward"),
    ("fast-downward", "axioms", "named", "up_fast_downward"),
    ("fast-downward", "adl", "named", "up_fast_downward"),
    ("enhsp-opt", "numeric", "counted", "up_enhsp"),
]


@pytest.mark.parametrize(("engine", "dialect", "encoding", "module"), ASKED)
def test_planners_solve_puzzle_with_every_company_rule(
    engine: str, dialect: str, encoding: str, module: str, worker: Session
) -> None:
    if module:
        required_tools.require_package(module, module.replace("_", "-"))
    result = solve(CROWN, {}, engine=engine, dialect=dialect, encoding=encoding, timeout=120, session=worker)
    assert result.solution is not None, result
    found = len(result.solution.steps)
    assert found == FEWEST if ENGINES[engine].optimal else found >= FEWEST
