"""How fast answers are scored, and whether a judge of its own agrees: python benchmarks/scoring.py [NUMBER] [SEED]

Answers to river crossings of up to 12 travelers, right in ten forms, wrong by construction, claims and garbage (tests/crossing_answers.py), on one
core.
Prints the number of answers, of disagreements with the judge, and answers a second, without what it takes to make them.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT / "tests" / "planner")]

import crossing_answers  # noqa: E402
import test_scoring  # noqa: E402

from ferryplan.evaluation.scoring.question_scoring import score  # noqa: E402


def time_scores() -> list[float]:
    """Have the tests score through this, and return the seconds that each answer took."""
    seconds = list[float]()

    def scored(question: object, answer: object) -> object:
        began = time.process_time()
        found = score(question, answer)  # type: ignore[arg-type]
        seconds.append(time.process_time() - began)
        return found

    test_scoring.score = scored  # type: ignore[attr-defined]
    return seconds


def main(number: int = 20_000, seed: int = 1) -> None:
    """Score so many answers and say what came of it."""
    seconds = time_scores()
    wrong = [*test_scoring.disagreements(number, seed)]
    for one in wrong[:20]:
        print(*one, sep="\n  ")
    print(f"{len(seconds):,} answers, {len(wrong)} disagreements, {len(seconds) / sum(seconds):,.0f} a second")
    river, seconds = crossing_answers.make_couples_river(6, 4), time_scores()
    plan = river.find_shortest_plan(random.Random(seed))
    assert plan is not None, "six couples cross with a boat for four"
    asked = crossing_answers.make_question(river, "optimal-plan", len(plan))
    for _ in range(100):
        for form in crossing_answers.ANSWER_FORMS:
            assert test_scoring.score(asked, form(river, plan)).outcome == "right"
    print(f"{len(seconds):,} right answers to 12 travellers, {len(seconds) / sum(seconds):,.0f} a second")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
