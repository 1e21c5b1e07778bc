"""Overlaps between clues of logic grids: parts that repeat, imply or exclude other parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Columns = Sequence[Sequence[str]]
"""the values of each category"""
_Clue = Mapping[str, Any]


def are_tied(part: _Clue, other: _Clue, columns: Columns) -> bool:
    """Return whether one part of a clue, or its negation, follows from the other part or its negation.

    A part links an item of one column to an item of another; the positions count as a column, too. Two parts that link the same two
    columns by a common item are equal or exclude each other. With two positions, an item of a column determines the place of the
    other.
    """
    one, two = _get_linked_values(part), _get_linked_values(other)
    sides = [{_find_column(item, columns) for item in linked} for linked in (one, two)]
    return sides[0] == sides[1] and (len(columns[0]) == 2 or not one.isdisjoint(two))


def settles_a_part(clues: Sequence[_Clue], columns: Columns) -> bool:
    """Return whether a clue decides whether a part of an if-then clue holds.

    Readers would find one of the two clues redundant.
    """
    parts = [clue[key] for clue in clues if clue["clue"] == "if-then" for key in ("condition", "consequence")]
    said = [fact for clue in clues for fact in _list_settled_parts(clue)]
    two_positions = len(columns[0]) == 2
    return any(
        _get_linked_values(fact) == _get_linked_values(part)
        or ((holds or two_positions) and are_tied(fact, part, columns))
        for part in parts
        for fact, holds in said
    )


def _get_linked_values(part: _Clue) -> frozenset[str | int]:
    """Return the two values, or the value and the position, that a simple clue links."""
    return frozenset(part.get("values") or (part["value"], part["position"]))


def _find_column(item: str | int, columns: Columns) -> int:
    """Return the number of the column that contains a value; -1 for a position."""
    return next((number for number, column in enumerate(columns) if item in column), -1)


def _list_settled_parts(clue: _Clue) -> Iterator[tuple[_Clue, bool]]:
    """Yield the simple clues that a clue settles, each with whether the linked things share a position."""
    match clue["clue"]:
        case "at" | "same" | "not-at" | "different" as kind:
            yield clue, kind in ("at", "same")
        case "neither":
            for part in clue["clues"]:
                yield part, part["clue"] == "different"
