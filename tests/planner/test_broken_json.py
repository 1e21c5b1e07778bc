"""Errors in JSON files that ferryplan reads back.

One line names the file, the key, the value found and the value expected.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from conftest import RunCommand, assert_refused

import ferryplan
from ferryplan.evaluation.scoring.question import QuestionError, parse_question

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
def test_wrong_value_in_question_names_its_key(key: str, value: Any, says: str) -> None:
    with pytest.raises(QuestionError) as caught:
        parse_question(json.dumps({**NEXT, key: value}), "q.jsonl:3")
    assert str(caught.value).startswith(f"q.jsonl:3: {says}")


@pytest.mark.parametrize(
    "key", ["id", "family", "puzzle", "parameters", "ask", "question", "answer", "verdict", "proof", "version"]
)
def test_missing_key_in_question_is_reported(key: str) -> None:
    with pytest.raises(QuestionError) as caught:
        parse_question(json.dumps({one: value for one, value in NEXT.items() if one != key}), "q.jsonl:3")
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
def test_line_that_is_not_a_question_is_rejected(line: str, says: str) -> None:
    with pytest.raises(QuestionError) as caught:
        parse_question(line, "q.jsonl:3")
    assert str(caught.value).startswith(f"q.jsonl:3: {says}")


@pytest.mark.parametrize(
    "text", ["{", "[1]", '{"file": "a.toml"}', '[{"file": 5}]', "[{}]", "null", "[[]]", '[{"File": "a.toml"}]']
)
def test_invent_rejects_folder_with_a_broken_index(text: str, plan: RunCommand, tmp_path: Path) -> None:
    """A folder with an unreadable index stays unchanged."""
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "index.json").write_text(text)
    asked = ("invent", "queens", "--size", "4", "--seed", "1", "--engine", "none", "--new", "-o", "made")
    assert_refused(plan(*asked), "made: ", "index.json")
    assert [path.name for path in (tmp_path / "made").iterdir()] == ["index.json"]


@pytest.mark.parametrize("text", ["{", "[1]", "{}", '{"problems": 5}', '{"problems": [{"puzzle": "queens"}]}', "null"])
def test_suite_with_broken_metadata_is_not_replaced(text: str, plan: RunCommand, tmp_path: Path) -> None:
    """A suite is replaced only if its metadata lists the same problems."""
    folder = tmp_path / "queens-strips"
    folder.mkdir()
    (folder / "metadata.json").write_text(text)
    assert_refused(plan("suite", "queens", "--queens", "4"), "queens-strips: ", "--force")
    assert (folder / "metadata.json").read_text() == text
