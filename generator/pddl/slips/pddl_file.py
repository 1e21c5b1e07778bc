"""The sections, action parts and lists of names of a file whose parentheses match, and edits of them."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ferryplan import domains
from ferryplan.generator.pddl.slips.slip import FileRole, TextEdit
from ferryplan.generator.pddl.syntax import ListNode, Source, SyntaxNode, WordNode

_FORMS: dict[str, list[str]] = domains.words("linting")["forms"]
SECTIONS = tuple(_FORMS["sections"])
PARTS = tuple(_FORMS["parts"])
CONDITIONS = (":precondition", ":condition", ":effect", ":goal")
NAME_LISTS = (":types", ":constants", ":objects")
SIGNATURES = (":predicates", ":functions")
ACTIONS = (":action", ":durative-action")


@dataclass(frozen=True)
class PddlFile:
    """A domain or a problem as nested lists, with methods that find its parts and make edits of its text."""

    source: Source
    file_role: FileRole
    """whether the file is the domain or the problem"""

    @functools.cached_property
    def sections(self) -> tuple[SyntaxNode, ...]:
        """The sections of the file: all items after its name.

        Raises PddlError if the parentheses do not match.
        """
        return self.source.parse().items[2:]

    def sections_with_keyword(self, *keywords: str) -> Iterator[ListNode]:
        """Yield the sections that begin with one of the given keywords."""
        yield from (one for one in self.sections if isinstance(one, ListNode) and one.head in keywords)

    def name_lists(self) -> Iterator[Sequence[SyntaxNode]]:
        """Yield each list of names with types: types, objects, parameters, quantified variables."""
        yield from (section.items[1:] for section in self.sections_with_keyword(*NAME_LISTS))
        yield from (
            one.items[1:]
            for section in self.sections_with_keyword(*SIGNATURES)
            for one in section.items
            if isinstance(one, ListNode)
        )
        for action in self.sections_with_keyword(*ACTIONS):
            for keyword, groups in action_parts(action):
                if keyword == ":parameters":
                    yield from (group.items for group in groups)
        for group in self.conditions_and_effects():
            if group.head in ("forall", "exists") and len(group.items) > 1 and isinstance(group.items[1], ListNode):
                yield group.items[1].items

    def conditions_and_effects(self) -> Iterator[ListNode]:
        """Yield the conditions and effects of the file, outer ones first.

        The variable lists of quantifiers are left out.
        """
        for section in self.sections_with_keyword(":goal"):
            for one in section.items[1:]:
                yield from _nested_conditions(one)
        for action in self.sections_with_keyword(*ACTIONS):
            yield from conditions_of_action(action)

    def make_replacement_edit(self, expression: SyntaxNode, new: str) -> TextEdit:
        """Return the edit that replaces an expression by a text."""
        return TextEdit(self.file_role, *self.source.span_of_expression(expression), new)

    def make_span_edit(self, start: int, end: int, new: str) -> TextEdit:
        """Return the edit that replaces the text between two positions."""
        return TextEdit(self.file_role, start, end, new)

    def make_insertion_edit(self, position: int, new: str) -> TextEdit:
        """Return the edit that inserts a text at a position."""
        return TextEdit(self.file_role, position, position, new)

    def start_of(self, expression: SyntaxNode) -> int:
        """Return the position in the text at which an expression starts."""
        return self.source.span_of_expression(expression)[0]

    def end_of(self, expression: SyntaxNode) -> int:
        """Return the position in the text at which an expression ends."""
        return self.source.span_of_expression(expression)[1]

    def make_enclosing_edits(self, first: SyntaxNode, last: SyntaxNode, opening: str) -> tuple[TextEdit, TextEdit]:
        """Return the edits that enclose neighboring expressions in one pair of parentheses.

        ``opening`` is the text before the first expression, such as ``(and``.
        """
        return self.make_insertion_edit(self.start_of(first), opening), self.make_insertion_edit(self.end_of(last), ")")

    def make_unwrapping_edits(self, group: ListNode) -> tuple[TextEdit, TextEdit]:
        """Return the edits that replace the two parentheses of a list by spaces."""
        start, end = self.source.span_of_expression(group)
        return TextEdit(self.file_role, start, start + 1, " "), TextEdit(self.file_role, end - 1, end, " ")

    def make_blanking_edit(self, expression: SyntaxNode) -> TextEdit:
        """Return the edit that replaces an expression by spaces and keeps its line breaks."""
        start, end = self.source.span_of_expression(expression)
        return TextEdit(
            self.file_role, start, end, "".join("\n" if one == "\n" else " " for one in self.source.text[start:end])
        )


def action_parts(action: ListNode) -> Iterator[tuple[str, list[ListNode]]]:
    """Yield the parts of an action: each keyword, such as ``:effect``, with the lists after it."""
    keyword, groups = "", list[ListNode]()
    for item in (*action.items[2:], WordNode("")):
        if isinstance(item, ListNode):
            groups.append(item)
            continue
        if keyword:
            yield keyword, groups
        keyword, groups = item.text, []


def conditions_of_action(action: ListNode) -> Iterator[ListNode]:
    """Yield the conditions and effects of an action, outer ones first."""
    for keyword, groups in action_parts(action):
        if keyword in CONDITIONS:
            for group in groups:
                yield from _nested_conditions(group)


def _nested_conditions(expression: SyntaxNode) -> Iterator[ListNode]:
    if isinstance(expression, ListNode):
        yield expression
        for item in expression.items[2 if expression.head in ("forall", "exists") else 0 :]:
            yield from _nested_conditions(item)
