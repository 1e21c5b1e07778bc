"""Conditions and effects without ``and``, ``not`` around several, ``and`` where facts are listed, parentheses within lists of parameters."""

from __future__ import annotations

from collections.abc import Iterator

from ferryplan.generator.pddl.slips.sections import ACTIONS, CONDITIONS, PddlFile, parts_of
from ferryplan.generator.pddl.slips.slip import Edit, Slip
from ferryplan.generator.pddl.syntax import Group


def find_condition_slips(file: PddlFile) -> Iterator[Slip]:
    """Yield the slips in how conditions, effects and facts are put together."""
    for action in file.named(*ACTIONS):
        for keyword, groups in parts_of(action):
            if keyword in CONDITIONS and len(groups) > 1:
                yield _missing_and(file, groups[0], file.wrap(groups[0], groups[-1], "(and "), keyword)
            elif keyword == ":parameters":
                yield from _nested_parameters(file, groups)
    for goal in file.named(":goal"):
        if len(goal.items) > 2 and all(isinstance(item, Group) for item in goal.items[1:]):
            yield _missing_and(file, goal.items[1], file.wrap(goal.items[1], goal.items[-1], "(and "), ":goal")
    for group in file.conditions():
        yield from _of_condition(file, group)
    for start in file.named(":init"):
        for item in start.items[1:]:
            if isinstance(item, Group) and item.head == "and":
                edits = (*file.unwrap(item), file.blank(item.items[0]))
                yield Slip("and-in-start", file.part, file.start(item), edits)


def _missing_and(file: PddlFile, first: object, edits: tuple[Edit, ...], where: str) -> Slip:
    assert isinstance(first, Group)
    return Slip("missing-and", file.part, file.start(first), edits, {"place": where})


def _nested_parameters(file: PddlFile, groups: list[Group]) -> Iterator[Slip]:
    """Yield the slip of ``((?x) (?y))``, and of ``(?x) (?y)``, in place of ``(?x ?y)``."""
    inner = [group for one in groups for group in one.items if isinstance(group, Group) and group.head != "either"]
    edits = [edit for group in inner for edit in file.unwrap(group)]
    edits += [file.unwrap(group)[1] for group in groups[:-1]] + [file.unwrap(group)[0] for group in groups[1:]]
    if edits:
        yield Slip("nested-parameters", file.part, file.start(groups[0]), tuple(edits))


def _of_condition(file: PddlFile, group: Group) -> Iterator[Slip]:
    start, parts = file.start(group), group.items[1:]
    if group.items and all(isinstance(item, Group) for item in group.items):
        yield Slip("missing-and", file.part, start, (file.insert(start + 1, "and "),), {"place": "this group"})
    elif group.head == "not" and len(parts) > 1 and all(isinstance(part, Group) for part in parts):
        edits = [file.replace(group.items[0], "and")]
        for part in parts:
            edits += file.wrap(part, part, "(not ")
        yield Slip("not-of-several", file.part, start, tuple(edits))
    elif group.head in ("when", "forall", "exists") and len(parts) > 2:
        words = {"place": f"'{group.head}'"}
        yield Slip("missing-and", file.part, file.start(parts[1]), file.wrap(parts[1], parts[-1], "(and "), words)
