"""`plan score`: files of questions and answers as input, scores as output."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path
from typing import Any

import crossing_answers
import pytest
from conftest import RunCommand, assert_refused
from known_questions import BEST

from ferryplan import score_answers
from ferryplan.evaluation.scoring.score_report import compute_score_mean

GOOD = json.dumps(BEST)
ANSWERS = {"a": GOOD, "b": '[["farmer","goat"],["farmer","goat"]]', "c": "I do not know", "d": "unsolvable"}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    question = crossing_answers.make_question(crossing_answers.make_farmer_river(), "plan", 7)
    asked = [{**question, "id": known, "difficulty": 1 + n % 2} for n, known in enumerate("abcde")]
    (tmp_path / "q.jsonl").write_text("".join(f"{json.dumps(one)}\n\n" for one in asked))
    given = [
        *({"id": known, "answer": one} for known, one in ANSWERS.items()),
        {"id": "a", "answer": GOOD},
        {"id": "z", "answer": 1},
    ]
    (tmp_path / "a.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in given))
    return tmp_path


def test_answers_are_scored_and_unmatched_ids_noted(plan: RunCommand, files: Path) -> None:
    run = plan("score", "q.jsonl", "a.jsonl", "--format", "json")
    assert run.returncode == 0, run.stderr
    told = json.loads(run.stdout)
    assert (told["missing"], told["repeated"], told["unknown"]) == (["e"], ["a"], ["z"])
    outcomes = {row["id"]: (row["score"], row["outcome"]) for row in told["answers"]}
    assert outcomes == {
        "a": (1, "right"),
        "b": (0, "wrong"),
        "c": (0, "unreadable"),
        "d": (0, "wrong"),
        "e": (0, "missing"),
    }
    assert told["groups"][0]["score"] == pytest.approx(0.2)
    assert [one["questions"] for one in told["groups"] if one["by"] == "difficulty"] == [3, 2]
    assert run.stderr.splitlines() == [
        "plan: note: a.jsonl: 1 question has no answer and scores 0 (id e)",
        "plan: note: a.jsonl: 1 question has several answers (id a); only the last answer counts",
        "plan: note: a.jsonl: ignored 1 answer that belongs to no question (id z)",
    ]


def test_last_of_several_answers_to_one_question_is_scored(plan: RunCommand, files: Path) -> None:
    with (files / "a.jsonl").open("a") as file:
        file.write('{"id": "a", "answer": "unsolvable"}\n')
    assert json.loads(plan("score", "q.jsonl", "a.jsonl", "--format", "json").stdout)["groups"][0]["score"] == 0


def test_partial_option_adds_partial_credit(plan: RunCommand, files: Path) -> None:
    rows = {
        row["id"]: row
        for row in map(json.loads, plan("score", "q.jsonl", "a.jsonl", "--format", "jsonl").stdout.splitlines())
    }
    assert (rows["b"]["score"], rows["b"]["partial"]) == (0, 0)
    told = json.loads(plan("score", "q.jsonl", "a.jsonl", "--partial", "--format", "json").stdout)
    assert told["groups"][0]["score"] == pytest.approx(0.2)


def test_score_reads_gzip_and_writes_every_format(plan: RunCommand, files: Path) -> None:
    for name in ("q", "a"):
        (files / f"{name}.gz").write_bytes(gzip.compress((files / f"{name}.jsonl").read_bytes()))
    run = plan(
        "score",
        "q.gz",
        "a.gz",
        "-o",
        "s.html",
        "-o",
        "s.csv",
        "-o",
        "s.md",
        "-o",
        "s.jsonl",
        "-o",
        "s.json",
        "--jobs",
        "2",
    )
    assert run.returncode == 0, run.stderr
    assert "20.0% of 5 questions" in run.stdout
    assert "20.0% of 5 questions" in (files / "s.html").read_text()
    assert [row["id"] for row in csv.DictReader((files / "s.csv").read_text().splitlines())] == [*"abcde"]
    assert len((files / "s.jsonl").read_text().splitlines()) == 5


@pytest.mark.integrations
def test_parquet_and_jsonl_files_score_the_same(plan: RunCommand, files: Path) -> None:
    """Nested values may be JSON text in a column, and empty values in a column count as missing."""
    import pyarrow
    import pyarrow.parquet

    for name in ("q", "a"):
        rows = [json.loads(line) for line in (files / f"{name}.jsonl").read_text().split("\n") if line]
        packed = [
            {key: json.dumps(one) if isinstance(one, dict) else one for key, one in row.items()}
            for row in ({**row, "answer": str(row["answer"])} for row in rows)
        ]
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(packed), files / f"{name}.parquet")
    told = [plan("score", f"q.{kind}", f"a.{kind}", "--format", "json").stdout for kind in ("jsonl", "parquet")]
    assert told[0] == told[1]
    assert json.loads(told[1])["groups"][0]["questions"] == 5
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist([{"id": "a"}]), files / "a.parquet")
    assert_refused(plan("score", "q.parquet", "a.parquet"), "a.parquet: row 1: found")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense\n", 'a.jsonl:1: found \'nonsense\', expected an object with "id" and "answer"'),
        ('{"id": "a"}\n', "expected an object with"),
        ("[" * 100_000, "expected an object with"),
        ('{"id": 1, "answer": 2}\n\udc80'.encode("utf-8", "surrogateescape"), "cannot be read"),
        (b"\x1f\x8bnot gzip", "cannot be read"),
    ],
)
def test_unreadable_answer_files_are_rejected(plan: RunCommand, files: Path, text: str | bytes, said: str) -> None:
    (files / "a.jsonl").write_bytes(text if isinstance(text, bytes) else text.encode())
    assert_refused(plan("score", "q.jsonl", "a.jsonl"), said)


def test_unreadable_question_files_are_rejected(plan: RunCommand, files: Path) -> None:
    assert_refused(plan("score", "a.jsonl", "a.jsonl"), "a.jsonl:1: missing key 'family'")
    assert_refused(plan("score", "nowhere", "a.jsonl"), "nowhere: cannot be read")


def test_empty_question_file_yields_no_questions(plan: RunCommand, files: Path) -> None:
    (files / "q.jsonl").write_text("")
    assert "No questions." in plan("score", "q.jsonl", "a.jsonl").stdout


def test_html_report_escapes_the_answers(plan: RunCommand, files: Path) -> None:
    (files / "a.jsonl").write_text(json.dumps({"id": "a", "answer": '[["<script>alert(1)</script>", "farmer"]]'}))
    page = plan("score", "q.jsonl", "a.jsonl", "--format", "html").stdout
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


def test_confidence_interval_matches_binomial_quantiles() -> None:
    """The interval matches the exact quantiles of the binomial distribution.

    The resampled means of right and wrong answers have this distribution.
    """
    values = [1.0] * 30 + [0.0] * 70
    found = compute_score_mean(values)
    assert (found.questions, found.score) == (100, 0.3)
    assert found.low == pytest.approx(0.21, abs=0.015)  # binomial(100, 0.3): 2.5 % at 21, 97.5 % at 39
    assert found.high == pytest.approx(0.39, abs=0.015)
    assert compute_score_mean(values) == found
    many = compute_score_mean(values * 10)
    assert (many.low, many.high) == (pytest.approx(0.2716, abs=1e-3), pytest.approx(0.3284, abs=1e-3))
    assert compute_score_mean([1.0]) == (1, 1.0, 1.0, 1.0)


MALFORMED = (
    "9" * 5000,
    "-" + "9" * 5000,
    f"[{'9' * 5000}]",
    '"' + "9" * 5000 + '"',
    '"\\ud800"',
    "1e999",
    "NaN",
    "[" * 10_000 + "]" * 10_000,
    '{"answer":' * 10_000 + '"]\\""' + "}" * 10_000,
)
"""numbers with more digits than Python converts, text that no file can hold, non-numbers, and lists too deep for Python"""


def test_malformed_answers_do_not_affect_other_scores(plan: RunCommand, files: Path) -> None:
    """A malformed answer scores 0 and leaves the other scores unchanged; so does a malformed key."""
    question = json.loads((files / "q.jsonl").read_text().splitlines()[0])
    with (files / "q.jsonl").open("a") as asked, (files / "a.jsonl").open("a") as given:
        for number, answer in enumerate(MALFORMED):
            asked.write(json.dumps({**question, "id": f"m{number}"}) + "\n")
            given.write(f'{{"id": "m{number}", "answer": {answer}}}\n{{"id": "\\ud800", "answer": {answer}}}\n')
    run = plan("score", "q.jsonl", "a.jsonl", "-o", "r.html", "-o", "r.csv", "-o", "r.json", "-o", "r.md")
    assert run.returncode == 0, run.stderr
    scores = {row["id"]: row["score"] for row in json.loads((files / "r.json").read_text())["answers"]}
    assert scores == {"a": 1, "b": 0, "c": 0, "d": 0, "e": 0, **{f"m{number}": 0 for number in range(len(MALFORMED))}}


def test_too_deeply_nested_answer_does_not_affect_other_scores() -> None:
    question = crossing_answers.make_question(crossing_answers.make_farmer_river(), "length", 7)
    deep: Any = 7
    for _ in range(5_000):
        deep = [deep]
    questions = [{**question, "id": name} for name in "abc"]
    report = score_answers(questions, {"a": 7, "b": deep, "c": {"answer": 10**5_000}})
    assert [one.score for one in report] == [1, 0, 0]
