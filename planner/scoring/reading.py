"""What an answer states, found in free text: data, plans in PDDL, crossings and placements told in lists, tables and sentences.

The last stated answer counts: what stands in the last ``<answer>``, ``\\boxed{}`` or behind the last "Answer:", or else anywhere. There a list or an
object as it is asked for comes before a plan in PDDL, and that before what is told in words; of several the last. That there is no solution is
stated where nothing else is, or where it is the last that is said. What stands in think-blocks is no answer.

Texts are hostile: nothing is carried out, no pattern looks at a text more than once for each of its places, all depths and lengths are bounded.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any

from generator.crossing.instance import Instance
from generator.errors import FerryplanError
from generator.families import family_of
from generator.generation import generate
from generator.instance import AnyInstance
from generator.placing.instance import PlacingInstance
from planner.plans.plan import Action
from planner.scoring.data import DEEPEST, data_in, spans
from planner.scoring.naming import names_of
from planner.scoring.recognising import rank
from planner.scoring.sentences import LINE, MOST_PROSE, WORDS, told_moves, told_placements
from planner.scoring.spelling import UNSOLVABLE, spelled

LONGEST, MOST_SPANS = 32_000_000, 2_000
"""characters of an answer; lists of it that are looked at"""
KEYS = ("answer", "answers", "final_answer", "solution", "plan", "moves", "crossings", "steps", "actions")
"""keys of objects around an answer"""
_SIGNS = {
    0x2018: "'",
    0x2019: "'",
    0x201C: '"',
    0x201D: '"',
    0x201E: '"',
    0xAB: '"',
    0xBB: '"',
    0xA0: " ",
    0x202F: " ",
    0: " ",
}
_SIGNS |= dict.fromkeys((0x2010, 0x2011, 0x2012, 0x2013, 0x2014, 0x2212), "-")
_SIGNS |= dict.fromkeys((0x21D2, 0x27F6, 0x279C, 0x2794, 0x27A1, 0x21E8), "\u2192")
_THOUGHT = re.compile(r"<(think(?:ing)?|reasoning|thought)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_ACTION = re.compile(r"\(\s*([a-z][\w-]*(?:[ \t]+[\w.-]+){0,20}+)\s*\)", re.IGNORECASE)
_FENCED = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*\n(.*?)^[ \t]*(?:```|~~~)", re.DOTALL | re.MULTILINE)


def scopes(text: str) -> Iterator[str]:
    """Yield where the answer may stand, what is marked as such first."""
    text = _THOUGHT.sub(" ", text[-LONGEST:].translate(_SIGNS))
    text = text[max(text.rfind(end) + len(end) if end in text else 0 for end in ("</think>", "</thinking>")) :]
    lower = text.lower()
    opened, closed = lower.rfind("<answer>"), lower.rfind("</answer>")
    if 0 <= closed < opened and not lower[opened + 8 :].strip():
        opened = -1
    if opened > closed >= 0 or (opened >= 0 > closed):
        yield text[opened + 8 :]
        return
    if closed >= 0 and (opened := lower.rfind("<answer>", 0, closed)) >= 0:
        yield text[opened + 8 : closed]
        return
    if (boxed := text.rfind("\\boxed{")) >= 0:
        inside = _braced(text[boxed + 7 : boxed + 7 + MOST_PROSE])
        yield re.sub(r"\\(?:text|mathrm|mathbf|textbf)\s*\{([^{}]*)\}|\\(?=[{}_])", r"\1", inside)
    if marked := [*WORDS["answer"].finditer(text, max(0, len(text) - MOST_PROSE))]:
        yield text[marked[-1].end() :]
    yield text


def _braced(text: str) -> str:
    """Return a text up to the brace that closes what was opened before it."""
    depth = 1
    for mark in re.finditer(r"[{}]", text):
        depth += 1 if mark[0] == "{" else -1
        if not depth:
            return text[: mark.start()]
    return text


def plan_in(instance: AnyInstance, answer: Any, single: bool = False) -> Any:
    """Return the moves that an answer states, as data to be read by `spelling`; the word ``unsolvable``; None where neither can be read.

    Of a ``single`` move, a list is one.
    """
    if not isinstance(answer, str):
        data = _unwrapped(answer)
        return UNSOLVABLE if data == UNSOLVABLE else _listed(instance, data, single)
    if len(answer) > LONGEST:
        return None
    for scope in scopes(answer):
        end, data = _stated(instance, scope, single)
        if data is not None and not any(len(said) < LINE // 3 for said in claims(scope[end:])):
            return data
        if data is not None or any(claims(scope)):
            return UNSOLVABLE
    return None


def claims(text: str) -> Iterator[str]:
    """Yield the sentences that say that there is no solution, and nothing less."""
    for sentence in re.split(r"[.!\n]|(?<=\?)", text[-MOST_PROSE:]):
        if len(sentence) < LINE and (claim := WORDS["claim"].search(sentence)):
            after = re.split(r"[,;:]|\b(?:as|because|since|given)\b", sentence[claim.end() :])[0]
            if not WORDS["hedge"].search(sentence[: claim.end()] + after):
                yield sentence


def _stated(instance: AnyInstance, text: str, single: bool) -> tuple[int, Any]:
    """Return the plan that a text states, behind where it ends; None if there is none."""
    loads = list[tuple[int, int, Any]]()
    for start, end in reversed(spans(text)[-MOST_SPANS:]):
        data = _unwrapped(data_in(text[start:end]))
        whole = _listed(instance, data, single)
        if whole is not None or (data in ([], [[]]) and text.strip("` \n") == text[start:end]):
            if re.search(r"\[\s{0,9}\[", text[end:]):
                break
            return end, whole or data
        if rank(instance, data) == 1:
            if loads and not _beside(text[end : loads[-1][0]]):
                break
            loads.append((start, end, data))
    if loads:
        return loads[0][1], [data for *_, data in reversed(loads)]
    blocks = [match[1] for match in _FENCED.finditer(text)]
    for block in (*reversed(blocks), text):
        if found := _in_pddl(instance, block):
            return len(text), found
    if isinstance(instance, PlacingInstance):
        return len(text), told_placements(instance, text)
    return len(text), told_moves(instance, text, single)


def _beside(between: str) -> bool:
    return len(between) < LINE // 3 and between.count("\n") < 2 + between.startswith("\n")


def _listed(instance: AnyInstance, data: Any, single: bool) -> Any:
    """Return data that are a plan; as a list of one, where it is a single move that is asked for."""
    found = rank(instance, data)
    if found == 2:
        return data
    return [data] if found == 1 and single else None


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
    groups = [match[1].lower().split() for match in _ACTION.finditer(text)]
    if not isinstance(instance, (Instance, PlacingInstance)):
        return [words for words in groups if rank(instance, words)] or None
    known, places = names_of(instance), names_of(instance, "places")
    if isinstance(instance, Instance):
        groups = [words for words in groups if len(words) > 1 and words[0] not in known]
        if not any(words[0].startswith("cross") and any(word in places for word in words) for words in groups):
            return None
    actions = [Action(words[0], tuple(words[1:])) for words in groups]
    for number, formulation in enumerate(family_of(instance).formulations if actions else ()):
        if {action.name for action in actions} <= _named_actions(instance, number):
            try:
                if moves := formulation.moves(instance, actions):
                    return spelled(instance, moves)
            except FerryplanError:
                continue
    if not isinstance(instance, Instance):
        return None
    plan = list[Any]()
    for name, *words in groups:
        ashore = [word for word in words if word in places and word not in known]
        ends = dict(zip(("from", "to"), ashore, strict=False)) if len(ashore) == 2 else {}
        boats = [word for word in words if word in names_of(instance, "boats")]
        aboard = [word for word in words if word not in ashore and word not in boats]
        plan.append(
            {"aboard": aboard, **ends, **dict.fromkeys(["boat"] * len(boats[:1]), *boats[:1])}
            if name.startswith("cross")
            else name
        )
    return plan


@functools.lru_cache(256)
def _named_actions(instance: AnyInstance, number: int) -> frozenset[str]:
    """Return the names of the actions of a formulation, by its number; none where it does not suit the instance."""
    formulation = family_of(instance).formulations[number]
    try:
        return frozenset(
            re.findall(
                r"\(:(?:durative-)?action\s+(\S+)", generate(instance, formulation.dialect, formulation.encoding).domain
            )
        )
    except FerryplanError:
        return frozenset()
