"""Names for PDDL, command-line options and problems.

The names in PDDL are such that every planner accepts them.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
import unicodedata
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

from ferryplan import domains
from ferryplan.generator.wording import format_value

RESERVED_WORDS = {of: frozenset(listed) for of, listed in domains.words("reserved").items()}
"""reserved words, by the language or the place in which they have a meaning"""

Name = TypeVar("Name", bound=Hashable)

MAX_SUFFIX_LENGTH = 64
_TEMPLATE_NAMES = re.compile("|".join(RESERVED_WORDS["templates"]))


def has_plain_option(parameter: str) -> bool:
    """Return whether ``--parameter`` sets a parameter in every verb.

    This is the case if no verb has an option with that name, or with the name of its opposite.
    """
    return not {parameter, f"no_{parameter}"} & RESERVED_WORDS["options"]


def format_setting(parameter: str, value: str) -> tuple[str, ...]:
    """Return the command-line arguments that set a parameter of a puzzle in every verb.

    >>> format_setting("single_men", "1"), format_setting("limit", "3")
    (('--single-men', '1'), ('--param', 'limit=3'))
    """
    if has_plain_option(parameter):
        return f"--{parameter.replace('_', '-')}", value
    return "--param", f"{parameter}={value}"


def format_parameter_option(parameter: str) -> str:
    """Return the option that sets a parameter in every verb: ``--couples``, ``--param limit=…``.

    Lists of parameters contain it.
    """
    return " ".join(format_setting(parameter, "…")).removesuffix(" …")


def index_to_letters(index: int) -> str:
    """Return the letters for an index: A, B, … Z, AA, AB, … for 0, 1, … 25, 26, 27, …."""
    before, letter = divmod(index, 26)
    return (index_to_letters(before - 1) if before else "") + chr(ord("A") + letter)


def find_repeated(names: Iterable[Name]) -> Iterator[Name]:
    """Yield each name that occurred before, once for each repetition."""
    seen = set[Name]()
    for name in names:
        if name in seen:
            yield name
        seen.add(name)


def make_symbols(names: Iterable[str], fallback: str, taken: set[str]) -> list[str]:
    """Return a legal and unique PDDL name for each name, in the same order.

    A PDDL name consists of lower-case letters, digits and ``-``, and begins with a letter. Accents are dropped; other characters become ``-``. If
    nothing remains, the name is ``fallback`` with a number; ``fallback`` also goes in front of names that begin with a digit or are words of PDDL or
    of the templates. A name in ``taken`` gets a number. ``taken`` grows by the results, so no two results are equal.
    """
    result = []
    for name in names:
        ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        base = re.sub(r"[^a-z0-9]+", "-", ascii_name).strip("-")
        if not base[:1].isalpha() or base in RESERVED_WORDS["pddl"] or _TEMPLATE_NAMES.fullmatch(base):
            base = f"{fallback}-{base}".rstrip("-")
        alone = base != fallback  # the fallback alone may be the name of a type
        numbered = (base if alone and number == 1 else f"{base}-{number}" for number in itertools.count(1))
        symbol = next(candidate for candidate in numbered if candidate not in taken)
        taken.add(symbol)
        result.append(symbol)
    return result


def make_problem_name(puzzle: str, parameters: Mapping[str, object]) -> str:
    """Return a name for a problem: the puzzle's name, then the values of its parameters.

    Without parameters, ``1`` takes the place of the values. Texts, several lists and long values are replaced by a hash, so that different values
    give different names.
    """
    text = "-".join(format_value(value, "-") for value in parameters.values()) or "1"
    lists = sum(isinstance(value, tuple) for value in parameters.values())
    if lists > 1 or any(isinstance(value, str) for value in parameters.values()) or len(text) > MAX_SUFFIX_LENGTH:
        text = hash_json(dict(parameters), 12)
    return f"{puzzle}-{text}"


def hash_json(content: object, length: int) -> str:
    """Return the first `length` hexadecimal digits of a hash of JSON data; equal data give equal digits."""
    text = json.dumps(content, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:length]
