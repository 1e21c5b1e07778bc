"""The notation of a cryptarithm's solution in answers: digits of letters, or the sum in digits."""

from __future__ import annotations

import itertools
import re
from typing import Any

from ferryplan.generator.arithmetic.clues import find_additions
from ferryplan.generator.assignment.notation import AssignmentNotation

_MAX_ORDERS = 720
"""largest number of orders of addends in which a sum in digits is compared with the puzzle's words"""


class SumNotation(AssignmentNotation):
    """A notation for the digits of letters that also reads sums in digits: ``9567 + 1085 = 10652``."""

    def find_moves_in_text(self, text: str, single_move: bool) -> Any:
        """Return the digits of letters that a text states, or those that follow from the last sum in it.

        If both occur and differ, the later one counts.
        """
        said = super().find_moves_in_text(text, single_move) or {}
        digits = self._read_digits_of_sum(text)
        if said and len(digits) == len(said) and {one["item"]: one["spot"] for one in digits} != said:
            ends = [one.end() for one in re.finditer(r"\b[A-Z]\s?(?:=|:|->|\u2192)\s?\d\b", text)]
            if ends and not self._read_digits_of_sum(text[ends[-1] :]):
                return said
        return digits if digits and len(digits) >= len(said) else said or None

    def _read_digits_of_sum(self, text: str) -> list[dict[str, str]]:
        """Return the letters' digits in the last sum of a text, as dicts with the keys ``item`` and ``spot``.

        The addends of the sum can be in another order than in the puzzle.
        """
        words = [word for addition in find_additions(self.instance) for word in addition.equation.words if word]
        numbers = re.findall(r"(?<![\d.])\d+(?![\d.]\d)", re.sub(r"(?<=\d)[, ](?=\d{3}\b)", "", text))
        for end in range(len(numbers), len(words) - 1, -1):
            *addends, total = numbers[end - len(words) : end]
            if len(total) != len(words[-1]):
                continue
            orders = [[*order, total] for order in itertools.islice(itertools.permutations(addends), _MAX_ORDERS)]
            fitting = [order for order in orders if [*map(len, order)] == [*map(len, words)]]
            found = [
                {*itertools.chain(*(zip(*both, strict=True) for both in zip(words, order, strict=True)))}
                for order in fitting
            ]
            known = [{(letter, digit) for letter, digit in one if letter in self.item_names} for one in found]
            if known:
                # Of several orders, the one in which each letter has a single digit is best.
                best = min(known, key=lambda one: (len(one), fitting.index(fitting[known.index(one)])))
                return [{"item": letter, "spot": digit} for letter, digit in sorted(best)]
        return []
