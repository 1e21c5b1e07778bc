"""The parts of PDDL texts that an edit may change: preconditions, effects, initial state and goal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.scope import read_typed_list
from ferryplan.generator.pddl.syntax import ListNode, Source, SyntaxNode, WordNode

EditKind: TypeAlias = Literal[
    "remove", "replace", "add", "add-inside", "add-action-exchanged", "add-action-replaced", "add-action-without"
]
"""the kinds of edits, with the names that their messages have in `domains/messages/changes.toml`"""
CONNECTIVES = frozenset({"and", "or", "not", "imply", "when", "forall", "exists"})


class PddlEdit(NamedTuple):
    """A small edit of a domain or a problem, which may correct a mistake in it."""

    file: Literal["domain", "problem"]
    action: str
    """the name of the action that is edited; empty in a problem"""
    part: str
    """the part that is edited: ``precondition``, ``effect``, ``start`` or ``goal``; ``actions`` if the edit
    adds an action"""
    line: int
    """the line of the edited expression, from 1"""
    literal: str
    """the wrong literal, or the missing one; for a new action, the action that it is derived from"""
    change: EditKind
    text: str
    """the whole text after the edit"""
    text_with_both: str = ""
    """the whole text with both the old and the new literal, if the edit replaces a literal"""
    new: str = ""
    """the new literal or the new action, if the edit adds or replaces one"""
    within: str = ""
    """the nested condition or effect that the edit adds a literal to, if it does"""
    word: str = ""
    """the word of an existing action that a new action lacks or replaces"""
    replacing_word: str = ""
    """the word that replaces ``word`` in a new action"""

    @property
    def description(self) -> str:
        """A description of the edit in words."""
        words = {"action": self.action, "literal": self.literal, "new": self.new, "within": self.within}
        return format_message(f"changes.{self.change}", **words, word=self.word, other=self.replacing_word)

    @property
    def change_key(self) -> tuple[str, ...]:
        """A key that is equal for edits that make the same change to the same kind of part.

        Edits of different actions can have the same key, unless they add an action.
        """
        if self.word:  # a new action
            return (self.part, self.change, self.action, self.word, self.replacing_word)
        return (self.part, self.change, "" if self.is_addition else self.literal, self.new, self.within)

    @property
    def is_addition(self) -> bool:
        """Whether the edit adds something and removes nothing."""
        return self.change.startswith("add")

    @property
    def adds_inside_condition(self) -> bool:
        """Whether the edit adds a literal within a nested condition, which may make the condition weaker."""
        return self.change == "add-inside"

    @property
    def edit_keeping_old_literal(self) -> PddlEdit | None:
        """The variant of the edit that keeps the old literal beside the new one; None if there is none."""
        return self._replace(change="add", text=self.text_with_both, text_with_both="") if self.text_with_both else None


class EditablePart(NamedTuple):
    """A part of a PDDL text that edits may change: a precondition, effect, initial state or goal."""

    source: Source
    file: Literal["domain", "problem"]
    action: str
    part: str
    expression: ListNode
    """the expression of the part"""
    terms: Sequence[str]
    """the terms that may occur in the part"""

    def make_edit(
        self, at: SyntaxNode, literal: object, change: EditKind, replacement: str, new: object = ""
    ) -> PddlEdit:
        """Return the edit that replaces an expression of the part by the text ``replacement``.

        ``literal`` and ``new`` are the old and the new literal in the description of the edit; ``change`` is
        the kind of edit.
        """
        text, (start, end) = self.source.text, self.source.span_of_expression(at)
        changed = text[:start] + replacement + text[end:]
        return PddlEdit(self.file, self.action, self.part, at.line, str(literal), change, changed, new=str(new))

    def replace_expression(self, at: SyntaxNode, new: SyntaxNode) -> PddlEdit:
        """Return the edit that replaces one expression of the part by another."""
        return self.make_edit(at, at, "replace", str(new), new)

    def replace_literal(self, at: SyntaxNode, new: SyntaxNode | str) -> PddlEdit:
        """Return the edit that replaces one literal of the part by another.

        If a text with both literals is meaningful, it is ``text_with_both`` of the edit: the author may have meant
        both.
        """
        text, (start, end) = self.source.text, self.source.span_of_expression(at)
        both = f"{at} {new}" if self.part == "start" else f"(and {at} {new})"
        edit = self.make_edit(at, at, "replace", str(new), new)
        # Deeper inside, or next to its own negation, the new literal would not mean the same as alone.
        joined = at is self.expression or (
            self.expression.head in ("and", ":init") and any(one is at for one in self.expression.items)
        )
        if not joined or f"(not {at})" == str(new) or f"(not {new})" == str(at):
            return edit
        return edit._replace(text_with_both=text[:start] + both + text[end:])


def find_editable_parts(
    source: Source, file: Literal["domain", "problem"], names: Sequence[str]
) -> Iterator[EditablePart]:
    """Yield the preconditions, effects, goal and initial state of a PDDL text.

    `names` are the objects and constants that may occur there.
    """
    for item in source.parse().items:
        match item:
            case ListNode((WordNode(":action"), WordNode(action), *rest)):
                told = dict(zip(map(str, rest[::2]), rest[1::2], strict=False))
                variables = re.findall(r"\?[^ ()]*", str(told.get(":parameters", "")))
                for key in (":precondition", ":effect"):
                    if isinstance(part := told.get(key), ListNode):
                        yield EditablePart(source, file, action, key[1:], part, [*variables, *names])
            case ListNode((WordNode(":goal"), ListNode() as goal)):
                yield EditablePart(source, file, "", "goal", goal, names)
            case ListNode((WordNode(":init"), *_)) as start:
                yield EditablePart(source, file, "", "start", start, names)


def find_declared_names(source: Source, section: str) -> list[str]:
    """Return the names that a section, such as ``:objects``, declares, without their types."""
    groups = [item for item in source.parse().items if isinstance(item, ListNode) and item.head == section]
    return [one.name for group in groups for one in read_typed_list(source, group.items[1:], None)]


def find_atoms(part: ListNode, parent: ListNode | None = None) -> Iterator[tuple[ListNode, ListNode | None]]:
    """Yield the atoms in a part, each with the expression directly around it (None for the part itself)."""
    if part.head in CONNECTIVES or part.head == ":init":
        for item in part.items[1:]:
            if isinstance(item, ListNode) and item.head:
                yield from find_atoms(item, part)
    elif part.items:
        yield part, parent


def find_compound_conditions(whole: ListNode) -> Iterator[ListNode]:
    """Yield the conjuncts of a precondition that are not literals."""
    for item in whole.items[1:] if whole.head == "and" else (whole,):
        if isinstance(item, ListNode) and item.head in CONNECTIVES and not isinstance(item.items[-1], WordNode):
            inner = item.items[-1]
            if item.head != "not" or inner.head in CONNECTIVES:
                yield item
