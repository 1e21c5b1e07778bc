"""The format of the puzzle files of cryptarithms, with a check of the text of the sum."""

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
    make_expression_check,
)
from ferryplan.generator.themes.grammar import format_phrase
from ferryplan.generator.toml_tables import Field, TomlTable
from ferryplan.generator.wording import join_phrases

SMALLEST_BASE = 2
LARGEST_BASE = 36
_GIVEN_LETTER = re.compile(r"\s*\w\s*=\s*\d+\s*")
"""a part of the text that gives a letter a digit, such as ``E = 2``"""


class WordSumTable(TomlTable):
    """The sum of words, or several sums in which the same letters stand for the same digits."""

    text: Annotated[str, Field(pattern=SINGLE_LINE_PATTERN, max_length=1000), make_expression_check(template=True)] = (
        Field(
            description="equations such as 'SEND + MORE = MONEY', joined by ';', with '+', '-', 'x', '='; 'S = 9' gives a letter; may use "
            "{{ … }}, such as '{{ sum }}' for a parameter 'sum' of type text"
        )
    )
    base: NumberOrExpression = Field(
        default=10, description="the base, which is the number of digits: 2 to 36, or an expression"
    )
    leading_zeros: BoolOrExpression = Field(
        default=False, description="true: numbers of more than one digit may begin with 0"
    )


class ArithmeticFile(PuzzleFile):
    """The contents of a cryptarithm's puzzle file: the sum, the base, and the rule about leading zeros."""

    family: Literal["arithmetic"]
    sum: WordSumTable

    def story_slots(self) -> dict[str, str]:
        """Return the phrases that fill the slots of a default story's template, by slot name.

        They are the sum with its given letters, and the rule about leading zeros.
        """
        says, allowed = format_phrase("stories.leading-zeros", {}), self.sum.leading_zeros
        if isinstance(allowed, str):
            says = f'{{{{ "" if {allowed} else "{says}" }}}}'
        return {"sum": self._describe_sum(), "zeros": "" if allowed is True else says}

    def _describe_sum(self) -> str:
        """Return the text of the sum; given digits of letters follow after "where"."""
        parts = self.sum.text.split(";")
        letters = [part.strip() for part in parts if _GIVEN_LETTER.fullmatch(part)]
        equations = [part.strip() for part in parts if not _GIVEN_LETTER.fullmatch(part)]
        if not letters or not equations or "{" in self.sum.text:
            return self.sum.text
        return format_phrase(
            "stories.given-letters", {"equations": "; ".join(equations), "letters": join_phrases(letters)}
        )

    def find_mistakes(self) -> Iterator[ErrorDiagnostic]:
        """Yield an error if the base is impossible, or if the text is not a sum.

        A text with expressions in braces is not checked here.
        """
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
