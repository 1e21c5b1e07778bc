"""Scores of free-text answers by models, students and children, compared with labels.

The labels stand beside the texts in `tests/cases/answers`. `answer_truth.py` checks them, and the labels of the
questions, by independent rules.
"""

from __future__ import annotations

import functools
import itertools
import json
import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

import answer_truth
from budget import scale
from processor_time import grows_linearly
from support import CASES, pair_in_turn

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


def test_wrong_texts_never_get_full_score() -> None:
    rows = [(row, found) for name in FILES for row, found in scores(name) if row["truth"] != "right"]
    assert [row for row, found in rows if found.score == 1] == []


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


def count_solutions(puzzle: str) -> int:
    """Return the number of solutions of an assignment puzzle, by the tests' own rules or as published."""
    if puzzle.startswith("queens"):
        placed = itertools.permutations(range(int(puzzle[6:])))
        return sum(all(abs(p[a] - p[b]) != b - a for a, b in itertools.combinations(range(len(p)), 2)) for p in placed)
    if puzzle == "sum":
        return len(answer_truth.solve_sum("TO", "GO", "OUT"))
    if puzzle == "sudoku4":
        return len(answer_truth.solve_sudoku("12.4..1..1..4..1"))
    return 1  # published: one solution each (Dudeney 1924 for the sum, the zebra of Life 1962, Einstein's riddle)


@functools.cache
def find_facts(puzzle: str) -> tuple[str, int | None, int | None]:
    """Return the verdict about a puzzle, its optimum and its number of solutions.

    An assignment puzzle has no optimum; the number of solutions is None if it is not checked.
    """
    if puzzle in answer_truth.SPACES:
        best, number = least(puzzle)
        if puzzle == "lights" and best:
            number //= math.factorial(best)  # presses in another order are the same solution
        return "unsolvable" if best is None else "solvable", best, number
    if puzzle == "tiles-odd":
        # Two tiles exchanged and the gap in its place: an odd permutation (Johnson and Story 1879).
        return "unsolvable", None, None
    number = count_solutions(puzzle)
    return "solvable" if number else "unsolvable", None, number


def test_question_labels_match_independent_solvers() -> None:
    wrong = [
        (key, label, fact)
        for key, question in questions().items()
        for label, fact in zip(
            (question.verdict, question.optimum, question.solutions), find_facts(puzzle_of(key)), strict=True
        )
        if label != fact and (puzzle_of(key) in answer_truth.SPACES or fact is not None)
    ]
    assert wrong == []


def is_right(key: str, moves: Any) -> bool:
    """Return whether moves or placements answer a question, by the tests' own rules."""
    puzzle = puzzle_of(key)
    if isinstance(moves, dict):
        return answer_truth.is_solution(puzzle, moves)
    cost = answer_truth.SPACES[puzzle]().cost_of(answer_truth.read_hanoi_moves(moves) if puzzle == "hanoi" else moves)
    return cost is not None and (questions()[key].ask != "optimal-plan" or cost == least(puzzle)[0])


def test_right_wrong_labels_of_plan_texts_match_independent_rules() -> None:
    rows = [row for name in FILES for row in rows_of(name) if "moves" in row]
    assert len(rows) >= 380
    wrong = [row for row in rows if row["truth"] != ("right" if is_right(row["question"], row["moves"]) else "wrong")]
    assert wrong == []


HOSTILE = (
    "7, ", "seven ", "twenty-", "Answer: ", "wait, ", "no. ", "yes or ", "(", "7 = ", "1. ", "| 7 ", "not ", "there is no ", "~~", "\\boxed{7} ",
    "Option A ", "valid ", "step 4, ", "rule E ", "the German, ", "neither ", "{,}", "8,100", "-", "a = 7 ", "between 5 ", "四", ": ", "actually ",
    "if ", "crossings: 7\n",
)  # fmt: skip


SCORED_KEYS = ("wolf-length", "wolf-count", "wolf-solvable", "wolf-valid", "einstein-answer", "wolf-plan")


def test_long_texts_are_scored_in_linear_time() -> None:
    """Scoring is linear in the length of the text, which repeats any phrase."""
    pairs = pair_in_turn([(piece,) for piece in HOSTILE], [(key,) for key in SCORED_KEYS], each=min(scale(1), 6))
    slow = [(key, piece) for piece, key in pairs if not is_scored_in_linear_time(str(key), str(piece), 20_000)]
    assert slow == []


def test_unclosed_brackets_and_lists_are_scored_in_linear_time() -> None:
    """Scoring does not look back over the text at each unclosed bracket or list item."""
    pieces = ("Left: {", "\\boxed{", "- a:\n  - b\n")
    pairs = itertools.product(("wolf-plan", "wolf-length"), pieces)
    slow = [(key, piece) for key, piece in pairs if not is_scored_in_linear_time(key, piece, 60_000 * len(piece))]
    assert slow == []


def test_gaps_are_scored_in_linear_time() -> None:
    """Scoring does not skip the rest of a gap from each of its empty lines, bullets or LaTeX spaces."""
    pairs = itertools.product(SCORED_KEYS, ("\n", "* \n", '"\n', "\\,"))
    slow = [(key, piece) for key, piece in pairs if not is_scored_in_linear_time(key, piece, 40_000, "So {} 7")]
    assert slow == []


def is_scored_in_linear_time(key: str, piece: str, length: int, frame: str = "{}") -> bool:
    """Return whether the time to score a text grows linearly; the text repeats a piece within a frame."""

    def score_text(length: int) -> None:
        score(questions()[key], frame.format(piece * (length // len(piece))))

    return grows_linearly(score_text, length)


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
NOTATION_KEYS = ("jugs-plan", "lights-plan", "hanoi-plan")
"""questions whose puzzles have a notation of their own"""


def list_keys_of_each_kind() -> list[str]:
    """Return keys of questions: one of each kind, one of each family, and those of `NOTATION_KEYS`."""
    one_of_each = {name: row["key"] for row in rows_of("questions") for name in (row["ask"], row["family"])}
    return sorted({*one_of_each.values(), *NOTATION_KEYS})


def test_scoring_never_raises_for_any_answer_value() -> None:
    """Every value that JSON and Python can express gets a score, at worst 0.

    A text that raised an error would abort a whole batch.
    """
    for key in list_keys_of_each_kind():
        for name, value in ODD_VALUES.items():
            answers = (
                value, [value], *({one: value} for one in KEYS), {"valid": False, "step": value, "rule": value},
            )  # fmt: skip
            assert {score(questions()[key], answer).score for answer in answers} <= {0, 1}, (key, name)
        for text in ODD_TEXTS:
            assert score(questions()[key], text).score in (0, 1), (key, text[:40])
