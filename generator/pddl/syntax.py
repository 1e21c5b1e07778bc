"""PDDL text as nested parentheses, each word with the line and column where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, NoReturn, TypeAlias

from generator.errors import PddlError

DEEPEST = 100
"""how deep parentheses may be nested: what reads them goes down as deep"""

_TOKEN = re.compile(r"[()]|\?[^\s();?]*|[^\s();?]+|;[^\n]*|\n")


class UnknownFormError(PddlError):
    """A file says what is known to be PDDL and is not read here."""


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


def tokens(text: str) -> Iterator[tuple[str, int]]:
    """Yield the words, parentheses and comments of a text as they stand in it, each with its line, from 1."""
    line = 1
    for match in _TOKEN.finditer(text.removeprefix("\ufeff")):
        if match[0] == "\n":
            line += 1
        else:
            yield match[0], line


@dataclass(frozen=True, slots=True)
class Source:
    """A file of PDDL, and how its errors name it."""

    text: str
    name: str

    def parse(self) -> Group:
        """Return the one expression that the file is. Raises PddlError for anything else."""
        top: list[Expression] = []
        open_groups: list[tuple[list[Expression], int, int]] = []
        items = top
        line, begins = 1, 0
        text = self.text.removeprefix("\ufeff")
        for match in _TOKEN.finditer(text):
            token = match[0]
            match token[0]:
                case "\n":
                    line, begins = line + 1, match.end()
                case ";":
                    pass
                case "(":
                    if len(open_groups) == DEEPEST:
                        self.fail((line, match.start() - begins + 1), f"more than {DEEPEST} parentheses in each other")
                    open_groups.append((items, line, match.start() - begins + 1))
                    items = []
                case ")":
                    if not open_groups:
                        self.fail((line, match.start() - begins + 1), "')'", "no more of them than '('")
                    outer, *position = open_groups.pop()
                    outer.append(Group(tuple(items), *position))
                    items = outer
                case _:
                    items.append(Word(token.lower(), line, match.start() - begins + 1))
        if open_groups:
            _, *position = open_groups[-1]
            self.fail((position[0], position[1]), "'('", "a ')' that closes it")
        match top:
            case [Group() as whole]:
                return whole
            case []:
                self.fail(None, "nothing", "'(define …)'")
            case [Group(), further, *_] | [further, *_]:
                self.fail(further, _shown(further), "one '(define …)' and nothing else")
        raise AssertionError  # every list is one of these

    def fail(self, where: Place, found: object, expected: str = "", kind: type[PddlError] = PddlError) -> NoReturn:
        """Raise PddlError, or one of its kinds: at a place of the file (None for all of it), what was found, what was expected."""
        line, column = (where.line, where.column) if isinstance(where, Word | Group) else where or (0, 0)
        place = f"{self.name}:{line}:{column}" if line else self.name
        told = found if isinstance(found, str) else _shown(found)
        raise kind(f"{place}: found {told}" + (f", expected {expected}" if expected else ""))

    def refuse(self, where: Expression, found: object, expected: str) -> NoReturn:
        """Raise UnknownFormError: at a place of the file, what was found, which is PDDL but not known here, what was expected."""
        self.fail(where, found, expected, UnknownFormError)


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
