"""Names: letters for travellers, and what a person calls them, mapped to what every planner accepts in PDDL."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Hashable, Iterable, Iterator
from typing import TypeVar

RESERVED = frozenset({
    # VAL's lexer takes these for keywords wherever they stand, in the name of a variable, too; other readers some of them
    "define", "domain", "problem", "and", "or", "not", "imply", "forall", "exists", "when", "either", "number",
    "increase", "decrease", "assign", "scale-up", "scale-down", "minimize", "maximize", "preference", "is-violated",
    "always", "sometime", "within", "at-most-once", "sometime-after", "sometime-before", "always-within",
    "hold-during", "hold-after", "after", "duration", "total-time", "total-cost", "time", "name", "supply-demand",
    # Metric-FF, tarski, unified-planning
    "situation", "in-package", "object", "float", "int", "undefined", "oneof",
    # parts of "at start", "at end", "over all", for which VAL takes the beginning of (at start left-bank)
    "at", "over", "all", "start", "end",
})  # fmt: skip
"""words that some reader of PDDL does not take for a name; none may stand in generated PDDL but as what it is"""

Name = TypeVar("Name", bound=Hashable)

_OF_TEMPLATES = re.compile(
    r"from|to|more|rest|following|other(-[0-9]+)?"  # variables beside those that are named by kinds
    r"|traveller|place|stage|level|ready|away|boat-at|boat(-[0-9]+)?|pace|route|rows|before|now|next|then|due|nobody|n\d+"
    r"|elsewhere|passage|passes|lost|clock|later|late|timing|crossings-made|may-cross|to-move|shorter|some|several|at-most-one"
    r"|(threatens|guards|balance|worth|less|protected|enough|departed|landed|look)(-.*)?"
    r"|bound-for|land|unsafe|peaceful|higher|below-zero"
    r"|(outnumbering|tally|first-in-row|next-in-row|last-in-row)(-.*)?"
    r"|(cross|count|load|safe|wait|minus|plus|take|bring|with|moving|tick|cost|moment|period|in-time|patience|fits)(-.*)?|zero"
)


def letters(index: int) -> str:
    """Return A, B, … Z, AA, AB, … for 0, 1, …"""
    text = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        text = chr(ord("A") + rest) + text
    return text


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
        if not base[:1].isalpha() or base in RESERVED or _OF_TEMPLATES.fullmatch(base):
            base = f"{fallback}-{base}".rstrip("-")
        alone = base != fallback  # which may be the name of a type
        numbered = (base if alone and number == 1 else f"{base}-{number}" for number in itertools.count(1))
        symbol = next(candidate for candidate in numbered if candidate not in taken)
        taken.add(symbol)
        result.append(symbol)
    return result
