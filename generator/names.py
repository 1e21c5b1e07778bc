"""PDDL symbols and problem names made from a puzzle's names, and command-line options for parameters.

Every planner accepts the PDDL symbols.
"""

from __future__ import annotations

import functools
import hashlib
import itertools
import json
import re
import unicodedata
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

from ferryplan import domains
from ferryplan.generator.wording import format_parameter_value

RESERVED_WORDS = {of: frozenset(listed) for of, listed in domains.words("reserved").items()}
"""sets of reserved words, by the context in which the words have a meaning of their own: ``pddl``, ``options``, ``templates``, ``expressions``"""

Name = TypeVar("Name", bound=Hashable)

MAX_SUFFIX_LENGTH = 64
_TEMPLATE_NAMES = re.compile("|".join(RESERVED_WORDS["templates"]))


def has_plain_option(parameter: str) -> bool:
    """Return whether the option ``--NAME`` sets the parameter NAME in every verb.

    It does not if a verb of ``plan`` has an option ``--NAME`` or ``--no-NAME`` of its own.
    """
    return not {parameter, f"no_{parameter}"} & RESERVED_WORDS["options"]


def format_parameter_setting(parameter: str, value: str) -> tuple[str, ...]:
    """Return the command-line arguments that set a parameter of a puzzle in every verb.

    >>> format_parameter_setting("single_men", "1"), format_parameter_setting("limit", "3")
    (('--single-men', '1'), ('--param', 'limit=3'))
    """
    if has_plain_option(parameter):
        return f"--{parameter.replace('_', '-')}", value
    return "--param", f"{parameter}={value}"


def format_parameter_option(parameter: str) -> str:
    """Return the command-line option for a parameter, as lists of a puzzle's parameters show it.

    The option is ``--couples`` for the parameter ``couples``, but ``--param limit=…`` for ``limit``, because verbs have an option ``--limit``.
    """
    return " ".join(format_parameter_setting(parameter, "…")).removesuffix(" …")


def index_to_letters(index: int) -> str:
    """Return the index as letters, as in a spreadsheet: A for 0, Z for 25, AA for 26, AB for 27."""
    before, letter = divmod(index, 26)
    return (index_to_letters(before - 1) if before else "") + chr(ord("A") + letter)


def find_repeated_names(names: Iterable[Name]) -> Iterator[Name]:
    """Yield each name that repeats an earlier name, once for each repetition."""
    seen = set[Name]()
    for name in names:
        if name in seen:
            yield name
        seen.add(name)


def make_pddl_symbols(names: Iterable[str], fallback: str, taken: set[str]) -> list[str]:
    """Return a legal and unique PDDL symbol for each of a puzzle's names, in the order of the names.

    A symbol consists of lower-case letters, digits and ``-``, and begins with a letter. Accents are dropped; other characters become ``-``. If no
    character of a name remains, its symbol is ``fallback`` with a number; ``fallback`` also goes in front of symbols that would begin with a digit or
    are words of PDDL or of the templates. A symbol that is already in ``taken`` gets a number. The new symbols are added to ``taken``.
    """
    result = []
    for name in names:
        base = _make_symbol_base(name, fallback)
        alone = base != fallback  # the fallback alone may be the name of a type
        numbered = (base if alone and number == 1 else f"{base}-{number}" for number in itertools.count(1))
        symbol = next(candidate for candidate in numbered if candidate not in taken)
        taken.add(symbol)
        result.append(symbol)
    return result


@functools.lru_cache(10_000)
def _make_symbol_base(name: str, fallback: str) -> str:
    """Return the PDDL symbol for a name if no symbol is taken."""
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "-", ascii_name).strip("-")
    if not base[:1].isalpha() or base in RESERVED_WORDS["pddl"] or _TEMPLATE_NAMES.fullmatch(base):
        base = f"{fallback}-{base}".rstrip("-")
    return base


def join_problem_name(puzzle: str, parameters: Mapping[str, object]) -> str:
    """Return a name for a PDDL problem: the puzzle's name, then the parameter values, joined by ``-``.

    Without parameters, ``1`` takes the place of the values. If the values include a text or several lists, or are long, a hash takes their place,
    so that different values always result in different names.
    """
    text = "-".join(format_parameter_value(value, "-") for value in parameters.values()) or "1"
    lists = sum(isinstance(value, tuple) for value in parameters.values())
    if lists > 1 or any(isinstance(value, str) for value in parameters.values()) or len(text) > MAX_SUFFIX_LENGTH:
        text = hash_json(dict(parameters), 12)
    return f"{puzzle}-{text}"


def hash_json(content: object, length: int) -> str:
    """Return the first `length` hexadecimal digits of a hash of JSON data, ignoring the order of keys."""
    text = json.dumps(content, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:length]
