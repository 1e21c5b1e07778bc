"""Estimates of the width of text in pictures, whose font is known only to the program that shows them."""

from __future__ import annotations

import textwrap
import unicodedata

NARROW_CHARACTERS, BROAD_CHARACTERS = frozenset("fijlrtI.,:;'!|()[] "), frozenset("mwMW@%")


def measure_text(text: str, size: float) -> float:
    """Return the estimated width of a text in a sans-serif font, in the unit of the font size ``size``."""
    return size * sum(map(_character_width, text))


def shorten_middle(text: str, max_length: int = 16) -> str:
    """Return a text shortened to ``max_length`` characters, with an ellipsis in place of its middle.

    The end stays, since names often differ only there. A text that is short enough stays the same.
    """
    if len(text) <= max_length:
        return text
    tail = (max_length - 1) // 2
    return f"{text[: max_length - 1 - tail]}…{text[-tail:]}"


def wrap_to_width(text: str, width: float, size: float, max_lines: int) -> tuple[str, ...]:
    """Break a text into lines of at most ``width``, measured in the unit of the font size ``size``.

    Returns at most ``max_lines`` lines, the last of them with an ellipsis if text is left out. The width is estimated and at least 8 characters.
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
