"""What an answer states, found in free text: data, plans in PDDL, moves told in lists, tables and sentences.

The last stated answer counts: what stands in the last ``<answer>``, ``\\boxed{}`` or behind the last "Answer:", or else anywhere. There a list or an
object as it is asked for comes before a plan in PDDL, and that before what is told in words; of several the last. That there is no solution is
stated where nothing else is, or where it is the last that is said. What stands in think-blocks is no answer.

Texts are hostile: nothing is carried out, no pattern looks at a text more than once for each of its places, all depths and lengths are bounded.
"""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Iterator
from typing import Any

from generator.errors import FerryplanError
from generator.families import family_of, speller_of
from generator.generation import generate
from generator.instance import AnyInstance
from generator.naming import SHORT
from generator.speller import LINE, words
from planner.plans.plan import Action
from planner.scoring.data import DEEPEST, data_in, spans
from planner.scoring.spelling import UNSOLVABLE

LONGEST, MOST_PROSE, MOST_SPANS = 64_000_000, 200_000, 2_000
"""characters of an answer, and of the end of a text in which sentences are read; lists of it that are looked at"""
KEYS = ("answer", "answers", "final_answer", "solution", "plan", "moves", "crossings", "steps", "actions")
"""keys of objects around an answer"""
_SIGNS = str.maketrans(
    "\u2018\u2019\u201c\u201d\u201e\xab\xbb\xa0\u202f\0\u2010\u2011\u2012\u2013\u2014\u2212\u21d2\u27f6\u279c\u2794\u27a1\u21e8",
    "''" + '"' * 5 + " " * 3 + "-" * 6 + "\u2192" * 6,
)
"""quotes, blanks, dashes and arrows that are read as one of each"""
_THOUGHT = re.compile(r"<(think(?:ing)?|reasoning|thought)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_TAGGED = re.compile(r"<answer>(.*?)(?:</answer>|\Z)", re.DOTALL | re.IGNORECASE)
_BOXED = re.compile(r"\\boxed\{((?:[^{}]++|\{[^{}]*+\})*+)")
_ACTION = re.compile(r"\(\s*([a-z][\w-]*(?:[ \t]+[\w.-]+){0,20}+)\s*\)", re.IGNORECASE)
_FENCED = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*\n(.*?)^[ \t]*(?:```|~~~)", re.DOTALL | re.MULTILINE)


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
        data = _unwrapped(answer)
        return plan_in(instance, data, single) if isinstance(data, str) else _listed(instance, data, single)
    if len(answer) > LONGEST:
        return None
    for scope in map(_meant, scopes(answer)):
        end, data = _stated(instance, scope, single)
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


def _stated(instance: AnyInstance, text: str, single: bool) -> tuple[int, Any]:
    """Return the plan that a text states, behind where it ends; None if there is none."""
    loads, speller = list[tuple[int, int, Any]](), speller_of(instance)
    for start, end in reversed(spans(text)[-MOST_SPANS:]):
        data = _unwrapped(data_in(text[start:end]))
        whole = _listed(instance, data, single)
        if whole is not None or (data in ([], [[]]) and text.strip("` \n") == text[start:end]):
            if re.search(r"\[\s{0,9}\[", text[end:]):
                break
            return end, whole or data
        if speller.rank(data) == 1:
            between = text[end : loads[-1][0]] if loads else ""
            if len(between) >= LINE // 3 or between.count("\n") >= 2 + between.startswith("\n"):
                break
            loads.append((start, end, data))
    if loads:
        return loads[0][1], [data for *_, data in reversed(loads)]
    blocks = [match[1] for match in _FENCED.finditer(text)]
    found = (_in_pddl(instance, block) for block in (*reversed(blocks), text))
    return len(text), next(filter(None, found), None) or speller.told(text[-MOST_PROSE:], single)


def _listed(instance: AnyInstance, data: Any, single: bool) -> Any:
    """Return data that are a plan; as a list of one, where it is a single move that is asked for."""
    found = speller_of(instance).rank(data)
    return data if found == 2 else [data] if found == 1 and single else None


def _unwrapped(data: Any) -> Any:
    """Return what stands under one of the keys of objects around an answer."""
    for _ in range(DEEPEST):
        key = next((key for key in KEYS if key in data), None) if isinstance(data, dict) else None
        if key is None or (key == "actions" and "name" in data):
            break
        data = data[key]
    return data


def objects_in(text: str) -> Iterator[dict[str, Any]]:
    """Yield the last objects of a text, in their order, and what stands in them under one of the keys of objects around an answer."""
    for start, end in spans(text)[-DEEPEST:]:
        data = data_in(text[start:end])
        yield from (one for one in (data, _unwrapped(data)) if isinstance(one, dict))


def _in_pddl(instance: AnyInstance, text: str) -> Any:
    """Return the plan in PDDL of a text, as data; None if there is none."""
    text = re.sub(r";[^\n]*", "", text[max(0, text.rfind(";;!domain:")) :])
    family, speller = family_of(instance), speller_of(instance)
    groups = [found for match in _ACTION.finditer(text) if speller.is_action(found := match[1].lower().split())]
    if not any(name.startswith(family.principal) for name, *_ in groups):
        return None
    actions = [Action(name, tuple(objects)) for name, *objects in groups]
    for formulation in family.formulations:
        if {action.name for action in actions} <= _named_actions(instance, formulation.dialect, formulation.encoding):
            with contextlib.suppress(FerryplanError):
                if moves := formulation.moves(instance, actions):
                    return speller.spelled(moves)
    return speller.acted(groups)


@functools.lru_cache(256)
def _named_actions(instance: AnyInstance, dialect: str, encoding: str) -> frozenset[str]:
    """Return the names of the actions of a formulation; none where it does not suit the instance."""
    try:
        domain = generate(instance, dialect, encoding).domain
    except FerryplanError:
        return frozenset()
    return frozenset(re.findall(r"\(:(?:durative-)?action\s+(\S+)", domain))
