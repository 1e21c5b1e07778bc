"""Texts in which people state plans: whether they are right is decided from the moves that were written down beside each, by `plan_replay`."""

from __future__ import annotations

import json
import random
from functools import cache

import pytest
from plan_replay import JUDGES, QUESTIONS
from support import CASES

from ferryplan import instantiate, load
from ferryplan.evaluation.scoring.judging import score

TEXTS = [json.loads(line) for line in (CASES / "move-texts.jsonl").read_text(encoding="utf-8").splitlines()]


@cache
def asked(name):
    puzzle, parameters = QUESTIONS[name]
    values = {key: tuple(value) if isinstance(value, list) else value for key, value in parameters.items()}
    optimum = 17 if name == "bridge" else None
    return {
        "id": "1", "family": instantiate(load(puzzle), values).family, "puzzle": puzzle, "parameters": parameters,
        "ask": "optimal-plan" if optimum else "plan", "question": "?", "answer": "", "verdict": "solvable", "optimum": optimum,
        "optimum_proven": True, "solutions": None, "unique": None, "difficulty": None, "proof": {}, "theme": None, "seed": None, "version": "0",
    }  # fmt: skip


def is_right(case):
    """Return the truth of a text; one without moves says more than can be read, or contradicts itself."""
    return case["moves"] is not None and JUDGES[case["question"]](case["moves"])


@pytest.mark.parametrize("case", TEXTS, ids=lambda case: f"{case['question']}: {case['kind']}")
def test_a_text_scores_what_its_moves_are_worth(case):
    found = score(asked(case["question"]), case["answer"])
    assert found.score == is_right(case), found.why
    assert found.outcome != "right" or case["moves"] is not None


def test_the_texts_are_of_all_kinds():
    assert len(TEXTS) >= 290
    assert {case["question"] for case in TEXTS} == JUDGES.keys()
    assert sum(case["moves"] is None for case in TEXTS) >= 20


ACTS = (
    "and the goat swims behind",
    "with the wolf hidden in the basket",
    "while the cabbage floats beside the boat",
    "but the wolf jumps aboard",
    "(the goat clings to the hull)",
    "dragging the goat on a rope",
)


@pytest.mark.parametrize("act", ACTS)
def test_an_act_beside_a_crossing_makes_the_answer_unreadable(act):
    """Each line of right plans in turn, with something that happens besides."""
    texts = [
        case
        for case in TEXTS
        if case["question"] == "farmer" and is_right(case) and case["answer"].startswith("1. The farmer")
    ]
    assert texts
    for case in texts:
        lines = case["answer"].splitlines()
        for number, line in enumerate(lines):
            changed = [*lines[:number], f"{line.rstrip('.')} {act}.", *lines[number + 1 :]]
            assert score(asked("farmer"), "\n".join(changed)).outcome == "unreadable", changed


@pytest.mark.parametrize("question", sorted({case["question"] for case in TEXTS}))
def test_a_word_that_nobody_knows_is_never_skipped(question):
    """Right plans in numbered lines, one of which ends with a verb and an object that no puzzle has."""
    chance = random.Random(question)
    for case in TEXTS:
        lines = case["answer"].splitlines()
        numbered = [n for n, line in enumerate(lines) if line[:1].isdigit() and line[1:3] in (". ", ") ")]
        if (
            case["question"] == question
            and is_right(case)
            and len(numbered) == len(lines)
            and question not in ("einstein", "money")
            and "!" not in lines[-1]
        ):
            number = chance.choice(numbered)
            lines[number] = f"{lines[number].rstrip('.')} and bribes the zorple"
            assert score(asked(question), "\n".join(lines)).score == 0, lines
