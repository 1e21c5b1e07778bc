"""The plan that an answer commits to, found in free text.

`passages` says which part of a text counts. In it a list or an object as it is asked for comes before a plan in PDDL, and that before what is
told in words; of several plans the last counts that is not rejected, taken back or merely tried. The text states that there is no solution where
it states nothing else, or says so at the end. Who offers options without a choice, or takes a plan back without another, commits to nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from ferryplan.evaluation.scoring.claims import claims_unsolvable
from ferryplan.evaluation.scoring.data import DEEPEST, bound_data, data_in, spans
from ferryplan.evaluation.scoring.moves import KEYS, MOST_SPANS, blank_states, plan_of_data, read_plan, unwrap
from ferryplan.evaluation.scoring.passages import LONGEST, Passage, passages, shorten
from ferryplan.evaluation.scoring.sentences import sentences_in
from ferryplan.evaluation.scoring.spelling import UNSOLVABLE
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.speller import LINE, words

NEAR = 200
"""characters before and behind a plan that may say what it is worth"""
MOST_PROSE = 20_000
"""characters in which sentences about plans are looked for"""
_CUT = re.compile(r"\[\s{0,9}\[")
"""how a list of lists begins, behind the last plan that is whole: the answer was cut off in it"""
_CROSSES = ("\u274c", "\u2717", "\u2718")
"""signs that mark a plan as wrong"""
_NOTHING: Final = object()
"""what a passage commits to that takes a plan back, or offers several"""


class _StatedPlan(NamedTuple):
    """A plan as data in a text, with what stands around it."""

    end: int
    data: Any
    before: str
    behind: str

    @property
    def is_rejected(self) -> bool:
        """Whether the text says that the plan is not meant."""
        if words("rejected").search(self.before) or self.behind.startswith(_CROSSES):
            return True
        return any(map(_takes_back, sentences_in(self.behind)[:2]))


def plan_in(instance: AnyInstance, answer: Any, single: bool = False) -> Any:
    """Return the moves that an answer commits to, as data for the speller; the word ``unsolvable``; None where it commits to neither.

    Of a ``single`` move, a list is one.
    """
    if not isinstance(answer, str):
        data = unwrap(answer)
        if isinstance(data, str):
            return plan_in(instance, data, single)
        return UNSOLVABLE if denies_solutions(data) else plan_of_data(instance, data, single)
    if len(answer) > LONGEST:
        return None
    if (whole := _as_data(answer)) is not None and (plan := plan_of_data(instance, unwrap(whole), single)) is not None:
        return plan
    for passage in passages(answer):
        if (found := _read_passage(instance, passage, single)) is not None:
            return None if found is _NOTHING else found
    return None


def denies_solutions(data: Any) -> bool:
    """Return whether data say that there is no solution: ``{"unsolvable": true}``, ``{"plan": null}``, ``["unsolvable"]``."""
    if isinstance(data, dict):
        said = {str(key).lower(): value for key, value in data.items()}
        if said.get("unsolvable") in (True, "true", "yes") or said.get("solvable") in (False, "false", "no"):
            return True
        return any(key in said and said[key] in (None, UNSOLVABLE) for key in KEYS)
    return data in (UNSOLVABLE, [UNSOLVABLE])


def objects_in(text: str) -> Iterator[dict[str, Any]]:
    """Yield the last objects of a text, in their order, and what stands in them under one of the keys of objects around an answer."""
    for start, end in spans(text)[-DEEPEST:]:
        data = data_in(text[start:end])
        yield from (one for one in (data, unwrap(data)) if isinstance(one, dict))


def drop_objects(text: str) -> str:
    """Return a text without its lists and objects."""
    found = spans(text)[-MOST_SPANS:]
    starts, ends = [start for start, _ in found], [end for _, end in found]
    return " ".join(text[end:start] for end, start in zip((0, *ends), (*starts, len(text)), strict=True))


def _as_data(answer: str) -> Any:
    """Return the data that an answer consists of; None if there is more in it."""
    if answer.lstrip()[:1] not in ("[", "{"):
        return None
    try:
        return bound_data(json.loads(answer))
    except (ValueError, RecursionError):
        return None


def _read_passage(instance: AnyInstance, passage: Passage, single: bool) -> Any:
    """Return the plan that a passage commits to, or UNSOLVABLE; _NOTHING if it takes one back, or chooses none; None if it states none."""
    text = blank_states(instance, passage.text)
    stated = [*_plans_in(instance, text, single)]
    if not stated:
        return _read_prose(instance, passage.text, single)
    if (cut := _CUT.search(text, stated[0].end)) is not None:
        return read_plan(instance, text[cut.start() :], single).data or _NOTHING
    if len(stated) > 1 and (chosen := _choice(stated, text)) is not None:
        return chosen
    kept = [one for one in stated if not one.is_rejected]
    if not kept:
        return UNSOLVABLE if claims_unsolvable(shorten(text[stated[0].end :], MOST_PROSE)) else _NOTHING
    best = next((one for one in kept if not words("tried").search(one.before)), kept[0])
    return UNSOLVABLE if claims_unsolvable(shorten(drop_objects(text[best.end :]), MOST_PROSE)) else best.data


def _plans_in(instance: AnyInstance, text: str, single: bool) -> Iterator[_StatedPlan]:
    """Yield the plans as data in a text, the last first."""
    found = spans(text)[-MOST_SPANS:]
    for number, (start, end) in reversed([*enumerate(found)]):
        data = unwrap(data_in(text[start:end]))
        plan = plan_of_data(instance, data, single)
        if plan is None and data in ([], [[]]) and text.strip("` \n") == text[start:end]:
            plan = data
        if plan is None and isinstance(data, list) and data and isinstance(data[0], list):
            plan = _NOTHING  # a list of lists in which nobody is known may be meant as the answer, and cannot be read
        if plan is not None:
            follows = found[number + 1][0] if number + 1 < len(found) else len(text)
            yield _StatedPlan(
                end, plan, _before(text, found, number), text[end : min(follows, end + NEAR)].lstrip("`,. \n")
            )


def _before(text: str, found: list[tuple[int, int]], number: int) -> str:
    """Return what stands before a list in a text; of lists that follow one another what stands before the first."""
    while True:
        start, end = found[number][0], found[number - 1][1] if number else 0
        before = text[max(0, end, start - NEAR) : start].rstrip("` \n").removesuffix("```json").rstrip()
        if number == 0 or "\n\n" in text[end:start] or before.strip(",; \n"):
            return before
        number -= 1


def _choice(stated: list[_StatedPlan], text: str) -> Any:
    """Return the plan that a text chooses from options that have names; _NOTHING if it chooses none; None if there are no options."""
    named = {found[-1][1].lower(): one for one in stated if (found := [*words("option").finditer(one.before)])}
    if len(named) < 2:
        return None
    chosen = [*words("choice").finditer(shorten(text, MOST_PROSE))]
    if chosen and (name := (chosen[-1]["chosen"] or chosen[-1]["praised"]).lower()) in named:
        return named[name].data
    open_ = all(
        re.search(r"\b(?:option|alternative|candidate|possibility|variant)\b", one.before, re.IGNORECASE)
        for one in named.values()
    )
    return _NOTHING if open_ else None


def _read_prose(instance: AnyInstance, text: str, single: bool) -> Any:
    """Return what a passage without plans as data commits to: the moves that it tells in PDDL or in words, or that there is no solution."""
    found = read_plan(instance, text, single)
    prose = shorten(text if found.data is None else text[found.end :] or _around(text, behind=True), MOST_PROSE)
    if any(denies_solutions(data) for data in objects_in(prose)) or claims_unsolvable(drop_objects(prose)):
        return UNSOLVABLE
    taken_back = any(map(_takes_back, sentences_in(prose)))
    if taken_back or (found.data is not None and _is_rejected(text)):
        return _NOTHING
    return found.data


def _is_rejected(text: str) -> bool:
    """Return whether a text says of the moves that it tells that they are not meant."""
    return bool(words("rejected").search(_around(text, behind=False)) or re.match(r"\W{0,9}not\b", text, re.IGNORECASE))


def _around(text: str, behind: bool) -> str:
    """Return what stands behind the last item of a list or a table, or before its first; without a list the last sentences, or nothing."""
    lines = text.splitlines()
    numbers = range(len(lines) - 1, -1, -1) if behind else range(len(lines))
    found = (n for n in numbers if words("marker").match(lines[n].strip()) or lines[n].count("|") > 1)
    if (item := next(found, None)) is None:
        return "\n".join(sentences_in(text[-LINE:])[-2:]) if behind else ""
    return "\n".join(lines[item + 1 :]) if behind else "\n".join(lines[:item])[-NEAR:].rstrip()


def _takes_back(sentence: str) -> bool:
    """Return whether a sentence takes the plan before it back."""
    return bool(words("withdrawn").match(sentence))
