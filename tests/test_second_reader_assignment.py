"""The text of grids, sums and boards determines the label.

A second reader solves the puzzle from the text alone.
"""

from __future__ import annotations

import functools
import itertools
import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import random_boards
import random_grids
from budget import draw_cases, scale
from second_reader import UnreadError, faults_of_row
from support import pair_in_turn

from ferryplan import domains
from ferryplan.evaluation.posing.request_handling import pose_request

pytestmark = pytest.mark.engines
THEMES = sorted(domains.theme_files())
ASKS = ["plan", "solvable", "count", "valid", "repair", "answer"]
LIMITS = {"language": "en", "pddl": False, "timeout": 60.0}
Row = dict[str, Any]


@functools.cache
def rows_of(puzzle: str, parameters: str = "{}", seed: str = "1", theme: str | None = None) -> tuple[Row, ...]:
    """Return the questions of all kinds about an instance, optionally in the words of a theme."""
    request = {
        "puzzle": puzzle, "parameters": json.loads(parameters), "ask": ASKS, "seed": seed, "number": 1, "theme": theme, "paraphrase": False,
        **LIMITS,
    }  # fmt: skip
    return tuple(map(json.loads, pose_request(request)["lines"]))


@functools.cache
def invented(kind: str, number: int, seed: str = "1", unsolvable: bool = False) -> tuple[Row, ...]:
    """Return the questions of all kinds about an invented puzzle."""
    request = {
        "invent": kind, "level": None, "after": 0, "ask": ASKS, "seed": seed, "number": number, "theme": None, "paraphrase": True,
        "unsolvable": unsolvable, **LIMITS,
    }  # fmt: skip
    return tuple(map(json.loads, pose_request(request)["lines"]))


CATALOGUE = [
    ("zebra", "{}"),
    ("four-houses", "{}"),
    ("send-more-money", "{}"),
    ("cryptarithm", '{"sum": "AB x C + D = EF", "base": 7}'),
    ("cryptarithm", '{"sum": "AB + A = 1:1:1", "base": 12, "leading_zeros": true}'),
    ("queens", '{"queens": 6}'),
    ("queens", '{"queens": 3}'),
    ("sudoku", '{"givens": "1... ..3. .1.. ...."}'),
    ("futoshiki", "{}"),
    ("jigsaw", "{}"),
    ("pieces", '{"piece": "bishops", "rows": 3, "columns": 4, "pieces": 3}'),
    ("pieces", '{"piece": "kings", "rows": 4, "columns": 4}'),
]


@pytest.mark.parametrize(("puzzle", "parameters"), CATALOGUE)
def test_text_of_assignment_question_determines_its_label(puzzle: str, parameters: str) -> None:
    rows = rows_of(puzzle, parameters)
    assert len(rows) >= 3
    assert not [fault for row in rows for fault in faults_of_row(row)]


@pytest.mark.parametrize("kind", ["grid", "arithmetic", "sudoku", "queens"])
@pytest.mark.parametrize("unsolvable", [False, True])
def test_text_of_an_invented_puzzle_determines_its_label(kind: str, unsolvable: bool) -> None:
    rows = invented(kind, 1, unsolvable=unsolvable)
    assert len(rows) >= 3
    assert not [fault for row in rows for fault in faults_of_row(row)]


IN_A_THEME = ["zebra", "einstein", "four-houses", "cryptarithm", "sudoku", "queens", "futoshiki"]


@pytest.mark.parametrize(
    ("theme", "puzzle"),
    pair_in_turn([(theme,) for theme in THEMES], [(name,) for name in IN_A_THEME], min(scale(1), len(IN_A_THEME))),
)
def test_question_text_in_a_theme_determines_its_label(theme: str, puzzle: str) -> None:
    assert not [fault for row in rows_of(puzzle, theme=theme) for fault in faults_of_row(row)]


@pytest.mark.parametrize(
    ("kind", "number"),
    draw_cases(itertools.product(["grid", "arithmetic", "sudoku", "queens"], range(2, 14)), 4),
)
def test_text_of_many_invented_puzzles_determines_their_labels(kind: str, number: int) -> None:
    rows = invented(kind, number, "second", unsolvable=number % 3 == 0)
    assert rows
    assert not [fault for row in rows for fault in faults_of_row(row)]


@pytest.mark.parametrize("seed", range(scale(3)))
@pytest.mark.parametrize("draw_file", [random_grids.draw_grid, random_boards.draw_board], ids=["grid", "board"])
def test_text_of_random_puzzle_determines_the_label(draw_file: Any, seed: int) -> None:
    """The labels of random grids and boards follow from their texts.

    The files have clues of all kinds in their default wording, boxes of any shape, diagonals, signs, given and forbidden squares.
    """
    request = {
        "puzzle": "drawn.toml", "file": draw_file(random.Random(seed)).text, "parameters": {}, "ask": ASKS[:-1], "seed": "1", "number": 1,
        "theme": None, "paraphrase": False, **LIMITS,
    }  # fmt: skip
    rows = [json.loads(line) for line in pose_request(request)["lines"]]
    assert not [fault for row in rows for fault in faults_of_row(row)]


def _numbered(text: str) -> list[re.Match[str]]:
    return [*re.finditer(r"(?m)^(\d+)\. (.*)\n", text.partition("\n\nHere is")[0])]


def _drop_a_clue(text: str) -> Iterator[str]:
    """Yield the text without each of its numbered clues; later clues move up."""
    clues = _numbered(text)
    for dropped in clues:
        left = "".join(
            f"{number}. {one[2]}\n" for number, one in enumerate([one for one in clues if one is not dropped], 1)
        )
        yield text[: clues[0].start()] + left + text[clues[-1].end() :]


def _exchange_two_values(text: str) -> Iterator[str]:
    """Yield the text with two values of a category exchanged in the clues."""
    clues = _numbered(text)
    start, end = clues[0].start(), clues[-1].end()
    for line in re.findall(r"(?m)^- .+?: (.+)$", text):
        one, other, *_ = line.split(", ")
        swapped = {one: other, other: one}
        inside = re.sub(
            rf"\b({re.escape(one)}|{re.escape(other)})\b",
            lambda found, swapped=swapped: swapped[found[0]],
            text[start:end],
        )
        yield text[:start] + inside + text[end:]


def _change_a_given(text: str) -> Iterator[str]:
    """Yield the text with a changed given.

    Either a given cell of its first row has another digit, or a queen is in another place.
    """
    for found in re.finditer(r"(?m)^1  .*?([1-9])", text):
        at = found.start(1)
        yield text[:at] + ("2" if text[at] == "1" else "1") + text[at + 1 :]


def _turn_a_sign(text: str) -> Iterator[str]:
    """Yield the text with each rule about two cells reversed, together with its sign."""
    yield text.replace("  <  ", "  >  ", 1)
    less = re.search(r"(Row 3, column 1) contains a smaller digit than (row 3, column 2)", text)
    assert less
    yield text.replace(less[0], "Row 3, column 2 contains a smaller digit than row 3, column 1").replace(
        "  <  ", "  >  ", 1
    )


def _change_the_sum(text: str) -> Iterator[str]:
    """Yield the text with two letters exchanged in the equation."""
    yield text.replace("\n1. SEND + MORE = MONEY.", "\n1. SEND + MROE = MONEY.")
    yield text.replace("\n1. SEND + MORE = MONEY.", "\n1. SEND + MORE = MONYE.")


def _mark_a_square(text: str) -> Iterator[str]:
    """Yield the text with a given queen on its first square."""
    marked = text.replace("A dot is a free square.", "A dot is a free square, Q a given queen that stays.")
    yield marked.replace("\n1  .  .", "\n1  Q  .", 1)


@pytest.mark.parametrize(
    ("puzzle", "parameters", "ask", "damage", "least"),
    [
        ("four-houses", "{}", "count", _drop_a_clue, 0.5),
        ("zebra", "{}", "plan", _exchange_two_values, 1.0),
        ("sudoku", "{}", "count", _change_a_given, 1.0),
        ("futoshiki", "{}", "count", _turn_a_sign, 1.0),
        ("send-more-money", "{}", "count", _change_the_sum, 1.0),
        ("send-more-money", "{}", "count", _drop_a_clue, 0.6),
        ("queens", '{"queens": 6}', "count", _mark_a_square, 1.0),
    ],
)
def test_second_reader_detects_damaged_question_texts(
    puzzle: str, parameters: str, ask: str, damage: Callable[[str], Iterator[str]], least: float
) -> None:
    """A changed text contradicts the label or is not understood.

    A clue that follows from the others may be missing.
    """
    row = next(one for one in rows_of(puzzle, parameters) if one["ask"] == ask)
    noticed = []
    for text in damage(row["question"]):
        assert text != row["question"]
        try:
            noticed.append(bool(faults_of_row({**row, "question": text})))
        except UnreadError:
            noticed.append(True)
    assert sum(noticed) >= least * len(noticed) > 0


@pytest.mark.parametrize(
    ("puzzle", "old", "new"),
    [
        ("zebra", "The dog belongs to the Spaniard.", "The dog snores beside the Spaniard."),
        ("zebra", "Kools is smoked next door to the horse.", "Kools can be smelled by the horse."),
        ("sudoku", "No box contains a digit twice.", "Boxes are nice."),
        ("send-more-money", "Different letters stand for different digits.", "Letters differ somehow."),
        ("queens", "A queen attacks every square", "A queen sees every square"),
    ],
)
def test_sentence_that_is_not_understood_is_reported(puzzle: str, old: str, new: str) -> None:
    row = next(one for one in rows_of(puzzle) if one["ask"] == "solvable")
    assert old in row["question"]
    with pytest.raises(UnreadError):
        faults_of_row({**row, "question": row["question"].replace(old, new)})


def test_second_reader_reports_labels_that_contradict_the_text() -> None:
    """Wrong counts, answers and letters are faults: SEND + MORE = MONEY has one solution, with Y = 2.

    The Norwegian drinks water.
    """
    sums = {row["ask"]: row for row in rows_of("send-more-money")}
    assert faults_of_row({**sums["count"], "solutions": 2})
    assert faults_of_row({**sums["count"], "answer": "2"})
    assert faults_of_row({**sums["plan"], "answer": sums["plan"]["answer"].replace('"Y":"2"', '"Y":"3"')})
    answers = next(row for row in rows_of("zebra") if row["ask"] == "answer")
    assert faults_of_row({**answers, "answer": answers["answer"].replace("Norwegian", "Spaniard")})
    boards = {row["ask"]: row for row in rows_of("queens", '{"queens": 6}')}
    flipped = {**boards["valid"]["about"], "valid": not boards["valid"]["about"]["valid"]}
    assert faults_of_row({**boards["valid"], "about": flipped})
