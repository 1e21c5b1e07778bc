"""Files in JSON that ferryplan reads back, broken in many ways: one line says where, which key, what is there and what belongs there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import Run, refused

import ferryplan
from ferryplan.evaluation.scoring.question import QuestionError, question_in

NEXT = json.loads(ferryplan.pose("wolf-goat-cabbage", ask="next")[0].line())

MISTAKES: list[tuple[str, Any, str]] = [
    ("ask", "guess", "ask: found \"guess\", expected 'plan', "),
    ("verdict", "maybe", "verdict: found \"maybe\", expected 'solvable' or 'unsolvable'"),
    ("parameters", [1], "parameters: found [1], expected an object"),
    ("id", 5, "id: found 5, expected a string"),
    ("optimum", "seven", 'optimum: found "seven", expected an integer'),
    ("difficulty", [1], "difficulty: found [1], expected an integer"),
    ("optimum_proven", "perhaps", 'optimum_proven: found "perhaps", expected true or false'),
    ("proof", None, "proof: found null, expected an object"),
    ("about", [1], "about: found [1], expected an object"),
    ("about", {}, "missing key 'about.best'"),
    ("about", {"moves": "x", "best": []}, 'about.moves: found "x", expected an array or an object'),
    ("about", {"moves": [], "best": 5}, "about.best: found 5, expected an array"),
    ("about", {"best": [], "step": "4"}, 'about.step: found "4", expected an integer'),
    ("about", {"best": [], "valid": "no"}, 'about.valid: found "no", expected true or false'),
    ("about", {"best": [], "rules": ["x"]}, 'about.rules: found ["x"], expected an object'),
]


@pytest.mark.parametrize(("key", "value", "says"), MISTAKES)
def test_wrong_values_of_a_question(key: str, value: Any, says: str) -> None:
    with pytest.raises(QuestionError) as caught:
        question_in(json.dumps({**NEXT, key: value}), "q.jsonl:3")
    assert str(caught.value).startswith(f"q.jsonl:3: {says}")


@pytest.mark.parametrize(
    "key", ["id", "family", "puzzle", "parameters", "ask", "question", "answer", "verdict", "proof", "version"]
)
def test_missing_keys_of_a_question(key: str) -> None:
    with pytest.raises(QuestionError) as caught:
        question_in(json.dumps({one: value for one, value in NEXT.items() if one != key}), "q.jsonl:3")
    assert str(caught.value) == f"q.jsonl:3: missing key '{key}'"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"id": ', "not JSON: "),
        ("plan", "not JSON: "),
        ("[1, 2]", "found [1, 2], expected an object"),
        ('"x"', 'found "x", expected an object'),
        ("null", "found null, expected an object"),
    ],
)
def test_lines_that_are_no_question(line: str, says: str) -> None:
    with pytest.raises(QuestionError) as caught:
        question_in(line, "q.jsonl:3")
    assert str(caught.value).startswith(f"q.jsonl:3: {says}")


@pytest.mark.parametrize(
    "text", ["{", "[1]", '{"file": "a.toml"}', '[{"file": 5}]', "[{}]", "null", "[[]]", '[{"File": "a.toml"}]']
)
def test_a_broken_index_of_invented_puzzles(text: str, plan: Run, tmp_path: Path) -> None:
    """Nothing is added to a folder whose index cannot be read, and nothing in it changes."""
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "index.json").write_text(text)
    asked = ("invent", "queens", "--size", "4", "--seed", "1", "--engine", "none", "--new", "-o", "made")
    refused(plan(*asked), "made: ", "index.json")
    assert [path.name for path in (tmp_path / "made").iterdir()] == ["index.json"]


@pytest.mark.parametrize("text", ["{", "[1]", "{}", '{"problems": 5}', '{"problems": [{"puzzle": "queens"}]}', "null"])
def test_broken_metadata_of_a_suite(text: str, plan: Run, tmp_path: Path) -> None:
    """A suite is replaced only if its metadata says that it has the same problems."""
    folder = tmp_path / "queens-strips"
    folder.mkdir()
    (folder / "metadata.json").write_text(text)
    refused(plan("suite", "queens", "--queens", "4"), "queens-strips: ", "--force")
    assert (folder / "metadata.json").read_text() == text
