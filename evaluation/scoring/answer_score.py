"""The score of an answer, with the reason."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Literal

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.scoring.answer_format import UNSOLVABLE
from ferryplan.evaluation.scoring.question import Question
from ferryplan.generator.rendering import Renderable

ScoreOutcome = Literal["right", "wrong", "unreadable", "missing"]
"""The outcome of scoring an answer."""
FailureKind = Literal[
    "",
    "missing",
    "unreadable",
    "not a move",
    "rule broken",
    "goal not reached",
    "not optimal",
    "solution denied",
    "wrong number",
    "wrong verdict",
    "wrong word",
    "fault not found",
    "different model",
    "superfluous action",
    "undecided",
]
"""The kinds of failure; the empty text stands for none."""


@dataclass(frozen=True, slots=True)
class Score(Renderable):
    """The score of an answer, with the reason."""

    renderer = "ferryplan.evaluation.scoring.answer_score:render_score"

    score: float
    """1 for a right answer, 0 for any other."""
    outcome: ScoreOutcome
    """The outcome: right, wrong, unreadable or missing."""
    partial: float
    """The share of the answer that is right, from 0 to 1; below 1 for a wrong answer. For a plan, it is the share of legal moves before the
    first illegal one, or the share of goal conditions that hold at the end, or the optimum divided by the plan's length."""
    why: str
    """The reason, as a sentence."""
    step: int | None = None
    """The number, from 1, of the first illegal move; None if there is none."""
    rule: str | None = None
    """The rule that this move breaks, as a sentence; None if there is none."""
    kind: FailureKind = ""
    """The kind of failure; empty for a right answer."""


def render_score(score: Score, form: str) -> str:
    """Return a score as a sentence or, in the format ``json``, with the keys of ``plan score``."""
    if form == "json":
        return json.dumps(asdict(score), ensure_ascii=False) + "\n"
    return format_message("scoring.one-score", outcome=score.outcome, reason=score.why) + "\n"


def make_right_score(why: str) -> Score:
    """Make the score of a right answer; ``why`` is the reason, as a sentence."""
    return Score(1.0, "right", 1.0, why)


def make_wrong_score(
    why: str, kind: FailureKind, partial: float = 0.0, step: int | None = None, rule: str | None = None
) -> Score:
    """Make the score of a wrong answer.

    ``why`` is the reason, as a sentence, ``partial`` the share of the answer that is right, ``step`` the number of the wrong move, and
    ``rule`` the rule that it breaks.
    """
    # Even with partial credit, a wrong answer must score less than a right one.
    return Score(0.0, "wrong", min(max(partial, 0.0), 0.999), why, step, rule, kind)


def make_not_found_score(expected: str) -> Score:
    """Make the score of an answer in which nothing in the expected form was found.

    ``expected`` is a noun phrase, such as "a number".
    """
    return make_unreadable_score(format_message("scoring.unreadable", expected=expected))


def make_unreadable_score(why: str, step: int | None = None) -> Score:
    """Make the score of an answer that cannot be read; ``step`` is the number of the unreadable move."""
    return Score(0.0, "unreadable", 0.0, why, step, kind="unreadable")


def score_unsolvable_claim(question: Question) -> Score:
    """Score the claim that the puzzle of a question has no solution."""
    if question.verdict == UNSOLVABLE:
        return make_right_score(format_message("scoring.correct-unsolvable"))
    return make_wrong_score(format_message("scoring.denies-solution"), "solution denied")
