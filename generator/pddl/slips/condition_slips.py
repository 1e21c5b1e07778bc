"""Slips in the structure of conditions, effects, facts and parameter lists.

These slips are a missing ``and``, a ``not`` around several conditions, an ``and`` in the initial state, and
parentheses within parameter lists.
"""

from __future__ import annotations

from collections.abc import Iterator

from ferryplan.generator.pddl.slips.pddl_file import ACTIONS, CONDITIONS, PddlFile, action_parts
from ferryplan.generator.pddl.slips.slip import Slip, TextEdit
from ferryplan.generator.pddl.syntax import ListNode


def find_condition_slips(file: PddlFile) -> Iterator[Slip]:
    """Yield the slips in the structure of conditions, effects, facts and parameter lists."""
    for action in file.sections_with_keyword(*ACTIONS):
        for keyword, groups in action_parts(action):
            if keyword in CONDITIONS and len(groups) > 1:
                yield _make_missing_and_slip(
                    file, groups[0], file.make_enclosing_edits(groups[0], groups[-1], "(and "), keyword
                )
            elif keyword == ":parameters":
                yield from _find_nested_parameters(file, groups)
    for goal in file.sections_with_keyword(":goal"):
        if len(goal.items) > 2 and all(isinstance(item, ListNode) for item in goal.items[1:]):
            yield _make_missing_and_slip(
                file, goal.items[1], file.make_enclosing_edits(goal.items[1], goal.items[-1], "(and "), ":goal"
            )
    for group in file.conditions_and_effects():
        yield from _find_slips_in_condition(file, group)
    for start in file.sections_with_keyword(":init"):
        for item in start.items[1:]:
            if isinstance(item, ListNode) and item.head == "and":
                edits = (*file.make_unwrapping_edits(item), file.make_blanking_edit(item.items[0]))
                yield Slip("and-in-start", file.file_role, file.start_of(item), edits)


def _make_missing_and_slip(file: PddlFile, first: object, edits: tuple[TextEdit, ...], where: str) -> Slip:
    assert isinstance(first, ListNode)
    return Slip("missing-and", file.file_role, file.start_of(first), edits, {"place": where})


def _find_nested_parameters(file: PddlFile, groups: list[ListNode]) -> Iterator[Slip]:
    """Yield a slip if parameters are written as ``((?x) (?y))`` or ``(?x) (?y)``, not as ``(?x ?y)``."""
    inner = [group for one in groups for group in one.items if isinstance(group, ListNode) and group.head != "either"]
    edits = [edit for group in inner for edit in file.make_unwrapping_edits(group)]
    edits += [file.make_unwrapping_edits(group)[1] for group in groups[:-1]] + [
        file.make_unwrapping_edits(group)[0] for group in groups[1:]
    ]
    if edits:
        yield Slip("nested-parameters", file.file_role, file.start_of(groups[0]), tuple(edits))


def _find_slips_in_condition(file: PddlFile, group: ListNode) -> Iterator[Slip]:
    parts = group.items[1:]
    if group.items and all(isinstance(item, ListNode) for item in group.items):
        start = file.start_of(group)
        yield Slip(
            "missing-and",
            file.file_role,
            start,
            (file.make_insertion_edit(start + 1, "and "),),
            {"place": "this group"},
        )
    elif group.head == "not" and len(parts) > 1 and all(isinstance(part, ListNode) for part in parts):
        edits = [file.make_replacement_edit(group.items[0], "and")]
        for part in parts:
            edits += file.make_enclosing_edits(part, part, "(not ")
        yield Slip("not-of-several", file.file_role, file.start_of(group), tuple(edits))
    elif group.head in ("when", "forall", "exists") and len(parts) > 2:
        words = {"place": f"'{group.head}'"}
        yield Slip(
            "missing-and",
            file.file_role,
            file.start_of(parts[1]),
            file.make_enclosing_edits(parts[1], parts[-1], "(and "),
            words,
        )
