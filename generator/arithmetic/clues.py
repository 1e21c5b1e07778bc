"""What must hold in a sum of words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from generator.arithmetic.additions import Addition
from generator.arithmetic.columns import Column, written
from generator.placing.instance import AllDifferent, Clue, Placed, PlacingInstance


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
        """Return in words how the column comes out wrong."""
        *_, into, out = self.addition.carries(placed)
        if out:
            return ""
        column, digits = self.column, {**placed, **self.addition.constants}
        carry, sign = column.carry, -1 if column.borrows else 1
        names = written(column.added, self.addition.names, [(sign, carry)] * bool(carry))
        if not into or not digits.keys() >= {letter for _, factors in column.written for letter in factors}:
            return f"in {column.called}, {names} cannot come out right any more"
        carried = " or ".join(str(sign * one) for one in sorted(into))
        told = written(column.added, digits, [(sign, carried)] * bool(carry))
        if len(into) == 1 and " " in told:
            told += f" = {min(into) + column.sum_of(digits)}"
        total = column.total
        expected = "0" if total is None else f"{self.addition.names[total]} = {digits[total]}"
        both = names if names == told else f"{names} = {told}"
        return f"in {column.called}, {both} {'is not' if column.last else 'does not end in'} {expected}"


@dataclass(frozen=True, slots=True)
class GivenClue:
    """The digit of a letter is given."""

    kind: ClassVar = "given"
    pairs: ClassVar = ()
    says: str
    letter: int
    digit: int

    @property
    def scope(self) -> tuple[int, ...]:
        """The letter."""
        return (self.letter,)

    def allows(self, placed: Placed) -> bool:
        """Return whether it has no other digit."""
        return placed.get(self.letter, self.digit) == self.digit

    def breach(self, placed: Placed, instance: PlacingInstance) -> str:
        """Return in words which digit it has instead."""
        return "" if self.allows(placed) else instance.stated(self.letter, placed[self.letter])


@dataclass(frozen=True, slots=True)
class DifferentClue(AllDifferent):
    """Different letters stand for different digits."""

    kind: ClassVar = "different"
    says: str
    scope: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LeadingClue:
    """No word of more than one letter begins with 0."""

    kind: ClassVar = "leading"
    pairs: ClassVar = ()
    says: str
    scope: tuple[int, ...]

    def allows(self, placed: Placed) -> bool:
        """Return whether no letter with which a word begins is 0."""
        return all(placed.get(letter) != 0 for letter in self.scope)

    def breach(self, placed: Placed, instance: PlacingInstance) -> str:
        """Return in words which letter is 0 although a word begins with it."""
        zero = next((letter for letter in self.scope if placed.get(letter) == 0), None)
        return "" if zero is None else f"a word begins with {instance.items[zero].name}, which is 0"


def additions_in(instance: PlacingInstance) -> list[Addition]:
    """Return the columns of an instance's sums."""
    return [clue.addition for clue in instance.clues if isinstance(clue, ColumnClue) and clue.column.last]
