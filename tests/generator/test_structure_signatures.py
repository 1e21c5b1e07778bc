"""Signatures of puzzles that differ in more than names."""

from __future__ import annotations

import random
from typing import Any

import pytest
from draft_samples import FARMER

from ferryplan.generator.board.inventing import drafts as boards
from ferryplan.generator.board.puzzle_file import BoardFile
from ferryplan.generator.crossing.inventing import drafts as crossings
from ferryplan.generator.families import instantiate
from ferryplan.generator.inventing.identity import structure_signature
from ferryplan.generator.puzzle import load, parse_puzzle_text
from ferryplan.generator.theming import complete_words


def _board(cells: dict[str, list[str]], size: int = 6) -> str:
    board: dict[str, Any] = {"kind": "queens", "size": size, **cells}
    return structure_signature(instantiate(complete_words(BoardFile(family="board", name="b", board=board)), {}))


def test_rotated_and_mirrored_boards_have_the_same_signature() -> None:
    """The square r1c2 of 6 lies on an orbit of eight squares under the symmetries of the board."""
    orbit = ["r1c2", "r2c1", "r1c5", "r5c1", "r6c2", "r2c6", "r6c5", "r5c6"]
    assert len({_board({"given": [one]}) for one in orbit}) == 1
    assert len({_board({"given": ["r1c2"]}), _board({"given": ["r1c1"]}), _board({"forbidden": ["r1c2"]}),
                _board({"given": ["r1c2"]}, 7), _board({"given": ["r1c3"]})}) == 5  # fmt: skip


def _sudoku(givens: str, **board: Any) -> str:
    return structure_signature(
        instantiate(complete_words(boards._make_sudoku_file(4, dict(enumerate(givens)), board)), {})
    )


def test_sudoku_signature_ignores_digit_names_and_line_order() -> None:
    """Renamed digits, exchanged rows of a band and exchanged bands keep the signature of a sudoku.

    Exchanged rows of different bands, another digit, diagonals and signs change it.
    """
    plain = "12.. 3... .... ...4".replace(" ", "")
    rows = [plain[at : at + 4] for at in range(0, 16, 4)]
    assert _sudoku(plain) == _sudoku(plain.translate(str.maketrans("1234", "4312")))
    assert _sudoku(plain) == _sudoku("".join([rows[1], rows[0], rows[2], rows[3]]))
    assert _sudoku(plain) == _sudoku("".join([rows[2], rows[3], rows[0], rows[1]]))
    assert _sudoku(plain) != _sudoku("".join([rows[2], rows[1], rows[0], rows[3]]))
    assert _sudoku(plain) != _sudoku(plain[:-1] + "3")
    assert _sudoku(plain) != _sudoku(plain, diagonals=True)
    assert _sudoku(plain, diagonals=True) == _sudoku("".join(row[::-1] for row in rows), diagonals=True)
    assert _sudoku(plain, diagonals=True) != _sudoku("".join([rows[1], rows[0], rows[2], rows[3]]), diagonals=True)
    signs = [["r1c3", "r1c4"], ["r3c1", "r4c1"]]
    assert len({_sudoku(plain, less=[one]) for one in (signs[0], signs[0][::-1], signs[1])} | {_sudoku(plain)}) == 4


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("SEND + MORE = MONEY", "MORE + SEND = MONEY", True),
        ("SEND + MORE = MONEY", "ABCD + EFGB = EFCBH", True),
        ("SEND + MORE = MONEY", "MONEY - SEND = MORE", True),
        ("SEND + MORE = MONEY", "SEND + MORE = MONEN", False),
        ("SEND + MORE = MONEY", "SEND + MORE = MONEY; D = 7", False),
        ("SEND + MORE = MONEY; D = 7", "SEND + MORE = MONEY; D = 6", False),
        ("SEND + MORE = MONEY; D = 7", "SEND + MORE = MONEY; Y = 7", False),
        ("AB x C = DE", "AB + C = DE", False),
    ],
)
def test_sum_signature_ignores_letters_and_order(one: str, other: str, same: bool) -> None:
    signatures = [
        structure_signature(instantiate(load("cryptarithm"), {"sum": text.partition(";")[0]}))
        if ";" not in text
        else structure_signature(
            instantiate(
                complete_words(
                    parse_puzzle_text(f'family = "arithmetic"\nname = "s"\nsum = {{ text = "{text}" }}\n', "s")
                ),
                {},
            )
        )
        for text in (one, other)
    ]
    assert (signatures[0] == signatures[1]) is same


def test_crossing_signature_ignores_only_names_and_order() -> None:
    """Renamed and reordered kinds keep the signature; any changed part of the puzzle changes it."""

    def signed(**changes: Any) -> str:
        return structure_signature(instantiate(complete_words(crossings.CrossingFile(**{**FARMER, **changes})), {}))

    names = dict(zip(("alpha", "beta", "gamma", "delta"), ("delta", "gamma", "beta", "alpha"), strict=True))

    def rename(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: rename(one) for key, one in value.items()}
        return [*map(rename, value)] if isinstance(value, list) else names.get(value, value)

    kinds = rename(FARMER["kinds"])
    random.Random(1).shuffle(kinds)
    assert signed() == signed(kinds=kinds, rules=rename(FARMER["rules"])[::-1])
    others = [
        signed(boat={"capacity": 3}),
        signed(rules=FARMER["rules"][:1]),
        signed(kinds=[*FARMER["kinds"][:3], {"name": "delta"}]),
        signed(goal={"everyone": "goal", "kinds": {"delta": "start"}}),
        signed(start={"boat": "start", "everyone": "start", "kinds": {"delta": "goal"}}),
        signed(goal={"everyone": "goal", "boat": "start"}),
        signed(places=[{"name": "start"}, {"name": "island"}, {"name": "goal"}]),
        signed(rules=[*FARMER["rules"], {"rule": "deadline", "kinds": ["delta"], "place": "start", "crossings": 3}]),
        signed(rules=[*FARMER["rules"], {"rule": "deadline", "kinds": ["delta"], "place": "start", "crossings": 4}]),
    ]
    assert len({signed(), *others}) == 1 + len(others)
