"""Sentences of an answer, and what they assert: not what they suppose, ask, deny or say of others."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from ferryplan.generator.speller import words

LONGEST = 600
"""characters of a sentence that is read"""
_BREAK = re.compile(
    r"(?:(?<=[.?])|(?<=\D!))(?!\s*=)[\"')\]*_]{0,4}\s+|\s*\n\s*|(?<=[\u3002\uff01\uff1f])|;\s*|(?<=\w)\s*\.{3}\s*(?!\s*=)"
)
_MARKDOWN = re.compile(
    r"^[\s>#*+_`$|\u2022-]+(?=[^\s\d-])|^[\s>#*+_`$|\u2022]+(?=-?\d)|[*_`]{1,3}(?=\W|$)|(?<!\w)[*_`]{1,3}|\$"
)
_ITEM = re.compile(
    r"^\W{0,6}(?:(?:step|crossing|trip|move|action)\s{0,3}#?)?\s?(\d{1,5})\s?[.):-]\s*(?=\S)", re.IGNORECASE
)
_INSIDE = re.compile(r"(?:^|(?<=[\s,;(]))(\d{1,3})[.):](?=\s)")
_ABBREVIATION = re.compile(r"\b(?:i\.e|e\.g|cf|viz|approx)\.", re.IGNORECASE)
_ASIDE = re.compile(r"\([^()]*\)")


def drop_steps(text: str) -> str:
    """Return a text without the lines of tables and of numbered lists, which tell the steps of a plan; conclusions stay."""
    lines = [line for line in text.splitlines() if line.count("|") < 2 and not _lists_steps(line)]
    items = [(n, item) for n, line in enumerate(lines) if (item := _ITEM.match(line))]
    for (one, first), (other, second) in itertools.pairwise(items):
        if int(second[1]) == int(first[1]) + 1:
            for n, item in ((one, first), (other, second)):
                conclusion = item.string[item.end() :]
                lines[n] = conclusion if words("concluding").match(conclusion) else ""
    return "\n".join(lines)


def _lists_steps(line: str) -> bool:
    """Return whether a line numbers three steps or more: ``1. drive, 2. load, 3. drive``."""
    numbers = [int(number) for number in _INSIDE.findall(line)]
    return len(numbers) > 2 and numbers == [*range(1, len(numbers) + 1)]


def sentences_in(text: str) -> list[str]:
    """Return the sentences of a text in their order, without Markdown; what is too long for a sentence is left out."""
    text = _ABBREVIATION.sub(lambda short: short[0].replace(".", ""), text)
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
