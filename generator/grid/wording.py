"""Clues in words, where the puzzle file has none of its own, and phrases made into sentences."""

from __future__ import annotations

from typing import assert_never

from generator.grid.clues import PairKind, PositionKind

__all__ = ["either_phrase", "finished", "pair_phrase", "position_phrase"]

_PAIRS: dict[PairKind, str] = {
    "same": "{first} and {second} belong to the same {position}",
    "different": "{first} and {second} do not belong to the same {position}",
    "left-of": "{first} is directly left of {second}",
    "right-of": "{first} is directly right of {second}",
    "next-to": "{first} is next to {second}",
    "distance": "{first} is {distance} {positions} away from {second}",
    "somewhere-left-of": "{first} is somewhere left of {second}",
    "somewhere-right-of": "{first} is somewhere right of {second}",
}


def pair_phrase(kind: PairKind, first: str, second: str, distance: int, position: str, positions: str) -> str:
    """Return a clue about two values as the inside of a sentence: "the fox is next to Chesterfield"."""
    counted = position if distance == 1 else positions
    return _PAIRS[kind].format(first=first, second=second, distance=distance, position=position, positions=counted)


def position_phrase(kind: PositionKind, value: str, position: str, statement: str) -> str:
    """Return a clue about where a value is as the inside of a sentence; ``statement`` says that it is at the position."""
    match kind:
        case "at":
            return statement
        case "not-at":
            return f"{value} does not belong to {position}"
        case "end":
            return f"{value} is at one of the ends"
        case _:
            assert_never(kind)


def either_phrase(phrases: list[str]) -> str:
    """Return a clue of which one part holds at least."""
    return f"at least one of these is true: {'; '.join(phrases)}"


def finished(phrase: str) -> str:
    """Return a phrase as a sentence: with a capital letter in front, and a full stop unless it ends in one."""
    return phrase[:1].upper() + phrase[1:] + ("" if phrase.endswith((".", "!", "?")) else ".")
