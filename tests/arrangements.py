"""A brute force for puzzles in which things are placed, told by their files' tables in plain values; it shares no code with the program."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = ["arrangements", "in_scope", "keeps", "safe_columns", "values_of"]


def arrangements(plain: dict[str, Any]) -> Iterator[dict[str, int]]:
    """Every way to place the values of a logic grid, the positions from 1, that keeps all of its clues."""
    count = plain["positions"]["count"]
    orders = [itertools.permutations(range(1, count + 1)) for _ in plain["categories"]]
    for choice in itertools.product(*orders):
        at = {
            value: position
            for table, order in zip(plain["categories"], choice, strict=True)
            for value, position in zip(table["values"], order, strict=True)
        }
        if all(keeps(clue, at, plain["spots"]) for clue in plain["clues"] if clue["when"]):
            yield at


def values_of(clue: Mapping[str, Any]) -> set[str]:
    """The values that a clue is about."""
    if clue["clue"] == "either":
        return set().union(*(values_of(part) for part in clue["either"] if part["when"]))
    return {*clue.get("values", ()), *(clue[key] for key in ("value", "of") if key in clue)}


def in_scope(clue: Mapping[str, Any], placed: Mapping[str, int], value: str) -> bool:
    """Whether a clue is about a value and else only about what is placed."""
    return bool(clue["when"]) and value in values_of(clue) <= {*placed}


def keeps(clue: Mapping[str, Any], at: Mapping[str, int], spots: list[str]) -> bool:
    """Whether positions, from 1, keep a clue."""
    match clue["clue"]:
        case "either":
            return any(keeps(part, at, spots) for part in clue["either"] if part["when"])
        case "at" | "not-at":
            position = clue["position"] if isinstance(clue["position"], int) else spots.index(clue["position"]) + 1
            return (at[clue["value"]] == position) == (clue["clue"] == "at")
        case "end":
            return at[clue["value"]] in (1, len(spots))
        case "left-of" | "right-of" | "somewhere-left-of" | "somewhere-right-of" as kind:
            step = at[clue["of"]] - at[clue["value"]]
            step = step if kind.endswith("left-of") else -step
            return step > 0 if kind.startswith("somewhere") else step == 1
    one, other = (at[value] for value in clue["values"])
    distances = {"same": {0}, "next-to": {1}, "distance": {clue.get("distance")}}
    return one != other if clue["clue"] == "different" else abs(one - other) in distances[clue["clue"]]


def safe_columns(standing: list[int], size: int) -> set[int]:
    """Where the next queen may stand, the columns of those in the rows before given."""
    row = len(standing)
    return {
        column
        for column in range(size)
        if all(column != other and abs(column - other) != row - before for before, other in enumerate(standing))
    }
