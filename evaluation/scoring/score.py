"""What an answer is worth, and why."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Literal

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.scoring.question import Question
from ferryplan.evaluation.scoring.spelling import UNSOLVABLE
from ferryplan.generator.rendering import Renderable

Outcome = Literal["right", "wrong", "unreadable", "missing"]
Failure = Literal[
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

    renderer = "ferryplan.evaluation.scoring.score:render_score"

    score: float
    """1 for a right answer, 0 for any other."""
    outcome: Outcome
    """The outcome: right, wrong, unreadable or missing."""
    partial: float
    """The share of the answer that is right, below 1 for a wrong answer: of a plan, the legal moves at its beginning, or the conditions of the
    goal that hold at its end, or the optimum divided by its length.
    """
    why: str
    """The reason, as a sentence."""
    step: int | None = None
    """The number of the first illegal move, from 1; None if there is none."""
    rule: str | None = None
    """The rule that this move violates, as a sentence; None if there is none."""
    kind: Failure = ""
    """The kind of failure; empty for a right answer."""


def render_score(found: Score, form: str) -> str:
    """Return a score in a sentence, or as JSON with the keys that ``plan score --format jsonl`` has."""
    if form == "json":
        return json.dumps(asdict(found), ensure_ascii=False) + "\n"
    return format_message("scoring.one-score", outcome=found.outcome, reason=found.why) + "\n"


def right(why: str) -> Score:
    """Return what a right answer is worth."""
    return Score(1.0, "right", 1.0, why)


def wrong(why: str, kind: Failure, partial: float = 0.0, step: int | None = None, rule: str | None = None) -> Score:
    """Return what a wrong answer is worth, of which a share is right."""
    # With partial credit, too, a wrong answer is worth less than a right one.
    return Score(0.0, "wrong", min(max(partial, 0.0), 0.999), why, step, rule, kind)


def unreadable(expected: str) -> Score:
    """Return what an answer is worth in which what is expected is not found."""
    return unread(format_message("scoring.unreadable", expected=expected))


def unread(why: str, step: int | None = None) -> Score:
    """Return what an answer is worth of which a step cannot be read."""
    return Score(0.0, "unreadable", 0.0, why, step, kind="unreadable")


def score_claim(question: Question) -> Score:
    """Return what it is worth to say that there is no solution."""
    if question.verdict == UNSOLVABLE:
        return right(format_message("scoring.correct-unsolvable"))
    return wrong(format_message("scoring.denies-solution"), "solution denied")
