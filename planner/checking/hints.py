"""Hints in words: where to look in a model that differs, at which literals, and what to write."""

from __future__ import annotations

from generator.classical.puzzle_file import Text
from generator.pddl.places import Edit
from generator.wording import listing
from planner.checking.blames import Blame
from planner.checking.comparing import Found, Verdict
from planner.checking.repairs import Repair, RepairSearch
from planner.system.limits import DEFAULT_HINT_TIME

NOTHING_FOUND = "No small change of the text was found that mends this."
PARTS = {"start": "start", "early": "goal", "late": "goal"}
"""of the problem, by the kind of difference"""


def hints_for(verdict: Verdict, texts: tuple[Text, Text], level: int, seconds: float = DEFAULT_HINT_TIME) -> list[str]:
    """Return a hint for each way in which a model differs, searched for at most `seconds` seconds.

    On level 1 it says where to look, on level 2 at which literals, on level 3 what to write.
    """
    search = RepairSearch(verdict, *texts, seconds)
    return [
        _describe_repair(repair, level, search.is_partial(repair))
        if repair
        else _describe_place(found, search.blame(found), level)
        for found, repair in zip(verdict.found, search.run(), strict=True)
    ]


def _describe_repair(repair: Repair, level: int, is_partial: bool) -> str:
    hints = [*dict.fromkeys(_describe_edit(edit, level) for edit in repair)]
    return " ".join([*hints, "That mends a part of it."] if is_partial and level == 3 else hints)


def _describe_edit(edit: Edit, level: int) -> str:
    where = f"the {edit.part} of the action {edit.action}" if edit.action else f"the {edit.part} of the {edit.of}"
    match level:
        case 1:
            return f"Look at the action {edit.action}." if edit.action else f"Look at the {edit.part} of the {edit.of}."
        case 2 if edit.is_addition:
            return f"Something is missing in {where}."
        case 2:
            return f"Look at {edit.literal} in {where}, line {edit.line}."
    return f"In {where}, line {edit.line}, {edit.says}."


def _describe_place(found: Found, blame: Blame, level: int) -> str:
    """Return where to look for what no change was found to mend."""
    kind = str(found.difference.kind)
    if not blame.action:
        look = f"Look at the {PARTS[kind]} of the problem." if kind in PARTS else ""
        look = look or ("Perhaps an action is missing that makes this move." if kind == "forbids" else "")
    elif level == 1:
        look = f"Look at the action {blame.action}."
    elif blame.needed is not None:
        unmet = f"{listing(blame.unmet)} {'do' if len(blame.unmet) > 1 else 'does'} not hold"
        look = f"Look at the precondition of the action {blame.action}: {blame.needed} is forbidden here, as {unmet}."
    elif blame.is_never:
        look = f"Look at the precondition of the action {blame.action}: the model never makes it."
    elif kind == "forbids":
        look = f"Look at the action {blame.action}, or at one like it that is missing."
    elif kind == "allows":
        steps = found.difference.steps
        look = f"Look at the action {blame.action}: its precondition should forbid {steps[-1][0]} here."
    else:
        look = f"Look at the action {blame.action}."
    return " ".join(filter(None, (look, NOTHING_FOUND if level == 3 or not look else "")))
