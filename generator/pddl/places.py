"""The parts of PDDL texts that an edit may change: preconditions, effects, the start and the goal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.pddl.scope import typed_list
from ferryplan.generator.pddl.syntax import Expression, Group, Source, Word

Change: TypeAlias = Literal[
    "remove", "replace", "add", "add-inside", "add-action-exchanged", "add-action-replaced", "add-action-without"
]
"""the kinds of changes, as `domains/messages/changes.toml` has them"""
CONNECTIVES = frozenset({"and", "or", "not", "imply", "when", "forall", "exists"})


class Edit(NamedTuple):
    """A change of one of two texts."""

    of: Literal["domain", "problem"]
    action: str
    """in which action it is; empty in a problem"""
    part: str
    """in which part of it: ``precondition``, ``effect``, ``start`` or ``goal``"""
    line: int
    literal: str
    """the literal that is wrong, or missing"""
    change: Change
    text: str
    """the whole text after it"""
    kept: str = ""
    """the whole text with the new literal beside the old one, where it says to write one instead of the other"""
    new: str = ""
    """what it says to write, alone or instead of another"""
    within: str = ""
    """the condition or effect that it adds something to"""
    word: str = ""
    """the word of an action that a new action lacks or has another word for"""
    other: str = ""
    """the other word"""

    @property
    def says(self) -> str:
        """The change in words."""
        words = {"action": self.action, "literal": self.literal, "new": self.new, "within": self.within}
        return format_message(f"changes.{self.change}", **words, word=self.word, other=self.other)

    @property
    def identity(self) -> tuple[str, ...]:
        """What makes two edits the same change of the same part, in whatever action and text."""
        if self.word:  # a new action
            return (self.part, self.change, self.action, self.word, self.other)
        return (self.part, self.change, "" if self.is_addition else self.literal, self.new, self.within)

    @property
    def is_addition(self) -> bool:
        """Whether it leaves what is there and adds something."""
        return self.change.startswith("add")

    @property
    def is_inside(self) -> bool:
        """Whether it adds something within a condition, which may make this one weaker."""
        return self.change == "add-inside"

    @property
    def gentler(self) -> Edit | None:
        """The change by which what is there stays and the new literal is added to it; None where nothing is written instead of anything."""
        return self._replace(change="add", text=self.kept, kept="") if self.kept else None


class Place(NamedTuple):
    """A part of a text in which something may be changed."""

    source: Source
    of: Literal["domain", "problem"]
    action: str
    part: str
    whole: Group
    terms: Sequence[str]
    """what may stand there for something else"""

    def edit(self, at: Expression, literal: object, change: Change, written: str, new: object = "") -> Edit:
        """Return the change of an expression into what is then ``written`` there."""
        text, (start, end) = self.source.text, self.source.span(at)
        changed = text[:start] + written + text[end:]
        return Edit(self.of, self.action, self.part, at.line, str(literal), change, changed, new=str(new))

    def replace(self, at: Expression, new: Expression) -> Edit:
        """Return the change of an expression into another one."""
        return self.edit(at, at, "replace", str(new), new)

    def instead(self, at: Expression, new: Expression | str) -> Edit:
        """Return the change of a literal into another one, with the text that keeps both where that may be meant."""
        text, (start, end) = self.source.text, self.source.span(at)
        both = f"{at} {new}" if self.part == "start" else f"(and {at} {new})"
        edit = self.edit(at, at, "replace", str(new), new)
        # Deeper inside, and beside its own opposite, the new literal would not mean what it means alone.
        joined = at is self.whole or (
            self.whole.head in ("and", ":init") and any(one is at for one in self.whole.items)
        )
        if not joined or f"(not {at})" == str(new) or f"(not {new})" == str(at):
            return edit
        return edit._replace(kept=text[:start] + both + text[end:])


def places_in(source: Source, of: Literal["domain", "problem"], names: Sequence[str]) -> Iterator[Place]:
    """Yield the parts of actions, the goal or the start in which something may be changed; `names` may stand there."""
    for item in source.parse().items:
        match item:
            case Group((Word(":action"), Word(action), *rest)):
                told = dict(zip(map(str, rest[::2]), rest[1::2], strict=False))
                variables = re.findall(r"\?[^ ()]*", str(told.get(":parameters", "")))
                for key in (":precondition", ":effect"):
                    if isinstance(part := told.get(key), Group):
                        yield Place(source, of, action, key[1:], part, [*variables, *names])
            case Group((Word(":goal"), Group() as goal)):
                yield Place(source, of, "", "goal", goal, names)
            case Group((Word(":init"), *_)) as start:
                yield Place(source, of, "", "start", start, names)


def names_in(source: Source, section: str) -> list[str]:
    """Return the names that a section declares, without their types."""
    groups = [item for item in source.parse().items if isinstance(item, Group) and item.head == section]
    return [one.name for group in groups for one in typed_list(source, group.items[1:], None)]


def atoms_in(part: Group, above: Group | None = None) -> Iterator[tuple[Group, Group | None]]:
    """Yield the atoms in a part, each with what stands around it."""
    if part.head in CONNECTIVES or part.head == ":init":
        for item in part.items[1:]:
            if isinstance(item, Group) and item.head:
                yield from atoms_in(item, part)
    elif part.items:
        yield part, above


def compound_parts(whole: Group) -> Iterator[Group]:
    """Yield the conditions joined in a precondition that are no literals."""
    for item in whole.items[1:] if whole.head == "and" else (whole,):
        if isinstance(item, Group) and item.head in CONNECTIVES and not isinstance(item.items[-1], Word):
            inner = item.items[-1]
            if item.head != "not" or inner.head in CONNECTIVES:
                yield item
