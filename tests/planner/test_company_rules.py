"""Puzzles with every kind of rule about who may be where with whom, through planners: they find as few crossings as the rules allow."""

from __future__ import annotations

import machine
import pytest
from support import CASES

from generator.puzzle import load
from planner.engines.session import Session
from planner.questions.solving import solve

CROWN = load(str(CASES / "puzzles" / "crown.toml"))
FEWEST = 11
"""by the brute force in `tests/generator/test_company_rules.py`"""
ENGINES = [
    ("pyperplan", "strips", "named", ""),
    ("pyperplan", "strips", "counted", ""),
    ("fast-downward-opt", "strips", "named", "up_fast_downward"),
    ("symk-opt", "axioms", "named", "up_symk"),
    ("symk-opt", "adl", "named", "up_symk"),
    ("enhsp-opt", "numeric", "counted", "up_enhsp"),
]


@pytest.mark.parametrize(("engine", "dialect", "encoding", "module"), ENGINES)
def test_planners_find_the_fewest(engine: str, dialect: str, encoding: str, module: str, worker: Session) -> None:
    if module:
        machine.package(module, module.replace("_", "-"))
    result = solve(CROWN, {}, engine=engine, dialect=dialect, encoding=encoding, timeout=120, session=worker)
    assert result.solution is not None, result
    assert len(result.solution.steps) == FEWEST
