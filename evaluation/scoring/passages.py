"""An answer in free text, divided into the passages that may state the final answer.

A passage is what stands in an ``<answer>`` tag, in a box, behind words such as "Answer:", or between these. Words such as "Correction:" or
"Wait," open a new round: what a later round states replaces everything before it. Within a round tags come before boxes, boxes before marked
answers, and these before everything else; of passages with the same mark the last comes first. Beside a tag nothing else counts. Whoever reads an
answer takes the first passage that states something.

Texts are hostile: nothing is carried out, no pattern looks at a text more than once for each of its places, all depths and lengths are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from ferryplan.generator.plain_text import to_plain_text
from ferryplan.generator.speller import words

LONGEST = 64_000_000
"""characters of an answer"""
MOST_PASSAGES = 1_000
"""passages of an answer that are read"""
MOST_PROSE = 200_000
"""characters of the end of a text in which words are looked for"""
_THOUGHT_TAG = "think(?:ing)?|reasoning|thought"
_THOUGHT = re.compile(rf"<({_THOUGHT_TAG})>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_THOUGHT_END = re.compile(rf"</(?:{_THOUGHT_TAG})>", re.IGNORECASE)
"""the end of a thought whose beginning is missing, because the prompt of the model contained it"""
_STRUCK = re.compile(r"~~[^~\n]{1,400}~~")
_CLOSED = re.compile(
    r"(?:\$|\\\[|\\\()?\s{0,3}\\boxed\{(?P<box>(?:[^{}]++|\{[^{}]*+\})*+)\}?|<answer>(?P<tag>.*?)(?:</answer>|\Z)",
    re.DOTALL | re.IGNORECASE,
)


class Mark(IntEnum):
    """What marks a passage as the answer, the stronger the higher."""

    NONE = 0
    WORDS = 1
    BOX = 2
    TAG = 3


class Passage(NamedTuple):
    """A part of an answer."""

    text: str
    mark: Mark
    round: int
    """the number of corrections before it"""


def passages(text: str) -> list[Passage]:
    """Return the passages of a text, at most `MOST_PASSAGES`, the one that counts first."""
    found = list(_divide(_clean(text)))
    tagged = {passage.round for passage in found if passage.mark is Mark.TAG}
    found = [passage for passage in found if passage.mark is Mark.TAG or passage.round not in tagged]
    order = sorted(range(len(found)), key=lambda n: (found[n].round, found[n].mark, n), reverse=True)
    return [found[n] for n in order[:MOST_PASSAGES]]


def shorten(text: str, most: int) -> str:
    """Return a text, or the beginning and the end of one that is longer than ``most`` characters."""
    return text if len(text) <= most else f"{text[: most // 2]}\n{text[-most // 2 :]}"


def _clean(text: str) -> str:
    """Return a text without thoughts and what is struck out, in plain signs."""
    # Answers stand at the end, so of a text that is too long the beginning is dropped.
    text = to_plain_text(text[-LONGEST:])
    if "<" in text:
        # Where a prompt ends with the opening tag, a reply has the closing one only: what stands before it
        # is thought, too.
        text = _THOUGHT_END.split(_THOUGHT.sub(" ", text))[-1]
    if "~~" in text:
        text = _STRUCK.sub(" ", text)
    if "{,}" in text:
        text = re.sub(r"(?<=\d)\{,\}(?=\d)", ",", text)
    return text


def _divide(text: str) -> Iterator[Passage]:
    """Yield the passages of a text in its order."""
    corrections, end = 0, 0
    for closed in _CLOSED.finditer(text) if "\\boxed" in text or "<" in text else ():
        for passage in _divide_by_words(text[end : closed.start()], corrections):
            corrections = passage.round
            yield passage
        end = closed.end()
        inside = (
            closed["box"] if closed["tag"] is None else re.split("<answer>", closed["tag"], flags=re.IGNORECASE)[-1]
        )
        if inside.strip():
            yield Passage(inside, Mark.TAG if closed["box"] is None else Mark.BOX, corrections)
    yield from _divide_by_words(text[end:], corrections)


def _divide_by_words(text: str, corrections: int) -> Iterator[Passage]:
    """Yield the passages of a text without tags and boxes; ``corrections`` is the number of those before it."""
    mark, end = Mark.NONE, 0
    for found in words("mark").finditer(text, max(0, len(text) - MOST_PROSE)):
        if found.end() == end:
            continue
        if text[end : found.start()].strip():
            yield Passage(text[end : found.start()], mark, corrections)
        mark = Mark.NONE if found.lastgroup == "doubt" else Mark.WORDS
        end, corrections = found.end(), corrections + (found.lastgroup != "stated")
    if text[end:].strip():
        yield Passage(text[end:], mark, corrections)
