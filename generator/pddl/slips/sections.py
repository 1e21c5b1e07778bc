"""A file whose parentheses match: its sections, the parts of its actions, its lists of names, and edits of what stands there."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ferryplan import domains
from ferryplan.generator.pddl.slips.slip import Edit, Part
from ferryplan.generator.pddl.syntax import Expression, Group, Source, Word

_FORMS: dict[str, list[str]] = domains.words("linting")["forms"]
SECTIONS = tuple(_FORMS["sections"])
PARTS = tuple(_FORMS["parts"])
CONDITIONS = (":precondition", ":condition", ":effect", ":goal")
NAME_LISTS = (":types", ":constants", ":objects")
SIGNATURES = (":predicates", ":functions")
ACTIONS = (":action", ":durative-action")


@dataclass(frozen=True)
class PddlFile:
    """A domain or a problem as nested parentheses."""

    source: Source
    part: Part

    @functools.cached_property
    def sections(self) -> tuple[Expression, ...]:
        """What stands behind the name of the file. Raises PddlError where parentheses do not match."""
        return self.source.parse().items[2:]

    def named(self, *keywords: str) -> Iterator[Group]:
        """Yield the sections with one of some keywords."""
        yield from (one for one in self.sections if isinstance(one, Group) and one.head in keywords)

    def name_lists(self) -> Iterator[Sequence[Expression]]:
        """Yield each list of names with their types: types, objects, parameters, variables of quantifiers."""
        yield from (section.items[1:] for section in self.named(*NAME_LISTS))
        yield from (
            one.items[1:] for section in self.named(*SIGNATURES) for one in section.items if isinstance(one, Group)
        )
        for action in self.named(*ACTIONS):
            for keyword, groups in parts_of(action):
                if keyword == ":parameters":
                    yield from (group.items for group in groups)
        for group in self.conditions():
            if group.head in ("forall", "exists") and len(group.items) > 1 and isinstance(group.items[1], Group):
                yield group.items[1].items

    def conditions(self) -> Iterator[Group]:
        """Yield the conditions and effects of the file, outer ones first, without the variables of quantifiers."""
        for section in self.named(":goal"):
            for one in section.items[1:]:
                yield from _within(one)
        for action in self.named(*ACTIONS):
            yield from conditions_of(action)

    def replace(self, expression: Expression, new: str) -> Edit:
        """Return the edit that writes something else in place of an expression."""
        return Edit(self.part, *self.source.span(expression), new)

    def replace_span(self, start: int, end: int, new: str) -> Edit:
        """Return the edit that writes something else in place of a part of the text."""
        return Edit(self.part, start, end, new)

    def insert(self, position: int, new: str) -> Edit:
        """Return the edit that adds text at a position."""
        return Edit(self.part, position, position, new)

    def start(self, expression: Expression) -> int:
        """Return where an expression begins."""
        return self.source.span(expression)[0]

    def end(self, expression: Expression) -> int:
        """Return where an expression ends."""
        return self.source.span(expression)[1]

    def wrap(self, first: Expression, last: Expression, opening: str) -> tuple[Edit, Edit]:
        """Return the edits that put an opening text before the first of some expressions, and a parenthesis behind the last."""
        return self.insert(self.start(first), opening), self.insert(self.end(last), ")")

    def unwrap(self, group: Group) -> tuple[Edit, Edit]:
        """Return the edits that put blanks in place of the parentheses of a group."""
        start, end = self.source.span(group)
        return Edit(self.part, start, start + 1, " "), Edit(self.part, end - 1, end, " ")

    def blank(self, expression: Expression) -> Edit:
        """Return the edit that leaves an expression out and keeps its lines."""
        start, end = self.source.span(expression)
        return Edit(self.part, start, end, "".join("\n" if one == "\n" else " " for one in self.source.text[start:end]))


def parts_of(action: Group) -> Iterator[tuple[str, list[Group]]]:
    """Yield the parts of an action: the keyword, and the groups behind it."""
    keyword, groups = "", list[Group]()
    for item in (*action.items[2:], Word("")):
        if isinstance(item, Group):
            groups.append(item)
            continue
        if keyword:
            yield keyword, groups
        keyword, groups = item.text, []


def conditions_of(action: Group) -> Iterator[Group]:
    """Yield the conditions and effects of an action, outer ones first."""
    for keyword, groups in parts_of(action):
        if keyword in CONDITIONS:
            for group in groups:
                yield from _within(group)


def _within(expression: Expression) -> Iterator[Group]:
    if isinstance(expression, Group):
        yield expression
        for item in expression.items[2 if expression.head in ("forall", "exists") else 0 :]:
            yield from _within(item)
