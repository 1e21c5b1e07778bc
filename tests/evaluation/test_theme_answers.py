"""Answers to the questions of grids are judged right in the words of every theme."""

from __future__ import annotations

import json

import pytest
from budget import scale

from ferryplan import domains
from ferryplan.evaluation.posing.request_handling import pose_request
from ferryplan.evaluation.scoring.question_scoring import score

THEMES = sorted(domains.theme_files())


@pytest.mark.parametrize("seed", [f"{number}" for number in range(1, 1 + scale(1))])
@pytest.mark.parametrize("theme", THEMES)
def test_expected_answer_sentence_in_any_theme_gets_full_score(theme: str, seed: str) -> None:
    """No phrase of a theme counts as a negation, a hedge or a correction."""
    request = {
        "puzzle": "zebra", "parameters": {}, "ask": ["answer"], "seed": seed, "number": 1, "theme": theme, "paraphrase": False,
        "language": "en", "pddl": False, "timeout": 60.0,
    }  # fmt: skip
    (line,) = pose_request(request)["lines"]
    assert score(json.loads(line), json.loads(line)["answer"]).score == 1


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("{name} shows the error message 'too many hands'.", "right"),
        ("{name}", "right"),
        ("{name} does not show the error message 'too many hands'.", "unreadable"),
        ("Nobody but {other} shows the error message 'too many hands'.", "wrong"),
    ],
)
def test_hedge_words_inside_a_name_are_ignored(answer: str, outcome: str) -> None:
    """The value that the question is about contains the words "too many", which are a hedge elsewhere."""
    request = {
        "puzzle": "zebra", "parameters": {}, "ask": ["answer"], "seed": "4", "number": 1, "theme": "robots", "paraphrase": False,
        "language": "en", "pddl": False, "timeout": 60.0,
    }  # fmt: skip
    (line,) = pose_request(request)["lines"]
    row = json.loads(line)
    (key,) = [key for key, said in row["about"]["answers"].items() if "too many hands" in said]
    name = row["about"]["answers"][key].split()[0]
    other = next(one for one in ("Dot", "Cleo", "Helix", "Gizmo") if one != name)
    given = row["about"]["answers"] | {key: answer.format(name=name, other=other)}
    found = score(row, json.dumps(given))
    assert (found.score == 1) == (outcome == "right"), found
