"""The digits of a sum as data in an answer, or the sum written in them."""

from __future__ import annotations

import itertools
import re
from typing import Any

from ferryplan.generator.arithmetic.clues import additions_in
from ferryplan.generator.placing.speller import PlacingSpeller

_ORDERS = 720
"""orders of addends that are tried"""


class SumSpeller(PlacingSpeller):
    """How the digits of letters are spelled."""

    def told(self, text: str, single: bool) -> Any:
        """Return the digits that a text says letters are, or those of the last sum in it; of two that differ, what stands last."""
        said = super().told(text, single) or {}
        digits = self._digits_of_sum(text)
        if said and len(digits) == len(said) and {one["item"]: one["spot"] for one in digits} != said:
            ends = [one.end() for one in re.finditer(r"\b[A-Z]\s?(?:=|:|->|\u2192)\s?\d\b", text)]
            if ends and not self._digits_of_sum(text[ends[-1] :]):
                return said
        return digits if digits and len(digits) >= len(said) else said or None

    def _digits_of_sum(self, text: str) -> list[dict[str, str]]:
        """Return the digits of the last sum in a text; its addends may stand in another order."""
        words = [word for addition in additions_in(self.instance) for word in addition.equation.words if word]
        numbers = re.findall(r"(?<![\d.])\d+(?![\d.]\d)", re.sub(r"(?<=\d)[, ](?=\d{3}\b)", "", text))
        for end in range(len(numbers), len(words) - 1, -1):
            *addends, total = numbers[end - len(words) : end]
            if len(total) != len(words[-1]):
                continue
            orders = [[*order, total] for order in itertools.islice(itertools.permutations(addends), _ORDERS)]
            fitting = [order for order in orders if [*map(len, order)] == [*map(len, words)]]
            found = [
                {*itertools.chain(*(zip(*both, strict=True) for both in zip(words, order, strict=True)))}
                for order in fitting
            ]
            known = [{(letter, digit) for letter, digit in one if letter in self.items} for one in found]
            if known:
                # Of several orders, that in which each letter has one digit.
                best = min(known, key=lambda one: (len(one), fitting.index(fitting[known.index(one)])))
                return [{"item": letter, "spot": digit} for letter, digit in sorted(best)]
        return []
