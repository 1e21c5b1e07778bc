"""The weights, paces and fees of travelers, as a story says them."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from typing import Literal

from ferryplan.generator.crossing.nouns import CrossingNouns
from ferryplan.generator.crossing.puzzle_file import KindTable
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.expressions import evaluate, names_in
from ferryplan.generator.themes.grammar import either, format_phrase, in_words
from ferryplan.generator.wording import listing

MOST_LISTED = 12
"""the most travelers of one kind whose amounts a story lists"""
KEYS = {"weight": "stories.weight", "pace": "stories.pace", "fee": "stories.fee"}
_NAME = re.compile(r"[^\W\d]\w*")


def list_amounts(
    about: CrossingNouns, kinds: Sequence[KindTable], what: Literal["weight", "pace", "fee"], *units: str
) -> str:
    """Return the weight, the pace or the fee of each kind, with the unit in the singular and in the plural if there is one."""
    said = []
    for kind in kinds:
        number: int | str = getattr(kind, what)
        if isinstance(number, str) and {"index", "number"} & names_in(number, template=False):
            amount = _describe_by_number(kind, number, units)
        else:
            amount = " ".join([in_words(number), *([either(number, *units)] if units else [])])
            if kind.count != 1 and isinstance(number, int):
                amount = format_phrase("stories.each", {"amount": amount})
        said.append(format_phrase(KEYS[what], {"party": about.party([kind.name]), "amount": amount}))
    return listing(said)


def _describe_by_number(kind: KindTable, expression: str, units: Sequence[str]) -> str:
    """Return the amounts of a kind whose travelers differ by their numbers: all of a few, else the formula.

    The story is written before the parameters have values, so the number of travelers may be open.
    """
    names = names_in(expression, template=False)
    parameters = names - {"index", "number"}
    if not parameters and isinstance(kind.count, int) and kind.count <= MOST_LISTED:
        with contextlib.suppress(PuzzleError):  # whoever makes an instance says what is wrong, and at which key
            amounts = [evaluate(expression, {"index": index, "number": index + 1}) for index in range(kind.count)]
            shown = units[:1] if amounts == [1] else units[1:]
            return " ".join([listing([in_words(amount) for amount in amounts]), *shown])
    formula = _NAME.sub(lambda found: f"{{{{ {found[0]} }}}}" if found[0] in parameters else found[0], expression)
    key = "stories.by-index" if "index" in names else "stories.by-number"
    return format_phrase(key, {"amount": " ".join([formula, *units[1:]])})
