"""Questions about the farmer and about the zebra, and the scores of answers to them."""

from __future__ import annotations

from typing import Any

import crossing_answers

from ferryplan.evaluation.scoring.question_scoring import score

FARMER = crossing_answers.make_question(crossing_answers.make_farmer_river(), "plan", 7)
BEST = [["farmer", *others] for others in (["goat"], [], ["wolf"], ["goat"], ["cabbage"], [], ["goat"])]
VALID_ABOUT = {"moves": BEST[:3], "valid": False, "step": 3, "rules": {"A": "One.", "B": "Two."}, "right": ["B"]}
NEXT_ABOUT = {"moves": [], "best": [["farmer", "goat"]]}


def ask(kind: str, answer: Any, **fields: Any) -> Any:
    """Return the score of an answer to a question about the farmer."""
    return score({**FARMER, "ask": kind, "solutions": 2, **fields}, answer)


def ask_zebra(answer: Any) -> Any:
    """Return the score of an answer to the zebra's questions.

    The Norwegian drinks water, and the Japanese owns the zebra (Life, 1962).
    """
    fields = {"family": "grid", "puzzle": "zebra", "parameters": {}, "ask": "answer", "optimum": None}
    told = {"1": "the Norwegian drinks water.", "2": "the Japanese owns the zebra."}
    return score({**FARMER, **fields, "about": {"answers": told}}, answer)
