"""Names: letters for travellers, and what a person calls them, mapped to what every planner accepts in PDDL."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Hashable, Iterable, Iterator
from typing import TypeVar

import domains

RESERVED = {of: frozenset(listed) for of, listed in domains.words("reserved").items()}
"""words that mean something already, by what they are words of"""

Name = TypeVar("Name", bound=Hashable)

_OF_TEMPLATES = re.compile("|".join(RESERVED["templates"]))


def letters(index: int) -> str:
    """Return A, B, … Z, AA, AB, … for 0, 1, …"""
    before, letter = divmod(index, 26)
    return (letters(before - 1) if before else "") + chr(ord("A") + letter)


def repeated(names: Iterable[Name]) -> Iterator[Name]:
    """Yield the names that come again, as often as they do."""
    seen = set[Name]()
    for name in names:
        if name in seen:
            yield name
        seen.add(name)


def symbols(names: Iterable[str], fallback: str, taken: set[str]) -> list[str]:
    """Return a legal PDDL name for each name, in the same order: lower case, letters, digits and ``-``, a letter first.

    Accents are dropped; what is no letter or digit becomes ``-``. Where nothing is left, the name is ``fallback`` with a number; it
    also goes in front of what begins with a digit or is a word of PDDL or of the templates. A name that is in ``taken``
    gets a number. ``taken`` grows by the result, so no two results are equal.
    """
    result = []
    for name in names:
        ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        base = re.sub(r"[^a-z0-9]+", "-", ascii_name).strip("-")
        if not base[:1].isalpha() or base in RESERVED["pddl"] or _OF_TEMPLATES.fullmatch(base):
            base = f"{fallback}-{base}".rstrip("-")
        alone = base != fallback  # which may be the name of a type
        numbered = (base if alone and number == 1 else f"{base}-{number}" for number in itertools.count(1))
        symbol = next(candidate for candidate in numbered if candidate not in taken)
        taken.add(symbol)
        result.append(symbol)
    return result
