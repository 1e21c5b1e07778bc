"""Summaries of many answers: means and intervals by textbook values, groups and failures by hand."""

from __future__ import annotations

import json
import re
from statistics import fmean
from typing import Any

import crossing_answers
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ferryplan.evaluation.scoring.answer_files import MatchedAnswers
from ferryplan.evaluation.scoring.answer_score import Score, make_not_found_score, make_right_score, make_wrong_score
from ferryplan.evaluation.scoring.question import Question
from ferryplan.evaluation.scoring.score_report import ScoreReport, compute_score_mean

SHARES = st.floats(0, 1, allow_nan=False)


@settings(max_examples=25)
@given(st.lists(SHARES, min_size=1, max_size=30), st.sampled_from([1, 20]))
def test_confidence_interval_contains_mean_and_stays_within_bounds(values: list[float], times: int) -> None:
    found = compute_score_mean(values * times)
    assert found.questions == len(values) * times
    assert found.score == pytest.approx(fmean(values))
    assert 0 <= found.low <= found.score + 1e-9
    assert found.score - 1e-9 <= found.high <= 1


@pytest.mark.parametrize("among", [40, 2_000])
def test_confidence_interval_near_the_end_is_clipped(among: int) -> None:
    """With one right or one wrong answer, the mean is less than a standard error away from 0 or 1."""
    assert compute_score_mean([1.0] + [0.0] * (among - 1)).low == 0
    assert compute_score_mean([0.0] + [1.0] * (among - 1)).high == 1


def test_bootstrap_interval_has_a_confidence_of_95_percent() -> None:
    """The bootstrap interval reaches 1.96 standard errors to each side of the mean.

    The resampled means of right and wrong answers tend to a normal distribution, whose quantiles lie there. The quantiles of one sample vary by 0.09;
    the mean over 21 samples distinguishes 95 % from 94 % (1.88) and from 96 % (2.05).
    """
    ends = list[tuple[float, float]]()
    for among in range(100, 205, 5):
        found = compute_score_mean([0.0, 1.0] * (among // 2) + [1.0] * (among % 2))
        error = (found.score * (1 - found.score) / among) ** 0.5
        ends.append(((found.score - found.low) / error, (found.high - found.score) / error))
    for each in zip(*ends, strict=True):
        assert fmean(each) == pytest.approx(1.96, abs=0.06)


def test_many_answers_give_the_normal_approximation_interval() -> None:
    """A fifth of 1,600 answers is right, so the interval reaches 0.0196 to each side.

    The standard error is sqrt(0.2 * 0.8 / 1600) = 0.01.
    """
    found = compute_score_mean([1.0, 0.0, 0.0, 0.0, 0.0] * 320)
    assert found.low == pytest.approx(0.2 - 0.0196, abs=1e-6)
    assert found.high == pytest.approx(0.2 + 0.0196, abs=1e-6)


def test_more_answers_make_the_interval_narrower() -> None:
    """Four times as many answers halve the interval.

    This holds across the step from 500 answers, which are resampled, to 501 answers, which are not.
    """
    widths = [compute_score_mean([1.0, 0.0] * (among // 2)) for among in (124, 496, 504, 1984)]
    few, last_drawn, first_normal, many = (one.high - one.low for one in widths)
    assert few / last_drawn == pytest.approx(2, rel=0.08)
    assert last_drawn / first_normal == pytest.approx(1, rel=0.06)
    assert first_normal / many == pytest.approx((1984 / 504) ** 0.5, rel=1e-6)


@given(st.floats(-5, 5, allow_nan=False))
def test_partial_credit_of_wrong_answer_stays_below_one(partial: float) -> None:
    found = make_wrong_score("It is not so.", "wrong number", partial)
    assert found.score == 0
    assert 0 <= found.partial < 1
    assert found.partial == pytest.approx(min(max(partial, 0), 1), abs=0.0011)


def _summary(rows: list[tuple[dict[str, Any], Score]], partial: bool = False) -> ScoreReport:
    """Return the scores of questions about the farmer; each row changes some fields."""
    asked = crossing_answers.make_question(crossing_answers.make_farmer_river(), "plan", 7)
    questions = {f"q{n}": Question(**{**asked, "id": f"q{n}", **fields}) for n, (fields, _) in enumerate(rows)}
    scores = {f"q{n}": score for n, (_, score) in enumerate(rows)}
    return ScoreReport(questions, scores, MatchedAnswers({}, ["m"], ["d"], ["f"]), partial)


GOOD, HALF, LOST = (
    make_right_score("It is so."),
    make_wrong_score("It is not so.", "wrong number", 0.5),
    make_not_found_score("a number"),
)
ROWS: list[tuple[dict[str, Any], Score]] = [
    ({"difficulty": 2, "optimum": 7}, GOOD),
    ({"difficulty": 2, "optimum": 8}, HALF),
    ({"difficulty": 1, "optimum": 15, "ask": "length"}, HALF),
    ({"difficulty": None, "optimum": 63}, GOOD),
    ({"difficulty": 5, "optimum": 64}, LOST),
    ({"difficulty": 5, "optimum": None}, LOST),
    ({"difficulty": None, "optimum": None, "verdict": "unsolvable"}, LOST),
]


def test_groups_partition_the_questions_by_each_property() -> None:
    found = _summary(ROWS).groups()
    by = {
        name: [(one["value"], one["questions"]) for one in found if one["by"] == name]
        for name in {one["by"] for one in found}
    }
    assert by == {
        "": [("all", 7)],
        "family": [("crossing", 7)],
        "question": [("length", 1), ("plan", 6)],
        "difficulty": [("1", 1), ("2", 2), ("5", 2), ("unknown", 2)],
        "optimum": [
            ("up to 7", 1),
            ("up to 15", 2),
            ("up to 63", 1),
            ("over 63", 1),
            ("unknown", 1),
            ("unsolvable", 1),
        ],
    }
    order = list(dict.fromkeys(one["by"] for one in found))
    assert order == ["", "family", "question", "difficulty", "optimum"]
    for name in order:
        of = [(one["questions"], one["score"]) for one in found if one["by"] == name]
        assert sum(number * score for number, score in of) == pytest.approx(2), "two answers are right"


def test_partial_credit_counts_only_on_request() -> None:
    assert _summary(ROWS).groups()[0]["score"] == pytest.approx(2 / 7)
    assert _summary(ROWS, partial=True).groups()[0]["score"] == pytest.approx(3 / 7)
    assert "with partial credit" in _summary(ROWS, partial=True).format_report("text")
    assert "with partial credit" not in _summary(ROWS).format_report("text")


def test_failures_are_sorted_by_descending_frequency() -> None:
    expected = [{"kind": "unreadable", "answers": 3}, {"kind": "wrong number", "answers": 2}]
    assert _summary(ROWS).failures() == expected
    told = _summary(ROWS[::-1] + [ROWS[1]] * 2).failures()
    assert [one["kind"] for one in told] == ["wrong number", "unreadable"]


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_summary_lists_the_first_ten_wrong_answers(form: str) -> None:
    told = _summary([ROWS[0], *[ROWS[1]] * 12, ROWS[0]]).format_report(form)
    assert [n for n in range(14) if re.search(rf"\bq{n}\b", told)] == [*range(1, 11)]
    unread = _summary([ROWS[0], (ROWS[0][0], LOST), ROWS[0]]).format_report(form)
    assert [n for n in range(3) if re.search(rf"\bq{n}\b", unread)] == [1], "what cannot be read is shown, too"


def test_json_and_jsonl_contain_all_answers_and_mismatches() -> None:
    told = json.loads(_summary(ROWS).format_report("json"))
    assert (told["missing"], told["repeated"], told["unknown"], told["partial_credit"]) == (["m"], ["d"], ["f"], False)
    lines = [json.loads(line) for line in _summary(ROWS).format_report("jsonl").splitlines()]
    assert lines == told["answers"]
    assert [one["outcome"] for one in lines] == ["right", "wrong", "wrong", "right", *["unreadable"] * 3]
    assert [*lines[0]][:4] == ["id", "family", "puzzle", "ask"]
    assert len(_summary(ROWS).format_report("csv").splitlines()) == 1 + len(ROWS)
