"""Claims in the sentences of an answer that there is a solution, or that there is none."""

from __future__ import annotations

import re
from typing import Literal

from ferryplan.evaluation.scoring.answer_sentences import MAX_SENTENCE_LENGTH, split_sentences
from ferryplan.generator.notation import answer_pattern

Claim = Literal["solvable", "unsolvable"]
"""The claim that the puzzle has a solution, or that it has none."""
_SUBCLAUSE_BREAK = re.compile(r"[,;:]|\s-+\s|\b(?:as|because|since|given|so)\b")
_PARENTHESIS = re.compile(r"\([^()]*\)")


def find_sentence_claim(sentence: str) -> Claim | None:
    """Return whether a sentence claims that there is a solution, or that there is none, as a `Claim`.

    The result is None if it claims neither, or only with a hedge such as "probably".
    """
    if len(sentence) > MAX_SENTENCE_LENGTH or sentence.endswith(("?", "\uff1f")):
        return None
    plain = answer_pattern("concludes_that").sub(", ", _PARENTHESIS.sub(" ", sentence))
    for clause in map(str.strip, _SUBCLAUSE_BREAK.split(plain)):
        if answer_pattern("claim").search(clause):
            if not answer_pattern("hedge").search(clause):
                return "unsolvable"
            if not answer_pattern("possible").search(clause):
                continue
        if (found := answer_pattern("possible").search(clause)) and not answer_pattern("supposed").search(clause):
            before = clause[: found.start()]
            if answer_pattern("disbelief").search(before):
                return "unsolvable"
            if not answer_pattern("contrary").search(before):
                return "solvable"
    return None


def claims_unsolvable(text: str) -> bool:
    """Return whether a sentence of a text claims, without a hedge, that there is no solution."""
    return any(find_sentence_claim(sentence) == "unsolvable" for sentence in split_sentences(text))
