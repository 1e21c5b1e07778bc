"""Surface features of a question do not reveal that its puzzle is unsolvable.

The measure detects features that do.
"""

from __future__ import annotations

import importlib.util
import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from budget import draw_cases, scale

from ferryplan.evaluation.posing.collection import make_invention_requests

PATH = Path(__file__).parent.parent / "benchmarks" / "twins.py"
SPEC = importlib.util.spec_from_file_location("twins", PATH)
assert SPEC is not None
assert SPEC.loader is not None
twins: ModuleType = importlib.util.module_from_spec(SPEC)
sys.modules["twins"] = twins
SPEC.loader.exec_module(twins)

MOST = 0.6


def question(verdict: str, rules: int, capacity: int) -> dict[str, Any]:
    """Return a question about a crossing in which only these features vary."""
    rule = '{ rule = "never-row-alone", kinds = ["alpha"] }'
    lines = [
        'story = "A story."',
        'kinds = [{ name = "alpha" }, { name = "beta" }]',
        f"boat = {{ capacity = {capacity} }}",
        f"rules = [{', '.join(rules * [rule])}]",
    ]
    return {"family": "crossing", "verdict": verdict, "question": "How do they cross?", "file": "\n".join(lines)}


def shares(rows: Sequence[dict[str, Any]]) -> dict[str, float]:
    return {one.feature: one.share for one in twins.rate_features(rows)[0]}


def test_feature_that_reveals_the_unsolvable_puzzle_is_detected() -> None:
    """One more rule in each unsolvable puzzle reveals it; the number of seats reveals nothing."""
    rng = random.Random(5)
    verdicts = [rng.choice(["solvable", "unsolvable"]) for _ in range(200)]
    rows = [question(verdict, 2 + (verdict == "unsolvable"), rng.randint(2, 3)) for verdict in verdicts]
    found = shares(rows)
    assert found[".rules: number"] == found[".rules: never-row-alone"] == 1
    assert 0.4 < found["travellers for each seat"] < 0.6


def test_partially_revealing_feature_has_share_of_three_quarters() -> None:
    """A feature of half of the unsolvable puzzles is right in three of four cases.

    Two of each four unsolvable puzzles have one more rule, none of the solvable ones has; a threshold separates them.
    """
    verdicts = 100 * ["solvable", "unsolvable", "solvable", "unsolvable"]
    rules = [2 + (verdict == "unsolvable" and at % 4 == 1) for at, verdict in enumerate(verdicts)]
    rows = [question(verdict, number, 2) for verdict, number in zip(verdicts, rules, strict=True)]
    assert shares(rows)[".rules: number"] == 0.75


def test_random_features_stay_within_the_chance_bound() -> None:
    rng = random.Random(6)
    rows = [question(verdict, rng.randint(2, 5), rng.randint(2, 4)) for verdict in 60 * ["solvable", "unsolvable"]]
    found, bound = twins.rate_features(rows)
    assert found[0].share <= bound
    assert 0.55 < bound < 0.75


@pytest.mark.parametrize("share", [0.1, 0.2, 0.25, 0.5])
def test_unsolvable_puzzles_cover_all_levels_evenly(share: float) -> None:
    """Unsolvable and solvable puzzles of a kind have equally many of each level.

    The numbers may differ by the remainder of a division by five.
    """
    asked = [*make_invention_requests(["crossing", "grid"], 400, share)]
    for kind in ("crossing", "grid"):
        for none in (True, False):
            levels = [one["level"] for one in asked if one["invent"] == kind and one["unsolvable"] == none]
            assert max(map(levels.count, range(1, 6))) - min(map(levels.count, range(1, 6))) <= 1


@pytest.mark.parametrize("kind", draw_cases(["arithmetic", "crossing", "grid", "queens", "sudoku"], 1))
def test_surface_features_do_not_reveal_which_puzzle_is_unsolvable(kind: str, tmp_path: Path) -> None:
    """A feature is right in at most 60 % of the cases, or within the bound of chance for few questions."""
    number = scale(20)
    path = tmp_path / "posed.jsonl"
    twins.pose_questions(kind, number, 11, 2, path)
    rows = twins.read_balanced_set(path)
    assert len({json.dumps(row) for row in rows}) == number
    found, bound = twins.rate_features(rows)
    assert len(found) > 10  # sudokus have twelve features
    assert found[0].share <= max(MOST, bound), found[:5]
