"""Edits of PDDL texts that remove, replace or insert expressions and keep the layout."""

from __future__ import annotations

import bisect
import itertools
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ferryplan.generator.file_edits import FileEdit, join_edits
from ferryplan.generator.pddl.syntax import ListNode, Source, SourceLocation, SyntaxNode, WordNode, line_and_column

_SECTION_ORDER = (":domain", ":requirements", ":types", ":constants", ":objects", ":predicates", ":functions")
"""the sections that stand at the beginning of a file, in their order"""


@dataclass(frozen=True)
class SourceEditor:
    """Makes edits of a PDDL text whose parentheses match; all nodes must come from this text."""

    source: Source

    def replace_span(self, start: int, end: int, text: str) -> FileEdit:
        """Return the edit that replaces the text between two positions in it."""
        return FileEdit(self.source.name, *self.source.location_at(start), *self.source.location_at(end), text)

    def insert(self, position: int, text: str) -> FileEdit:
        """Return the edit that inserts a text at a position."""
        return self.replace_span(position, position, text)

    def start_of(self, node: SyntaxNode) -> int:
        """Return the position of the first character of an expression."""
        return self.source.span_of_expression(node)[0]

    def end_of(self, node: SyntaxNode) -> int:
        """Return the position after the last character of an expression."""
        return self.source.span_of_expression(node)[1]

    def text_of(self, node: SyntaxNode) -> str:
        """Return the text of an expression as it is written in the file."""
        return self.source.text[slice(*self.source.span_of_expression(node))]

    def replace(self, node: SyntaxNode, text: str) -> FileEdit:
        """Return the edit that replaces an expression."""
        return self.replace_span(*self.source.span_of_expression(node), text)

    def insert_before(self, node: SyntaxNode, text: str) -> FileEdit:
        """Return the edit that inserts a text directly before an expression."""
        return self.insert(self.start_of(node), text)

    def insert_after(self, node: SyntaxNode, text: str) -> FileEdit:
        """Return the edit that inserts a text directly after an expression."""
        return self.insert(self.end_of(node), text)

    def insert_in_list(self, items: Sequence[SyntaxNode], item: SyntaxNode, text: str) -> FileEdit:
        """Return the edit that inserts a text after an item of a list, laid out as the items are.

        If the items stand on lines of their own, the text does so, too, below a comment after the item.
        """
        columns = [other.column for one, other in itertools.pairwise(items) if one.line < other.line]
        if not columns:
            return self.insert_after(item, f" {text}")
        end = self.end_of(item)
        comment = self._rest_of_line(end).rstrip()
        return self.insert(end + len(comment) * comment.lstrip().startswith(";"), f"{break_line(columns[-1])}{text}")

    def move_before(self, node: SyntaxNode, target: SyntaxNode) -> tuple[FileEdit, ...]:
        """Return the edits that move an expression directly before another one.

        Comments on the lines directly above it move, too.
        """
        between = " " if self._start_of_line(target).strip() else break_line(target.column)
        comments = self._find_comments_above(node)
        moved = [*(self.source.text[slice(*one)].strip() for one in comments), self.text_of(node), ""]
        removals = [self.replace_span(*one, "") for one in comments]
        return join_edits([self.insert_before(target, between.join(moved)), *removals, self.remove(node)])

    def _start_of_line(self, node: SyntaxNode) -> str:
        return self.source.lines[node.line - 1][: node.column - 1]

    def _rest_of_line(self, position: int) -> str:
        return self.source.text[position:].partition("\n")[0]

    def _find_comments_above(self, node: SyntaxNode) -> list[tuple[int, int]]:
        """Return the spans of the whole lines directly above an expression that contain only comments."""
        spans, end = list[tuple[int, int]](), self.source.offset_at(node.line, 1)
        above = self.source.lines[: node.line - 1] if not self._start_of_line(node).strip() else []
        for line in itertools.takewhile(lambda line: line.lstrip().startswith(";"), reversed(above)):
            spans.insert(0, (end - len(line) - 1, end))
            end = spans[0][0]
        return spans

    def swap(self, one: SyntaxNode, other: SyntaxNode) -> tuple[FileEdit, ...]:
        """Return the edits that swap two expressions."""
        return join_edits([self.replace(one, self.text_of(other)), self.replace(other, self.text_of(one))])

    def remove(self, first: SyntaxNode, last: SyntaxNode | None = None) -> FileEdit:
        """Return the edit that removes expressions, from the first to the last, with the blanks around them.

        If nothing but a comment stands beside them, the edit removes the whole lines.
        """
        text, start, end = self.source.text, self.start_of(first), self.end_of(last or first)
        before, after = self._start_of_line(first), self._rest_of_line(end)
        line_start, line_end, rest = start - len(before), end + len(after), after.lstrip()
        if not before.strip() and rest[:1] in ("", ";") and line_end < len(text):
            return self.replace_span(line_start, line_end + 1, "")
        if (before.endswith("(") or not before.strip()) and rest[:1] not in ("", ")"):
            return self.replace_span(start, line_end - len(rest), "")
        if before.strip():
            return self.replace_span(line_start + len(before.rstrip()), end, "")
        # Without its line break, the parenthesis that follows would become a part of a comment on the line above.
        keeps_break = ";" in "".join(self.source.lines[: first.line - 1][-1:])
        return self.replace_span(start if keeps_break else len(text[:start].rstrip()), end, "")

    def unwrap(self, group: ListNode, first: SyntaxNode, last: SyntaxNode | None = None) -> tuple[FileEdit, ...]:
        """Return the edits that replace a list by some of its items, from the first to the last."""
        return (
            self.replace_span(self.start_of(group), self.start_of(first), ""),
            self.replace_span(self.end_of(last or first), self.end_of(group), ""),
        )

    def remove_names(self, items: Sequence[SyntaxNode], names: Collection[SyntaxNode]) -> tuple[FileEdit, ...]:
        """Return the edits that remove names from a list of names with types, and types that no name has left."""
        edits = list[FileEdit]()
        for group, kind in split_typed_list(items):
            removed = [name for name in group if name in names]
            if removed and len(removed) == len(group):
                edits.append(self.remove(group[0], kind or group[-1]))
            else:
                edits += [self.remove(name) for name in removed]
        return join_edits(edits)

    def sections(self) -> Iterator[ListNode]:
        """Yield the sections of the file that are lists."""
        yield from (one for one in self.source.parse().items[1:] if isinstance(one, ListNode))

    def find_section(self, keyword: str) -> ListNode | None:
        """Return the first section with a keyword, such as ``:types``; None if there is none."""
        return next((one for one in self.sections() if one.head == keyword), None)

    def add_to_section(self, keyword: str, text: str, at_beginning: bool = False) -> FileEdit:
        """Return the edit that adds a text to a section, which is inserted if the file lacks it.

        The text stands on a line of its own if the other items do. With ``at_beginning``, it becomes the first item.
        """
        section = self.find_section(keyword)
        if section is None:
            return self._insert_section(keyword, f"({keyword} {text})")
        first, *others = section.items
        if at_beginning and others and first.line < others[-1].line:
            return self.insert_before(others[0], f"{text}{break_line(others[0].column)}")
        if at_beginning or not others:
            return self.insert_after(first, f" {text}")
        return self.insert_in_list(section.items, others[-1], text)

    def _insert_section(self, keyword: str, text: str) -> FileEdit:
        """Return the edit that inserts a section after the sections that should precede it."""
        whole = self.source.parse()
        if len(whole.items) < 2:  # a file that has only just been begun
            return self.insert(self.end_of(whole) - 1, f" {text}")
        _, name, *rest = whole.items
        earlier = _SECTION_ORDER[: _SECTION_ORDER.index(keyword)]
        preceding = [name, *(one for one in rest if isinstance(one, ListNode) and one.head in earlier)]
        if not rest:
            return self.insert_after(name, f"{break_line(3)}{text}")
        return self.insert_in_list([name, *rest], preceding[-1], text)


def break_line(column: int) -> str:
    """Return a line break, with the blanks before a column of the new line."""
    return f"\n{' ' * (column - 1)}"


def split_typed_list(items: Iterable[SyntaxNode]) -> Iterator[tuple[list[WordNode], SyntaxNode | None]]:
    """Yield the groups of names in a list of names with types, each with its type.

    The type is None for names without one.
    """
    waiting, rest = list[WordNode](), iter(items)
    for item in rest:
        if isinstance(item, WordNode) and item.text == "-":
            yield waiting, next(rest, None)
            waiting = []
        elif isinstance(item, WordNode):
            waiting.append(item)
    if waiting:
        yield waiting, None


def find_path(source: Source, where: SourceLocation) -> list[SyntaxNode]:
    """Return the nodes that contain a place of a file, from the whole file to the node at the place.

    The path is empty if no node begins at the place.
    """
    place, path = line_and_column(where), list[SyntaxNode]([source.parse()])
    while (path[-1].line, path[-1].column) != place:
        items = path[-1].items if isinstance(path[-1], ListNode) else ()
        following = bisect.bisect_right(items, place, key=line_and_column)
        if not following:
            return []
        path.append(items[following - 1])
    return path


def find_node(source: Source, where: SourceLocation) -> SyntaxNode | None:
    """Return the node at a place of a file; None if no node begins there."""
    return next(reversed(find_path(source, where)), None)


def find_last_written(source: Source, where: SourceLocation, text: str) -> ListNode | None:
    """Return the last list with a text within the list at a place; None if there is none.

    The text has single spaces. The place None stands for the whole file.
    """
    waiting = list[SyntaxNode]([source.parse()] if where is None else find_path(source, where)[-1:])
    while waiting:
        node = waiting.pop()
        if isinstance(node, ListNode):
            if f"{node}" == text:
                return node
            waiting += node.items
    return None


def find_requirement(source: Source, name: str) -> tuple[ListNode, WordNode] | None:
    """Return a requirement of a file, such as ``:strips``, after its section; None if the file lacks it."""
    sections = (one for one in SourceEditor(source).sections() if one.head == ":requirements")
    words = ((section, word) for section in sections for word in section.items if isinstance(word, WordNode))
    return next((found for found in words if found[1].text == name), None)


def remove_requirement(source: Source, name: str) -> tuple[SourceLocation, tuple[FileEdit, ...]]:
    """Return the place of a requirement in a file, and the edit that removes it."""
    found = find_requirement(source, name)
    if found is None:
        return None, ()
    section, word = found
    return word, (SourceEditor(source).remove(section if len(section.items) == 2 else word),)
