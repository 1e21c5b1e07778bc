"""The lines of a plan file, and the errors that name them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from generator.errors import PlanError

__all__ = ["NAME", "NUMBER", "PlanText", "number"]

LARGEST = 10_000_000
"""characters"""

NAME = r"[\w.+*/<>=!?@#$%&~^'|-]+"
"""the name of an action or an object: no white space, parentheses, brackets, commas, colons or semicolons, nothing that does not print"""
NUMBER = r"[+-]?(?:\d{1,18}(?:\.\d{0,18})?|\.\d{1,18})(?:[eE][+-]?\d{1,2})?"
"""a number as planners print times and costs"""

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_NO_TEXT = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True)
class PlanText:
    """A plan file's text: line feeds alone end lines, and what colours a terminal is gone."""

    where: str
    text: str

    @classmethod
    def of(cls, text: str, where: str) -> PlanText:
        """Return a file's text. Raises PlanError if it is too long to be a plan, or no text."""
        if len(text) > LARGEST:
            raise PlanError(f"{where}: found {len(text):,} characters, expected a plan of at most {LARGEST:,}")
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        document = cls(where, _COLOUR.sub("", text))
        if foreign := _NO_TEXT.search(document.text):
            line = document.text.count("\n", 0, foreign.start()) + 1
            raise document.error(line, foreign[0], "text: this is a control character")
        return document

    @cached_property
    def lines(self) -> list[str]:
        """The lines, the first of which has the number 1."""
        return self.text.split("\n")

    @cached_property
    def code(self) -> list[tuple[int, str]]:
        """The lines that are neither empty nor comments, with their numbers, without white space at their ends."""
        stripped = ((number, line.strip()) for number, line in enumerate(self.lines, 1))
        return [(number, line) for number, line in stripped if line and not line.startswith(";")]

    def error(self, line: int, found: str, expected: str) -> PlanError:
        """Return the error that something stands on a line where something else was expected."""
        found = found.strip().split("\n")[0]
        shown = found if len(found) <= 60 else f"{found[:59]}…"
        return PlanError(f"{self.where}:{line}: found {shown!r}, expected {expected}")


def number(text: str) -> Fraction:
    """Return the number that a text of the pattern ``NUMBER`` stands for."""
    return Fraction(text)
