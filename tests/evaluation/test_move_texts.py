"""Plans in natural language, judged by `plan_replay` from the moves recorded beside each text."""

from __future__ import annotations

import json
import random
from functools import cache

import pytest
from plan_replay import JUDGE_BY_QUESTION, PUZZLE_BY_QUESTION
from support import CASES

from ferryplan import instantiate, load
from ferryplan.evaluation.scoring.question_scoring import score

TEXTS = [json.loads(line) for line in (CASES / "move-texts.jsonl").read_text(encoding="utf-8").splitlines()]


@cache
def asked(name):
    puzzle, parameters = PUZZLE_BY_QUESTION[name]
    values = {key: tuple(value) if isinstance(value, list) else value for key, value in parameters.items()}
    optimum = 17 if name == "bridge" else None
    return {
        "id": "1", "family": instantiate(load(puzzle), values).family, "puzzle": puzzle, "parameters": parameters,
        "ask": "optimal-plan" if optimum else "plan", "question": "?", "answer": "", "verdict": "solvable", "optimum": optimum,
        "optimum_proven": True, "solutions": None, "unique": None, "difficulty": None, "proof": {}, "theme": None, "seed": None, "version": "0",
    }  # fmt: skip


def is_right(case):
    """Return whether a text states a right plan.

    A text without recorded moves is unreadable or contradicts itself.
    """
    return case["moves"] is not None and JUDGE_BY_QUESTION[case["question"]](case["moves"])


QUESTIONS = sorted({case["question"] for case in TEXTS})


@pytest.mark.parametrize("question", QUESTIONS)
def test_score_of_a_text_matches_its_recorded_moves(question):
    scored = [(case, score(asked(question), case["answer"])) for case in TEXTS if case["question"] == question]
    wrong = [
        (case, found) for case, found in scored if (found.score, found.outcome == "right") != (is_right(case),) * 2
    ]
    assert wrong == []


def test_recorded_answer_texts_cover_every_question():
    assert len(TEXTS) >= 290
    assert {case["question"] for case in TEXTS} == JUDGE_BY_QUESTION.keys()
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
def test_plan_line_with_an_extra_event_makes_answer_unreadable(act):
    """Each line of the right plans in turn gets an extra event besides the crossing."""
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


@pytest.mark.parametrize("question", QUESTIONS)
def test_plan_line_with_unknown_verb_or_object_scores_nothing(question):
    """Right plans in numbered lines get a line that ends with a verb and an object that no puzzle has."""
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


def test_light_named_twice_in_an_answer_counts_as_two_presses():
    """Two presses of the center cancel each other, so one or three presses are right in every notation."""
    corners = "the top-left corner, the top-right corner, the bottom-left corner, the bottom-right corner"
    for times, outcome in ((1, "right"), (2, "wrong"), (3, "right")):
        center = ", the center" * times
        assert score(asked("lights"), f"Press {corners}{center}.").outcome == outcome, times
        pairs = ", (2,2)" * times
        assert score(asked("lights"), f"Press (1,1), (1,3), (3,1), (3,3){pairs}.").outcome == outcome, times


@pytest.mark.parametrize("board", ["1 2 3\n4 5 6\n7 8", "The board:\n1 2 3\n8 4\n7 6 5"])
def test_board_drawing_without_empty_cell_symbol_is_unreadable(board):
    tiles = {
        **asked("jugs"),
        "puzzle": "sliding-tiles",
        "parameters": {"board": "2 8 3 / 1 6 4 / 7 _ 5", "goal": "1 2 3 / 8 _ 4 / 7 6 5"},
    }
    assert score(tiles, board).outcome == "unreadable"
    for slides in ("6 8 2 1 8", "6\n8\n2\n1\n8", "6 8\n2 1\n8"):
        assert score(tiles, slides).outcome == "right"


@pytest.mark.parametrize(
    "first",
    [
        "Pour from the larger jug (8) into the smaller jug (5)",
        "Pour the larger jug, the 8, into the 5",
        "Pour the 8-litre jug into the smaller jug (5)",
    ],
)
def test_phrase_larger_jug_refers_to_the_larger_of_two_named_jugs(first):
    """Four liters from jugs of 8, 5 and 3 (Tartaglia 1556).

    The larger of 5 and 3 is 5, and the smaller of 8 and 5 is 5.
    """
    parameters = {"capacities": [3, 5, 8], "tap": False, "start": [0, 0, 8], "measure": 4, "goal": [-1]}
    steps = [
        first, "Pour from the larger jug (5) into the smaller jug (3)", "Pour from the 3 into the 8",
        "Pour the larger jug (5) into the smaller one (3)",
        "Pour from the 8 into the 5", "Pour from the 5 into the 3",
    ]  # fmt: skip
    told = "\n".join(f"{number}. {step}." for number, step in enumerate(steps, 1))
    assert score({**asked("jugs"), "parameters": parameters}, told).outcome == "right"
