"""Overlaps between the clues of a logic grid: simple clues that repeat, imply or exclude each other.

Clues are tables of the puzzle file; a part is a simple clue that another clue joins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Columns = Sequence[Sequence[str]]
"""the values of each category, from the first position to the last"""
_Clue = Mapping[str, Any]


def are_dependent(part: _Clue, other: _Clue, columns: Columns) -> bool:
    """Return whether a simple clue, or its negation, follows from another simple clue or its negation.

    A simple clue links a value of one category to a value of another, or to a position; the positions count as a column
    of their own. Two clues that link the same two columns by a common value are equal or exclude each other. With only
    two positions, one value of a column determines the place of the other.
    """
    one, two = _get_linked_values(part), _get_linked_values(other)
    sides = [{_find_column(item, columns) for item in linked} for linked in (one, two)]
    return sides[0] == sides[1] and (len(columns[0]) == 2 or not one.isdisjoint(two))


def settles_if_then_part(clues: Sequence[_Clue], columns: Columns) -> bool:
    """Return whether one of the clues already settles the condition or the consequence of an if-then clue.

    One of the two clues would then seem redundant to readers.
    """
    parts = [clue[key] for clue in clues if clue["clue"] == "if-then" for key in ("condition", "consequence")]
    said = [fact for clue in clues for fact in _list_settled_parts(clue)]
    two_positions = len(columns[0]) == 2
    return any(
        _get_linked_values(fact) == _get_linked_values(part)
        or ((holds or two_positions) and are_dependent(fact, part, columns))
        for part in parts
        for fact, holds in said
    )


def _get_linked_values(part: _Clue) -> frozenset[str | int]:
    """Return the two values, or the value and the position, that a simple clue links."""
    return frozenset(part.get("values") or (part["value"], part["position"]))


def _find_column(item: str | int, columns: Columns) -> int:
    """Return the index of the column that contains a value; -1 for a position."""
    return next((number for number, column in enumerate(columns) if item in column), -1)


def _list_settled_parts(clue: _Clue) -> Iterator[tuple[_Clue, bool]]:
    """Yield the simple clues that a clue proves or refutes.

    Each clue comes with a truth value: whether its two values (or its value and position) are together.
    """
    match clue["clue"]:
        case "at" | "same" | "not-at" | "different" as kind:
            yield clue, kind in ("at", "same")
        case "neither":
            for part in clue["clues"]:
                yield part, part["clue"] == "different"
