"""The shape of the puzzle files of cryptarithms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Literal

from ferryplan.generator.arithmetic.sums import read_sums
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.puzzle_file import ON_A_LINE, Condition, Mistake, Number, PuzzleFile, over
from ferryplan.generator.tables import Field, Table
from ferryplan.generator.themes.grammar import format_phrase
from ferryplan.generator.wording import listing

SMALLEST_BASE = 2
LARGEST_BASE = 36
_GIVEN_LETTER = re.compile(r"\s*\w\s*=\s*\d+\s*")


class SumTable(Table):
    """The sum, or several of them."""

    text: Annotated[str, Field(pattern=ON_A_LINE, max_length=1000), over(template=True)] = Field(
        description="equations such as 'SEND + MORE = MONEY', joined by ';', with '+', '-', 'x', '='; 'S = 9' gives a letter; may use "
        "{{ … }}, such as '{{ sum }}' for a parameter 'sum' of type text"
    )
    base: Number = Field(default=10, description="the base, which is the number of digits: 2 to 36, or an expression")
    leading_zeros: Condition = Field(default=False, description="true: numbers of more than one digit may begin with 0")


class ArithmeticFile(PuzzleFile):
    """One puzzle of the family of cryptarithms."""

    family: Literal["arithmetic"]
    sum: SumTable

    def slots(self) -> dict[str, str]:
        """Return what a story that is made up can name: the sum with its given letters, and the rule about leading zeros."""
        says, allowed = format_phrase("stories.leading-zeros", {}), self.sum.leading_zeros
        if isinstance(allowed, str):
            says = f'{{{{ "" if {allowed} else "{says}" }}}}'
        return {"sum": self._sum_in_words(), "zeros": "" if allowed is True else says}

    def _sum_in_words(self) -> str:
        """Return the sum as it stands in the file, or with "where" before the letters that are given."""
        parts = self.sum.text.split(";")
        letters = [part.strip() for part in parts if _GIVEN_LETTER.fullmatch(part)]
        equations = [part.strip() for part in parts if not _GIVEN_LETTER.fullmatch(part)]
        if not letters or not equations or "{" in self.sum.text:
            return self.sum.text
        return format_phrase("stories.given-letters", {"equations": "; ".join(equations), "letters": listing(letters)})

    def mistakes(self) -> Iterator[Mistake]:
        """Yield a base that is a number and cannot be one, and a sum without expressions that is none."""
        base = self.sum.base
        if isinstance(base, int) and not SMALLEST_BASE <= base <= LARGEST_BASE:
            yield Mistake("sum.base", f"found {base}, expected a whole number from {SMALLEST_BASE} to {LARGEST_BASE}")
        elif "{" not in self.sum.text:
            try:
                base = base if isinstance(base, int) else LARGEST_BASE
                read_sums(self.sum.text, base, leading_zeros=self.sum.leading_zeros is not False)
            except PuzzleError as error:
                yield Mistake("sum.text", str(error), found=error.found or "", expected=error.expected or "")
