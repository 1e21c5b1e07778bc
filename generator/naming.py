"""Names as people write them: found whatever their case, with or without an article, as long as that leaves one that can be meant."""

from __future__ import annotations

import functools
import json
import re
import unicodedata
from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError, nearest

SHORT = 60
"""characters of what is shown"""
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_BETWEEN = re.compile(r"[\s_\-\u2010-\u2015]+")
_ARTICLE = re.compile(r"^(?:the|a|an) (?=..)")
Found = TypeVar("Found", bound=Hashable)


class SpellingError(FerryplanError, ValueError):
    """What stands for no move; the message says what was found and expected, without a full stop."""


class UnreadError(SpellingError):
    """A step of which a part cannot be read."""


def folded(name: str) -> str:
    """Return a name without what is not told apart in answers: case, width, an article, what stands between its words."""
    return _ARTICLE.sub("", _BETWEEN.sub(" ", unicodedata.normalize("NFKC", name)).strip().casefold())


def shown(found: object) -> str:
    """Return what was found, shortened and made harmless, for a sentence."""
    text = found if isinstance(found, str) else json.dumps(found, ensure_ascii=False, default=str)[: 4 * SHORT]
    text = "".join(letter if letter.isprintable() else "�" for letter in text[: SHORT + 1])
    return f"'{text if len(text) <= SHORT else text[: SHORT - 1] + '…'}'"


class Names(Generic[Found]):
    """What is meant by names: each as it is written, else as it is folded if that leaves one that can be meant."""

    def __init__(self, named: Iterable[tuple[Found, Iterable[str]]]) -> None:
        self._exact, self._first, meant = dict[str, Found](), dict[Found, str](), dict[str, set[Found]]()
        written = dict[str, set[Found]]()
        for one, (first, *others) in named:
            self._first.setdefault(one, first)
            self._exact.setdefault(first, one)
            for name in (first, *others):
                meant.setdefault(folded(name), set()).add(one)
                written.setdefault(name, set()).add(one)
        self._folded = {name: ones.pop() for name, ones in meant.items() if len(ones) == 1}
        # ``a_1`` and ``A_1`` differ by case alone.
        self._exact = {name: ones.pop() for name, ones in written.items() if len(ones) == 1} | self._exact

    def get(self, name: object) -> Found | None:
        """Return what is meant by a name, or by a number as one; None for what is no name of these."""
        text = str(name) if type(name) in (str, int) else None
        if text is None or text in self._exact:
            return None if text is None else self._exact[text]
        return self._folded.get(folded(text))

    @property
    def firsts(self) -> Iterable[str]:
        """The first name of each that is named, in their order."""
        return self._first.values()

    def __contains__(self, name: object) -> bool:
        return self.get(name) is not None

    def canonical(self, name: str) -> str:
        """Return the first of the names of what is meant; what is no name as it is."""
        found = self.get(name)
        return name if found is None else self._first[found]

    def meant(self, name: object, what: str) -> Found:
        """Return what is meant by a name; ``what`` says what that is. Raises SpellingError for what is no name of these."""
        if (found := self.get(name)) is None:
            near = nearest(name[:SHORT], self.firsts, "") if isinstance(name, str) else ""
            raise SpellingError(format_message("puzzles.unknown-name", what=what, name=shown(name).strip("'")) + near)
        return found

    @functools.cached_property
    def pattern(self) -> str:
        """What matches such names in a text, the longest first; those of one letter, and those that differ in case alone, as they are written."""
        loose = [name for name in self._folded if len(name) > 1 or not name.isalpha()]
        strict = [name for name in self._exact if len(name) == 1 or self._folded.get(folded(name)) != self._exact[name]]
        either = {name: r"[\s_-]+".join(map(re.escape, name.split())) for name in loose}
        either |= {name: f"(?-i:{re.escape(name)})" for name in strict}
        names = "|".join(either[name] for name in sorted(either, key=len, reverse=True))
        signs = "|".join(
            re.escape(name) for name in sorted(self._exact, key=len, reverse=True) if not name[0].isalnum()
        )
        signs += "".join(f"|{re.escape(name)}" for name in self._exact if name[0] >= "\u3000" and name[0].isalnum())
        return rf"(?:(?<![\w-])(?:{names or '(?!)'})(?!\w)|{signs.strip('|') or '(?!)'})"

    @functools.cached_property
    def found(self) -> re.Pattern[str]:
        """The same, made ready."""
        return re.compile(self.pattern, re.IGNORECASE)

    def named_in(self, text: str) -> list[str]:
        """Return the names that stand in a text, in their order."""
        return [name for name in self.found.findall(text) if name in self]


def number_of_words(word: str) -> int | None:
    """Return the number that the words of an object's name say: ``twenty-one``."""
    units, tens = (
        domains.words("answers")["numerals"]["en"]["units"],
        domains.words("answers")["numerals"]["en"]["tens"],
    )
    ten, _, unit = word.partition("-")
    if word in units:
        return int(units.index(word))
    return 10 * (tens.index(ten) + 2) + (units.index(unit) if unit in units else 0) if ten in tens else None
