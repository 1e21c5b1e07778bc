"""Nested lists of a PDDL text whose parentheses need not match, as while somebody is typing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from ferryplan import domains
from ferryplan.generator.pddl.syntax import MAX_DEPTH, TOKEN

_SECTIONS = frozenset[str](domains.words("linting")["forms"]["sections"])


@dataclass(slots=True)
class PartialWord:
    """A word of a text, in lower case, with the positions in the text at which it starts and ends."""

    text: str
    start: int
    end: int


@dataclass(slots=True)
class PartialList:
    """A list of a text, with the positions in the text at which it starts and ends.

    A list without its closing parenthesis ends where the next section or the text begins to continue without it.
    """

    start: int
    end: int = 0
    items: list[PartialNode] = field(default_factory=list)
    is_closed: bool = False

    @property
    def head(self) -> str:
        """The first word, or the empty text if the list does not begin with a word."""
        return self.items[0].text if self.items and isinstance(self.items[0], PartialWord) else ""

    def words(self) -> Iterator[PartialWord]:
        """Yield the items that are words."""
        return (item for item in self.items if isinstance(item, PartialWord))

    def lists(self) -> Iterator[PartialList]:
        """Yield the items that are lists."""
        return (item for item in self.items if isinstance(item, PartialList))


PartialNode: TypeAlias = PartialWord | PartialList


def parse_partial(text: str) -> PartialList:
    """Return the expressions of a text as the items of one list; this never fails.

    A parenthesis too many is ignored. A section such as ``(:action`` inside of another section shows that parentheses
    are missing before it, so it ends the section.
    """
    top = PartialList(0, len(text))
    opened = [top]
    starting: PartialList | None = None
    for match in TOKEN.finditer(text):
        token = match[0]
        match token[0]:
            case "\n" | ";":
                continue
            case "(":
                if len(opened) <= MAX_DEPTH:
                    starting = PartialList(match.start(), len(text))
                    opened[-1].items.append(starting)
                    opened.append(starting)
                    continue
            case ")":
                if len(opened) > 1:
                    closed = opened.pop()
                    closed.end, closed.is_closed = match.end(), True
            case _:
                word = PartialWord(token.lower(), *match.span())
                if starting is not None and word.text in _SECTIONS:
                    _end_open_section(opened, starting)
                opened[-1].items.append(word)
        starting = None
    return top


def _end_open_section(opened: list[PartialList], section: PartialList) -> None:
    """Move a section that begins inside of another section behind that section.

    ``opened`` are the lists that are open, the outermost first: the text, the definition, then the sections.
    """
    if len(opened) > 3 and opened[1].head == "define":
        opened[-2].items.pop()
        for unclosed in opened[2:-1]:
            unclosed.end = section.start
        opened[1].items.append(section)
        opened[2:] = [section]


def find_open_lists(top: PartialList, offset: int) -> list[PartialList]:
    """Return the lists around a position in the text, the outermost first; the first is the whole text."""
    path = [top]
    while True:
        inner = next((one for one in path[-1].lists() if _surrounds(one, offset)), None)
        if inner is None:
            return path
        path.append(inner)


def _surrounds(one: PartialList, offset: int) -> bool:
    return one.start < offset < one.end or (not one.is_closed and one.start < offset <= one.end)
