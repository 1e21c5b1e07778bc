"""The text of questions determines their labels: an independent second reader solves each text."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from budget import scale
from second_reader import UnreadError, faults_of_row, read_task

from ferryplan.evaluation.posing.request_handling import pose_request

ASKS = ["plan", "optimal-plan", "length", "solvable", "count", "next", "valid", "repair"]
COMMON = {"ask": ASKS, "language": "en", "pddl": False, "timeout": 60.0, "seed": "1", "number": 1}
CASES: list[tuple[str, dict[str, Any], str | None]] = [
    ("wolf-goat-cabbage", {}, None),
    ("wolf-goat-cabbage", {}, "museum"),
    ("jealous-couples", {"couples": 1, "islands": 1}, None),  # more places than travelers
    ("jealous-couples", {"couples": 2, "single_men": 1, "boat_rules": False}, None),
    ("missionaries-cannibals", {"missionaries": 1, "cannibals": 0}, None),  # fewer travelers than places
    ("missionaries-cannibals", {"missionaries": 3, "cannibals": 1, "islands": 1}, "zoo"),
    ("swap", {"hunters": 3, "bears": 1}, None),  # goals differ
    ("swap", {"hunters": 2, "bears": 2, "islands": 1}, "robots"),
    ("perishables", {}, None),
    ("islands-farmer", {"things": 3, "islands": 1}, "nonsense"),
    ("bridge-torch", {"paces": [1, 2, 5]}, None),
    ("paid-oars", {"missionaries": 2, "cannibals": 2}, None),
    ("weights", {}, None),
    ("family", {"sons": 1, "daughters": 1}, None),
]


def rows_of(puzzle: str, parameters: dict[str, Any], theme: str | None, **more: Any) -> list[dict[str, Any]]:
    """Return the questions about a puzzle."""
    request = {**COMMON, "puzzle": puzzle, "parameters": parameters, "theme": theme, "paraphrase": False, **more}
    found = pose_request(request)
    assert found["lines"], found["left_out"]
    return [json.loads(line) for line in found["lines"]]


@pytest.mark.parametrize(("puzzle", "parameters", "theme"), CASES, ids=str)
def test_labels_follow_from_the_text(puzzle: str, parameters: dict[str, Any], theme: str | None) -> None:
    for row in rows_of(puzzle, parameters, theme, paraphrase=theme is not None):
        assert not faults_of_row(row), row["question"]


def spoiled(question: str) -> Iterator[tuple[str, str]]:
    """Yield the question with one statement of its exact part changed, after the name of the change."""
    goal = re.search(r"- The goal: (.+) at the (.+?) bank; ", question)
    if goal and "; " not in goal[1]:
        there, here = goal[2], "left" if goal[2] == "right" else "right"
        yield "another goal", question.replace(goal[0], goal[0].replace(f"the {there} bank", f"the {here} bank"))
    if both := re.search(r"- The goal: (.+) at the left bank; (.+) at the right bank; ", question):
        swapped = f"- The goal: {both[2]} at the left bank; {both[1]} at the right bank; "
        yield "goals swapped", question.replace(both[0], swapped)
    rules = re.findall(r"^  \d+\. .+\n", question, re.MULTILINE)
    for rule in rules:
        yield f"without {rule}", question.replace(rule, "")
    if seats := re.search(r"The boat carries at most (\d+) travelers, and never", question):
        yield (
            "a seat more",
            question.replace(seats[0], f"The boat carries at most {int(seats[1]) + 1} travelers, and never"),
        )


@pytest.mark.parametrize(
    ("puzzle", "parameters"),
    [
        ("wolf-goat-cabbage", {}),
        ("swap", {"hunters": 3, "bears": 2}),
        ("jealous-couples", {"couples": 3}),
        ("missionaries-cannibals", {"missionaries": 2, "cannibals": 2}),
    ],
)
def test_reader_detects_changed_text(puzzle: str, parameters: dict[str, Any]) -> None:
    """Every change of the text contradicts the label or the story."""
    (row,) = rows_of(puzzle, parameters, None, ask=["length"])
    changed = [*spoiled(row["question"])]
    assert len(changed) >= 3
    for what, question in changed:
        assert question != row["question"]
        assert read_task(question).faults_of_label(row), what


@pytest.mark.parametrize(
    ("key", "value"), [("verdict", "unsolvable"), ("optimum", 9), ("solutions", 3), ("answer", "8"), ("ask", "count")]
)
def test_reader_detects_wrong_label(key: str, value: Any) -> None:
    (row,) = rows_of("wolf-goat-cabbage", {}, None, ask=["length"])
    assert faults_of_row({**row, key: value})


def test_reader_detects_wrong_verdicts_on_plans() -> None:
    (row,) = rows_of("four-elopements", {"couples": 2}, None, ask=["valid"], seed="2")
    about, verdict = row["about"], json.loads(row["answer"])
    assert not about["valid"]
    for step in (about["step"] - 1, about["step"] + 1):
        assert faults_of_row({**row, "answer": json.dumps({**verdict, "step": step}), "about": {**about, "step": step}})
    for letter in about["rules"].keys() - {*about["right"]}:
        assert faults_of_row(
            {**row, "answer": json.dumps({**verdict, "rule": letter}), "about": {**about, "right": [letter]}}
        )
    (row,) = rows_of("wolf-goat-cabbage", {}, None, ask=["next"])
    assert faults_of_row({**row, "about": {**row["about"], "best": [["farmer"], ["farmer", "wolf"]]}})


def test_unknown_sentence_raises_unread_error() -> None:
    (row,) = rows_of("wolf-goat-cabbage", {}, None, ask=["plan"])
    for old, new in (
        ("unless the farmer is there", "when the farmer sleeps"),
        ("and never crosses empty", "and seldom crosses empty"),
        ("It need not be", "It must not be"),
        ("- Places: ", "- Some places: "),
        ("rowers included", "rowers left out"),
    ):
        assert old in row["question"]
        with pytest.raises(UnreadError):
            read_task(row["question"].replace(old, new))


def test_reader_detects_story_that_contradicts_the_rules() -> None:
    (row,) = rows_of("swap", {"hunters": 3, "bears": 1}, "museum", ask=["plan"])
    story, _, rest = row["question"].partition("\n\n")
    assert not faults_of_row(row)
    for old, new in ((" carries at most two", " carries at most four"), ("At the end, ", "At the end, the moon and ")):
        assert old in story
        assert faults_of_row({**row, "question": story.replace(old, new) + "\n\n" + rest})


@pytest.mark.engines
def test_labels_of_all_families_follow_from_their_texts() -> None:
    """Labels of all families, as `benchmarks/second_reader.py` poses them, fit.

    Under one text in a hundred may stay unread.
    """
    number = scale(3)
    path = Path(__file__).parent.parent / "benchmarks" / "second_reader.py"
    spec = importlib.util.spec_from_file_location("second_reader_benchmark", path)
    assert spec is not None
    assert spec.loader is not None
    benchmark = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = benchmark
    spec.loader.exec_module(benchmark)
    for name in benchmark.FAMILIES:
        found = []
        for request in benchmark.generate_requests(name, number, 11):
            found += benchmark.pose_and_read(request)[0]
            if len(found) >= number:
                break
        assert not [one.faults for one in found if one.faults]
        assert sum(bool(one.unread) for one in found) <= len(found) // 100
