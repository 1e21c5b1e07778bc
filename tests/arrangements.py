"""A brute force for assignment puzzles, given as tables of plain values.

It shares no code with the program.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

__all__ = [
    "COMPARING_KINDS",
    "LOOSE_KINDS",
    "find_allowed_pairs",
    "find_arrangements",
    "find_clue_values",
    "find_compared_values",
    "find_safe_columns",
    "group_by_category",
    "is_in_scope",
    "keeps_clue",
    "list_joined_clues",
]


def find_arrangements(plain: dict[str, Any]) -> Iterator[dict[str, int]]:
    """Yield every solution of a logic grid, as the position, from 1, of each value."""
    count = plain["positions"]["count"]
    orders = [itertools.permutations(range(1, count + 1)) for _ in plain["categories"]]
    for choice in itertools.product(*orders):
        at = {
            value: position
            for table, order in zip(plain["categories"], choice, strict=True)
            for value, position in zip(table["values"], order, strict=True)
        }
        if all(
            keeps_clue(clue, at, plain["spots"], group_by_category(plain)) for clue in plain["clues"] if clue["when"]
        ):
            yield at


def group_by_category(plain: dict[str, Any]) -> dict[str, list[str]]:
    """Return the values of each category."""
    return {table["name"]: table["values"] for table in plain["categories"]}


JOINING_KINDS = ("either", "exactly-one", "not-all", "all", "neither", "if-then")
COMPARING_KINDS = ("more", "less", "times", "sum", "difference")
LOOSE_KINDS = ("either", "exactly-one", "not-all", "if-then", "between", "directly-between", *COMPARING_KINDS)
"""the kinds of clues that usually have more than one way to be satisfied"""


def list_joined_clues(clue: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the clues that a conjunction joins, except the negated ones."""
    listed = (
        [clue["condition"], clue["consequence"]]
        if clue["clue"] == "if-then"
        else clue.get("either") or clue.get("clues") or []
    )
    return [part for part in listed if part["when"]]


def find_clue_values(clue: Mapping[str, Any]) -> set[str]:
    """Return the values that a clue constrains, without the category by which it compares them."""
    if clue["clue"] in JOINING_KINDS:
        return set().union(*map(find_clue_values, list_joined_clues(clue)))
    named = clue["of"] if isinstance(clue.get("of"), list) else [clue[key] for key in ("of", "than") if key in clue]
    return {*clue.get("values", ()), *named, *([clue["value"]] if "value" in clue else [])}


def is_in_scope(clue: Mapping[str, Any], placed: Mapping[str, int], value: str) -> bool:
    """Return whether a clue mentions a value and, besides it, only values that are already placed."""
    return bool(clue["when"]) and value in find_clue_values(clue) <= {*placed}


def keeps_clue(
    clue: Mapping[str, Any], at: Mapping[str, int], spots: list[str], categories: Mapping[str, list[str]]
) -> bool:
    """Return whether positions, from 1, satisfy a clue; ``categories`` has the values of each category."""
    kind = clue["clue"]
    if kind in JOINING_KINDS:
        held = [keeps_clue(part, at, spots, categories) for part in list_joined_clues(clue)]
        return {
            "either": any(held), "exactly-one": held.count(True) == 1, "not-all": not all(held), "all": all(held),
            "neither": not any(held), "if-then": held[-1] or not held[0],
        }[kind]  # fmt: skip
    if kind in COMPARING_KINDS:
        return keeps_comparison(clue, at, categories[clue["category"]])
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


def find_compared_values(clue: Mapping[str, Any]) -> list[str]:
    """Return the two values that a clue compares."""
    return clue.get("values") or [clue["value"], clue["than"] if "than" in clue else clue["of"]]


def find_allowed_pairs(clue: Mapping[str, Any], values: list[str]) -> list[tuple[str, str]]:
    """Return the pairs of a category's values that the two values of a comparing clue may have."""
    names, at = find_compared_values(clue), {value: number for number, value in enumerate(values)}
    return [
        pair
        for pair in itertools.product(values, repeat=2)
        if all(name not in at or name == held for name, held in zip(names, pair, strict=True))
        and keeps_comparison(clue, {**at, names[0]: at[pair[0]], names[1]: at[pair[1]]}, values)
    ]


def keeps_comparison(clue: Mapping[str, Any], at: Mapping[str, int], values: list[str]) -> bool:
    """Return whether the values that two values have in a category compare as the clue demands."""
    names = find_compared_values(clue)
    held = [next(value for value in values if at[value] == at[name]) for name in names]
    one, other = map(values.index, held)
    if clue["clue"] in ("more", "less") and "by" not in clue:
        return one > other if clue["clue"] == "more" else one < other
    one, other = map(int, held)
    return {
        "more": one - other == clue.get("by"), "less": other - one == clue.get("by"), "times": one == other * clue.get("times", 0),
        "sum": one + other == clue.get("makes"), "difference": abs(one - other) == clue.get("makes"),
    }[clue["clue"]]  # fmt: skip


def find_safe_columns(standing: list[int], size: int) -> set[int]:
    """Return the safe columns for the next queen, given the columns of the queens in the rows before."""
    row = len(standing)
    return {
        column
        for column in range(size)
        if all(column != other and abs(column - other) != row - before for before, other in enumerate(standing))
    }
