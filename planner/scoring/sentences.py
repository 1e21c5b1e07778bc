"""Sentences of an answer, and what they assert: not what they suppose, ask, deny or say of others."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from generator.speller import words

LONGEST = 600
"""characters of a sentence that is read"""
_BREAK = re.compile(r"(?<=[.!?])[\"')\]*_]{0,4}\s+|\s*\n\s*|(?<=[\u3002\uff01\uff1f])|;\s*|(?<=\w)\s*\.{3}\s*")
_MARKDOWN = re.compile(
    r"^[\s>#*+_`$|\u2022-]+(?=[^\s\d-])|^[\s>#*+_`$|\u2022]+(?=-?\d)|[*_`]{1,3}(?=\W|$)|(?<!\w)[*_`]{1,3}|\$"
)
_ITEM = re.compile(
    r"^\W{0,6}(?:(?:step|crossing|trip|move|action)\s{0,3}#?)?\s?(\d{1,5})\s?[.):-]\s*(?=\S)", re.IGNORECASE
)
_ASIDE = re.compile(r"\([^()]*\)")


def drop_steps(text: str) -> str:
    """Return a text without the lines of tables and of numbered lists, which tell the steps of a plan."""
    lines = text.splitlines()
    numbers = [(int(item[1]) if (item := _ITEM.match(line)) else None) for line in lines]
    counted = [n for n, number in enumerate(numbers) if number is not None]
    steps = {
        line
        for one, other in itertools.pairwise(counted)
        if numbers[other] == (numbers[one] or 0) + 1
        for line in (one, other)
    }
    return "\n".join(line for n, line in enumerate(lines) if n not in steps and line.count("|") < 2)


def sentences_in(text: str) -> list[str]:
    """Return the sentences of a text in their order, without Markdown; what is too long for a sentence is left out."""
    parts = (_MARKDOWN.sub("", part).strip() for part in _BREAK.split(text))
    return [part for part in parts if 0 < len(part) <= LONGEST and re.search(r"\w", part)]


def clauses_of(sentence: str) -> Iterator[str]:
    """Yield the clauses that a sentence asserts: without asides, reasons, concessions, conditions, suppositions and questions."""
    if sentence.rstrip("\"')* ").endswith(("?", "\uff1f")):
        return
    aside = _ASIDE.sub(" ", sentence)
    for clause in words("clause").split(aside if re.search(r"\w", aside) else sentence):
        if re.search(r"\w", clause) and not words("subordinate").match(clause) and not words("supposed").search(clause):
            yield clause.strip()
