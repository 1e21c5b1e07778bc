"""What many answers are worth together: means and their intervals by textbook values, groups and failures by hand counts."""

from __future__ import annotations

import json
import re
from statistics import fmean
from typing import Any

import answering
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ferryplan.evaluation.scoring.answers import Answers
from ferryplan.evaluation.scoring.question import Question
from ferryplan.evaluation.scoring.score import Score, right, unreadable, wrong
from ferryplan.evaluation.scoring.summary import ScoreReport, mean

SHARES = st.floats(0, 1, allow_nan=False)


@settings(max_examples=25)
@given(st.lists(SHARES, min_size=1, max_size=30), st.sampled_from([1, 20]))
def test_interval_of_shares_holds_their_mean_and_stays_within_0_and_1(values: list[float], times: int) -> None:
    found = mean(values * times)
    assert found.questions == len(values) * times
    assert found.score == pytest.approx(fmean(values))
    assert 0 <= found.low <= found.score + 1e-9
    assert found.score - 1e-9 <= found.high <= 1


@pytest.mark.parametrize("among", [40, 2_000])
def test_interval_beside_an_end_does_not_pass_it(among: int) -> None:
    """One answer that is right, or one that is wrong, is less than a standard error away from the end."""
    assert mean([1.0] + [0.0] * (among - 1)).low == 0
    assert mean([0.0] + [1.0] * (among - 1)).high == 1


def test_percentiles_of_the_bootstrap_cut_off_a_fortieth_at_each_end() -> None:
    """The resampled means of right and wrong answers tend to a normal distribution: its quantiles lie 1.96 standard errors from the mean.

    Those of one sample vary by 0.09; the mean over 21 samples tells 95 % from 94 % (1.88) and from 96 % (2.05).
    """
    ends = list[tuple[float, float]]()
    for among in range(100, 205, 5):
        found = mean([0.0, 1.0] * (among // 2) + [1.0] * (among % 2))
        error = (found.score * (1 - found.score) / among) ** 0.5
        ends.append(((found.score - found.low) / error, (found.high - found.score) / error))
    for each in zip(*ends, strict=True):
        assert fmean(each) == pytest.approx(1.96, abs=0.06)


def test_interval_of_many_answers_is_the_normal_one() -> None:
    """A fifth of 1,600 is right: the standard error is sqrt(0.2 * 0.8 / 1600) = 0.01, so the interval reaches 0.0196 to each side."""
    found = mean([1.0, 0.0, 0.0, 0.0, 0.0] * 320)
    assert found.low == pytest.approx(0.2 - 0.0196, abs=1e-6)
    assert found.high == pytest.approx(0.2 + 0.0196, abs=1e-6)


def test_more_answers_make_the_interval_narrower() -> None:
    """Four times as many halve it: also from 500 answers, which are drawn anew, to 501, which are not."""
    widths = [mean([1.0, 0.0] * (among // 2)) for among in (124, 496, 504, 1984)]
    few, last_drawn, first_normal, many = (one.high - one.low for one in widths)
    assert few / last_drawn == pytest.approx(2, rel=0.08)
    assert last_drawn / first_normal == pytest.approx(1, rel=0.06)
    assert first_normal / many == pytest.approx((1984 / 504) ** 0.5, rel=1e-6)


@given(st.floats(-5, 5, allow_nan=False))
def test_wrong_answers_score_no_negative_points_and_less_than_a_right_one(partial: float) -> None:
    found = wrong("It is not so.", "wrong number", partial)
    assert found.score == 0
    assert 0 <= found.partial < 1
    assert found.partial == pytest.approx(min(max(partial, 0), 1), abs=0.0011)


def _summary(rows: list[tuple[dict[str, Any], Score]], partial: bool = False) -> ScoreReport:
    """Scores of questions about the farmer, of which each row changes some fields."""
    asked = answering.question(answering.farmer(), "plan", 7)
    questions = {f"q{n}": Question(**{**asked, "id": f"q{n}", **fields}) for n, (fields, _) in enumerate(rows)}
    scores = {f"q{n}": score for n, (_, score) in enumerate(rows)}
    return ScoreReport(questions, scores, Answers({}, ["m"], ["d"], ["f"]), partial)


GOOD, HALF, LOST = right("It is so."), wrong("It is not so.", "wrong number", 0.5), unreadable("a number")
ROWS: list[tuple[dict[str, Any], Score]] = [
    ({"difficulty": 2, "optimum": 7}, GOOD),
    ({"difficulty": 2, "optimum": 8}, HALF),
    ({"difficulty": 1, "optimum": 15, "ask": "length"}, HALF),
    ({"difficulty": None, "optimum": 63}, GOOD),
    ({"difficulty": 5, "optimum": 64}, LOST),
    ({"difficulty": 5, "optimum": None}, LOST),
    ({"difficulty": None, "optimum": None, "verdict": "unsolvable"}, LOST),
]


def test_groups_part_the_questions_by_each_property() -> None:
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


def test_shares_count_only_where_they_are_asked_for() -> None:
    assert _summary(ROWS).groups()[0]["score"] == pytest.approx(2 / 7)
    assert _summary(ROWS, partial=True).groups()[0]["score"] == pytest.approx(3 / 7)
    assert "with partial credit" in _summary(ROWS, partial=True).told("text")
    assert "with partial credit" not in _summary(ROWS).told("text")


def test_failures_are_counted_the_commonest_first() -> None:
    expected = [{"kind": "unreadable", "answers": 3}, {"kind": "wrong number", "answers": 2}]
    assert _summary(ROWS).failures() == expected
    told = _summary(ROWS[::-1] + [ROWS[1]] * 2).failures()
    assert [one["kind"] for one in told] == ["wrong number", "unreadable"]


@pytest.mark.parametrize("form", ["text", "markdown", "html"])
def test_summary_shows_the_first_ten_answers_that_are_wrong(form: str) -> None:
    told = _summary([ROWS[0], *[ROWS[1]] * 12, ROWS[0]]).told(form)
    assert [n for n in range(14) if re.search(rf"\bq{n}\b", told)] == [*range(1, 11)]
    unread = _summary([ROWS[0], (ROWS[0][0], LOST), ROWS[0]]).told(form)
    assert [n for n in range(3) if re.search(rf"\bq{n}\b", unread)] == [1], "what cannot be read is shown, too"


def test_json_and_lines_hold_every_answer_and_what_did_not_match() -> None:
    told = json.loads(_summary(ROWS).told("json"))
    assert (told["missing"], told["repeated"], told["unknown"], told["partial_credit"]) == (["m"], ["d"], ["f"], False)
    lines = [json.loads(line) for line in _summary(ROWS).told("jsonl").splitlines()]
    assert lines == told["answers"]
    assert [one["outcome"] for one in lines] == ["right", "wrong", "wrong", "right", *["unreadable"] * 3]
    assert [*lines[0]][:4] == ["id", "family", "puzzle", "ask"]
    assert len(_summary(ROWS).told("csv").splitlines()) == 1 + len(ROWS)
