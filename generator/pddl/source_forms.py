"""The forms of a PDDL text as written, with comments, upper case and line breaks.

`Source.parse` gives what a text means; this module gives what a formatter must keep. Any depth of parentheses is read,
since nothing here is recursive.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import TypeAlias

from ferryplan.generator.pddl.syntax import TOKEN_OR_ATOM, Source, WordNode

MAX_LINE_LENGTH = 120
"""the maximum width of a line in columns, apart from comments and words that are longer"""
SPACE = " \t\r\v\f"
_LIST_HEADS = frozenset(
    (
        *(":requirements", ":types", ":constants", ":objects", ":predicates", ":functions", ":init", ":timeless"),
        *("and", "or", "oneof"),
    )
)
_ACTION_HEADS = frozenset((":action", ":durative-action", ":event", ":process", ":method", ":task"))
_BINDER_HEADS = frozenset(("forall", "exists"))
_NUMERIC_HEADS = frozenset(
    ("=", "<", ">", "<=", ">=", "+", "-", "*", "/", "increase", "decrease", "assign", "scale-up", "scale-down")
)
_OUTERMOST_HEADS = frozenset(("define", "in-package"))  # the latter is a relic of Lisp in old benchmarks
_PARAMETER_KEYWORDS = frozenset((":parameters", ":vars"))
_HEADS_WITH_LAYOUT = _LIST_HEADS | _ACTION_HEADS | _BINDER_HEADS


class FormRole(enum.Enum):
    """What a form is for; this decides where its lines can break."""

    DEFINITION = enum.auto()
    """a domain or a problem, with one section on each line"""
    ACTION = enum.auto()
    """an action, with one keyword on each line"""
    LIST = enum.auto()
    """any number of things of one kind, such as the parts of a conjunction"""
    PARAMETERS = enum.auto()
    """a typed list of parameters"""
    BINDER = enum.auto()
    """a quantifier with its variables and its body"""
    OPERATOR = enum.auto()
    """a form around conditions or effects, such as an implication"""
    ATOM = enum.auto()
    """an atom, a term or a numeric expression"""


Item: TypeAlias = "str | SourceForm"
"""a word, a comment with its semicolon, or a form"""


class SourceForm:
    """A pair of parentheses in a text and the items between them."""

    __slots__ = ("breaks", "flat", "has_own_breaks", "head", "is_parameter_list", "items", "place", "role")

    def __init__(self, place: tuple[int, int], is_parameter_list: bool) -> None:
        self.items = list[Item]()
        self.breaks = list[int]()
        """the number of line breaks before each item: 0, 1, or 2 for a blank line"""
        self.place = place
        """the line and the column of the opening parenthesis"""
        self.is_parameter_list = is_parameter_list
        self.role = FormRole.ATOM
        self.head = ""
        """the first word in lower case"""
        self.flat: str | None = None
        """the text on one line; None if it is too long, or if lines must break inside"""
        self.has_own_breaks = False
        """whether the author broke lines between the items, at places where such breaks are kept"""

    def add(self, item: Item, breaks: int) -> None:
        """Append an item that follows after a number of line breaks."""
        self.items.append(item)
        self.breaks.append(min(breaks, 2))

    @property
    def ends_with_line_comment(self) -> bool:
        """Whether the form ends with a comment behind another item, on the same line."""
        return bool(self.items) and is_comment(self.items[-1]) and not self.breaks[-1]

    def complete(self, is_outermost: bool) -> None:
        """Derive the role and the text on one line, once the form and the forms in it have all items."""
        first = next((item for item in self.items if not is_comment(item)), "")
        self.head = first.lower() if isinstance(first, str) else ""
        self.role = self._find_role(is_outermost)
        self.has_own_breaks = any(
            self.breaks[at] and self.can_break(at) for at in range(1, len(self.items)) if not is_comment(self.items[at])
        )
        if self.has_own_breaks or self.role in (FormRole.DEFINITION, FormRole.ACTION):
            return
        parts, width = list[str](), 1
        for item in self.items:
            text = item if isinstance(item, str) else item.flat
            if text is None or is_comment(text):
                return
            width += len(text) + 1
            if width > MAX_LINE_LENGTH + 1:
                return
            parts.append(text)
        self.flat = f"({' '.join(parts)})"

    def _find_role(self, is_outermost: bool) -> FormRole:
        if is_outermost:
            return FormRole.DEFINITION
        if self.is_parameter_list:
            return FormRole.PARAMETERS
        if self.head in _ACTION_HEADS:
            return FormRole.ACTION
        if self.head in _LIST_HEADS:
            return FormRole.LIST
        if self.head in _BINDER_HEADS:
            return FormRole.BINDER
        if self.head in _NUMERIC_HEADS or all(isinstance(item, str) for item in self.items):
            return FormRole.ATOM
        return FormRole.OPERATOR

    def can_break(self, at: int) -> bool:
        """Return whether a line break of the author before an item is kept; ``at`` is the item's index from 1."""
        match self.role:
            case FormRole.LIST | FormRole.PARAMETERS:
                return not self.is_glued(at)
            case FormRole.BINDER:
                return at > 1 and isinstance(self.items[at], SourceForm)
            case FormRole.OPERATOR:
                return isinstance(self.items[at], SourceForm) and not self.is_glued(at) and not self.is_operand(at)
            case _:
                return False

    def is_glued(self, at: int) -> bool:
        """Return whether an item stays on the line of the item before it: a type after its name."""
        return at > 0 and (self.items[at] == "-" or (at > 1 and self.items[at - 1] == "-"))

    def is_operand(self, at: int) -> bool:
        """Return whether an item is the last and the only form, such as the operand of ``not``."""
        return (
            at == len(self.items) - 1
            and isinstance(self.items[at], SourceForm)
            and all(isinstance(item, str) and not is_comment(item) for item in self.items[:at])
        )


def is_comment(item: Item) -> bool:
    """Return whether an item is a comment."""
    return isinstance(item, str) and item.startswith(";")


def read_source_forms(source: Source) -> SourceForm:
    """Return the definitions and comments of a text, as the items of one form that stands for the text.

    Raises MistakeError for unbalanced parentheses, text outside definitions, and a text without a definition.
    """
    reader = _FormReader(source)
    for token, breaks, place in _read_tokens(source):
        reader.add_token(token, breaks, place)
    return reader.finish()


def _read_tokens(source: Source) -> Iterator[tuple[str, int, tuple[int, int]]]:
    """Yield words, parentheses and comments, each with the line breaks before it, its line and column.

    Atoms that are already on one line come as a whole, which makes large problems three times as fast to read.
    The first token begins a line, as if a line break stood before it.
    """
    line, begins, breaks = 1, 0, 1
    for match in TOKEN_OR_ATOM.finditer(source.text):
        token = match[0]
        if token == "\n":
            line, begins, breaks = line + 1, match.end(), breaks + 1
            continue
        yield token.rstrip(SPACE) if token[0] == ";" else token, breaks, (line, match.start() - begins + 1)
        breaks = 0


class _FormReader:
    """The forms of a text that are open, while its tokens come in."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = self.form = SourceForm((0, 0), False)
        self.outer = list[SourceForm]()
        self.closed: SourceForm | None = None
        """the form that the token before closed"""

    def add_token(self, token: str, breaks: int, place: tuple[int, int]) -> None:
        """Add the next token of the text, which follows after a number of line breaks."""
        if self.closed:
            # A comment at the end of a form's last line comes after the closing parentheses, which move up to
            # that line; only a parenthesis with a comment of its own keeps its line.
            moved = self._complete(self.closed, can_move_comment=token[0] != ";" or breaks > 0)
            breaks = max(breaks, moved)
        match token[0]:
            case "(" if len(token) > 1:
                self._add_atom(token, breaks, place)
            case "(":
                keyword = self.form.items[-1] if self.form.items else ""
                opened = SourceForm(place, isinstance(keyword, str) and keyword.lower() in _PARAMETER_KEYWORDS)
                self.form.add(opened, breaks)
                self.outer.append(self.form)
                self.form = opened
            case ")":
                if not self.outer:
                    self.source.fail(place, "pddl.unmatched-closing")
                self.closed, self.form = self.form, self.outer.pop()
            case ";":
                self.form.add(token, breaks)
            case _:
                if not self.outer:
                    self._fail_outside(WordNode(token, *place))
                self.form.add(token, breaks)

    def _add_atom(self, text: str, breaks: int, place: tuple[int, int]) -> None:
        """Add a list of words that is on one line, with single spaces."""
        words = text[1:-1].split(" ")
        before = self.form.items[-1] if self.form.items else ""
        may_be_parameters = isinstance(before, str) and before.lower() in _PARAMETER_KEYWORDS
        head = words[0].lower()
        if not self.outer or may_be_parameters or head in _HEADS_WITH_LAYOUT or len(text) > MAX_LINE_LENGTH:
            for token in ("(", *words, ")"):
                self.add_token(token, breaks, place)
                breaks = 0
            return
        atom = SourceForm(place, False)
        atom.items, atom.breaks, atom.head, atom.flat = [*words], [0] * len(words), head, text
        self.form.add(atom, breaks)

    def _complete(self, form: SourceForm, can_move_comment: bool) -> int:
        """Complete the form that was closed last; return 1 if a comment moved out of it, otherwise 0."""
        self.closed = None
        moves = can_move_comment and form.ends_with_line_comment
        before = form.items[-2] if len(form.items) > 1 else None
        if isinstance(before, SourceForm) and before.ends_with_line_comment:
            moves = False  # this comment is the reason why the parenthesis before it keeps its line
        if moves:
            self.form.add(form.items.pop(), form.breaks.pop())
        form.complete(is_outermost=self.form is self.text)
        if self.form is self.text and form.head not in _OUTERMOST_HEADS:
            self._fail_outside(WordNode(f"({form.head} …)", *form.place))
        return int(moves)

    def _fail_outside(self, found: WordNode) -> None:
        definitions = [item for item in self.text.items if isinstance(item, SourceForm) and item.head == "define"]
        self.source.fail(found, "pddl.after-define" if definitions else "pddl.outside-define", found=found)

    def finish(self) -> SourceForm:
        """Return the form that stands for the whole text, after its last token."""
        if self.closed:
            self._complete(self.closed, can_move_comment=True)
        if self.outer:
            self.source.fail(self.form.place, "pddl.unclosed")
        if all(map(is_comment, self.text.items)):
            self.source.fail(None, "pddl.empty-file")
        return self.text
