"""What an answer is worth, and why."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ferryplan.planner.scoring.question import Question
from ferryplan.planner.scoring.spelling import UNSOLVABLE

Outcome = Literal["right", "wrong", "unreadable", "missing"]


class Score(NamedTuple):
    """What an answer is worth, and why."""

    score: float
    """1 if it is right, else 0"""
    outcome: Outcome
    partial: float
    """the share of it that is right: of a plan the moves before the first that is not allowed; where all are, the conditions of the goal that hold,
    less than 1; of one that is not the best, the least total over its own"""
    why: str
    """a sentence"""
    step: int | None = None
    """the number of the move that is not allowed, from 1"""
    rule: str | None = None
    """what it breaks, as a sentence"""
    kind: str = ""
    """what went wrong, in a few words that are the same for alike failures; empty where nothing did"""


def right(why: str) -> Score:
    """Return what a right answer is worth."""
    return Score(1.0, "right", 1.0, why)


def wrong(why: str, kind: str, partial: float = 0.0, step: int | None = None, rule: str | None = None) -> Score:
    """Return what a wrong answer is worth, of which a share is right."""
    return Score(0.0, "wrong", min(max(partial, 0.0), 0.999), why, step, rule, kind)


def unreadable(expected: str) -> Score:
    """Return what an answer is worth in which what is expected is not found."""
    return Score(0.0, "unreadable", 0.0, f"Found no answer that can be read, expected {expected}.", kind="unreadable")


def unread(why: str, step: int | None = None) -> Score:
    """Return what an answer is worth of which a step cannot be read."""
    return Score(0.0, "unreadable", 0.0, why, step, kind="unreadable")


def score_claim(question: Question) -> Score:
    """Return what it is worth to say that there is no solution."""
    if question.verdict == UNSOLVABLE:
        return right("There is no solution, as it says; that is proven.")
    return wrong("It says that there is no solution, and there is one.", "a solution denied")
