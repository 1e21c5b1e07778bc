"""The plan that an answer commits to, found in free text.

To commit to a plan is to present it as the answer. `passages` decides which part of a text counts. In this part, a list
or an object in the requested format takes precedence over a plan in PDDL, and this over moves in words. If there are
several plans, the last one counts that the text neither rejects nor withdraws, nor calls a mere attempt. A text claims
that there is no solution if it says so and states no plan, or says so at the end. An answer that offers options without
choosing one, or withdraws a plan without another one, commits to nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from ferryplan.evaluation.scoring.answer_format import UNSOLVABLE
from ferryplan.evaluation.scoring.answer_sentences import split_sentences
from ferryplan.evaluation.scoring.embedded_data import (
    MAX_DEPTH,
    cut_excessive_data,
    find_data_spans,
    parse_embedded_data,
)
from ferryplan.evaluation.scoring.passages import MAX_ANSWER_LENGTH, Passage, cut_out_middle, find_passages
from ferryplan.evaluation.scoring.plan_parsing import (
    MAX_SPANS,
    WRAPPER_KEYS,
    blank_out_state_data,
    parse_plan_data,
    read_last_plan,
    unwrap_data,
)
from ferryplan.evaluation.scoring.solvability_claims import claims_unsolvable
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.notation import MAX_SENTENCE_LENGTH, answer_pattern

CONTEXT_LENGTH = 200
"""The number of characters before and after a plan that are searched for a judgment about it."""
MAX_PROSE_LENGTH = 20_000
"""The number of characters that are searched for sentences about plans."""
_CUT_OFF_LIST = re.compile(r"\[\s{0,9}\[")
"""Matches the beginning of a list of lists; after the last complete plan, it shows that the answer was cut off."""
_CROSS_SIGNS = ("\u274c", "\u2717", "\u2718")
"""The symbols that mark a plan as wrong."""
_NO_COMMITMENT: Final = object()
"""Stands for the plan of a passage that withdraws its plan, or offers several plans and chooses none."""


class _StatedPlan(NamedTuple):
    """A plan that a text states as a list or an object, with the text around it."""

    end: int
    """The position in the text after the plan."""
    data: Any
    """The moves, as data for the notation; `_NO_COMMITMENT` for a list that may be a plan but cannot be read."""
    text_before: str
    """The text before the plan, at most `CONTEXT_LENGTH` characters."""
    text_after: str
    """The text after the plan, at most `CONTEXT_LENGTH` characters."""

    @property
    def is_retracted_in_text(self) -> bool:
        """Whether the answer itself says, in the text around the plan, that the plan is wrong."""
        if answer_pattern("rejected").search(self.text_before) or self.text_after.startswith(_CROSS_SIGNS):
            return True
        return any(map(_withdraws_plan, split_sentences(self.text_after)[:2]))


def find_plan(instance: AnyInstance, answer: Any, single_move: bool = False) -> Any:
    """Return the plan that an answer commits to: moves, or ``unsolvable``; None if it commits to nothing.

    The moves are JSON data that the notation of the puzzle's family parses. With ``single_move``, an answer that states only one move
    counts, too; the result is then a list of this move.
    """
    if not isinstance(answer, str):
        data = unwrap_data(answer)
        if isinstance(data, str):
            return find_plan(instance, data, single_move)
        return UNSOLVABLE if denies_solutions(data) else parse_plan_data(instance, data, single_move)
    if len(answer) > MAX_ANSWER_LENGTH:
        return None
    if (whole := _parse_whole_answer(answer)) is not None and (
        plan := parse_plan_data(instance, unwrap_data(whole), single_move)
    ) is not None:
        return plan
    for passage in find_passages(answer):
        if (found := _find_plan_in_passage(instance, passage, single_move)) is not None:
            return None if found is _NO_COMMITMENT else found
    return None


def denies_solutions(data: Any) -> bool:
    """Return whether a JSON value claims that there is no solution.

    Examples are ``{"unsolvable": true}``, ``{"plan": null}`` and ``["unsolvable"]``.
    """
    if isinstance(data, dict):
        said = {str(key).lower(): value for key, value in data.items()}
        if said.get("unsolvable") in (True, "true", "yes") or said.get("solvable") in (False, "false", "no"):
            return True
        return any(key in said and said[key] in (None, UNSOLVABLE) for key in WRAPPER_KEYS)
    return data in (UNSOLVABLE, [UNSOLVABLE])


def find_last_objects(text: str) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects near the end of a text, in order.

    If an object only wraps another one under a key such as "answer", the inner object follows it.
    """
    for start, end in find_data_spans(text)[-MAX_DEPTH:]:
        data = parse_embedded_data(text[start:end])
        yield from (one for one in (data, unwrap_data(data)) if isinstance(one, dict))


def drop_lists_and_objects(text: str) -> str:
    """Return a text without the lists and objects in it."""
    found = find_data_spans(text)[-MAX_SPANS:]
    starts, ends = [start for start, _ in found], [end for _, end in found]
    return " ".join(text[end:start] for end, start in zip((0, *ends), (*starts, len(text)), strict=True))


def _parse_whole_answer(answer: str) -> Any:
    """Return the JSON value that an answer consists of; None if it contains anything else."""
    if answer.lstrip()[:1] not in ("[", "{"):
        return None
    try:
        return cut_excessive_data(json.loads(answer))
    except (ValueError, RecursionError):
        return None


def _find_plan_in_passage(instance: AnyInstance, passage: Passage, single_move: bool) -> Any:
    """Return the plan that a passage commits to, or `UNSOLVABLE`; None if it states nothing.

    The result is `_NO_COMMITMENT` if the passage withdraws its plan, or offers several plans and chooses none.
    """
    text = blank_out_state_data(instance, passage.text)
    stated = [*_find_data_plans(instance, text, single_move)]
    if not stated:
        return _find_plan_in_prose(instance, passage.text, single_move)
    if (cut := _CUT_OFF_LIST.search(text, stated[0].end)) is not None:
        return read_last_plan(instance, text[cut.start() :], single_move).data or _NO_COMMITMENT
    if len(stated) > 1 and (chosen := _find_chosen_plan(stated, text)) is not None:
        return chosen
    kept = [one for one in stated if not one.is_retracted_in_text]
    if not kept:
        return (
            UNSOLVABLE if claims_unsolvable(cut_out_middle(text[stated[0].end :], MAX_PROSE_LENGTH)) else _NO_COMMITMENT
        )
    best = next((one for one in kept if not answer_pattern("tried").search(one.text_before)), kept[0])
    return (
        UNSOLVABLE
        if claims_unsolvable(cut_out_middle(drop_lists_and_objects(text[best.end :]), MAX_PROSE_LENGTH))
        else best.data
    )


def _find_data_plans(instance: AnyInstance, text: str, single_move: bool) -> Iterator[_StatedPlan]:
    """Yield the plans that a text states as lists or objects, the last first.

    With ``single_move``, a single move counts as a plan, too.
    """
    found = find_data_spans(text)[-MAX_SPANS:]
    for number, (start, end) in reversed([*enumerate(found)]):
        data = unwrap_data(parse_embedded_data(text[start:end]))
        plan = parse_plan_data(instance, data, single_move)
        if plan is None and data in ([], [[]]) and text.strip("` \n") == text[start:end]:
            plan = data
        if plan is None and isinstance(data, list) and data and isinstance(data[0], list):
            plan = _NO_COMMITMENT  # a list of lists without known names may be meant as the answer, but cannot be read
        if plan is not None:
            follows = found[number + 1][0] if number + 1 < len(found) else len(text)
            yield _StatedPlan(
                end,
                plan,
                _get_text_before_list(text, found, number),
                text[end : min(follows, end + CONTEXT_LENGTH)].lstrip("`,. \n"),
            )


def _get_text_before_list(text: str, spans: list[tuple[int, int]], number: int) -> str:
    """Return the text before a list in a text; for consecutive lists, the text before the first of them.

    ``spans`` has the start and end positions of each list in the text, and ``number`` is the index of the list in ``spans``.
    """
    while True:
        start, end = spans[number][0], spans[number - 1][1] if number else 0
        before = text[max(0, end, start - CONTEXT_LENGTH) : start].rstrip("` \n").removesuffix("```json").rstrip()
        if number == 0 or "\n\n" in text[end:start] or before.strip(",; \n"):
            return before
        number -= 1


def _find_chosen_plan(stated: list[_StatedPlan], text: str) -> Any:
    """Return the plan of the named option, such as "Option B", that a text chooses from ``stated`` plans.

    The result is None if the text has no named options, and `_NO_COMMITMENT` if it has options but chooses none of them.
    """
    named = {
        found[-1][1].lower(): one for one in stated if (found := [*answer_pattern("option").finditer(one.text_before)])
    }
    if len(named) < 2:
        return None
    chosen = [*answer_pattern("choice").finditer(cut_out_middle(text, MAX_PROSE_LENGTH))]
    if chosen and (name := (chosen[-1]["chosen"] or chosen[-1]["praised"]).lower()) in named:
        return named[name].data
    open_ = all(
        re.search(r"\b(?:option|alternative|candidate|possibility|variant)\b", one.text_before, re.IGNORECASE)
        for one in named.values()
    )
    return _NO_COMMITMENT if open_ else None


def _find_plan_in_prose(instance: AnyInstance, text: str, single_move: bool) -> Any:
    """Return the moves that a passage states in PDDL or in words; None if it states none.

    The result is `UNSOLVABLE` if the passage claims that there is no solution, and `_NO_COMMITMENT` if it withdraws or rejects the moves.
    """
    found = read_last_plan(instance, text, single_move)
    prose = cut_out_middle(
        text if found.data is None else text[found.end :] or _get_text_around_list(text, after=True), MAX_PROSE_LENGTH
    )
    if any(denies_solutions(data) for data in find_last_objects(prose)) or claims_unsolvable(
        drop_lists_and_objects(prose)
    ):
        return UNSOLVABLE
    taken_back = any(map(_withdraws_plan, split_sentences(prose)))
    if taken_back or (found.data is not None and _text_rejects_moves(text)):
        return _NO_COMMITMENT
    return found.data


def _text_rejects_moves(text: str) -> bool:
    """Return whether a text says that the moves in it are wrong."""
    return bool(
        answer_pattern("rejected").search(_get_text_around_list(text, after=False))
        or re.match(r"\W{0,9}not\b", text, re.IGNORECASE)
    )


def _get_text_around_list(text: str, after: bool) -> str:
    """Return the text after a list or table if ``after`` is true, otherwise the text before it.

    If there is no list, the last two sentences count as the text after it, and the text before it is empty.
    """
    lines = text.splitlines()
    numbers = range(len(lines) - 1, -1, -1) if after else range(len(lines))
    found = (n for n in numbers if answer_pattern("marker").match(lines[n].strip()) or lines[n].count("|") > 1)
    if (item := next(found, None)) is None:
        return "\n".join(split_sentences(text[-MAX_SENTENCE_LENGTH:])[-2:]) if after else ""
    return "\n".join(lines[item + 1 :]) if after else "\n".join(lines[:item])[-CONTEXT_LENGTH:].rstrip()


def _withdraws_plan(sentence: str) -> bool:
    """Return whether a sentence withdraws a plan that was stated before it."""
    return bool(answer_pattern("withdrawn").match(sentence))
