"""A brute force for puzzles in which things are placed, told by their files' tables in plain values; it shares no code with the program."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = [
    "COMPARING",
    "SEVERAL_WAYS",
    "allowed_pairs",
    "arrangements",
    "by_category",
    "compared",
    "in_scope",
    "keeps",
    "parts",
    "safe_columns",
    "values_of",
]


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
        if all(keeps(clue, at, plain["spots"], by_category(plain)) for clue in plain["clues"] if clue["when"]):
            yield at


def by_category(plain: dict[str, Any]) -> dict[str, list[str]]:
    """The values of each category."""
    return {table["name"]: table["values"] for table in plain["categories"]}


JOINED = ("either", "exactly-one", "not-all", "all", "neither", "if-then")
COMPARING = ("more", "less", "times", "sum", "difference")
SEVERAL_WAYS = ("either", "exactly-one", "not-all", "if-then", "between", "directly-between", *COMPARING)
"""kinds of clues that more than one way keeps, as a rule"""


def parts(clue: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The clues that one joins, without those that are taken away."""
    listed = (
        [clue["condition"], clue["consequence"]]
        if clue["clue"] == "if-then"
        else clue.get("either") or clue.get("clues") or []
    )
    return [part for part in listed if part["when"]]


def values_of(clue: Mapping[str, Any]) -> set[str]:
    """The values that a clue is about, but for those of a category by which it compares them."""
    if clue["clue"] in JOINED:
        return set().union(*map(values_of, parts(clue)))
    named = clue["of"] if isinstance(clue.get("of"), list) else [clue[key] for key in ("of", "than") if key in clue]
    return {*clue.get("values", ()), *named, *([clue["value"]] if "value" in clue else [])}


def in_scope(clue: Mapping[str, Any], placed: Mapping[str, int], value: str) -> bool:
    """Whether a clue is about a value and else only about what is placed."""
    return bool(clue["when"]) and value in values_of(clue) <= {*placed}


def keeps(
    clue: Mapping[str, Any], at: Mapping[str, int], spots: list[str], categories: Mapping[str, list[str]]
) -> bool:
    """Whether positions, from 1, keep a clue; ``categories`` has the values of each."""
    kind = clue["clue"]
    if kind in JOINED:
        held = [keeps(part, at, spots, categories) for part in parts(clue)]
        return {
            "either": any(held), "exactly-one": held.count(True) == 1, "not-all": not all(held), "all": all(held),
            "neither": not any(held), "if-then": held[-1] or not held[0],
        }[kind]  # fmt: skip
    if kind in COMPARING:
        return compares(clue, at, categories[clue["category"]])
    match kind:
        case "at" | "not-at":
            position = clue["position"] if isinstance(clue["position"], int) else spots.index(clue["position"]) + 1
            return (at[clue["value"]] == position) == (kind == "at")
        case "end" | "inner":
            return (at[clue["value"]] in (1, len(spots))) == (kind == "end")
        case "odd" | "even":
            return at[clue["value"]] % 2 == (kind == "odd")
        case "between" | "directly-between":
            low, high = sorted(at[value] for value in clue["of"])
            there = at[clue["value"]]
            return low < there < high and (kind == "between" or high - low == 2)
        case "left-of" | "right-of" | "somewhere-left-of" | "somewhere-right-of":
            step = at[clue["of"]] - at[clue["value"]]
            step = step if kind.endswith("left-of") else -step
            return step > 0 if kind.startswith("somewhere") else step == 1
    one, other = (at[value] for value in clue["values"])
    if kind in ("different", "not-next-to"):
        return one != other if kind == "different" else abs(one - other) != 1
    return abs(one - other) in {"same": {0}, "next-to": {1}, "distance": {clue.get("distance")}}[kind]


def compared(clue: Mapping[str, Any]) -> list[str]:
    """The two values that a clue compares."""
    return clue.get("values") or [clue["value"], clue["than"] if "than" in clue else clue["of"]]


def allowed_pairs(clue: Mapping[str, Any], values: list[str]) -> list[tuple[str, str]]:
    """What of a category's values the two that a clue compares may have."""
    names, at = compared(clue), {value: number for number, value in enumerate(values)}
    return [
        pair
        for pair in itertools.product(values, repeat=2)
        if all(name not in at or name == held for name, held in zip(names, pair, strict=True))
        and compares(clue, {**at, names[0]: at[pair[0]], names[1]: at[pair[1]]}, values)
    ]


def compares(clue: Mapping[str, Any], at: Mapping[str, int], values: list[str]) -> bool:
    """Whether what two values have in a category of these values is as a clue says."""
    names = compared(clue)
    held = [next(value for value in values if at[value] == at[name]) for name in names]
    one, other = map(values.index, held)
    if clue["clue"] in ("more", "less") and "by" not in clue:
        return one > other if clue["clue"] == "more" else one < other
    one, other = map(int, held)
    return {
        "more": one - other == clue.get("by"), "less": other - one == clue.get("by"), "times": one == other * clue.get("times", 0),
        "sum": one + other == clue.get("makes"), "difference": abs(one - other) == clue.get("makes"),
    }[clue["clue"]]  # fmt: skip


def safe_columns(standing: list[int], size: int) -> set[int]:
    """Where the next queen may stand, the columns of those in the rows before given."""
    row = len(standing)
    return {
        column
        for column in range(size)
        if all(column != other and abs(column - other) != row - before for before, other in enumerate(standing))
    }
