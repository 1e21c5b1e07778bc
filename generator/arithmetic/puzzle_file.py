"""The format of the puzzle files of cryptarithms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Literal

from ferryplan.generator.arithmetic.sums import read_sums
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.puzzle_file import (
    SINGLE_LINE_PATTERN,
    BoolOrExpression,
    ErrorDiagnostic,
    NumberOrExpression,
    PuzzleFile,
    expression_check,
)
from ferryplan.generator.themes.grammar import format_phrase
from ferryplan.generator.toml_tables import Field, TomlTable
from ferryplan.generator.wording import join_phrases

SMALLEST_BASE = 2
LARGEST_BASE = 36
_GIVEN_LETTER = re.compile(r"\s*\w\s*=\s*\d+\s*")


class WordSumTable(TomlTable):
    """The sum, or several sums with common letters."""

    text: Annotated[str, Field(pattern=SINGLE_LINE_PATTERN, max_length=1000), expression_check(template=True)] = Field(
        description="equations such as 'SEND + MORE = MONEY', joined by ';', with '+', '-', 'x', '='; 'S = 9' gives a letter; may use "
        "{{ … }}, such as '{{ sum }}' for a parameter 'sum' of type text"
    )
    base: NumberOrExpression = Field(
        default=10, description="the base, which is the number of digits: 2 to 36, or an expression"
    )
    leading_zeros: BoolOrExpression = Field(
        default=False, description="true: numbers of more than one digit may begin with 0"
    )


class ArithmeticFile(PuzzleFile):
    """The contents of a cryptarithm's puzzle file."""

    family: Literal["arithmetic"]
    sum: WordSumTable

    def story_slots(self) -> dict[str, str]:
        """Return the phrases that a default story can insert.

        They are the sum with its given letters, and the rule about leading zeros.
        """
        says, allowed = format_phrase("stories.leading-zeros", {}), self.sum.leading_zeros
        if isinstance(allowed, str):
            says = f'{{{{ "" if {allowed} else "{says}" }}}}'
        return {"sum": self._describe_sum(), "zeros": "" if allowed is True else says}

    def _describe_sum(self) -> str:
        """Return the sum as in the file, or with "where" before the given letters."""
        parts = self.sum.text.split(";")
        letters = [part.strip() for part in parts if _GIVEN_LETTER.fullmatch(part)]
        equations = [part.strip() for part in parts if not _GIVEN_LETTER.fullmatch(part)]
        if not letters or not equations or "{" in self.sum.text:
            return self.sum.text
        return format_phrase(
            "stories.given-letters", {"equations": "; ".join(equations), "letters": join_phrases(letters)}
        )

    def find_mistakes(self) -> Iterator[ErrorDiagnostic]:
        """Yield errors about an impossible base, and about a text without expressions that is not a sum."""
        base = self.sum.base
        if isinstance(base, int) and not SMALLEST_BASE <= base <= LARGEST_BASE:
            yield ErrorDiagnostic(
                "sum.base", f"found {base}, expected a whole number from {SMALLEST_BASE} to {LARGEST_BASE}"
            )
        elif "{" not in self.sum.text:
            try:
                base = base if isinstance(base, int) else LARGEST_BASE
                read_sums(self.sum.text, base, leading_zeros=self.sum.leading_zeros is not False)
            except PuzzleError as error:
                yield ErrorDiagnostic("sum.text", str(error), found=error.found or "", expected=error.expected or "")
