"""Answers to the questions of grids, in the words of every theme, are judged right."""

from __future__ import annotations

import json

import pytest

from ferryplan import domains
from ferryplan.evaluation.posing.tasks import posed
from ferryplan.evaluation.scoring.judging import score

THEMES = sorted(domains.theme_files())


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    "seed", ["1", pytest.param("2", marks=pytest.mark.slow), pytest.param("3", marks=pytest.mark.slow)]
)
def test_sentence_of_a_theme_is_judged_right(theme: str, seed: str) -> None:
    """No phrase of a theme is taken for a negation, a hedge or a correction."""
    request = {
        "puzzle": "zebra", "parameters": {}, "ask": ["answer"], "seed": seed, "number": 1, "theme": theme, "paraphrase": False,
        "language": "en", "pddl": False, "timeout": 60.0,
    }  # fmt: skip
    (line,) = posed(request)["lines"]
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
def test_name_that_holds_a_word_of_doubt_is_no_doubt(answer: str, outcome: str) -> None:
    """The value that is asked about has the words "too many", which suppose something anywhere else."""
    request = {
        "puzzle": "zebra", "parameters": {}, "ask": ["answer"], "seed": "4", "number": 1, "theme": "robots", "paraphrase": False,
        "language": "en", "pddl": False, "timeout": 60.0,
    }  # fmt: skip
    (line,) = posed(request)["lines"]
    row = json.loads(line)
    (key,) = [key for key, said in row["about"]["answers"].items() if "too many hands" in said]
    name = row["about"]["answers"][key].split()[0]
    other = next(one for one in ("Dot", "Cleo", "Helix", "Gizmo") if one != name)
    given = row["about"]["answers"] | {key: answer.format(name=name, other=other)}
    found = score(row, json.dumps(given))
    assert (found.score == 1) == (outcome == "right"), found
