"""The sentences of an answer, and their asserted clauses, without suppositions, questions and asides."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from ferryplan.generator.notation import answer_pattern

MAX_SENTENCE_LENGTH = 600
"""The largest length of a sentence that is read, in characters."""
_SENTENCE_BREAK = re.compile(
    r"(?:(?<=[.?])|(?<=\D!))(?!\s*=)[\"')\]*_]{0,4}\s+|\s*\n\s*|(?<=[\u3002\uff01\uff1f])|;\s*|(?<=\w)\s*\.{3}\s*(?!\s*=)"
)
_MARKDOWN_SIGNS = re.compile(
    r"^[\s>#*+_`$|\u2022-]+(?=[^\s\d-])|^[\s>#*+_`$|\u2022]+(?=-?\d)|[*_`]{1,3}(?=\W|$)|(?<!\w)[*_`]{1,3}|\$"
)
_NUMBERED_ITEM = re.compile(
    r"^\W{0,6}(?:(?:step|crossing|trip|move|action)\s{0,3}#?)?\s?(\d{1,5})\s?[.):-]\s*(?=\S)", re.IGNORECASE
)
_INLINE_NUMBER = re.compile(r"(?:^|(?<=[\s,;(]))(\d{1,3})[.):](?=\s)")
_ABBREVIATION = re.compile(
    r"\b(?:i\.e|e\.g|cf|viz|approx|(?:step|crossing|trip|move|action)\s(?:no|nr))\.", re.IGNORECASE
)
_PARENTHESIS = re.compile(r"\([^()]*\)")


def drop_step_lines(text: str) -> str:
    """Return a text without tables and numbered lists, which list the steps of a plan.

    Conclusions in numbered lines stay.
    """
    lines = [line for line in text.splitlines() if line.count("|") < 2 and not _lists_several_steps(line)]
    items = [(n, item) for n, line in enumerate(lines) if (item := _NUMBERED_ITEM.match(line))]
    for (one, first), (other, second) in itertools.pairwise(items):
        if int(second[1]) == int(first[1]) + 1:
            for n, item in ((one, first), (other, second)):
                conclusion = item.string[item.end() :]
                lines[n] = conclusion if answer_pattern("concluding").match(conclusion) else ""
    return "\n".join(lines)


def _lists_several_steps(line: str) -> bool:
    """Return whether a line numbers at least three steps, as in ``1. drive, 2. load, 3. drive``."""
    numbers = [int(number) for number in _INLINE_NUMBER.findall(line)]
    return len(numbers) > 2 and numbers == [*range(1, len(numbers) + 1)]


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text in their order, without Markdown.

    Pieces of more than `MAX_SENTENCE_LENGTH` characters are left out.
    """
    text = _ABBREVIATION.sub(lambda short: short[0].replace(".", ""), text)
    parts = (_MARKDOWN_SIGNS.sub("", part).strip() for part in _SENTENCE_BREAK.split(text))
    return [part for part in parts if 0 < len(part) <= MAX_SENTENCE_LENGTH and re.search(r"\w", part)]


def find_asserted_clauses(sentence: str) -> Iterator[str]:
    """Yield the clauses of a sentence that state something as true.

    Asides, reasons, concessions, conditions, suppositions and questions are left out.
    """
    if sentence.rstrip("\"')* ").endswith(("?", "\uff1f")):
        return
    aside = _PARENTHESIS.sub(" ", sentence)
    for clause in answer_pattern("clause").split(aside if re.search(r"\w", aside) else sentence):
        if (
            re.search(r"\w", clause)
            and not answer_pattern("subordinate").match(clause)
            and not answer_pattern("supposed").search(clause)
        ):
            yield clause.strip()
