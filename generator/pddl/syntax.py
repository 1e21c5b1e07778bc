"""Parses PDDL text into nested lists of words, each with its line and column."""

from __future__ import annotations

import bisect
import functools
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn, ParamSpec, TypeAlias, TypeVar

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PddlError

MAX_DEPTH = 100
"""the maximum depth of nested parentheses, since the functions that read them are recursive"""
MAX_CACHED_LENGTH = 300_000
"""the maximum length of a text whose parsed expression is kept"""

# A question mark begins a word even behind another one: published files have `?from?to`.
_WORD = r"\?[^\t-\r ();?]*|[^\t-\r ();?]+"
TOKEN = re.compile(rf"[()]|{_WORD}|;[^\n]*|\n")
"""matches a parenthesis, a word, a comment or the end of a line"""
TOKEN_OR_ATOM = re.compile(rf"\((?:{_WORD})(?: (?:{_WORD}))*\)|{TOKEN.pattern}")
"""matches a list of words with one space between them, or else what `TOKEN` matches"""
_Read = TypeVar("_Read")
_Given = TypeVar("_Given")
_Arguments = ParamSpec("_Arguments")


class MistakeError(PddlError):
    """A mistake at a place of a PDDL file."""

    kind = "syntax"
    """the kind of finding that `plan lint` reports for the mistake"""

    def __init__(
        self,
        source: Source,
        where: SourceLocation,
        explanation: str,
        kind: str | None = None,
        found: str | None = None,
        expected: str | None = None,
    ) -> None:
        line, column = line_and_column(where)
        self.kind = kind or self.kind
        super().__init__(
            explanation, file=source.name, line=line or None, column=column or None, found=found, expected=expected
        )
        self.source, self.where, self.explanation = source, where, explanation


class UnsupportedPddlError(MistakeError):
    """A form of PDDL that ferryplan does not read."""

    kind = "not-known-here"


class MisusedNameError(MistakeError):
    """A name that is not declared, or that is used with a wrong number of terms."""

    name_kind = name = ""
    """the kind of thing that the name should stand for, such as ``predicate``, and the name itself"""
    term_count: int | None = None
    """the number of terms that the name is used with; None if the name is not declared"""


class WordNode(NamedTuple):
    """A word of PDDL text in lower case, with its position."""

    text: str
    line: int = 0
    """from 1; 0 for a word that is not from a file"""
    column: int = 0
    """from 1"""

    def __str__(self) -> str:
        return self.text


class ListNode(NamedTuple):
    """A list of nodes: the contents of a pair of parentheses, with the position of the opening one."""

    items: tuple[SyntaxNode, ...]
    line: int = 0
    column: int = 0

    @property
    def head(self) -> str:
        """The first word, or the empty text if the list does not begin with a word."""
        return self.items[0].text if self.items and isinstance(self.items[0], WordNode) else ""

    def __str__(self) -> str:
        return f"({' '.join(map(str, self.items))})"


SyntaxNode: TypeAlias = WordNode | ListNode
SourceLocation: TypeAlias = SyntaxNode | tuple[int, int] | None
"""a place in a file: a node, or a line and a column; None for the whole file"""


def line_and_column(where: SourceLocation) -> tuple[int, int]:
    """Return the line and the column of a place; 0 and 0 if the place is the whole file."""
    return (where.line, where.column) if isinstance(where, WordNode | ListNode) else where or (0, 0)


def tokens_with_lines(text: str) -> Iterator[tuple[str, int]]:
    """Yield the words, parentheses and comments of a PDDL text, each with the number of its line.

    Lines are numbered from 1. Upper and lower case stay as written.
    """
    line = 1
    for match in TOKEN.finditer(text.removeprefix("\ufeff")):
        if match[0] == "\n":
            line += 1
        else:
            yield match[0], line


@dataclass(frozen=True)
class Source:
    """The text of a PDDL file, with the file's name in error messages."""

    text: str
    """the text without a byte order mark"""
    name: str
    mistakes: list[MistakeError] | None = field(default=None, compare=False, repr=False)
    """the list of mistakes found so far, so that reading can continue after them; None if the first mistake ends
    reading"""

    has_byte_order_mark: bool = field(default=False, compare=False)
    """whether the text began with a byte order mark"""

    def __post_init__(self) -> None:
        if self.text.startswith("\ufeff"):
            object.__setattr__(self, "has_byte_order_mark", True)
            object.__setattr__(self, "text", self.text[1:])

    @functools.cached_property
    def lines(self) -> list[str]:
        """The lines of the text, without line ends."""
        return self.text.split("\n")

    @functools.cached_property
    def _line_starts(self) -> list[int]:
        return [0, *itertools.accumulate(len(line) + 1 for line in self.lines)]

    @functools.cached_property
    def _end_by_start(self) -> dict[int, int]:
        """The positions at which expressions end, by the positions at which they start, as far as known."""
        return {}

    def parse(self) -> ListNode:
        """Parse the only expression in the file.

        Raises PddlError if the file does not contain exactly one expression.
        """
        # The search for repairs and the checks of `plan lint` parse the same texts again and again.
        known = len(self.text) <= MAX_CACHED_LENGTH
        whole, unprintable = _parse_cached(self) if known else self._parse_text()
        self._report_unprintable(unprintable)
        return whole

    def _report_unprintable(self, words: Iterable[tuple[WordNode, str]]) -> None:
        """Report words with characters that cannot be printed, given as nodes and as they are written."""
        for node, token in words:
            self.report_mistake(node, "pddl.unprintable", word=ascii(_quote_expression(token))[1:-1])

    def _parse_text(self) -> tuple[ListNode, list[tuple[WordNode, str]]]:
        """Parse the text; return the only expression, and the words with characters that cannot be printed."""
        unprintable = list[tuple[WordNode, str]]()
        try:
            return self._parse_expression(unprintable), unprintable
        except MistakeError:
            self._report_unprintable(unprintable)
            raise

    def _parse_expression(self, unprintable: list[tuple[WordNode, str]]) -> ListNode:
        top: list[SyntaxNode] = []
        open_groups: list[tuple[list[SyntaxNode], int, int]] = []
        items = top
        # The constructor of a NamedTuple takes twice as long, and a large file has millions of words.
        line, begins, made = 1, 0, tuple.__new__
        for match in TOKEN.finditer(self.text):
            token = match[0]
            match token[0]:
                case "\n":
                    line, begins = line + 1, match.end()
                case ";":
                    pass
                case "(":
                    if len(open_groups) == MAX_DEPTH:
                        self.fail((line, match.start() - begins + 1), "pddl.too-deep", limit=MAX_DEPTH)
                    # A second form at the top level is a mistake already, so the rest of the file need not be
                    # read.
                    if len(top) > 1:
                        break
                    open_groups.append((items, line, match.start() - begins + 1))
                    items = []
                case ")":
                    if not open_groups:
                        self.fail((line, match.start() - begins + 1), "pddl.unmatched-closing")
                    outer, *position = open_groups.pop()
                    outer.append(made(ListNode, (tuple(items), *position)))
                    items = outer
                case _:
                    word = made(WordNode, (token.lower(), line, match.start() - begins + 1))
                    items.append(word)
                    if not token.isprintable():
                        unprintable.append((word, token))
        if open_groups:
            _, *position = open_groups[-1]
            self.fail((position[0], position[1]), "pddl.unclosed")
        match top:
            case [ListNode() as whole]:
                return whole
            case []:
                self.fail(None, "pddl.empty-file")
            case [ListNode((WordNode("define"), *_)), further, *_]:
                self.fail(further, "pddl.after-define", found=further)
            case [further, *_]:
                self.fail(further, "pddl.outside-define", found=further)
        raise AssertionError  # the cases above cover every list

    def span_of_expression(self, at: SyntaxNode) -> tuple[int, int]:
        """Return the positions in the text at which an expression starts and ends.

        The expression must come from this source.
        """
        start = self._line_starts[at.line - 1] + at.column - 1
        if start not in self._end_by_start:
            self._end_by_start[start] = self._find_end(start)
        return start, self._end_by_start[start]

    def offset_at(self, line: int, column: int) -> int:
        """Return the position in the text of a line and a column, both from 1."""
        return self._line_starts[line - 1] + column - 1

    def location_at(self, offset: int) -> tuple[int, int]:
        """Return the line and the column, both from 1, of a position in the text."""
        line = bisect.bisect_right(self._line_starts, offset, hi=len(self.lines))
        return line, offset - self._line_starts[line - 1] + 1

    def _find_end(self, start: int) -> int:
        depth = 0
        for match in TOKEN.finditer(self.text, start):
            depth += {"(": 1, ")": -1}.get(match[0], 0)
            if not depth:
                return match.end()
        raise AssertionError  # parsed parentheses are closed

    def fail(self, where: SourceLocation, message_key: str, **words: object) -> NoReturn:
        """Raise MistakeError at a place of the file; None stands for the whole file.

        ``message_key`` is the key of the message, and ``words`` are the values for the message's slots.
        """
        raise MistakeError(self, where, format_pddl_message(message_key, **words), **_found_and_expected(where, words))

    def fail_unsupported(self, where: SourceLocation, message_key: str, **words: object) -> NoReturn:
        """Like `fail`, but raise UnsupportedPddlError: ferryplan does not read this form of PDDL."""
        raise UnsupportedPddlError(
            self, where, format_pddl_message(message_key, **words), **_found_and_expected(where, words)
        )

    def report_mistake(self, where: SourceLocation, message_key: str, kind: str | None = None, **words: object) -> None:
        """Record a mistake after which reading can continue.

        ``kind`` is the kind of finding with which `plan lint` reports the mistake. Raises MistakeError if the source
        does not collect mistakes.
        """
        self.collect_mistake(
            MistakeError(
                self, where, format_pddl_message(message_key, **words), kind, **_found_and_expected(where, words)
            )
        )

    def report_misuse(
        self,
        where: SourceLocation,
        name_kind: str,
        name: str,
        message_key: str,
        term_count: int | None = None,
        **words: object,
    ) -> None:
        """Record that a name is not declared, or is used with a wrong number of terms.

        ``name_kind`` says what the name should stand for, such as a predicate; ``term_count`` is the wrong number of
        terms. Raises MisusedNameError if the source does not collect mistakes.
        """
        data = _found_and_expected(where, {"name": name, **words})
        error = MisusedNameError(
            self, where, format_pddl_message(message_key, what=name_kind, name=name, **words), **data
        )
        error.name_kind, error.name, error.term_count = name_kind, name, term_count
        self.collect_mistake(error)

    def read_or_default(
        self, default: _Read, read: Callable[_Arguments, _Read], *given: _Arguments.args, **named: _Arguments.kwargs
    ) -> _Read:
        """Call a reader function; return its result, or ``default`` if a mistake ends the call.

        The mistake is recorded if the source collects mistakes; otherwise, MistakeError is raised.
        """
        try:
            return read(*given, **named)
        except MistakeError as error:
            self.collect_mistake(error)
            return default

    def read_each(self, read: Callable[[_Given], _Read], given: Iterable[_Given]) -> tuple[_Read, ...]:
        """Call a reader function on each input; return the results for the inputs without mistakes.

        Mistakes are recorded if the source collects mistakes; otherwise, the first one raises MistakeError.
        """
        found = list[_Read]()
        for one in given:
            try:
                found.append(read(one))
            except MistakeError as error:
                self.collect_mistake(error)
        return tuple(found)

    def collect_mistake(self, error: MistakeError) -> None:
        """Record a mistake, or raise it if the source does not collect mistakes."""
        if self.mistakes is None:
            raise error
        self.mistakes.append(error)


@functools.lru_cache(8)
def _parse_cached(source: Source) -> tuple[ListNode, list[tuple[WordNode, str]]]:
    return source._parse_text()


def format_pddl_message(message_key: str, **words: object) -> str:
    """Return the text of a message, given its key and the words that fill its slots.

    PDDL expressions among the words are quoted and shortened.
    """
    shown = {key: _quote_expression(one) if isinstance(one, WordNode | ListNode) else one for key, one in words.items()}
    return format_message(message_key, **shown)


def _found_and_expected(where: SourceLocation, words: Mapping[str, object]) -> dict[str, str | None]:
    """Return the ``found`` and ``expected`` values of an error; None for a value that is unknown.

    ``words`` maps the slots of the error's message to their values, which may include both. If ``found`` is not among
    them, it is the expression at ``where``.
    """
    named = [words[key] for key in ("given", "found", "name") if key in words]
    expected = [f"{words[key]}" for key in ("expected", "known", "usage") if key in words]
    found = named[0] if named else where
    if isinstance(found, WordNode | ListNode):
        found = _quote_expression(found)
    elif isinstance(found, str):
        found = f"'{found}'"
    return {
        "found": f"{found}" if isinstance(found, str | int) else None,
        "expected": expected[0] if expected else None,
    }


def _quote_expression(found: object) -> str:
    """Return the text of an expression or word in quotes, shortened to 60 characters."""
    text = _abbreviate_expression(found)
    return f"'{text}'" if len(text) <= 60 else f"'{text[:59]}…'"


def _abbreviate_expression(found: object, max_words: int = 12) -> str:
    """Return the text of an expression, cut after ``max_words`` words.

    The function never builds the whole text of a large expression.
    """
    if not isinstance(found, ListNode):
        return str(found)
    parts: list[str] = []
    for item in found.items:
        if len(parts) == max_words:
            parts.append("…")
            break
        parts.append(_abbreviate_expression(item, 4))
    return f"({' '.join(parts)})"
