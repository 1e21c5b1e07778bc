"""The layout of PDDL: indentation, line breaks, blank lines and the place of comments.

Tokens stay as they are. As in gofmt, where lines break between the parts of a condition, between facts and between
names is the author's choice, because such groups have a meaning; everything else follows from the tokens. So what
`format_pddl` returns is a fixed point: formatting it again changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ferryplan.generator.arguments import check_argument_type
from ferryplan.generator.pddl.source_forms import (
    MAX_LINE_LENGTH,
    FormRole,
    Item,
    SourceForm,
    is_comment,
    read_source_forms,
)
from ferryplan.generator.pddl.syntax import Source

INDENT = 2
MAX_INDENT = 50
"""the indentation from which deeper forms are not indented further, so that there is room for their text"""


def format_pddl(text: str) -> str:
    r"""Return a PDDL text in ferryplan's layout, with the same tokens and comments.

    Args:
        text: One domain or problem, or several of them, with any comments.

    Returns:
        The text with the layout that `plan format` gives it: formatting it again changes nothing. Lines end as the
        first line of ``text`` does. There is no byte order mark.

    Raises:
        PddlError: Parentheses are not balanced, or something stands outside the definitions.
        ArgumentError: ``text`` is not a text.

    >>> from ferryplan import format_pddl
    >>> print(format_pddl("(define (problem p) (:domain d)(:goal (and (at a)  ; here\n(at b) )))"), end="")
    (define (problem p)
      (:domain d)
      (:goal (and
        (at a)  ; here
        (at b))))
    """
    check_argument_type("text", text, str, "a text")
    return format_pddl_source(Source(text, "the text"))


def format_pddl_source(source: Source) -> str:
    """Return the text of a source in ferryplan's layout, like `format_pddl`, in time linear in its length.

    Raises MistakeError for unbalanced parentheses, text outside definitions, and a text without a definition.
    """
    text = read_source_forms(source)
    printer = _FormPrinter()
    printer.print_text(text)
    line_end = "\r\n" if source.text.partition("\n")[0].endswith("\r") else "\n"
    return "".join(f"{line}{line_end}" for line in printer.lines)


class _FormPrinter:
    """The lines printed so far, and the line that is being printed."""

    def __init__(self) -> None:
        self.lines = list[str]()
        self.parts = list[str]()
        """the parts of the current line, without the comment at its end"""
        self.column = 0
        """the width of the current line, without the comment at its end"""
        self.indent = 0
        """the indentation of the current line"""
        self.comment = ""
        """the comment at the end of the current line"""

    def print_text(self, text: SourceForm) -> None:
        """Print the definitions and comments of a text."""
        for at, item in enumerate(text.items):
            if isinstance(item, str) and text.breaks[at] == 0 and not self.comment:
                self.comment = item
                continue
            if at:
                self._begin_line(0, text.breaks[at] > 1 or needs_blank_line(text, at))
            if isinstance(item, str):
                self._put(item)
                continue
            # The layout of a form yields the forms in it, so that deep nesting needs no deep recursion.
            open_layouts = [self._lay_out(item, 0)]
            while open_layouts:
                for inner in open_layouts[-1]:
                    open_layouts.append(inner)
                    break
                else:
                    open_layouts.pop()
        self._begin_line(0, False)

    def _put(self, text: str) -> None:
        self.parts.append(text)
        self.column += len(text)

    def _begin_line(self, indent: int, after_blank: bool) -> None:
        """End the current line, and begin one with an indentation, after a blank line if this is set."""
        if self.comment:
            self.parts.append(f"  {self.comment}")
        self.lines.append("".join(self.parts))
        if after_blank:
            self.lines.append("")
        self.parts, self.column, self.indent, self.comment = [" " * indent] if indent else [], indent, indent, ""

    def _lay_out(self, form: SourceForm, closers: int) -> Iterator[Any]:
        """Print a form over several lines; yield the layouts of the forms in it that also need several lines.

        ``closers`` is the number of parentheses that close other forms directly after this one.
        """
        outer_indent = self.indent
        inner_indent = min(outer_indent + INDENT, MAX_INDENT)
        items, last = form.items, len(form.items) - 1
        self._put("(")
        follows_long = follows_keyword = False
        for at, item in enumerate(items):
            closing = closers + 1 if at == last else 0
            # A comment can separate the keyword of an action from its value, which then has a line of its own.
            indent = min(inner_indent + INDENT, MAX_INDENT) if follows_keyword else inner_indent
            if isinstance(item, str) and item[0] == ";":
                if form.breaks[at] == 0 and not self.comment:
                    self.comment = item
                else:
                    self._begin_line(indent, self._is_after_blank(form, at))
                    self._put(item)
                continue
            room = MAX_LINE_LENGTH - indent - closing
            is_long = isinstance(item, SourceForm) and (item.flat is None or len(item.flat) > room)
            if at and (is_comment(items[at - 1]) or self._must_break(form, at, is_long, follows_long, closing)):
                self._begin_line(indent, self._is_after_blank(form, at))
            elif at:
                self._put(" ")
            follows_long = False
            follows_keyword = form.role is FormRole.ACTION and at > 0 and isinstance(item, str) and item[0] == ":"
            text = item if isinstance(item, str) else item.flat
            if isinstance(item, SourceForm) and (text is None or self.column + len(text) + closing > MAX_LINE_LENGTH):
                yield self._lay_out(item, closing)
                follows_long = True
            elif text is not None:
                self._put(text)
        if items and is_comment(items[-1]):
            self._begin_line(outer_indent, False)
        self._put(")")

    def _is_after_blank(self, form: SourceForm, at: int) -> bool:
        """Return whether a blank line comes before an item that begins a line."""
        if form.role is FormRole.DEFINITION:
            return at > 2 and (form.breaks[at] > 1 or needs_blank_line(form, at))
        return at > 1 and form.breaks[at] > 1 and form.role is not FormRole.ACTION

    def _must_break(self, form: SourceForm, at: int, is_long: bool, follows_long: bool, closing: int) -> bool:
        """Return whether an item of a form with several lines begins a line.

        ``is_long`` says whether the item needs several lines itself, ``follows_long`` whether the item before it
        does, and ``closing`` is the number of parentheses directly after the item.
        """
        item = form.items[at]
        match form.role:
            case FormRole.DEFINITION:
                return at > 1
            case FormRole.ACTION:
                return isinstance(item, str) and item.startswith(":")
            case FormRole.BINDER:
                return at > 1
        if form.is_glued(at) or (form.role in (FormRole.OPERATOR, FormRole.ATOM) and form.is_operand(at)):
            return False
        if form.role is FormRole.LIST and at == 1:
            return not self._begins_beside_head(form)
        if is_long or follows_long:
            return True
        if form.breaks[at] and form.can_break(at):
            return True
        if not form.has_own_breaks and self._begins_group(form, at):
            return True
        return self.column + 1 + self._width_of_unit(form, at, closing) > MAX_LINE_LENGTH

    def _begins_beside_head(self, form: SourceForm) -> bool:
        """Return whether the items of a list with several lines begin on the line of its head.

        They do if the author has put two parts of a condition or an effect there. One alone is no group of its own.
        """
        if form.head not in ("and", "or") or not form.has_own_breaks or any(form.breaks[1:3]):
            return False
        width = 0
        for item in form.items[1:3]:
            if isinstance(item, str) or item.flat is None:
                return False
            width += 1 + len(item.flat)
        return self.column + width <= MAX_LINE_LENGTH

    def _begins_group(self, form: SourceForm, at: int) -> bool:
        """Return whether an item begins a line in a form whose lines the author did not break."""
        item, before = form.items[at], form.items[at - 1]
        match form.role:
            case FormRole.LIST if isinstance(item, SourceForm):
                same = form.head == ":init" and isinstance(before, SourceForm) and before.head == item.head
                return not same
            case FormRole.LIST | FormRole.PARAMETERS:
                return form.is_glued(at - 1)
            case FormRole.OPERATOR:
                return isinstance(item, SourceForm) and (form.head == "imply" or isinstance(before, SourceForm))
            case _:
                return False

    def _width_of_unit(self, form: SourceForm, at: int, closing: int) -> int:
        """Return the width of an item together with the type after it and the parentheses directly after both."""
        width = _width(form.items[at])
        while at + 1 < len(form.items) and form.is_glued(at + 1):
            at += 1
            width += 1 + _width(form.items[at])
        return width + closing


def _width(item: Item) -> int:
    return len(item) if isinstance(item, str) else len(item.flat or "")


def needs_blank_line(form: SourceForm, at: int) -> bool:
    """Return whether a blank line is missing before an item of a text or definition.

    There is one before each definition and each action, but before the comments that precede it directly.
    """
    own_line = [at > 0 and is_comment(form.items[at - 1]) and form.breaks[at - 1] > 0, form.breaks[at] > 1]
    if at == 0 or any(own_line):
        return False
    item = form.items[at]
    while isinstance(item, str):
        at += 1
        if not is_comment(item) or at == len(form.items) or form.breaks[at] > 1:
            return False
        item = form.items[at]
    return item.role in (FormRole.DEFINITION, FormRole.ACTION)
