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
"""The part of the problem file that is wrong, by the kind of difference; other kinds concern actions."""
PART_NAMES = {"start": "initial state"}
"""The names of PDDL parts in hints, where they differ from the names in edits."""


def make_hints(
    verdict: ModelVerdict, texts: tuple[Source, Source], level: int, seconds: float = DEFAULT_HINT_TIME
) -> list[str]:
    """Return one hint for each difference of a model, in the order of the differences.

    Hints of level 1 name the wrong part, hints of level 2 the wrong literals, and hints of level 3 say what to write. ``texts`` are the
    domain and the problem. The search for corrections stops after ``seconds`` seconds; differences without a correction get a hint about
    the action that probably causes them.
    """
    search = RepairSearch(verdict, *texts, seconds)
    return [
        _describe_repair(repair, level, search.is_partial_repair(repair), _describe_facts_of_move(found, verdict))
        if repair
        else _describe_unrepaired_difference(
            found, search.find_blame(found), level, _describe_facts_of_move(found, verdict)
        )
        for found, repair in zip(verdict.differences, search.find_repairs(), strict=True)
    ]


def _describe_repair(repair: ModelRepair, level: int, is_partial: bool, facts: str) -> str:
    """Return the hint for a repair, with one sentence for the same edit in several actions.

    With ``is_partial``, the hint says that the repair corrects only some states. ``facts`` lists the facts that a
    missing move makes true.
    """
    same = dict[tuple[str, str, str], list[PddlEdit]]()
    for edit in repair:
        same.setdefault((edit.file, edit.part, edit.description), []).append(edit)
    hints = [*dict.fromkeys(_describe_repeated_edit(some, level, facts) for some in same.values())]
    return " ".join([*hints, format_message("check.part-only")] if is_partial and level == 3 else hints)


def _describe_repeated_edit(edits: Sequence[PddlEdit], level: int, facts: str) -> str:
    """Return the hint for the same edit in one or several actions, at a level from 1 to 3."""
    edit = edits[0]
    if edit.part == NEW_ACTION:
        return _describe_new_action(edit, level, facts)
    return _describe_edit(edit, level) if len(edits) == 1 else _describe_edit_in_several_actions(edits, level)


def _describe_new_action(edit: PddlEdit, level: int, facts: str) -> str:
    """Return the hint for a repair that adds an action, at a level from 1 to 3.

    ``facts`` lists the facts that the action should make true.
    """
    missing = _describe_missing_action("" if level == 1 else facts)
    match level:
        case 1:
            return missing
        case 2:
            return format_message("check.action-missing-like", missing=missing, action=edit.action)
    words = {"change": edit.description, "line": edit.line, "text": edit.new}
    return format_message("check.action-missing-text", missing=missing, **words)


def _describe_missing_action(facts: str, is_likely: bool = True) -> str:
    """Return a hint saying that an action is missing, and which facts it should make true.

    If ``is_likely`` is false, the hint says that an action may be missing.
    """
    if is_likely:
        return format_message("check.action-missing-for" if facts else "check.action-missing", facts=facts)
    return format_message("check.perhaps-missing-for" if facts else "check.perhaps-missing", facts=facts)


def _describe_edit_in_several_actions(edits: Sequence[PddlEdit], level: int) -> str:
    """Return a hint saying that the same edit is needed in several actions."""
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
    """Return a list, as text, of the model's facts that a missing move of the puzzle makes true.

    The text is empty if no move is missing, or if no facts represent the changed state variables.
    """
    difference, seen = classified.difference, verdict.observer
    if difference.kind != "forbids" or difference.valuation is None:
        return ""
    rows = zip(seen.readings, seen.state_variables.to_valuation(difference.state), difference.valuation, strict=False)
    changed = [reading[after] for reading, before, after in rows if before != after and 0 <= after < len(reading)]
    return join_phrases([*dict.fromkeys(format_literal(*literal) for literal in changed if literal)])


def _describe_edit(edit: PddlEdit, level: int) -> str:
    """Return the hint for a single edit, at a level from 1 to 3."""
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


def _describe_unrepaired_difference(classified: ClassifiedDifference, blame: Blame, level: int, facts: str) -> str:
    """Return the hint for a difference without a known repair: the action or part to look at."""
    look = _describe_blame(classified, blame, level, facts)
    return " ".join(filter(None, (look, format_message("check.nothing-found") if level == 3 or not look else "")))


def _describe_blame(classified: ClassifiedDifference, blame: Blame, level: int, facts: str) -> str:
    """Return a hint that names the action or part of a model that probably causes a difference.

    The hint is empty if there is no likely cause. At ``level`` 1 it only names the action or the part. ``facts`` lists
    the facts that a missing move makes true.
    """
    kind = str(classified.difference.kind)
    if not blame.action_name:
        if kind in PART_BY_KIND:
            part = PART_NAMES.get(PART_BY_KIND[kind], PART_BY_KIND[kind])
            return format_message("check.look-at-part", part=part, file="problem")
        return _describe_missing_action(facts if level > 1 else "", is_likely=False) if kind == "forbids" else ""
    if level == 1:
        return format_message("check.look-at-action", action=blame.action_name)
    if blame.needed_action is not None:
        words = {
            "needed": blame.needed_action,
            "unmet": join_phrases(blame.unmet_conditions),
            "count": len(blame.unmet_conditions),
        }
        look = format_message("check.not-applicable", action=blame.action_name, **words)
        return " ".join([look, format_message("check.or-missing", facts=facts)] if facts else [look])
    if blame.is_never_applied:
        return format_message("check.never-applied", action=blame.action_name)
    if kind == "forbids":
        missing = _describe_missing_action(facts, is_likely=False)
        return format_message("check.perhaps-missing-like", missing=missing, action=blame.action_name)
    if kind == "allows" and classified.difference.steps[-1][0].name == blame.action_name:
        return format_message("check.should-forbid", action=blame.action_name, move=classified.difference.steps[-1][0])
    return format_message("check.look-at-action", action=blame.action_name)
