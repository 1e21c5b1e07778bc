"""Edits of PDDL texts that remove, replace or insert expressions and keep the layout."""

from __future__ import annotations

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

    def replace(self, node: SyntaxNode, text: str) -> FileEdit:
        """Return the edit that replaces an expression."""
        return self.replace_span(*self.source.span_of_expression(node), text)

    def insert_after(self, node: SyntaxNode, text: str) -> FileEdit:
        """Return the edit that inserts a text directly after an expression."""
        end = self.source.span_of_expression(node)[1]
        return self.replace_span(end, end, text)

    def text_of(self, node: SyntaxNode) -> str:
        """Return the text of an expression as it is written in the file."""
        start, end = self.source.span_of_expression(node)
        return self.source.text[start:end]

    def move_before(self, node: SyntaxNode, target: SyntaxNode) -> tuple[FileEdit, ...]:
        """Return the edits that move an expression directly before another one.

        Comments on the lines directly above it move, too.
        """
        start = self.source.span_of_expression(target)[0]
        line_start = self.source.text.rfind("\n", 0, start) + 1
        alone = not self.source.text[line_start:start].strip()
        between = f"\n{' ' * (target.column - 1)}" if alone else " "
        comments = self._find_comments_above(node)
        moved = "".join(f"{self.source.text[slice(*one)].strip()}{between}" for one in comments) + self.text_of(node)
        removals = [self.replace_span(*one, "") for one in comments]
        return join_edits([self.replace_span(start, start, moved + between), *removals, self.remove(node)])

    def _find_comments_above(self, node: SyntaxNode) -> list[tuple[int, int]]:
        """Return the spans of the whole lines directly above an expression that contain only comments."""
        spans, end = list[tuple[int, int]](), self.source.offset_at(node.line, 1)
        alone = not self.source.lines[node.line - 1][: node.column - 1].strip()
        for line in reversed(self.source.lines[: node.line - 1] if alone else []):
            if not line.lstrip().startswith(";"):
                break
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
        text, start = self.source.text, self.source.span_of_expression(first)[0]
        end = self.source.span_of_expression(last or first)[1]
        line_start, line_end = text.rfind("\n", 0, start) + 1, text.find("\n", end)
        before, after = text[line_start:start], text[end : line_end if line_end >= 0 else len(text)]
        rest = after.lstrip()
        if not before.strip() and rest[:1] in ("", ";") and line_end >= 0:
            return self.replace_span(line_start, line_end + 1, "")
        if (before.endswith("(") or not before.strip()) and rest[:1] not in ("", ")"):
            return self.replace_span(start, end + len(after) - len(rest), "")
        if before.strip():
            return self.replace_span(start - len(before) + len(before.rstrip()), end, "")
        # Without its line break, the parenthesis that follows would become a part of a comment on the line above.
        above = text[:line_start].splitlines()[-1:]
        keeps_break = any(";" in line for line in above)
        return self.replace_span(start if keeps_break else len(text[:start].rstrip()), end, "")

    def unwrap(self, group: ListNode, inner: SyntaxNode) -> tuple[FileEdit, ...]:
        """Return the edits that replace a list by one of its items."""
        start, end = self.source.span_of_expression(group)
        first, last = self.source.span_of_expression(inner)
        return self.replace_span(start, first, ""), self.replace_span(last, end, "")

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

    def remove_from_section(self, section: ListNode, node: SyntaxNode) -> FileEdit:
        """Return the edit that removes an item of a section, or the section if it has no other item."""
        return self.remove(section if len(section.items) == 2 else node)

    def add_to_section(self, keyword: str, text: str, at_beginning: bool = False) -> FileEdit:
        """Return the edit that adds a text to a section, which is inserted if the file lacks it.

        The text stands on a line of its own if the other items do. With ``at_beginning``, it becomes the first item.
        """
        section = self.find_section(keyword)
        if section is None:
            return self._insert_section(keyword, f"({keyword} {text})")
        if at_beginning or len(section.items) == 1:
            first, *others = section.items
            if not others or first.line == others[-1].line:
                return self.insert_after(first, f" {text}")
            start = self.source.span_of_expression(others[0])[0]
            return self.replace_span(start, start, f"{text}\n{' ' * (others[0].column - 1)}")
        return self.insert_as_last(section.items, text)

    def insert_as_last(self, items: Sequence[SyntaxNode], text: str) -> FileEdit:
        """Return the edit that adds a text after the last of the items of a list, laid out as they are."""
        last = items[-1]
        starts = [one for number, one in enumerate(items[1:]) if items[number].line < one.line]
        end = self.source.span_of_expression(last)[1]
        if not starts:
            return self.replace_span(end, end, f" {text}")
        line_end = self.source.text.find("\n", end)
        comment = self.source.text[end : line_end if line_end >= 0 else len(self.source.text)].rstrip()
        if comment.lstrip().startswith(";"):
            end += len(comment)
        return self.replace_span(end, end, "\n" + " " * (starts[-1].column - 1) + text)

    def _insert_section(self, keyword: str, text: str) -> FileEdit:
        """Return the edit that inserts a section after the sections that should precede it."""
        rank = _SECTION_ORDER.index(keyword)
        whole = self.source.parse()
        if len(whole.items) < 2:  # a file that has only just been begun
            end = self.source.span_of_expression(whole)[1] - 1
            return self.replace_span(end, end, f" {text}")
        _, name, *rest = whole.items
        earlier = [one for one in rest if isinstance(one, ListNode) and one.head in _SECTION_ORDER[:rank]]
        before = [name, *earlier][-1]
        starts = [one.column for above, one in zip([name, *rest], rest, strict=False) if above.line < one.line]
        if not starts and rest:
            return self.insert_after(before, f" {text}")
        end = self.source.span_of_expression(before)[1]
        return self.replace_span(end, end, "\n" + " " * ((starts or [3])[0] - 1) + text)


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
        before = [one for one in items if (one.line, one.column) <= place]
        if not before:
            return []
        path.append(before[-1])
    return path


def find_list_around(source: Source, where: SourceLocation, *heads: str) -> ListNode | None:
    """Return the innermost list around a place that begins with one of some words; None if there is none.

    An action counts as the list around its parts.
    """
    around = (one for one in reversed(find_path(source, where)) if isinstance(one, ListNode))
    return next((one for one in around if one.head in heads), None)


def find_last_written(source: Source, where: SourceLocation, text: str) -> ListNode | None:
    """Return the last list with a text within the list at a place; None if there is none.

    The text has single spaces. The place None stands for the whole file.
    """
    path = find_path(source, where) if where is not None else [source.parse()]
    waiting = [*path[-1:]]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ListNode):
            if f"{node}" == text:
                return node
            waiting += node.items
    return None


def add_to_requirements(domain: Source, name: str) -> FileEdit:
    """Return the edit that adds a requirement to a domain."""
    return SourceEditor(domain).add_to_section(":requirements", name)


def find_requirement(source: Source, name: str) -> WordNode | None:
    """Return the place of a requirement, such as ``:strips``, in a file."""
    sections = (one for one in SourceEditor(source).sections() if one.head == ":requirements")
    words = (word for section in sections for word in section.items if isinstance(word, WordNode))
    return next((word for word in words if word.text == name), None)


def remove_requirement(source: Source, name: str) -> tuple[SourceLocation, tuple[FileEdit, ...]]:
    """Return the place of a requirement in a file, and the edit that removes it."""
    word = find_requirement(source, name)
    match find_path(source, word)[-2:] if word is not None else []:
        case [ListNode() as section, WordNode() as found]:
            return found, (SourceEditor(source).remove_from_section(section, found),)
    return None, ()
