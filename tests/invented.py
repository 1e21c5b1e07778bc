"""Invented puzzle files judged by brute force: read as plain TOML, without the program."""

from __future__ import annotations

import itertools
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
