"""What must hold in a sum of words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, ClassVar, Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.arithmetic.additions import Addition
from ferryplan.generator.arithmetic.columns import Column, written
from ferryplan.generator.placing.instance import Canonical, Clue, Placed, PlacingInstance


@dataclass(frozen=True, slots=True)
class ColumnClue:
    """A column adds up, with what is carried into it."""

    kind: ClassVar = "column"
    says: str
    addition: Addition
    """the column, which is the last of it, and all to its right"""

    @property
    def column(self) -> Column:
        """The column itself."""
        return self.addition.columns[-1]

    @property
    def scope(self) -> tuple[int, ...]:
        """The letters in the column, and in those to its right, on which it depends what is carried into it."""
        letters = {letter for column in self.addition.columns for letter in column.letters}
        return tuple(sorted(letters - self.addition.constants.keys()))

    def make_page_data(self, instance: PlacingInstance, describe: Callable[[Clue], Any]) -> dict[str, Any]:
        """Return the base, the digits between which letters lie, and the columns with their carries."""
        words = format_message("placing.column-cannot-add-up", column=self.column.called)
        bounds = {"base": self.addition.base, "least": self.addition.least, "most": self.addition.most}
        sums = attrgetter("parts", "last", "least_in", "most_in", "least_out", "most_out")
        return {**bounds, "columns": [*map(sums, self.addition.columns)], "told": words}

    def allows(self, placed: Placed) -> bool:
        """Return whether it may still add up, as far as bounds on what is carried tell."""
        return bool(self.addition.carries(placed)[-1])

    def narrow(self, left: list[int]) -> list[int] | None:
        """Take away the digits with which it cannot add up, whatever others are left; return as `Narrowing`."""
        return self.addition.narrow(left)

    def implies(self, other: Clue) -> bool:
        """Return whether another is about a column to its right."""
        return isinstance(other, ColumnClue) and self.addition.first(len(other.addition.columns)) == other.addition

    def breach(self, placed: Placed, instance: PlacingInstance) -> str:
        """Return in words how the column comes out wrong; the empty text if it does not.

        Once all letters are placed, a wrong column to its right does not make this one wrong: what counts is the carry of the digits that
        are there.
        """
        *_, into, out = self.addition.carries(placed)
        column, digits = self.column, {**placed, **self.addition.constants}
        complete = all(digits.keys() >= {*factors} for one in self.addition.columns for _, factors in one.written)
        if complete:
            into = {self._carried_into(digits)}
        if out or (complete and self._comes_out_right(digits, *into)):
            return ""
        carry, sign = column.carry, -1 if column.borrows else 1
        names = written(column.added, self.addition.names, [(sign, carry)] * bool(carry))
        if not into or not digits.keys() >= {letter for _, factors in column.written for letter in factors}:
            return format_message("sums.impossible-column", column=column.called, letters=names)
        carried = " or ".join(str(sign * one) for one in sorted(into))
        told = written(column.added, digits, [(sign, carried)] * bool(carry))
        if len(into) == 1 and " " in told:
            told += f" = {min(into) + column.sum_of(digits)}"
        total = column.total
        both = names if names == told else f"{names} = {told}"
        letter: dict[str, object] = (
            {} if total is None else {"letter": self.addition.names[total], "digit": digits[total]}
        )
        if letter and not column.last and len(into) == 1 and (value := min(into) + column.sum_of(digits)) < 0:
            last = value % self.addition.base
            return format_message("sums.wrong-digit", column=column.called, letters=both, last=last, **letter)
        expected = format_message("sums.letter-is", **letter) if letter else "0"
        key = "sums.wrong-column" if column.last else "sums.wrong-last-digit"
        return format_message(key, column=column.called, letters=both, total=expected)

    def _carried_into(self, digits: Placed) -> int:
        """Return what the digits of the columns to its right carry into it; less than 0 if they borrow."""
        carried = 0
        for column in self.addition.columns[:-1]:
            carried = (carried + column.sum_of(digits)) // self.addition.base
        return carried

    def _comes_out_right(self, digits: Placed, carried: int) -> bool:
        """Return whether the column ends in its digit of the total, or comes to all that is left of the total if it is the last one."""
        missing = carried + self.column.sum_of(digits) - (0 if self.column.total is None else digits[self.column.total])
        return missing == 0 if self.column.last else missing % self.addition.base == 0


@dataclass(frozen=True, slots=True)
class DigitClue:
    """Which digits letters may have: the digit of one is given, or no number of more than one digit begins with 0."""

    pairs: ClassVar = ()
    says: str
    kind: Literal["given", "leading"]
    scope: tuple[int, ...]
    digits: range
    """those that each of them may have"""

    @property
    def canonical(self) -> Canonical:
        """What the canonical text of an instance has for it."""
        if self.kind == "leading":
            return ["LeadingClue"], [("scope", self.scope)]
        return ["GivenClue"], [("letter", self.scope[0]), ("digit", self.digits[0])]

    def allows(self, placed: Placed) -> bool:
        """Return whether no letter has another digit."""
        return all(placed.get(letter, self.digits[0]) in self.digits for letter in self.scope)

    def breach(self, placed: Placed, instance: PlacingInstance) -> str:
        """Return in words which letter has another digit, or is 0 although a word begins with it."""
        wrong = next((letter for letter in self.scope if placed.get(letter, self.digits[0]) not in self.digits), None)
        if wrong is None:
            return ""
        if self.kind == "given":
            return instance.stated(wrong, placed[wrong])
        return format_message("sums.leading-zero", letter=instance.items[wrong].name)


def additions_in(instance: PlacingInstance) -> list[Addition]:
    """Return the columns of an instance's sums."""
    return [clue.addition for clue in instance.clues if isinstance(clue, ColumnClue) and clue.column.last]
