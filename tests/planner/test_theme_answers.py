"""Answers to the questions of grids, in the words of every theme, are judged right."""

from __future__ import annotations

import json

import pytest

import domains
from planner.posing.tasks import posed
from planner.scoring.judging import score

THEMES = sorted(domains.theme_files())


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    "seed", ["1", pytest.param("2", marks=pytest.mark.slow), pytest.param("3", marks=pytest.mark.slow)]
)
def test_sentence_of_a_theme_is_judged_right(theme: str, seed: str) -> None:
    """No phrase of a theme is taken for a negation, a hedge or a correction."""
    request = {
        "puzzle": "zebra", "parameters": {}, "ask": ["answer"], "seed": seed, "number": 1, "fiction": theme, "paraphrase": False,
        "language": "en", "pddl": False, "timeout": 60.0,
    }  # fmt: skip
    (line,) = posed(request)["lines"]
    assert score(json.loads(line), json.loads(line)["answer"]).score == 1
