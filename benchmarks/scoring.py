"""Measure how fast answers are scored, and compare the scores with an independent judge.

    python benchmarks/scoring.py [NUMBER] [SEED]

The answers are about river crossings with up to 12 travelers: correct answers in ten forms, wrong ones, claims and
garbage (`tests/crossing_answers.py`). The program runs on one core. It prints the number of answers, the number of
disagreements with the judge, and the answers per second, without the time for making them.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT / "tests" / "evaluation")]

import crossing_answers
import test_scoring

from ferryplan.evaluation.scoring.answer_score import Score
from ferryplan.evaluation.scoring.question_scoring import score


def time_scores() -> list[float]:
    """Make the tests call a timed version of `score`; return the list to which it adds the seconds."""
    seconds = list[float]()

    def score_and_time(question: Any, answer: Any) -> Score:
        began = time.process_time()
        found = score(question, answer)
        seconds.append(time.process_time() - began)
        return found

    test_scoring.score = score_and_time
    return seconds


def main(number: int = 20_000, seed: int = 1) -> None:
    """Score ``number`` answers, and print the results."""
    seconds = time_scores()
    wrong = [*test_scoring.disagreements(number, seed)]
    for one in wrong[:20]:
        print(*one, sep="\n  ")
    print(f"{len(seconds):,} answers, {len(wrong)} disagreements, {len(seconds) / sum(seconds):,.0f} per second")
    river, seconds = crossing_answers.make_couples_river(6, 4), time_scores()
    plan = river.find_shortest_plan(random.Random(seed))
    assert plan is not None, "six couples cross with a boat for four"
    asked = crossing_answers.make_question(river, "optimal-plan", len(plan))
    for _ in range(100):
        for form in crossing_answers.ANSWER_FORMS:
            assert test_scoring.score(asked, form(river, plan)).outcome == "right"
    print(f"{len(seconds):,} right answers about 12 travelers, {len(seconds) / sum(seconds):,.0f} per second")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
