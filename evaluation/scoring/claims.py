"""Whether a sentence of an answer says that there is no solution, or that there is one."""

from __future__ import annotations

import re
from typing import Literal

from ferryplan.evaluation.scoring.sentences import LONGEST, sentences_in
from ferryplan.generator.speller import words

Claim = Literal["solvable", "unsolvable"]
_SUBCLAUSE = re.compile(r"[,;:]|\s-+\s|\b(?:as|because|since|given|so)\b")
_ASIDE = re.compile(r"\([^()]*\)")


def claim_in(sentence: str) -> Claim | None:
    """Return what a sentence claims about solutions; None if it claims nothing, or something less."""
    if len(sentence) > LONGEST or sentence.endswith(("?", "\uff1f")):
        return None
    plain = words("concludes_that").sub(", ", _ASIDE.sub(" ", sentence))
    for clause in map(str.strip, _SUBCLAUSE.split(plain)):
        if words("claim").search(clause):
            if not words("hedge").search(clause):
                return "unsolvable"
            if not words("possible").search(clause):
                continue
        if (found := words("possible").search(clause)) and not words("supposed").search(clause):
            before = clause[: found.start()]
            if words("disbelief").search(before):
                return "unsolvable"
            if not words("contrary").search(before):
                return "solvable"
    return None


def claims_unsolvable(text: str) -> bool:
    """Return whether a sentence of a text says that there is no solution, and nothing less."""
    return any(claim_in(sentence) == "unsolvable" for sentence in sentences_in(text))
