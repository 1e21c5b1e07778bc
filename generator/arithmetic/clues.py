"""What must hold in a sum of words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from generator.arithmetic.columns import Addition, Column
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
        return tuple(sorted({letter for column in self.addition.columns for letter, _ in column.terms}))

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
        column = self.column
        where = f"in column {column.number} from the right"
        names = [instance.items[letter].name for letter in column.added] + ["the carry"] * bool(column.most_in)
        if not into or not all(letter in placed for letter in column.letters):
            return f"{where}, {' + '.join(names)} cannot come out right any more"
        digits = [instance.spots[placed[letter]].name for letter in column.added]
        if column.most_in:
            digits.append(" or ".join(map(str, sorted(into))))
        if len(into) == 1 and len(digits) > 1:
            digits[-1] += f" = {min(into) + sum(placed[letter] for letter in column.added)}"
        total = column.total
        expected = "0" if total is None else f"{instance.items[total].name} = {instance.spots[placed[total]].name}"
        return f"{where}, {' + '.join(names)} = {' + '.join(digits)} {'is not' if column.last else 'does not end in'} {expected}"


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
    says: str
    scope: tuple[int, ...]

    def allows(self, placed: Placed) -> bool:
        """Return whether no letter with which a word begins is 0."""
        return all(placed.get(letter) != 0 for letter in self.scope)

    def breach(self, placed: Placed, instance: PlacingInstance) -> str:
        """Return in words which letter is 0 although a word begins with it."""
        zero = next((letter for letter in self.scope if placed.get(letter) == 0), None)
        return "" if zero is None else f"a word begins with {instance.items[zero].name}, which is 0"


def addition_in(instance: PlacingInstance) -> Addition:
    """Return the columns of an instance's sum."""
    *_, last = (clue for clue in instance.clues if isinstance(clue, ColumnClue))
    return last.addition
