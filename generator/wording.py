"""Helper functions for English text: lists of names, numbers, plural forms and tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ferryplan.domains.messages import format_message

MAX_DIGITS = 30
"""the largest number of digits of a number that is written in full; longer numbers are rounded"""
PLURAL_PATTERN = re.compile(r"the (?!.*\b(?:atlas|canvas|gas|lens)$).*(?:[^ious]s|people|men|children|geese|mice)")
"""matches a plural name, such as ``the beans``; ``the glass``, ``the walrus`` and ``the iris`` are singular"""

_NUMBERED_NAME = re.compile(r"(?P<noun>\D+ )(?P<number>\d+)")


@dataclass(frozen=True, slots=True)
class Table:
    """A table for output: a heading for each column, and rows of cell texts."""

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    is_fixed_width: bool = False
    """whether the table is a picture, such as a board, whose columns must keep their widths even on a narrow screen"""


def join_phrases(names: Sequence[str], conjunction: str = "and") -> str:
    """Join phrases as in a sentence: ``A``, ``A and B``, ``A, B and C``; empty if there are none."""
    return f" {conjunction} ".join(part for part in (", ".join(names[:-1]), "".join(names[-1:])) if part)


def join_numbered_names(names: Sequence[str], conjunction: str = "or") -> str:
    """Join names as in a sentence, with a shared noun only once: ``house 1, 2 or 5``.

    Names that differ in more than their numbers are joined by `join_phrases`.
    """
    split = [_NUMBERED_NAME.fullmatch(name) for name in names]
    nouns = {found["noun"] if found else "" for found in split}
    if len(nouns) > 1 or "" in nouns:
        return join_phrases(names, conjunction)
    return nouns.pop() + join_phrases([found["number"] for found in split if found], conjunction)


def abbreviate_list(names: Sequence[str], limit: int = 12, more_key: str = "names.more") -> Sequence[str]:
    """Return names unchanged if there are at most `limit`; otherwise the first three and a note.

    The note is the message with the key `more_key`, which says how many more names there are.
    """
    return names if len(names) <= limit else (*names[:3], format_message(more_key, count=len(names) - 3))


def grammatical_number(names: Sequence[str]) -> int:
    """Return 1 if a list of names takes a singular verb when it is the subject of a sentence, otherwise 2.

    The number is 2 for several names, and for a single plural name such as "the beans".
    """
    return 1 if len(names) == 1 and not PLURAL_PATTERN.fullmatch(names[0]) else 2


def choose_verb(number: int, singular: str = "is", plural: str = "are") -> str:
    """Return the verb form for a number: ``singular`` for 1, otherwise ``plural``."""
    return singular if number == 1 else plural


def format_count(number: int, noun: str) -> str:
    """Return a number and a noun, in the plural with ``s`` unless the number is 1: ``1,200 states``."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def capitalize(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def truncate(text: str, max_length: int = 60) -> str:
    """Return a text, cut and ended with an ellipsis if it is longer than `max_length` characters."""
    return text if len(text) <= max_length else f"{text[: max_length - 3]}…"


def format_number(number: int) -> str:
    """Return a number as people read it: ``1,157,302,496,000``, or ``2.83e+181`` if it has over 30 digits."""
    digits = str(number)
    if len(digits) <= MAX_DIGITS:
        return f"{number:,}"
    return f"{digits[0]}.{digits[1:3]}e+{len(digits) - 1}"


def format_number_or_many(number: int | None) -> str:
    """Return a number with commas between thousands; for None, the message for "too many to count"."""
    return format_message("narration.too-many-to-count") if number is None else f"{number:,}"


YES_NO_VALUES = {"yes": True, "no": False, "true": True, "false": False}
"""the words by which users write a truth value, with their meanings"""


def format_parameter_value(value: object, separator: str = ",") -> str:
    """Return the value of a puzzle's parameter as users write it: ``yes``, ``7`` or ``1,2,5``.

    The text is empty for None. `separator` is the text between the numbers of a list.
    """
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case tuple() | list():
            return separator.join(map(str, value))
        case _:
            return str(value)


def make_sentence(phrase: str) -> str:
    """Return a phrase as a sentence, with a capital letter and, if necessary, a full stop."""
    return phrase[:1].upper() + phrase[1:] + ("" if phrase.endswith((".", "!", "?")) else ".")


class NounForms(NamedTuple):
    """A noun with its singular form (``one``) and its plural form (``many``)."""

    one: str
    many: str

    def format_count(self, number: float) -> str:
        """Return a number with the noun in the form that agrees: ``1 crossing``, ``11 crossings``."""
        return f"1 {self.one}" if number == 1 else f"{number} {self.many}"
