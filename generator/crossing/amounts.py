"""Phrases of a story about the amounts of travelers: weights, paces (crossing times) and rowing fees."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from typing import Literal

from ferryplan.generator.crossing.nouns import CrossingNouns
from ferryplan.generator.crossing.puzzle_file import KindTable
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.expressions import evaluate_expression, find_expression_names
from ferryplan.generator.themes.grammar import choose_by_number, format_phrase, spell_out_number
from ferryplan.generator.wording import join_phrases

MAX_LISTED_AMOUNTS = 12
"""the largest number of travelers of one kind whose amounts a story lists"""
MESSAGE_KEYS = {"weight": "stories.weight", "pace": "stories.pace", "fee": "stories.fee"}
_NAME = re.compile(r"[^\W\d]\w*")


def format_amounts_by_kind(
    nouns: CrossingNouns, kinds: Sequence[KindTable], attribute: Literal["weight", "pace", "fee"], *units: str
) -> str:
    """Return a phrase with the weight, the pace or the fee of the travelers of each kind.

    ``attribute`` selects one of these three amounts. ``units`` are the singular and the plural of its unit, such as
    ``minute`` and ``minutes``; weights have no unit.
    """
    said = []
    for kind in kinds:
        number: int | str = getattr(kind, attribute)
        if isinstance(number, str) and {"index", "number"} & find_expression_names(number, template=False):
            amount = _format_amounts_of_kind(kind, number, units)
        else:
            amount = " ".join([spell_out_number(number), *([choose_by_number(number, *units)] if units else [])])
            if kind.count != 1 and isinstance(number, int):
                amount = format_phrase("stories.each", {"amount": amount})
        said.append(
            format_phrase(MESSAGE_KEYS[attribute], {"party": nouns.nouns_of_kinds([kind.name]), "amount": amount})
        )
    return join_phrases(said)


def _format_amounts_of_kind(kind: KindTable, expression: str, units: Sequence[str]) -> str:
    """Return a list of the amounts of a kind's travelers, or the formula for these amounts.

    An example of a list is ``one, two and five minutes``. ``expression`` is the formula, with the name ``index`` or
    ``number`` of a traveler. The formula remains if the amounts or their number depend on parameters, which have no
    values yet when a story is written, or if the list would be long.
    """
    names = find_expression_names(expression, template=False)
    parameters = names - {"index", "number"}
    if not parameters and isinstance(kind.count, int) and kind.count <= MAX_LISTED_AMOUNTS:
        with contextlib.suppress(PuzzleError):  # instantiation reports the error with its key
            amounts = [
                evaluate_expression(expression, {"index": index, "number": index + 1}) for index in range(kind.count)
            ]
            shown = units[:1] if amounts == [1] else units[1:]
            return " ".join([join_phrases([spell_out_number(amount) for amount in amounts]), *shown])
    formula = _NAME.sub(lambda found: f"{{{{ {found[0]} }}}}" if found[0] in parameters else found[0], expression)
    key = "stories.by-index" if "index" in names else "stories.by-number"
    return format_phrase(key, {"amount": " ".join([formula, *units[1:]])})
