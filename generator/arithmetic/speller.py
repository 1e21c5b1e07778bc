"""The digits of a sum as data in an answer, or the sum written in them."""

from __future__ import annotations

import itertools
import re
from typing import Any

from generator.arithmetic.clues import additions_in
from generator.placing.speller import PlacingSpeller


class SumSpeller(PlacingSpeller):
    """How the digits of letters are spelled."""

    def told(self, text: str, single: bool) -> Any:
        """Return the digits that a text says letters are, else those of the last sum in it with as many digits as there are letters."""
        if told := super().told(text, single):
            return told
        words = [word for addition in additions_in(self.instance) for word in addition.equation.words if word]
        numbers = (rf"(?<![\d.])(\d{{{len(word)}}})(?![\d.]\d)" for word in words)
        sums = [*re.finditer(r"\D{1,40}".join(numbers), re.sub(r"(?<=\d)[, ](?=\d{3}\b)", "", text))]
        digits = (
            itertools.chain(*(zip(*both, strict=True) for both in zip(words, sums[-1].groups(), strict=True)))
            if sums
            else ()
        )
        return [
            {"item": letter, "spot": digit} for letter, digit in dict.fromkeys(digits) if letter in self.items
        ] or None
