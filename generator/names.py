"""Names: letters for travelers, and what a person calls them, mapped to what every planner accepts in PDDL."""

from __future__ import annotations

import hashlib
import itertools
import json
import re
import unicodedata
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

from ferryplan import domains
from ferryplan.generator.wording import told_value

RESERVED = {of: frozenset(listed) for of, listed in domains.words("reserved").items()}
"""words that mean something already, by what they are words of"""

Name = TypeVar("Name", bound=Hashable)

LONGEST = 64
_OF_TEMPLATES = re.compile("|".join(RESERVED["templates"]))


def has_plain_option(parameter: str) -> bool:
    """Return whether ``--parameter`` sets a parameter of a puzzle in every verb: no verb has an option of that name, or of its opposite."""
    return not {parameter, f"no_{parameter}"} & RESERVED["options"]


def spell_setting(parameter: str, value: str) -> tuple[str, ...]:
    """Return the words of a command that give a parameter of a puzzle a value, in every verb.

    >>> spell_setting("single_men", "1"), spell_setting("limit", "3")
    (('--single-men', '1'), ('--param', 'limit=3'))
    """
    if has_plain_option(parameter):
        return f"--{parameter.replace('_', '-')}", value
    return "--param", f"{parameter}={value}"


def spell_parameter(parameter: str) -> str:
    """Return the option that sets a parameter of a puzzle in every verb, for a list of parameters: ``--couples``, ``--param limit=…``."""
    return " ".join(spell_setting(parameter, "…")).removesuffix(" …")


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


def problem_name(puzzle: str, parameters: Mapping[str, object]) -> str:
    """Return a name for the problem of a puzzle: its name, then the values of its parameters; ``1`` if there are none.

    Values that are texts, or that would make a long name, are given as a hash. Different values give different names.
    """
    text = "-".join(told_value(value, "-") for value in parameters.values()) or "1"
    lists = sum(isinstance(value, tuple) for value in parameters.values())
    if lists > 1 or any(isinstance(value, str) for value in parameters.values()) or len(text) > LONGEST:
        text = digest(dict(parameters), 12)
    return f"{puzzle}-{text}"


def digest(content: object, length: int) -> str:
    """Return so many hex digits that are the same for what is the same as JSON."""
    text = json.dumps(content, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:length]
