"""The moves that a piece of text states: data, plans in PDDL, moves told in lists, tables and sentences.

`reading` chooses the piece of an answer that counts; this module turns a piece into moves, or says that it cannot be read.
"""

from __future__ import annotations

import contextlib
import functools
import re
from typing import Any, NamedTuple

from ferryplan.evaluation.scoring.data import DEEPEST, data_in, spans
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import family_of, speller_of
from ferryplan.generator.generation import generate
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.generator.speller import LINE

MOST_PROSE, MOST_SPANS = 200_000, 2_000
"""characters of the end of a text in which sentences are read; lists of it that are looked at"""
KEYS = (
    *("answer", "answers", "final_answer", "final", "solution", "plan", "final_plan", "result", "output", "response"),
    *("moves", "crossings", "steps", "actions", "trips", "states", "sequence", "schedule", "path"),
    *("grid", "board", "placements", "assignment", "houses"),
)
"""keys of objects around an answer"""
_ACTION = re.compile(r"\(\s*([a-z][\w-]*(?:[ \t]+[\w.-]+){0,20}+)\s*\)", re.IGNORECASE)
_BRACKETS = re.compile(r"[\[{][^\n]*[\]}]|\s{3,}|,\s")
_FENCED = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*\n(.*?)^[ \t]*(?:```|~~~)", re.DOTALL | re.MULTILINE)


class Reading(NamedTuple):
    """The plan that a piece of text states."""

    end: int
    """the place in the text behind the plan"""
    data: Any
    """the moves, as data for the speller; None if the text states none"""


def read_plan(instance: AnyInstance, text: str, single: bool = False) -> Reading:
    """Read the last plan that a piece of text states; of a ``single`` move, as a list of one."""
    loads, speller = list[tuple[int, int, Any]](), speller_of(instance)
    shown = blank_states(instance, text)
    for start, end in reversed(spans(shown)[-MOST_SPANS:]):
        data = unwrap(data_in(shown[start:end]))
        whole = plan_of_data(instance, data, single)
        if whole is not None or (data in ([], [[]]) and shown.strip("` \n") == shown[start:end]):
            # A list of lists that is never closed was cut off, and was to be the answer instead of this
            # plan.
            if re.search(r"\[\s{0,9}\[", shown[end:]):
                break
            return Reading(end, whole or data)
        if speller.rank(data) == 1:
            between = shown[end : loads[-1][0]] if loads else ""
            if len(between) >= LINE // 3 or between.count("\n") >= 2 + between.startswith("\n"):
                break
            loads.append((start, end, data))
    if loads:
        return Reading(loads[0][1], [data for *_, data in reversed(loads)])
    blocks = [match[1] for match in _FENCED.finditer(text)]
    found = (_in_pddl(instance, block) for block in (*reversed(blocks), text))
    return Reading(len(text), next(filter(None, found), None) or speller.told(text[-MOST_PROSE:], single))


def blank_states(instance: AnyInstance, text: str) -> str:
    """Return a text with blanks in place of lists and objects that show a state: ``States: [["wolf"], ["goat"]]``."""
    speller = speller_of(instance)
    for start, end in spans(text)[-MOST_SPANS:]:
        before = text[max(text.rfind("\n", 0, start) + 1, start - LINE) : start]
        if speller.is_state(_BRACKETS.sub("", before)):
            text = text[:start] + " " * (end - start) + text[end:]
    return text


def plan_of_data(instance: AnyInstance, data: Any, single: bool) -> Any:
    """Return data if they are a plan, else None; a move in place of a ``single`` one becomes a list of one."""
    speller = speller_of(instance)
    found = speller.rank(data)
    if (
        found < 2
        and isinstance(data, dict)
        and len(data) > 1
        and (steps := _values_by_number(data))
        and speller.rank(steps) == 2
    ):
        return steps
    return data if found == 2 else [data] if found == 1 and single else None


def _values_by_number(data: dict[str, Any]) -> list[Any] | None:
    """Return the values of an object whose keys count up: ``{"step 1": …, "step 2": …}``."""
    numbers = [re.fullmatch(r"[a-z_ ]{0,12}(\d{1,4})", key, re.IGNORECASE) for key in data]
    counted = [int(number[1]) for number in numbers if number]
    return [*data.values()] if len(counted) == len(data) and counted == [*range(1, len(data) + 1)] else None


def unwrap(data: Any) -> Any:
    """Return what stands under one of the keys of objects around an answer."""
    for _ in range(DEEPEST):
        key = next((key for key in KEYS if key in data), None) if isinstance(data, dict) else None
        if key is None or (key == "actions" and "name" in data):
            break
        data = data[key]
    return data


def _in_pddl(instance: AnyInstance, text: str) -> Any:
    """Return the plan in PDDL of a text, as data; None if there is none."""
    text = re.sub(r";[^\n]*", "", text[max(0, text.rfind(";;!domain:")) :])
    family, speller = family_of(instance), speller_of(instance)
    groups = [found for match in _ACTION.finditer(text) if speller.is_action(found := match[1].lower().split())]
    if not any(name.startswith(family.principal) for name, *_ in groups):
        return None
    actions = [Action(name, tuple(objects)) for name, *objects in groups]
    for formulation in family.formulations:
        if {action.name for action in actions} <= _action_names(instance, formulation.dialect, formulation.encoding):
            with contextlib.suppress(FerryplanError):
                if moves := formulation.moves(instance, actions):
                    return speller.spelled(moves)
    return speller.acted(groups)


@functools.lru_cache(256)
def _action_names(instance: AnyInstance, dialect: str, encoding: str) -> frozenset[str]:
    """Return the names of the actions of a formulation; none where it does not suit the instance."""
    try:
        domain = generate(instance, dialect, encoding).domain
    except FerryplanError:
        return frozenset()
    return frozenset(re.findall(r"\(:(?:durative-)?action\s+(\S+)", domain))
