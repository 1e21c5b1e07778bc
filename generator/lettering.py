"""How much room a text takes in a picture, estimated: what draws the picture in the end chooses the font."""

from __future__ import annotations

import textwrap
import unicodedata

NARROW, BROAD = frozenset("fijlrtI.,:;'!|()[] "), frozenset("mwMW@%")


def text_width(text: str, size: float) -> float:
    """Return the width of a text in a plain sans-serif font of a size; in the unit of the size."""
    return size * sum(map(_width, text))


def shortened(text: str, most: int = 16) -> str:
    """Return a text of at most ``most`` characters: a longer one without its middle, since names often differ at their end."""
    if len(text) <= most:
        return text
    tail = (most - 1) // 2
    return f"{text[: most - 1 - tail]}…{text[-tail:]}"


def wrapped(text: str, room: float, size: float, most_lines: int) -> tuple[str, ...]:
    """Return a text in lines no wider than the room; what does not fit into so many lines is left out, with a sign."""
    average = text_width(text, size) / max(1, len(text))
    characters = max(8, int(room / average)) if average else 8
    return tuple(textwrap.wrap(text, characters, max_lines=most_lines, placeholder=" …"))


def _width(character: str) -> float:
    if unicodedata.combining(character):
        return 0
    if unicodedata.east_asian_width(character) in "WF":
        return 1
    if character in NARROW:
        return 0.38
    if character in BROAD:
        return 0.95
    return 0.72 if character.isupper() else 0.61
