"""Estimates of the size of text in pictures; the program that shows the picture chooses the font."""

from __future__ import annotations

import textwrap
import unicodedata

NARROW_CHARACTERS, BROAD_CHARACTERS = frozenset("fijlrtI.,:;'!|()[] "), frozenset("mwMW@%")


def measure_text(text: str, size: float) -> float:
    """Return the width of a text in a plain sans-serif font of the given size, in the unit of the size."""
    return size * sum(map(_character_width, text))


def shorten_middle(text: str, max_length: int = 16) -> str:
    """Return a text of at most ``max_length`` characters, by cutting the middle of a longer one.

    Names often differ at their end, so the end stays.
    """
    if len(text) <= max_length:
        return text
    tail = (max_length - 1) // 2
    return f"{text[: max_length - 1 - tail]}…{text[-tail:]}"


def wrap_to_width(text: str, width: float, size: float, max_lines: int) -> tuple[str, ...]:
    """Return a text broken into lines of at most ``width``; excess text becomes an ellipsis.

    There are at most ``max_lines`` lines.
    """
    average = measure_text(text, size) / max(1, len(text))
    characters = max(8, int(width / average)) if average else 8
    return tuple(textwrap.wrap(text, characters, max_lines=max_lines, placeholder=" …"))


def _character_width(character: str) -> float:
    if unicodedata.combining(character):
        return 0
    if unicodedata.east_asian_width(character) in "WF":
        return 1
    if character in NARROW_CHARACTERS:
        return 0.38
    if character in BROAD_CHARACTERS:
        return 0.95
    return 0.72 if character.isupper() else 0.61
