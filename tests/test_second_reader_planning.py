"""The English of planning puzzles determines their labels.

An independent reader solves them from the text.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from budget import draw_cases
from conftest import RunCommand
from second_reader import UnreadError, faults_of_row

from ferryplan.evaluation.scoring.question import parse_question
from ferryplan.evaluation.scoring.question_scoring import score

ASKS = "plan,optimal-plan,length,solvable,count,next,valid,repair"
SMALL = (
    "blocks --goal b/a/c",
    "checkers --men 2",
    "elevator --origins 2 --destinations 3",
    "gripper --balls 2 --rooms 3 --hands 1",
    "hanoi --discs 2 --pegs 2",
    "jugs --capacities 4,4,3 --measure 2",
    "lights-out --board ***/***/***",
    "pancakes --stack 3,1,2",
    "peg-solitaire --goal any",
    "sokoban",
)
LARGER = (
    "blocks", "checkers --men 1..4", "deliveries", "deliveries --capacity 1 --tank 5", "elevator", "ferry",
    "ferry --shores 3 --origins 1,2 --destinations 3,1", "gripper --balls 1..5", "hanoi --discs 1..5 --pegs 3,4",
    "jugs --measure 0..5", "jugs --no-tap --capacities 8,5,3 --start 8,0,0 --goal 4,4,0", "lights-out --board **./*../...",
    "lights-out --board */.", "lights-out", "logistics --origins 2,4 --destinations 1,2", "pancakes --stack 3,1,2,6,5,4",
    "pancakes", "peg-solitaire", "rush-hour", "sliding-tiles", "knights-swap",
)  # fmt: skip


def pose(plan: RunCommand, command: str, seed: int = 1) -> Sequence[dict[str, Any]]:
    """Return the questions that a command poses."""
    run = plan("pose", *command.split(), "--ask", ASKS, "--paraphrase", "--seed", f"{seed}")
    assert run.returncode == 0, run.stderr
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    assert rows
    return rows


@pytest.mark.parametrize("command", [*SMALL, *draw_cases(LARGER, 3)])
def test_text_of_planning_puzzle_agrees_with_its_label(command: str, plan: RunCommand) -> None:
    for row in pose(plan, command):
        assert faults_of_row(row) == [], row["question"]


def question(plan: RunCommand, command: str, ask: str) -> dict[str, Any]:
    return next(row for row in pose(plan, command) if row["ask"] == ask)


@pytest.mark.parametrize(
    ("command", "ask", "old", "new"),
    [
        ("hanoi --discs 3", "length", " of 3 pegs", " of 4 pegs"),
        ("blocks --goal b/a/c", "length", "block c is on block a", "block c is on block b"),
        ("gripper --balls 2 --rooms 3 --hands 1", "length", "with 1 hand ", "with 2 hands "),
        ("sokoban", "solvable", "####/#-.#/", "####/#-##/"),
        (
            "elevator --origins 2 --destinations 3",
            "length",
            "Each ride counts as one action",
            "Each stop counts as one action",
        ),
        ("lights-out --board ***/***/***", "length", "***/***/***", "***/*.*/***"),
        ("pancakes --stack 3,1,2", "plan", "3, 1 and 2", "3, 2 and 1"),
    ],
)
def test_second_reader_detects_changed_planning_question_text(
    command: str, ask: str, old: str, new: str, plan: RunCommand
) -> None:
    """A changed text is noticed; a reader that agrees with everything would prove nothing."""
    row = question(plan, command, ask)
    assert old in row["question"]
    changed = row["question"].replace(old, new, 1)
    try:
        faults = faults_of_row({**row, "question": changed})
    except UnreadError:
        return
    assert faults


@pytest.mark.parametrize("order", ["as given", "backward", "one twice and a third time"])
def test_order_of_light_presses_does_not_change_the_score(order: str, plan: RunCommand) -> None:
    """Presses of lights commute, and pressing a light twice changes nothing.

    Source: Anderson and Feil, Mathematics Magazine 71 (1998).
    """
    row = question(plan, "lights-out --board ***/***/***", "plan")
    presses = [
        ["press", light] for light in ("r1c1", "r1c3", "r2c2", "r3c1", "r3c3")
    ]  # each light is touched once, or three times
    answer = {
        "as given": presses,
        "backward": presses[::-1],
        "one twice and a third time": [*presses, *presses[:1] * 2],
    }[order]
    asked = parse_question(json.dumps(row), "question")
    assert score(asked, json.dumps(answer)).score == 1
    assert score(asked, json.dumps(answer[1:])).outcome == "wrong"
    assert score(asked, json.dumps([*answer, ["press", "r1c1"]])).outcome == "wrong"


def test_answer_with_redundant_light_presses_is_scored_not_optimal(plan: RunCommand) -> None:
    row = question(plan, "lights-out --board ***/***/***", "optimal-plan")
    presses = [["press", light] for light in ("r1c1", "r1c3", "r2c2", "r3c1", "r3c3")]
    asked = parse_question(json.dumps(row), "question")
    assert score(asked, json.dumps(presses)).score == 1
    assert score(asked, json.dumps([*presses, *presses[:1] * 2])).kind == "not optimal"
