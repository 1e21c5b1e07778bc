"""Hints in words: where to look in a model that differs, at which literals, and what to write."""

from __future__ import annotations

from collections.abc import Sequence

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.new_actions import PART as NEW_ACTION
from ferryplan.generator.pddl.places import Edit
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.wording import listing
from ferryplan.planner.system.limits import DEFAULT_HINT_TIME
from ferryplan.teaching.checking.blames import Blame
from ferryplan.teaching.checking.comparing import Found, Verdict
from ferryplan.teaching.checking.repairs import Repair, RepairSearch, format_literal

PARTS = {"start": "start", "early": "goal", "late": "goal"}
"""the part of the problem to look at, by the kind of difference"""
NAMES = {"start": "initial state"}
"""what hints call a part, where that is not its name"""


def hints_for(
    verdict: Verdict, texts: tuple[Source, Source], level: int, seconds: float = DEFAULT_HINT_TIME
) -> list[str]:
    """Return a hint for each way in which a model differs, searched for at most `seconds` seconds.

    On level 1 it says where to look, on level 2 at which literals, on level 3 what to write.
    """
    search = RepairSearch(verdict, *texts, seconds)
    return [
        _describe_repair(repair, level, search.is_partial(repair), _facts_of_move(found, verdict))
        if repair
        else _describe_place(found, search.blame(found), level, _facts_of_move(found, verdict))
        for found, repair in zip(verdict.found, search.run(), strict=True)
    ]


def _describe_repair(repair: Repair, level: int, is_partial: bool, facts: str) -> str:
    """Return what to do; one sentence for the same change in several actions."""
    same = dict[tuple[str, str, str], list[Edit]]()
    for edit in repair:
        same.setdefault((edit.of, edit.part, edit.says), []).append(edit)
    hints = [*dict.fromkeys(_describe_edits(some, level, facts) for some in same.values())]
    return " ".join([*hints, format_message("check.part-only")] if is_partial and level == 3 else hints)


def _describe_edits(some: Sequence[Edit], level: int, facts: str) -> str:
    edit = some[0]
    if edit.part == NEW_ACTION:
        return _describe_new_action(edit, level, facts)
    return _describe_edit(edit, level) if len(some) == 1 else _describe_change_in_actions(some, level)


def _describe_new_action(edit: Edit, level: int, facts: str) -> str:
    missing = _describe_missing_action("" if level == 1 else facts)
    match level:
        case 1:
            return missing
        case 2:
            return format_message("check.action-missing-like", missing=missing, action=edit.action)
    words = {"change": edit.says, "line": edit.line, "text": edit.new}
    return format_message("check.action-missing-text", missing=missing, **words)


def _describe_missing_action(facts: str, is_likely: bool = True) -> str:
    """Return that an action is missing, and which facts it makes true if there are any."""
    if is_likely:
        return format_message("check.action-missing-for" if facts else "check.action-missing", facts=facts)
    return format_message("check.perhaps-missing-for" if facts else "check.perhaps-missing", facts=facts)


def _describe_change_in_actions(some: Sequence[Edit], level: int) -> str:
    """Return what to do in several actions alike."""
    edit, words = some[0], {"part": some[0].part, "actions": listing([f"'{one.action}'" for one in some])}
    match level:
        case 1:
            return format_message("check.look-at-actions", actions=words["actions"])
        case 2 if edit.is_addition:
            return format_message("check.literal-missing-several", **words)
        case 2:
            return format_message("check.look-at-literal-several", literal=edit.literal, **words)
    lines = listing([str(one.line) for one in some])
    return format_message("check.change-several", lines=lines, change=edit.says, **words)


def _facts_of_move(found: Found, verdict: Verdict) -> str:
    """Return which facts of the model a missing move makes true; the empty text where no move is missing or no facts say where somebody is."""
    difference, seen = found.difference, verdict.seen
    if difference.kind != "forbids" or difference.situation is None:
        return ""
    rows = zip(seen.readings, seen.cast.situation(difference.state), difference.situation, strict=False)
    changed = [reading[after] for reading, before, after in rows if before != after and 0 <= after < len(reading)]
    return listing([*dict.fromkeys(format_literal(*literal) for literal in changed if literal)])


def _describe_edit(edit: Edit, level: int) -> str:
    part = NAMES.get(edit.part, edit.part)
    if level == 1:
        if edit.action:
            return format_message("check.look-at-action", action=edit.action)
        return format_message("check.look-at-part", part=part, file=edit.of)
    where = format_message("check.of-action" if edit.action else "check.of-file", name=edit.action or edit.of)
    if level == 3:
        return format_message("check.change", part=part, where=where, line=edit.line, change=edit.says)
    if edit.is_addition:
        return format_message("check.literal-missing", part=part, where=where)
    return format_message("check.look-at-literal", literal=edit.literal, part=part, where=where, line=edit.line)


def _describe_place(found: Found, blame: Blame, level: int, facts: str) -> str:
    """Return where to look where no change was found that corrects a difference."""
    look = _describe_blame(found, blame, level, facts)
    return " ".join(filter(None, (look, format_message("check.nothing-found") if level == 3 or not look else "")))


def _describe_blame(found: Found, blame: Blame, level: int, facts: str) -> str:
    """Return which action or part to look at; the empty text if nothing is to blame."""
    kind = str(found.difference.kind)
    if not blame.action:
        if kind in PARTS:
            part = NAMES.get(PARTS[kind], PARTS[kind])
            return format_message("check.look-at-part", part=part, file="problem")
        return _describe_missing_action(facts if level > 1 else "", is_likely=False) if kind == "forbids" else ""
    if level == 1:
        return format_message("check.look-at-action", action=blame.action)
    if blame.needed is not None:
        words = {"needed": blame.needed, "unmet": listing(blame.unmet), "count": len(blame.unmet)}
        look = format_message("check.not-applicable", action=blame.action, **words)
        return " ".join([look, format_message("check.or-missing", facts=facts)] if facts else [look])
    if blame.is_never:
        return format_message("check.never-applied", action=blame.action)
    if kind == "forbids":
        missing = _describe_missing_action(facts, is_likely=False)
        return format_message("check.perhaps-missing-like", missing=missing, action=blame.action)
    if kind == "allows" and found.difference.steps[-1][0].name == blame.action:
        return format_message("check.should-forbid", action=blame.action, move=found.difference.steps[-1][0])
    return format_message("check.look-at-action", action=blame.action)
