"""Hints for the author of a model that differs: which part is wrong, which literal, and what to write."""

from __future__ import annotations

from collections.abc import Sequence

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.editable_parts import PddlEdit
from ferryplan.generator.pddl.new_actions import ACTIONS_PART as NEW_ACTION
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.wording import join_phrases
from ferryplan.planner.system.limits import DEFAULT_HINT_TIME
from ferryplan.teaching.checking.blame import Blame
from ferryplan.teaching.checking.model_verdict import ClassifiedDifference, ModelVerdict
from ferryplan.teaching.checking.repairs import ModelRepair, RepairSearch, format_literal

PART_BY_KIND = {"start": "start", "early": "goal", "late": "goal"}
"""The part of the problem to look at, by the kind of difference."""
PART_NAMES = {"start": "initial state"}
"""The names of parts in hints, if they differ from the internal names."""


def make_hints(
    verdict: ModelVerdict, texts: tuple[Source, Source], level: int, seconds: float = DEFAULT_HINT_TIME
) -> list[str]:
    """Return a hint for each difference of a model, after a search of at most `seconds` seconds.

    Hints of level 1 name the wrong part, hints of level 2 the wrong literals, and hints of level 3 say what to write.
    """
    search = RepairSearch(verdict, *texts, seconds)
    return [
        _describe_repair(repair, level, search.is_partial(repair), _describe_facts_of_move(found, verdict))
        if repair
        else _describe_place(found, search.find_blame(found), level, _describe_facts_of_move(found, verdict))
        for found, repair in zip(verdict.differences, search.run(), strict=True)
    ]


def _describe_repair(repair: ModelRepair, level: int, is_partial: bool, facts: str) -> str:
    """Describe a repair; the same edit in several actions takes one sentence."""
    same = dict[tuple[str, str, str], list[PddlEdit]]()
    for edit in repair:
        same.setdefault((edit.file, edit.part, edit.description), []).append(edit)
    hints = [*dict.fromkeys(_describe_edits(some, level, facts) for some in same.values())]
    return " ".join([*hints, format_message("check.part-only")] if is_partial and level == 3 else hints)


def _describe_edits(edits: Sequence[PddlEdit], level: int, facts: str) -> str:
    edit = edits[0]
    if edit.part == NEW_ACTION:
        return _describe_new_action(edit, level, facts)
    return _describe_edit(edit, level) if len(edits) == 1 else _describe_change_in_actions(edits, level)


def _describe_new_action(edit: PddlEdit, level: int, facts: str) -> str:
    missing = _describe_missing_action("" if level == 1 else facts)
    match level:
        case 1:
            return missing
        case 2:
            return format_message("check.action-missing-like", missing=missing, action=edit.action)
    words = {"change": edit.description, "line": edit.line, "text": edit.new}
    return format_message("check.action-missing-text", missing=missing, **words)


def _describe_missing_action(facts: str, is_likely: bool = True) -> str:
    """Say that an action is missing (or may be missing), and which facts it should make true."""
    if is_likely:
        return format_message("check.action-missing-for" if facts else "check.action-missing", facts=facts)
    return format_message("check.perhaps-missing-for" if facts else "check.perhaps-missing", facts=facts)


def _describe_change_in_actions(edits: Sequence[PddlEdit], level: int) -> str:
    """Describe the same edit in several actions."""
    edit, words = edits[0], {"part": edits[0].part, "actions": join_phrases([f"'{one.action}'" for one in edits])}
    match level:
        case 1:
            return format_message("check.look-at-actions", actions=words["actions"])
        case 2 if edit.is_addition:
            return format_message("check.literal-missing-several", **words)
        case 2:
            return format_message("check.look-at-literal-several", literal=edit.literal, **words)
    lines = join_phrases([str(one.line) for one in edits])
    return format_message("check.change-several", lines=lines, change=edit.description, **words)


def _describe_facts_of_move(classified: ClassifiedDifference, verdict: ModelVerdict) -> str:
    """List the facts of the model that a missing move makes true.

    The text is empty if no move is missing or no facts represent the changed state variables.
    """
    difference, seen = classified.difference, verdict.observer
    if difference.kind != "forbids" or difference.situation is None:
        return ""
    rows = zip(seen.readings, seen.state_variables.to_valuation(difference.state), difference.situation, strict=False)
    changed = [reading[after] for reading, before, after in rows if before != after and 0 <= after < len(reading)]
    return join_phrases([*dict.fromkeys(format_literal(*literal) for literal in changed if literal)])


def _describe_edit(edit: PddlEdit, level: int) -> str:
    part = PART_NAMES.get(edit.part, edit.part)
    if level == 1:
        if edit.action:
            return format_message("check.look-at-action", action=edit.action)
        return format_message("check.look-at-part", part=part, file=edit.file)
    where = format_message("check.of-action" if edit.action else "check.of-file", name=edit.action or edit.file)
    if level == 3:
        return format_message("check.change", part=part, where=where, line=edit.line, change=edit.description)
    if edit.is_addition:
        return format_message("check.literal-missing", part=part, where=where)
    return format_message("check.look-at-literal", literal=edit.literal, part=part, where=where, line=edit.line)


def _describe_place(classified: ClassifiedDifference, blame: Blame, level: int, facts: str) -> str:
    """Describe the part to look at for a difference without a known repair."""
    look = _describe_blame(classified, blame, level, facts)
    return " ".join(filter(None, (look, format_message("check.nothing-found") if level == 3 or not look else "")))


def _describe_blame(classified: ClassifiedDifference, blame: Blame, level: int, facts: str) -> str:
    """Describe the action or part that probably causes a difference; the empty text if none is known."""
    kind = str(classified.difference.kind)
    if not blame.action:
        if kind in PART_BY_KIND:
            part = PART_NAMES.get(PART_BY_KIND[kind], PART_BY_KIND[kind])
            return format_message("check.look-at-part", part=part, file="problem")
        return _describe_missing_action(facts if level > 1 else "", is_likely=False) if kind == "forbids" else ""
    if level == 1:
        return format_message("check.look-at-action", action=blame.action)
    if blame.needed_action is not None:
        words = {
            "needed": blame.needed_action,
            "unmet": join_phrases(blame.unmet_conditions),
            "count": len(blame.unmet_conditions),
        }
        look = format_message("check.not-applicable", action=blame.action, **words)
        return " ".join([look, format_message("check.or-missing", facts=facts)] if facts else [look])
    if blame.is_never_applied:
        return format_message("check.never-applied", action=blame.action)
    if kind == "forbids":
        missing = _describe_missing_action(facts, is_likely=False)
        return format_message("check.perhaps-missing-like", missing=missing, action=blame.action)
    if kind == "allows" and classified.difference.steps[-1][0].name == blame.action:
        return format_message("check.should-forbid", action=blame.action, move=classified.difference.steps[-1][0])
    return format_message("check.look-at-action", action=blame.action)
