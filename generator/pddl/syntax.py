"""PDDL text as nested parentheses, each word with the line and column where it stands."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn, ParamSpec, TypeAlias, TypeVar

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PddlError

DEEPEST = 100
"""how deep parentheses may be nested: what reads them goes down as deep"""

# A question mark begins a word even behind another one: published files have `?from?to`.
TOKEN = re.compile(r"[()]|\?[^\t-\r ();?]*|[^\t-\r ();?]+|;[^\n]*|\n")
"""a parenthesis, a word, a comment or the end of a line"""
_Read = TypeVar("_Read")
_Given = TypeVar("_Given")
_Arguments = ParamSpec("_Arguments")


class MistakeError(PddlError):
    """A mistake at a place of a file."""

    kind = "syntax"
    """the kind of finding as which `plan lint` reports it"""

    def __init__(
        self,
        source: Source,
        where: Place,
        told: str,
        kind: str | None = None,
        found: str | None = None,
        expected: str | None = None,
    ) -> None:
        line, column = position(where)
        self.kind = kind or self.kind
        super().__init__(
            told, file=source.name, line=line or None, column=column or None, found=found, expected=expected
        )
        self.source, self.where, self.told = source, where, told


class UnknownFormError(MistakeError):
    """A file has a form of PDDL that ferryplan does not read."""

    kind = "not-known-here"


class MisusedError(MistakeError):
    """A name that is not declared, or that is declared with another number of terms."""

    what = name = ""
    """the kind of thing that it should name, such as ``predicate``, and the name itself"""
    terms: int | None = None
    """the number of terms it is used with; None for a name that is not declared"""


class Word(NamedTuple):
    """A word, in lower case."""

    text: str
    line: int = 0
    """from 1; 0 for what stands nowhere"""
    column: int = 0
    """from 1"""

    def __str__(self) -> str:
        return self.text


class Group(NamedTuple):
    """What stands between a parenthesis and the one that closes it."""

    items: tuple[Expression, ...]
    line: int = 0
    column: int = 0

    @property
    def head(self) -> str:
        """The first word, or an empty text if it begins with none."""
        return self.items[0].text if self.items and isinstance(self.items[0], Word) else ""

    def __str__(self) -> str:
        return f"({' '.join(map(str, self.items))})"


Expression: TypeAlias = Word | Group
Place: TypeAlias = Expression | tuple[int, int] | None
"""where something stands: that, or its line and column; None for all of a file"""


def position(where: Place) -> tuple[int, int]:
    """Return line and column of a place, 0 and 0 for what stands nowhere."""
    return (where.line, where.column) if isinstance(where, Word | Group) else where or (0, 0)


def tokens(text: str) -> Iterator[tuple[str, int]]:
    """Yield the words, parentheses and comments of a text as they stand in it, each with its line, from 1."""
    line = 1
    for match in TOKEN.finditer(text.removeprefix("\ufeff")):
        if match[0] == "\n":
            line += 1
        else:
            yield match[0], line


@dataclass(frozen=True)
class Source:
    """A file of PDDL, and how its errors name it."""

    text: str
    """without a mark of its encoding"""
    name: str
    collected: list[MistakeError] | None = field(default=None, compare=False, repr=False)
    """where mistakes go if reading is to go on behind them; None if the first is to end it"""

    has_mark: bool = field(default=False, compare=False)
    """whether a mark of its encoding stood before the text"""

    def __post_init__(self) -> None:
        if self.text.startswith("\ufeff"):
            object.__setattr__(self, "has_mark", True)
            object.__setattr__(self, "text", self.text[1:])

    @functools.cached_property
    def lines(self) -> list[str]:
        """The lines of the text."""
        return self.text.split("\n")

    def parse(self) -> Group:
        """Return the one expression that the file is. Raises PddlError for anything else."""
        top: list[Expression] = []
        open_groups: list[tuple[list[Expression], int, int]] = []
        items = top
        # A NamedTuple's own constructor takes twice as long, and a large file has millions of words.
        line, begins, made = 1, 0, tuple.__new__
        for match in TOKEN.finditer(self.text):
            token = match[0]
            match token[0]:
                case "\n":
                    line, begins = line + 1, match.end()
                case ";":
                    pass
                case "(":
                    if len(open_groups) == DEEPEST:
                        self.fail((line, match.start() - begins + 1), "pddl.too-deep", limit=DEEPEST)
                    # A second form at the top is a mistake already, so the rest of the file need not be
                    # read.
                    if len(top) > 1:
                        break
                    open_groups.append((items, line, match.start() - begins + 1))
                    items = []
                case ")":
                    if not open_groups:
                        self.fail((line, match.start() - begins + 1), "pddl.unmatched-closing")
                    outer, *position = open_groups.pop()
                    outer.append(made(Group, (tuple(items), *position)))
                    items = outer
                case _:
                    items.append(made(Word, (token.lower(), line, match.start() - begins + 1)))
                    if not token.isprintable():
                        self.note(items[-1], "pddl.unprintable", word=ascii(_shown(token))[1:-1])
        if open_groups:
            _, *position = open_groups[-1]
            self.fail((position[0], position[1]), "pddl.unclosed")
        match top:
            case [Group() as whole]:
                return whole
            case []:
                self.fail(None, "pddl.empty-file")
            case [Group((Word("define"), *_)), further, *_]:
                self.fail(further, "pddl.after-define", found=further)
            case [further, *_]:
                self.fail(further, "pddl.outside-define", found=further)
        raise AssertionError  # every list is one of these

    def span(self, at: Expression) -> tuple[int, int]:
        """Return from where to where in the text an expression stands that was read from it."""
        start = sum(len(line) + 1 for line in self.lines[: at.line - 1]) + at.column - 1
        depth = 0
        for match in TOKEN.finditer(self.text, start):
            depth += {"(": 1, ")": -1}.get(match[0], 0)
            if not depth:
                return start, match.end()
        raise AssertionError  # what was read is closed

    def fail(self, where: Place, says: str, **words: object) -> NoReturn:
        """Raise MistakeError at a place of the file (None for all of it), with a message, by its key, and the words that fill its slots."""
        raise MistakeError(self, where, sentence(says, **words), **_found_and_expected(where, words))

    def refuse(self, where: Place, says: str, **words: object) -> NoReturn:
        """Raise UnknownFormError, as ``fail``, for a form of PDDL that ferryplan does not read."""
        raise UnknownFormError(self, where, sentence(says, **words), **_found_and_expected(where, words))

    def note(self, where: Place, says: str, kind: str | None = None, **words: object) -> None:
        """Note a mistake, of a kind of finding, after which reading can go on. Raises MistakeError where the first mistake ends it."""
        self.take(MistakeError(self, where, sentence(says, **words), kind, **_found_and_expected(where, words)))

    def misused(self, where: Place, what: str, name: str, says: str, terms: int | None = None, **words: object) -> None:
        """Note that a name, of a predicate, say, is not declared, or is used with a wrong number of terms. Raises MisusedError as ``note``."""
        data = _found_and_expected(where, {"name": name, **words})
        error = MisusedError(self, where, sentence(says, what=what, name=name, **words), **data)
        error.what, error.name, error.terms = what, name, terms
        self.take(error)

    def attempt(
        self, otherwise: _Read, read: Callable[_Arguments, _Read], *given: _Arguments.args, **named: _Arguments.kwargs
    ) -> _Read:
        """Return what is read; where a mistake ends that and reading is to go on, ``otherwise``. Raises MistakeError where it is not."""
        try:
            return read(*given, **named)
        except MistakeError as error:
            self.take(error)
            return otherwise

    def each(self, read: Callable[[_Given], _Read], given: Iterable[_Given]) -> tuple[_Read, ...]:
        """Return what is read of each of several, without those that a mistake ended. Raises MistakeError as ``attempt``."""
        found = list[_Read]()
        for one in given:
            try:
                found.append(read(one))
            except MistakeError as error:
                self.take(error)
        return tuple(found)

    def take(self, error: MistakeError) -> None:
        """Keep a mistake where reading is to go on. Raises it where it is not."""
        if self.collected is None:
            raise error
        self.collected.append(error)


def sentence(says: str, **words: object) -> str:
    """Return a message by its key; expressions among the words are quoted and shortened."""
    shown = {key: _shown(one) if isinstance(one, Word | Group) else one for key, one in words.items()}
    return format_message(says, **shown)


def _found_and_expected(where: Place, words: Mapping[str, object]) -> dict[str, str | None]:
    """Return as data what a mistake is about, and what should stand there where its message names that."""
    named = [words[key] for key in ("given", "found", "name") if key in words]
    expected = [f"{words[key]}" for key in ("expected", "known", "usage") if key in words]
    found = named[0] if named else where
    if isinstance(found, Word | Group):
        found = _shown(found)
    elif isinstance(found, str):
        found = f"'{found}'"
    return {
        "found": f"{found}" if isinstance(found, str | int) else None,
        "expected": expected[0] if expected else None,
    }


def _shown(found: object) -> str:
    """Return an expression in quotes, shortened."""
    text = _beginning(found)
    return f"'{text}'" if len(text) <= 60 else f"'{text[:59]}…'"


def _beginning(found: object, words: int = 12) -> str:
    """Return the first words of an expression, without building the text of a large one."""
    if not isinstance(found, Group):
        return str(found)
    parts: list[str] = []
    for item in found.items:
        if len(parts) == words:
            parts.append("…")
            break
        parts.append(_beginning(item, 4))
    return f"({' '.join(parts)})"
