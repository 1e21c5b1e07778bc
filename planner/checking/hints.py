"""Hints in words: where to look in a model that differs, at which literals, and what to write."""

from __future__ import annotations

from collections.abc import Sequence

from ferryplan.generator.classical.puzzle_file import Text
from ferryplan.generator.pddl.new_actions import PART as NEW_ACTION
from ferryplan.generator.pddl.places import Edit
from ferryplan.generator.wording import listing
from ferryplan.planner.checking.blames import Blame
from ferryplan.planner.checking.comparing import Found, Verdict
from ferryplan.planner.checking.repairs import Repair, RepairSearch, format_literal
from ferryplan.planner.system.limits import DEFAULT_HINT_TIME

NOTHING_FOUND = "No small change of the text was found that mends this."
PARTS = {"start": "start", "early": "goal", "late": "goal"}
"""of the problem, by the kind of difference"""


def hints_for(verdict: Verdict, texts: tuple[Text, Text], level: int, seconds: float = DEFAULT_HINT_TIME) -> list[str]:
    """Return a hint for each way in which a model differs, searched for at most `seconds` seconds.

    On level 1 it says where to look, on level 2 at which literals, on level 3 what to write.
    """
    search = RepairSearch(verdict, *texts, seconds)
    return [
        _describe_repair(repair, level, search.is_partial(repair), _describe_needs(found, verdict))
        if repair
        else _describe_place(found, search.blame(found), level, _describe_needs(found, verdict))
        for found, repair in zip(verdict.found, search.run(), strict=True)
    ]


def _describe_repair(repair: Repair, level: int, is_partial: bool, needs: str) -> str:
    """Return what to do; one sentence for the same change in several actions."""
    same = dict[tuple[str, str, str], list[Edit]]()
    for edit in repair:
        same.setdefault((edit.of, edit.part, edit.says), []).append(edit)
    hints = [*dict.fromkeys(_describe_edits(some, level, needs) for some in same.values())]
    return " ".join([*hints, "That mends a part of it."] if is_partial and level == 3 else hints)


def _describe_edits(some: Sequence[Edit], level: int, needs: str) -> str:
    edit = some[0]
    if edit.part == NEW_ACTION:
        return _describe_new_action(edit, level, needs)
    return _describe_edit(edit, level) if len(some) == 1 else _describe_change_in_actions(some, level)


def _describe_new_action(edit: Edit, level: int, needs: str) -> str:
    match level:
        case 1:
            return "An action is missing that makes this move."
        case 2:
            return f"An action is missing{needs}. It is much like the action {edit.action}."
    return f"An action is missing{needs}: {edit.says} (line {edit.line}), which is {edit.new}."


def _describe_change_in_actions(some: Sequence[Edit], level: int) -> str:
    """Return what to do in several actions alike."""
    edit, names = some[0], listing([one.action for one in some])
    match level:
        case 1:
            return f"Look at the actions {names}."
        case 2 if edit.is_addition:
            return f"The same is missing in the {edit.part} of each of the actions {names}."
        case 2:
            return f"Look at {edit.literal} in the {edit.part} of each of the actions {names}."
    lines = listing([str(one.line) for one in some])
    return f"In the {edit.part} of each of the actions {names} (lines {lines}), {edit.says}."


def _describe_needs(found: Found, verdict: Verdict) -> str:
    """Return which facts of the model a missing move makes true; the empty text where no move is missing or no facts say where somebody is."""
    difference, seen = found.difference, verdict.seen
    if difference.kind != "forbids" or difference.situation is None:
        return ""
    rows = zip(seen.readings, seen.cast.situation(difference.state), difference.situation, strict=False)
    changed = [reading[after] for reading, before, after in rows if before != after and 0 <= after < len(reading)]
    facts = [format_literal(*literal) for literal in changed if literal]
    return f" that makes {listing([*dict.fromkeys(facts)])} true" if facts else ""


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


def _describe_place(found: Found, blame: Blame, level: int, needs: str) -> str:
    """Return where to look for what no change was found to mend."""
    kind = str(found.difference.kind)
    if not blame.action:
        look = f"Look at the {PARTS[kind]} of the problem." if kind in PARTS else ""
        look = look or (
            f"Perhaps an action is missing{needs if level > 1 and needs else ' that makes this move'}."
            if kind == "forbids"
            else ""
        )
    elif level == 1:
        look = f"Look at the action {blame.action}."
    elif blame.needed is not None:
        unmet = f"{listing(blame.unmet)} {'do' if len(blame.unmet) > 1 else 'does'} not hold"
        look = f"Look at the precondition of the action {blame.action}: {blame.needed} is forbidden here, as {unmet}."
        look += f" Or an action is missing{needs}." if needs else ""
    elif blame.is_never:
        look = f"Look at the precondition of the action {blame.action}: the model never makes it."
    elif kind == "forbids":
        look = f"Perhaps an action is missing{needs or ' that makes this move'}, one like {blame.action}."
    elif kind == "allows" and found.difference.steps[-1][0].name == blame.action:
        look = (
            f"Look at the action {blame.action}: its precondition should forbid {found.difference.steps[-1][0]} here."
        )
    else:
        look = f"Look at the action {blame.action}."
    return " ".join(filter(None, (look, NOTHING_FOUND if level == 3 or not look else "")))
