"""The passages of a free-text answer that may state the final answer, by priority.

A passage is the content of an ``<answer>`` tag or of a box, the text after words such as "Answer:", or the text between these. Words such as
"Correction:" or "Wait," start a new round; later rounds replace earlier ones. Within a round, tags come before boxes, boxes before answers
marked by words, and these before other text; of passages with the same mark, the last comes first. In a round with a tag, nothing else counts.
A reader of the answer uses the first passage that states something.

Texts may be hostile: nothing is executed, patterns run in linear time, and all depths and lengths are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from ferryplan.generator.notation import answer_pattern
from ferryplan.generator.plain_text import to_plain_text

MAX_ANSWER_LENGTH = 64_000_000
"""The largest length of an answer that is read, in characters."""
MAX_PASSAGES = 1_000
"""The largest number of passages of an answer."""
MAX_PROSE_LENGTH = 200_000
"""The number of characters at the end of a text that are searched for words."""
_THOUGHT_TAG = "think(?:ing)?|reasoning|thought"
_THOUGHT = re.compile(rf"<({_THOUGHT_TAG})>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_THOUGHT_END = re.compile(rf"</(?:{_THOUGHT_TAG})>", re.IGNORECASE)
"""The end of a thought whose opening tag is missing, because it was part of the model's prompt."""
_STRUCK_OUT = re.compile(r"~~[^~\n]{1,400}~~")
_BOX_OR_TAG = re.compile(
    r"(?:\$|\\\[|\\\()?\s{0,3}\\boxed\{(?P<box>(?:[^{}]++|\{[^{}]*+\})*+)\}?|<answer>(?P<tag>.*?)(?:</answer>|\Z)",
    re.DOTALL | re.IGNORECASE,
)


class AnswerMark(IntEnum):
    """How a text marks a passage as its answer; stronger marks have higher values."""

    NONE = 0
    """The passage is not marked as the answer."""
    WORDS = 1
    """The passage follows words such as "Answer:"."""
    BOX = 2
    """The passage is inside a LaTeX box."""
    TAG = 3
    """The passage is inside an ``<answer>`` tag."""


class Passage(NamedTuple):
    """A passage of an answer, which may state the final answer."""

    text: str
    """The text of the passage, without the mark."""
    mark: AnswerMark
    """How the text marks the passage as its answer."""
    correction_count: int
    """The number of corrections, such as "Wait,", before the passage; passages with the same number form a round."""


def find_passages(text: str) -> list[Passage]:
    """Return the passages of a text, at most `MAX_PASSAGES`, in the order in which to read them."""
    found = list(_split_passages(_clean_text(text)))
    tagged = {passage.correction_count for passage in found if passage.mark is AnswerMark.TAG}
    found = [passage for passage in found if passage.mark is AnswerMark.TAG or passage.correction_count not in tagged]
    order = sorted(range(len(found)), key=lambda n: (found[n].correction_count, found[n].mark, n), reverse=True)
    return [found[n] for n in order[:MAX_PASSAGES]]


def cut_out_middle(text: str, max_length: int) -> str:
    """Return a text of at most ``max_length`` characters: the whole text, or its beginning and end."""
    return text if len(text) <= max_length else f"{text[: max_length // 2]}\n{text[-max_length // 2 :]}"


def _clean_text(text: str) -> str:
    """Return a text in plain characters, without the thoughts of a language model and struck-out parts."""
    # Answers are at the end, so the beginning of a text that is too long is dropped.
    text = to_plain_text(text[-MAX_ANSWER_LENGTH:])
    if "<" in text:
        # If a prompt ends with the opening tag, the reply has only the closing tag: the text before it is
        # also thought.
        text = _THOUGHT_END.split(_THOUGHT.sub(" ", text))[-1]
    if "~~" in text:
        text = _STRUCK_OUT.sub(" ", text)
    if "{,}" in text:
        text = re.sub(r"(?<=\d)\{,\}(?=\d)", ",", text)
    return text


def _split_passages(text: str) -> Iterator[Passage]:
    """Yield the passages of a text in the order of the text."""
    corrections, end = 0, 0
    for closed in _BOX_OR_TAG.finditer(text) if "\\boxed" in text or "<" in text else ():
        for passage in _split_by_words(text[end : closed.start()], corrections):
            corrections = passage.correction_count
            yield passage
        end = closed.end()
        inside = (
            closed["box"] if closed["tag"] is None else re.split("<answer>", closed["tag"], flags=re.IGNORECASE)[-1]
        )
        if inside.strip():
            yield Passage(inside, AnswerMark.TAG if closed["box"] is None else AnswerMark.BOX, corrections)
    yield from _split_by_words(text[end:], corrections)


def _split_by_words(text: str, corrections: int) -> Iterator[Passage]:
    """Yield the passages into which words such as "Answer:" divide a text without tags and boxes.

    ``corrections`` is the number of corrections before this text.
    """
    mark, end = AnswerMark.NONE, 0
    for found in answer_pattern("mark").finditer(text, max(0, len(text) - MAX_PROSE_LENGTH)):
        if found.end() == end:
            continue
        if text[end : found.start()].strip():
            yield Passage(text[end : found.start()], mark, corrections)
        mark = AnswerMark.NONE if found.lastgroup == "doubt" else AnswerMark.WORDS
        end, corrections = found.end(), corrections + (found.lastgroup != "stated")
    if text[end:].strip():
        yield Passage(text[end:], mark, corrections)
