"""Names, numbers, first letters and tables, as texts have them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ferryplan.domains.messages import format_message

LONGEST = 30
"""numbers of more digits are rounded"""
PLURAL = re.compile(r"the (?!.*\b(?:atlas|canvas|gas|lens)$).*(?:[^ious]s|people|men|children|geese|mice)")
"""a name that stands for several things, such as ``the beans``; ``the glass``, ``the walrus`` and ``the iris`` stand for one"""

_NUMBERED = re.compile(r"(?P<noun>\D+ )(?P<number>\d+)")


@dataclass(frozen=True, slots=True)
class Table:
    """A heading for each column, and rows of as many cells."""

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    rigid: bool = False
    """whether it is a picture, whose columns stay as they are however narrow the screen"""


def listing(names: Sequence[str], conjunction: str = "and") -> str:
    """Return names as a list in a sentence: ``A``, ``A and B``, ``A, B and C``; the empty text for none."""
    return f" {conjunction} ".join(part for part in (", ".join(names[:-1]), "".join(names[-1:])) if part)


def listing_of_numbered(names: Sequence[str], conjunction: str = "or") -> str:
    """Return names as a list in a sentence; names that differ in a number alone share their noun: ``house 1, 2 or 5``."""
    split = [_NUMBERED.fullmatch(name) for name in names]
    nouns = {found["noun"] if found else "" for found in split}
    if len(nouns) > 1 or "" in nouns:
        return listing(names, conjunction)
    return nouns.pop() + listing([found["number"] for found in split if found], conjunction)


def few(names: Sequence[str], most: int = 12, further: str = "names.more") -> Sequence[str]:
    """Return at most `most` names; of longer lists the first three, and the message `further` with the number of the others."""
    return names if len(names) <= most else (*names[:3], format_message(further, count=len(names) - 3))


def number_of(names: Sequence[str]) -> int:
    """Return 1 where names take a verb in the singular, else 2: one name may stand for several things, as "the beans" does."""
    return 1 if len(names) == 1 and not PLURAL.fullmatch(names[0]) else 2


def agreeing(number: int, one: str = "is", more: str = "are") -> str:
    """Return the verb that agrees with so many."""
    return one if number == 1 else more


def count(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 state``, ``1,200 states``."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def capital(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def begun(text: str, most: int = 60) -> str:
    """Return a text, or the beginning of one that is longer than that."""
    return text if len(text) <= most else f"{text[: most - 3]}…"


def told_number(number: int) -> str:
    """Return a number as a person reads it: ``1,157,302,496,000``, or ``2.83e+181`` if it has over 30 digits."""
    digits = str(number)
    if len(digits) <= LONGEST:
        return f"{number:,}"
    return f"{digits[0]}.{digits[1:3]}e+{len(digits) - 1}"


def counted_or_many(number: int | None) -> str:
    """Return a number as a person reads it; of None, that there are too many."""
    return format_message("narration.too-many-to-count") if number is None else f"{number:,}"


ANSWERS = {"yes": True, "no": False, "true": True, "false": False}
"""how yes and no may be written"""


def told_value(value: object, between: str = ",") -> str:
    """Return a parameter's value as a person writes it: ``yes``, ``7``, ``1,2,5`` with a text between numbers; the empty text for None."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case tuple() | list():
            return between.join(map(str, value))
        case _:
            return str(value)


def make_sentence(phrase: str) -> str:
    """Return a phrase as a sentence: with a capital letter in front, and a full stop unless it ends in one."""
    return phrase[:1].upper() + phrase[1:] + ("" if phrase.endswith((".", "!", "?")) else ".")


class Noun(NamedTuple):
    """What something is called, one of it and several."""

    one: str
    many: str

    def counted(self, number: float) -> str:
        """Return a number of them in words: ``1 crossing``, ``1,000 crossings``."""
        return f"1 {self.one}" if number == 1 else f"{number} {self.many}"
