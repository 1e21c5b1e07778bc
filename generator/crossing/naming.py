"""What travellers, places and boats are called.

Of travellers of whom it makes no difference who they are, so many can be named: ``two cannibals``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from generator.crossing.instance import Instance
from generator.crossing.symmetry import ExchangeOfTravellers
from generator.naming import NUMBERS, Names

SIDES = ("bank", "side", "shore", "riverbank")


class CrossingNames:
    """The names in an instance: of travellers as masks of which so many are meant, of places and boats as indices."""

    def __init__(self, instance: Instance) -> None:
        self.travellers = Names((*_travellers(instance), *_companies(instance)))
        firsts = [one.name.split()[0] for one in instance.places]
        self.places = Names(
            (n, (one.name, one.called, one.symbol, first, *(f"{first} {side}" for side in SIDES)))
            for n, (one, first) in enumerate(zip(instance.places, firsts, strict=True))
        )
        self.boats = Names((n, (one.name, one.called)) for n, one in enumerate(instance.fleet))
        self.sole = [one.name for n, one in enumerate(instance.travellers) if instance.rowers == 1 << n]
        """who alone can row"""
        place = self.places.pattern
        ends = {
            "from": rf"\bfrom\s+(?:the\s+)?({place})|^\W*({place})(?=\W*(?:->|\u2192))",
            "to": rf"(?:\b(?:to|onto|reach\w*)\s+(?:the\s+)?|(?:->|\u2192)\s*)({place})",
        }
        self.ends = {key: re.compile(pattern, re.IGNORECASE) for key, pattern in ends.items()}
        """how a sentence says where a crossing begins and ends"""
        somebody = rf"(?:the\s+)?{self.travellers.pattern}"
        self.subject = re.compile(
            rf",?\s+and\s+(?={somebody}(?:(?:,|\s+and|,\s+and|\s+with)\s+{somebody})*\s+$)|,\s+(?={somebody}\s+$)",
            re.IGNORECASE,
        )
        """before those who are said to cross next, up to the verb"""
        self.shore = re.compile(rf"\W*(?:{place})[^:]{{0,12}}:", re.IGNORECASE)
        """before those who are at a place"""


def _travellers(instance: Instance) -> Iterator[tuple[tuple[int, int], Iterable[str]]]:
    for index, one in enumerate(instance.travellers):
        number = re.sub(r"\D", "", one.name)
        numbered = [f"{one.kind} {number}"] * bool(number)
        yield (1 << index, 1), (one.name, one.called, one.symbol, f"{one.kind} {one.name}", *numbered)


def _companies(instance: Instance) -> Iterator[tuple[tuple[int, int], Iterable[str]]]:
    """Yield so many of a kind, of whom it makes no difference who they are."""
    plural = dict(instance.kinds)
    for units in instance.once(ExchangeOfTravellers).classes:
        kind, mask = instance.travellers[units[0][0]].kind, sum(1 << unit[0] for unit in units)
        if len(units[0]) == 1 and mask.bit_count() == sum(one.kind == kind for one in instance.travellers) > 1:
            yield (mask, 1), (kind, f"1 {kind}", f"one {kind}")
            for number in range(2, min(len(units), len(NUMBERS)) + 1):
                yield (mask, number), (f"{number} {plural[kind]}", f"{NUMBERS[number - 1]} {plural[kind]}")
