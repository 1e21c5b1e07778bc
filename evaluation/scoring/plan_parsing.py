"""The moves that a piece of text states: as a JSON list, in PDDL, in numbered lists or in sentences.

`final_plan` chooses the piece of an answer that counts; this module parses a piece into moves.
"""

from __future__ import annotations

import contextlib
import functools
import re
from typing import Any, NamedTuple

from ferryplan.evaluation.scoring.embedded_data import MAX_DEPTH, find_data_spans, parse_embedded_data
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import family_of, notation_of
from ferryplan.generator.generation import generate
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.notation import MAX_SENTENCE_LENGTH
from ferryplan.generator.pddl.plan_action import PlanAction

MAX_PROSE_LENGTH, MAX_SPANS = 200_000, 2_000
"""The number of characters at the end of a text in which sentences are read, and the largest number of lists and objects examined."""
WRAPPER_KEYS = (
    *("answer", "answers", "final_answer", "final", "solution", "plan", "final_plan", "result", "output", "response"),
    *("moves", "crossings", "steps", "actions", "trips", "states", "sequence", "schedule", "path"),
    *("grid", "board", "placements", "assignment", "houses"),
)
"""The keys under which an object may wrap an answer."""
_PDDL_ACTION = re.compile(r"\(\s*([a-z][\w-]*(?:[ \t]+[\w.-]+){0,20}+)\s*\)", re.IGNORECASE)
_LISTS_AND_SEPARATORS = re.compile(r"[\[{][^\n]*[\]}]|\s{3,}|,\s")
_FENCED_BLOCK = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*\n(.*?)^[ \t]*(?:```|~~~)", re.DOTALL | re.MULTILINE)


class PlanReading(NamedTuple):
    """The plan that a piece of text states, with its position."""

    end: int
    """The position in the text after the plan."""
    data: Any
    """The moves, as JSON data that the notation parses; None if the text states none."""


def read_last_plan(instance: AnyInstance, text: str, single_move: bool = False) -> PlanReading:
    """Return the last plan that a text states.

    With ``single_move``, a single move counts as a plan, and becomes a list of one move.
    """
    moves_found, notation = list[tuple[int, int, Any]](), notation_of(instance)
    shown = blank_out_state_data(instance, text)
    for start, end in reversed(find_data_spans(shown)[-MAX_SPANS:]):
        data = unwrap_data(parse_embedded_data(shown[start:end]))
        whole = parse_plan_data(instance, data, single_move)
        if whole is not None or (data in ([], [[]]) and shown.strip("` \n") == shown[start:end]):
            # A list of lists that is never closed was cut off, and was meant as the answer instead of
            # this plan.
            if re.search(r"\[\s{0,9}\[", shown[end:]):
                break
            return PlanReading(end, whole or data)
        if notation.rate_as_moves(data) == 1:
            between = shown[end : moves_found[-1][0]] if moves_found else ""
            if len(between) >= MAX_SENTENCE_LENGTH // 3 or between.count("\n") >= 2 + between.startswith("\n"):
                break
            moves_found.append((start, end, data))
    if moves_found:
        return PlanReading(moves_found[0][1], [data for *_, data in reversed(moves_found)])
    blocks = [match[1] for match in _FENCED_BLOCK.finditer(text)]
    found = (_read_pddl_plan(instance, block) for block in (*reversed(blocks), text))
    return PlanReading(
        len(text), next(filter(None, found), None) or notation.find_moves_in_text(text[-MAX_PROSE_LENGTH:], single_move)
    )


def blank_out_state_data(instance: AnyInstance, text: str) -> str:
    """Return a text with blanks in place of lists that describe states: ``States: [["wolf"], ["goat"]]``."""
    notation = notation_of(instance)
    for start, end in find_data_spans(text)[-MAX_SPANS:]:
        before = text[max(text.rfind("\n", 0, start) + 1, start - MAX_SENTENCE_LENGTH) : start]
        if notation.ends_with_state_heading(_LISTS_AND_SEPARATORS.sub("", before)):
            text = text[:start] + " " * (end - start) + text[end:]
    return text


def parse_plan_data(instance: AnyInstance, data: Any, single_move: bool) -> Any:
    """Return the moves that a JSON value lists; None if it is no plan.

    With ``single_move``, a single move becomes a list of one move.
    """
    notation = notation_of(instance)
    data_rating = notation.rate_as_moves(data)
    if (
        data_rating < 2
        and isinstance(data, dict)
        and len(data) > 1
        and (steps := _list_numbered_values(data))
        and notation.rate_as_moves(steps) == 2
    ):
        return steps
    return data if data_rating == 2 else [data] if data_rating == 1 and single_move else None


def _list_numbered_values(data: dict[str, Any]) -> list[Any] | None:
    """Return the values of an object with counting keys, such as ``{"step 1": …, "step 2": …}``.

    The result is None if the keys do not count from 1.
    """
    numbers = [re.fullmatch(r"[a-z_ ]{0,12}(\d{1,4})", key, re.IGNORECASE) for key in data]
    counted = [int(number[1]) for number in numbers if number]
    return [*data.values()] if len(counted) == len(data) and counted == [*range(1, len(data) + 1)] else None


def unwrap_data(data: Any) -> Any:
    """Return the value inside wrapper objects, such as the moves in ``{"answer": {"plan": …}}``."""
    for _ in range(MAX_DEPTH):
        key = next((key for key in WRAPPER_KEYS if key in data), None) if isinstance(data, dict) else None
        if key is None or (key == "actions" and "name" in data):
            break
        data = data[key]
    return data


def _read_pddl_plan(instance: AnyInstance, text: str) -> Any:
    """Return the moves of the PDDL plan in a text, as data for the notation; None if there is none."""
    text = re.sub(r";[^\n]*", "", text[max(0, text.rfind(";;!domain:")) :])
    family, notation = family_of(instance), notation_of(instance)
    groups = [
        found for match in _PDDL_ACTION.finditer(text) if notation.may_be_pddl_action(found := match[1].lower().split())
    ]
    if not any(name.startswith(family.move_action_prefix) for name, *_ in groups):
        return None
    actions = [PlanAction(name, tuple(objects)) for name, *objects in groups]
    for formulation in family.formulations:
        if {action.name for action in actions} <= _list_action_names(
            instance, formulation.dialect, formulation.encoding
        ):
            with contextlib.suppress(FerryplanError):
                if moves := formulation.decode_plan(instance, actions):
                    return notation.format_moves(moves)
    return notation.actions_to_moves(groups)


@functools.lru_cache(256)
def _list_action_names(instance: AnyInstance, dialect: str, encoding: str) -> frozenset[str]:
    """Return the names of the actions in an instance's PDDL of a dialect and an encoding.

    The set is empty if the instance does not support this dialect and encoding.
    """
    try:
        domain = generate(instance, dialect, encoding).domain
    except FerryplanError:
        return frozenset()
    return frozenset(re.findall(r"\(:(?:durative-)?action\s+(\S+)", domain))
