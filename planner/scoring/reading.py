"""What an answer states, found in free text: data, plans in PDDL, moves told in lists, tables and sentences.

The last stated answer counts: what stands in the last ``<answer>``, ``\\boxed{}`` or behind the last "Answer:", or else anywhere. There a list or an
object as it is asked for comes before a plan in PDDL, and that before what is told in words; of several the last. That there is no solution is
stated where nothing else is, or where it is the last that is said. What stands in think-blocks is no answer.

Texts are hostile: nothing is carried out, no pattern looks at a text more than once for each of its places, all depths and lengths are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from generator.instance import AnyInstance
from generator.naming import SHORT
from generator.speller import LINE, words
from planner.scoring.data import DEEPEST, data_in, spans
from planner.scoring.moves import MOST_PROSE, MOST_SPANS, plan_of_data, read_plan, unwrap
from planner.scoring.spelling import UNSOLVABLE

LONGEST = 64_000_000
"""characters of an answer"""
_SIGNS = str.maketrans(
    "\u2018\u2019\u201c\u201d\u201e\xab\xbb\xa0\u202f\0\u2010\u2011\u2012\u2013\u2014\u2212\u21d2\u27f6\u279c\u2794\u27a1\u21e8",
    "''" + '"' * 5 + " " * 3 + "-" * 6 + "\u2192" * 6,
)
"""quotes, blanks, dashes and arrows that are read as one of each"""
_THOUGHT = re.compile(r"<(think(?:ing)?|reasoning|thought)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_TAGGED = re.compile(r"<answer>(.*?)(?:</answer>|\Z)", re.DOTALL | re.IGNORECASE)
_BOXED = re.compile(r"\\boxed\{((?:[^{}]++|\{[^{}]*+\})*+)")


def scopes(text: str) -> Iterator[str]:
    """Yield where the answer may stand, what is marked as such first."""
    text = _THOUGHT.sub(" ", text[-LONGEST:].translate(_SIGNS))
    text = re.split("</think(?:ing)?>", text)[-1]
    if tagged := _TAGGED.findall(text):
        stated = next(filter(str.strip, reversed(tagged)), "")
        yield re.split("<answer>", stated, flags=re.IGNORECASE)[-1]
        return
    if boxed := _BOXED.findall(text):
        yield re.sub(r"\\(?:text|mathrm|mathbf|textbf)\s*\{([^{}]*)\}|\\(?=[{}_])", r"\1", boxed[-1])
    if marked := [*words("answer").finditer(text, max(0, len(text) - MOST_PROSE))]:
        yield text[marked[-1].end() :]
    yield text


def plan_in(instance: AnyInstance, answer: Any, single: bool = False) -> Any:
    """Return the moves that an answer states, as data for the speller; the word ``unsolvable``; None where neither can be read.

    Of a ``single`` move, a list is one.
    """
    if not isinstance(answer, str):
        data = unwrap(answer)
        return plan_in(instance, data, single) if isinstance(data, str) else plan_of_data(instance, data, single)
    if len(answer) > LONGEST:
        return None
    for scope in map(_meant, scopes(answer)):
        end, data = read_plan(instance, scope, single)
        if data is not None and not any(len(said) < LINE // 3 for said in claims(scope[end:])):
            return data
        if data is not None or any(claims(scope)):
            return UNSOLVABLE
    return None


def _meant(text: str) -> str:
    """Return a text without the lists and objects that it says are not meant: ``not [["goat"]]``."""
    found = [span for span in spans(text)[-MOST_SPANS:] if words("not").search(text[max(0, span[0] - SHORT) : span[0]])]
    starts, ends = [start for start, _ in found], [end for _, end in found]
    return " ".join(text[end:start] for end, start in zip((0, *ends), (*starts, len(text)), strict=True))


def claims(text: str) -> Iterator[str]:
    """Yield the sentences that say that there is no solution, and nothing less."""
    for sentence in re.split(r"[.!\n]|(?<=\?)", text[-MOST_PROSE:]):
        if len(sentence) < LINE and (claim := words("claim").search(sentence)):
            after = re.split(r"[,;:]|\b(?:as|because|since|given)\b", sentence[claim.end() :])[0]
            if not words("hedge").search(sentence[: claim.end()] + after):
                yield sentence


def objects_in(text: str) -> Iterator[dict[str, Any]]:
    """Yield the last objects of a text, in their order, and what stands in them under one of the keys of objects around an answer."""
    for start, end in spans(text)[-DEEPEST:]:
        data = data_in(text[start:end])
        yield from (one for one in (data, unwrap(data)) if isinstance(one, dict))
