"""The lookup of names as people write them in answers: in any case, with or without an article."""

from __future__ import annotations

import functools
import json
import re
import unicodedata
from collections.abc import Hashable, Iterable
from typing import Generic, TypeVar

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError, format_suggestion

MAX_SHOWN_LENGTH = 60
"""the largest number of characters of a wrong name or text that an error message shows"""
DIGIT_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_SEPARATORS = re.compile(r"[\s_\-\u2010-\u2015]+")
_ARTICLE = re.compile(r"^(?:the|a|an) (?=..)")
Found = TypeVar("Found", bound=Hashable)


class NotationError(FerryplanError, ValueError):
    """A text or JSON value in an answer describes no move.

    The message says what was found, without a full stop.
    """


class UnreadableStepError(NotationError):
    """A step of an answer has a part that cannot be read, although the rest may describe a move."""


def normalize_name(name: str) -> str:
    """Return the normalized form of a name, which is equal for all accepted ways to write the name.

    It is in lower case, without an article, with a single blank between words, and with full-width characters replaced by normal ones.
    """
    return _ARTICLE.sub("", _SEPARATORS.sub(" ", unicodedata.normalize("NFKC", name)).strip().casefold())


def quote_wrong_value(found: object) -> str:
    """Return a wrong value from an answer for an error message: in quotes and at most 60 characters long.

    Unprintable characters are replaced; a value other than a text is shown as JSON.
    """
    text = (
        found if isinstance(found, str) else json.dumps(found, ensure_ascii=False, default=str)[: 4 * MAX_SHOWN_LENGTH]
    )
    text = "".join(letter if letter.isprintable() else "�" for letter in text[: MAX_SHOWN_LENGTH + 1])
    return f"'{text if len(text) <= MAX_SHOWN_LENGTH else text[: MAX_SHOWN_LENGTH - 1] + '…'}'"


class NameLookup(Generic[Found]):
    """A mapping from names to the things that have them, such as travelers.

    A thing may have several names. A name is looked up as it is written first. If it is unknown, its normalized form
    is looked up, provided that only one thing has a name with this form.
    """

    def __init__(self, names: Iterable[tuple[Found, Iterable[str]]]) -> None:
        self._exact, self._primary, meant = dict[str, Found](), dict[Found, str](), dict[str, set[Found]]()
        written = dict[str, set[Found]]()
        for one, (first, *others) in names:
            self._primary.setdefault(one, first)
            self._exact.setdefault(first, one)
            for name in (first, *others):
                meant.setdefault(normalize_name(name), set()).add(one)
                written.setdefault(name, set()).add(one)
        self._normalized = {name: ones.pop() for name, ones in meant.items() if len(ones) == 1}
        # ``a_1`` and ``A_1`` differ only in case, so a name as written takes precedence.
        self._exact = {name: ones.pop() for name, ones in written.items() if len(ones) == 1} | self._exact

    def get(self, name: object) -> Found | None:
        """Return what a name such as ``the wolf`` or ``1`` refers to; None if the name is unknown."""
        text = str(name) if type(name) in (str, int) else None
        if text is None or text in self._exact:
            return None if text is None else self._exact[text]
        return self._normalized.get(normalize_name(text))

    @property
    def primary_names(self) -> Iterable[str]:
        """The first name of each thing, in the order of the things."""
        return self._primary.values()

    def __contains__(self, name: object) -> bool:
        return self.get(name) is not None

    def canonical_name(self, name: str) -> str:
        """Return the first name of the thing that has this name; an unknown name is returned unchanged."""
        found = self.get(name)
        return name if found is None else self._primary[found]

    def resolve_name(self, name: object, thing_noun: str) -> Found:
        """Return the thing that has a name.

        Raises NotationError for an unknown name; ``thing_noun`` is the noun for the kind of thing in the message, such as ``place``.
        """
        if (found := self.get(name)) is None:
            near = format_suggestion(name[:MAX_SHOWN_LENGTH], self.primary_names, "") if isinstance(name, str) else ""
            raise NotationError(
                format_message("puzzles.unknown-name", what=thing_noun, name=quote_wrong_value(name).strip("'")) + near
            )
        return found

    @functools.cached_property
    def name_pattern(self) -> str:
        """A regular expression that matches any name of this lookup in a text, preferring longer names.

        Case does not matter, except in names of one letter and in names that differ from a name of another thing only in case.
        """
        loose = [name for name in self._normalized if len(name) > 1 or not name.isalpha()]
        strict = [
            name
            for name in self._exact
            if len(name) == 1 or self._normalized.get(normalize_name(name)) != self._exact[name]
        ]
        either = {name: r"[\s_-]+".join(map(re.escape, name.split())) for name in loose}
        either |= {name: f"(?-i:{re.escape(name)})" for name in strict}
        names = "|".join(either[name] for name in sorted(either, key=len, reverse=True))
        signs = "|".join(
            re.escape(name) for name in sorted(self._exact, key=len, reverse=True) if not name[0].isalnum()
        )
        signs += "".join(f"|{re.escape(name)}" for name in self._exact if name[0] >= "\u3000" and name[0].isalnum())
        return rf"(?:(?<![\w-])(?:{names or '(?!)'})(?!\w)|{signs.strip('|') or '(?!)'})"

    @functools.cached_property
    def compiled_pattern(self) -> re.Pattern[str]:
        """The regular expression `name_pattern`, compiled."""
        return re.compile(self.name_pattern, re.IGNORECASE)

    def find_names(self, text: str) -> list[str]:
        """Return the names that occur in a text, as they are written there and in their order in the text."""
        return [name for name in self.compiled_pattern.findall(text) if name in self]


def parse_numeral(word: str) -> int | None:
    """Return the number that an English numeral such as ``twenty-one`` stands for; None for other words."""
    units, tens = (
        domains.words("answers")["numerals"]["en"]["units"],
        domains.words("answers")["numerals"]["en"]["tens"],
    )
    ten, _, unit = word.partition("-")
    if word in units:
        return int(units.index(word))
    return 10 * (tens.index(ten) + 2) + (units.index(unit) if unit in units else 0) if ten in tens else None
