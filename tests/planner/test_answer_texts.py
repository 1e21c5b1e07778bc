"""Scores of free-text answers by models, students and children, compared with labels.

The labels stand beside the texts in `tests/cases/answers`. `answer_truth.py` checks them, and the labels of the
questions, by independent rules.
"""

from __future__ import annotations

import functools
import itertools
import json
import math
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import answer_truth
import pytest
from support import CASES

from ferryplan.evaluation.scoring.answer_score import Score
from ferryplan.evaluation.scoring.question import Question
from ferryplan.evaluation.scoring.question_scoring import score

FOLDER = CASES / "answers"
FILES = sorted(path.stem for path in FOLDER.glob("*.jsonl") if path.stem != "questions")
TRUTHS = ("right", "wrong", "no-commitment")
REST: dict[str, Any] = {"id": "1", "question": "", "answer": "", "optimum_proven": True, "proof": {}, "version": "0"}
REST |= dict.fromkeys(("unique", "difficulty", "theme", "seed"))


def rows_of(name: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file of texts or questions."""
    for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


@functools.cache
def questions() -> dict[str, Question]:
    """Return all questions by key."""
    return {row.pop("key"): Question.model_validate({**REST, **row}) for row in rows_of("questions")}


@functools.cache
def scores(name: str) -> list[tuple[dict[str, Any], Score]]:
    """Return the rows of a file, each with the score of its text."""
    return [(row, score(questions()[row["question"]], row["text"])) for row in rows_of(name)]


def test_answer_texts_cover_every_kind_of_question() -> None:
    rows = [row for name in FILES for row in rows_of(name)]
    assert len(rows) >= 600
    assert len({(row["question"], row["text"]) for row in rows}) == len(rows)
    truths = Counter(row["truth"] for row in rows)
    assert set(truths) == {*TRUTHS}
    assert min(truths["right"], truths["wrong"] + truths["no-commitment"]) >= 200
    asked = {questions()[row["question"]].ask for row in rows}
    assert asked == {"plan", "optimal-plan", "length", "solvable", "count", "next", "valid", "repair", "answer"}
    assert {questions()[row["question"]].family for row in rows} == {
        "crossing",
        "classical",
        "grid",
        "board",
        "arithmetic",
    }


@pytest.mark.parametrize("name", FILES)
def test_wrong_texts_never_get_full_score(name: str) -> None:
    assert [row for row, found in scores(name) if row["truth"] != "right" and found.score == 1] == []


def test_right_texts_get_full_score() -> None:
    right = [(row, found) for name in FILES for row, found in scores(name) if row["truth"] == "right"]
    missed = [(row["question"], row["text"], found.why) for row, found in right if found.score != 1]
    assert len(missed) <= 0.02 * len(right), missed


def test_texts_that_commit_to_no_answer_are_rarely_scored_wrong() -> None:
    """Texts that commit to no answer are scored wrong in at most 10 % of cases.

    A text that a person would hesitate to interpret is unreadable. A few of these texts contain a plan, which
    is scored.
    """
    nothing = [(row, found) for name in FILES for row, found in scores(name) if row["truth"] == "no-commitment"]
    called_wrong = [row for row, found in nothing if found.outcome == "wrong"]
    assert len(called_wrong) <= 0.1 * len(nothing), called_wrong


def test_texts_that_commit_to_an_answer_are_rarely_unreadable() -> None:
    """An answer that commits to something is right or wrong; at most 3 % are unreadable."""
    committed = [(row, found) for name in FILES for row, found in scores(name) if row["truth"] != "no-commitment"]
    unread = [row for row, found in committed if found.outcome == "unreadable"]
    assert len(unread) <= 0.03 * len(committed), unread


@functools.cache
def least(puzzle: str) -> tuple[int | None, int]:
    """Return the cheapest cost of a puzzle and the number of cheapest plans, by the tests' own rules."""
    return answer_truth.SPACES[puzzle]().count_cheapest_plans()


def puzzle_of(key: str) -> str:
    """Return the puzzle of a question: its key without the suffix for the kind of question."""
    for ask in ("-plan", "-optimal", "-length", "-solvable", "-count", "-next", "-valid", "-repair", "-answer"):
        key = key.split(ask)[0]
    return key


@pytest.mark.parametrize("key", [row["key"] for row in rows_of("questions")])
def test_question_labels_match_independent_solvers(key: str) -> None:
    question, puzzle = questions()[key], puzzle_of(key)
    if puzzle in answer_truth.SPACES:
        best, number = least(puzzle)
        assert (question.verdict == "solvable", question.optimum) == (best is not None, best)
        if puzzle == "lights" and best:
            number //= math.factorial(best)  # presses in another order are the same solution
        assert question.solutions == number
    elif puzzle == "tiles-odd":
        # Two tiles exchanged and the gap in its place: an odd permutation (Johnson and Story 1879).
        assert question.verdict == "unsolvable"
    elif puzzle.startswith("queens"):
        side = int(puzzle[6:])
        placed = itertools.permutations(range(side))
        fit = sum(all(abs(p[a] - p[b]) != b - a for a, b in itertools.combinations(range(side), 2)) for p in placed)
        assert (question.verdict == "solvable", question.solutions) == (fit > 0, fit)
    elif puzzle == "sum":
        assert (question.verdict, question.solutions) == ("solvable", len(answer_truth.solve_sum("TO", "GO", "OUT")))
    elif puzzle == "sudoku4":
        assert (question.verdict, question.solutions) == (
            "solvable",
            len(answer_truth.solve_sudoku("12.4..1..1..4..1")),
        )
    else:  # published: one solution each (Dudeney 1924 for the sum, the zebra of Life 1962, Einstein's riddle)
        assert (question.verdict, question.solutions) == ("solvable", 1)


PLANS = [(row["question"], row["truth"], row["moves"]) for name in FILES for row in rows_of(name) if "moves" in row]


@pytest.mark.parametrize(("key", "truth", "moves"), PLANS)
def test_right_wrong_labels_of_plan_texts_match_independent_rules(key: str, truth: str, moves: Any) -> None:
    puzzle = puzzle_of(key)
    if isinstance(moves, dict):
        right = answer_truth.is_solution(puzzle, moves)
    else:
        cost = answer_truth.SPACES[puzzle]().cost_of(
            answer_truth.read_hanoi_moves(moves) if puzzle == "hanoi" else moves
        )
        right = cost is not None and (questions()[key].ask != "optimal-plan" or cost == least(puzzle)[0])
    assert truth == ("right" if right else "wrong")


HOSTILE = (
    "7, ", "seven ", "twenty-", "Answer: ", "wait, ", "no. ", "yes or ", "(", "7 = ", "1. ", "| 7 ", "not ", "there is no ", "~~", "\\boxed{7} ",
    "Option A ", "valid ", "step 4, ", "rule E ", "the German, ", "neither ", "{,}", "8,100", "-", "a = 7 ", "between 5 ", "四", ": ", "actually ",
    "if ", "crossings: 7\n",
)  # fmt: skip


@pytest.mark.parametrize(
    "key", ["wolf-length", "wolf-count", "wolf-solvable", "wolf-valid", "einstein-answer", "wolf-plan"]
)
def test_long_texts_are_scored_in_linear_time(key: str) -> None:
    """Scoring is linear in the length of the text.

    A text of 60,000 characters takes less than 1.5 seconds for every repeated phrase.
    """
    for piece in HOSTILE:
        began = time.process_time()
        score(questions()[key], piece * (60_000 // len(piece)))
        assert time.process_time() - began < 1.5, piece


@pytest.mark.parametrize("piece", ["Left: {", "\\boxed{", "- a:\n  - b\n"])
@pytest.mark.parametrize("key", ["wolf-plan", "wolf-length"])
def test_unclosed_brackets_and_lists_are_scored_in_time(key: str, piece: str) -> None:
    """Scoring 60,000 unclosed brackets or list items takes less than 1.2 seconds.

    It takes about a third of a second; a scan that looks back over the text at each item takes several.
    """
    began = time.process_time()
    score(questions()[key], piece * 60_000)
    assert time.process_time() - began < 1.2


def nested(depth: int, key: str | None = None) -> Any:
    """Return the number 7 in `depth` nested lists, or in nested objects with this key."""
    found: Any = 7
    for _ in range(depth):
        found = [found] if key is None else {key: found}
    return found


MANY_DIGITS = "9" * 5_000
"""A number with more digits than Python converts."""
ODD_VALUES: dict[str, Any] = {
    "infinity": math.inf, "minus infinity": -math.inf, "not a number": math.nan, "huge": 10**5_000, "longest integer": 10**4_200,
    "deep list": nested(10_000), "deep object": nested(10_000, "answer"), "list at Python's limit": nested(970),
    "object at Python's limit": nested(970, "answer"), "keys of numbers": {1: 2, None: 3, False: 4, 1.5: 6}, "half a character": "\ud800",
    "nothing in lists": [[], [None], [[]], {}],
}  # fmt: skip
ODD_TEXTS = (
    '{"answer": 1e999}', '{"answer": NaN}', f'{{"answer": {MANY_DIGITS}}}', f"{'[' * 960}7{']' * 960}", f"{'[' * 9_999}7{']' * 9_999}",
    f"{MANY_DIGITS} crossings", f"step {MANY_DIGITS} breaks rule B", "step \u00b2 breaks rule B", "(\u00b2, \u00b2) -> (\u00b2, \u00b2)",
    "[\u00b2] [\u00b3] []",
    f"press r{MANY_DIGITS}c1", f"press ({MANY_DIGITS}, 1)", f"press row {MANY_DIGITS} column 1", f"({MANY_DIGITS}, 0) -> (0, 5)",
    f"{MANY_DIGITS} {MANY_DIGITS} {MANY_DIGITS} {MANY_DIGITS} {MANY_DIGITS}", f"A = {MANY_DIGITS}-litre jug, B = 3 litres. Fill A.",
    f"1: A->B\n{MANY_DIGITS}: A->C", "1. fill the 5 amount-x\n2. pour amount-x", "1. fill the 3 level-x\n2. fill the 5 level-3-4-5",
)  # fmt: skip
KEYS = ("answer", "crossings", "valid", "step", "solvable", "moves", "1")
ONE_OF_EACH = {(row["puzzle"], row["ask"]): row["key"] for row in rows_of("questions")}


@pytest.mark.parametrize("key", ONE_OF_EACH.values())
def test_scoring_never_raises_for_any_answer_value(key: str) -> None:
    """Every value that JSON and Python can express gets a score, at worst 0.

    A text that raised an error would abort a whole batch.
    """
    for name, value in ODD_VALUES.items():
        for answer in (value, [value], *({one: value} for one in KEYS), {"valid": False, "step": value, "rule": value}):
            assert score(questions()[key], answer).score in (0, 1), name
    for text in ODD_TEXTS:
        assert score(questions()[key], text).score in (0, 1), text[:40]
