"""Invented puzzle files judged by brute force: read as plain TOML, without the program."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Iterator
from typing import Any

import oracle
from arrangements import keeps, values_of
from readings import read


def plain(text: str) -> dict[str, Any]:
    """What a file says."""
    return tomllib.loads(text)


def crossing(data: dict[str, Any]) -> oracle.Puzzle:
    """The crossing that a file without parameters means."""
    rules = [
        {"guardian": None, "guardians": None, "needed": "any", "chain": False, "where": None, "before": "everyone", "after": "everyone", **rule}
        for rule in data.get("rules", [])
    ]  # fmt: skip
    kinds = [
        {
            "name": kind["name"], "members": [f"{kind['name']} {n}" for n in range(kind.get("count", 1))], "rows": kind.get("rows", True),
            "paired_with": None, **{amount: [1] * kind.get("count", 1) for amount in ("pace", "fee", "weight")},
        }
        for kind in data["kinds"]
    ]  # fmt: skip
    return read(
        {
            "places": [{"count": 1, "holds": None, **place} for place in data["places"]],
            "routes": [],
            "kinds": kinds,
            "cost": None,
            "boat": {"count": 1, "weight": None, "rules": True, "minutes": 1, **data["boat"]},
            "boats": [],
            "rules": rules,
            "start": {"kinds": {}, **data["start"]},
            "goal": {"boat": None, "kinds": {}, **data["goal"]},
        }
    ).puzzle


def fewest(data: dict[str, Any]) -> int | None:
    """The fewest crossings."""
    return crossing(data).explore()[1]


def without(data: dict[str, Any], parts: str, number: int) -> dict[str, Any]:
    """The same without one of its rules or clues."""
    return {**data, parts: [one for at, one in enumerate(data[parts]) if at != number]}


def arrangements(data: dict[str, Any]) -> Iterator[dict[str, int]]:
    """Every way to place the values of a grid, category after category: what breaks a clue is not followed."""
    count, tables = data["positions"]["count"], data["categories"]
    categories = {table["name"]: table["values"] for table in tables}
    clues = [_whole(clue) for clue in data["clues"]]
    spots = [str(number) for number in range(1, count + 1)]

    def scope(clue: dict[str, Any]) -> set[str]:
        return values_of(clue) | {*categories.get(clue.get("category", ""), ())}

    def placed(at: dict[str, int], rest: list[dict[str, Any]]) -> Iterator[dict[str, int]]:
        if not rest:
            yield at
            return
        for order in itertools.permutations(range(1, count + 1)):
            further = {**at, **dict(zip(rest[0]["values"], order, strict=True))}
            fresh = [clue for clue in clues if scope(clue) <= {*further} and not scope(clue) <= {*at}]
            if all(keeps(clue, further, spots, categories) for clue in fresh):
                yield from placed(further, rest[1:])

    return placed({}, tables)


def _whole(clue: dict[str, Any]) -> dict[str, Any]:
    """A clue with what goes without saying, in the clues that it joins, too."""
    joined = {key: [_whole(part) for part in clue[key]] for key in ("either", "clues") if key in clue}
    parts = {key: _whole(clue[key]) for key in ("condition", "consequence") if key in clue}
    return {"when": True, **clue, **joined, **parts}


def digits(text: str) -> list[dict[str, int]]:
    """Every way in which a sum, with given letters behind it, comes out."""
    equation, *given = text.split("; ")
    letters = sorted({sign for sign in equation if sign.isupper()})
    known = {part[0]: int(part[-1]) for part in given}
    free = [letter for letter in letters if letter not in known]
    words = re.findall(r"[A-Z]+", equation)
    left, right = re.sub(r" x ", "*", equation).split("=")
    test = compile(f"{_valued(left)} == {_valued(right)}", "sum", "eval")
    found = []
    for choice in itertools.permutations(set(range(10)) - {*known.values()}, len(free)):
        digit = {**known, **dict(zip(free, choice, strict=True))}
        if all(digit[word[0]] or len(word) == 1 for word in words) and eval(test, {}, digit):
            found.append(digit)
    return found


def _valued(side: str) -> str:
    return re.sub(
        r"[A-Z]+",
        lambda word: "(" + "+".join(f"{10**n}*{letter}" for n, letter in enumerate(word[0][::-1])) + ")",
        side,
    )


def fillings(givens: str) -> list[str]:
    """Every way to fill a small sudoku with square boxes."""
    side = round(len(givens) ** 0.5)
    box = round(side**0.5)
    at = givens.find(".")
    if at < 0:
        return [givens]
    row, column = divmod(at, side)
    taken = {
        givens[other]
        for other in range(side * side)
        if other // side == row
        or other % side == column
        or (other // side // box, other % side // box) == (row // box, column // box)
    }
    return [
        filled
        for digit in "123456789"[:side]
        if digit not in taken
        for filled in fillings(givens[:at] + digit + givens[at + 1 :])
    ]


def standing(board: dict[str, Any]) -> list[tuple[int, ...]]:
    """Every way to place queens on a board with given and forbidden squares: the column of each row."""
    squares = {
        kind: [tuple(map(int, re.findall(r"\d+", one))) for one in board.get(kind, [])]
        for kind in ("given", "forbidden")
    }
    return [
        columns
        for columns in itertools.permutations(range(1, board["size"] + 1))
        if len({row + column for row, column in enumerate(columns)}) == len(columns)
        and len({row - column for row, column in enumerate(columns)}) == len(columns)
        and all(columns[row - 1] == column for row, column in squares["given"])
        and all(columns[row - 1] != column for row, column in squares["forbidden"])
    ]
