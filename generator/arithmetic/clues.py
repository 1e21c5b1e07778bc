"""The rules of a cryptarithm as clues: each column adds up, and letters have allowed digits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, ClassVar, Literal

from ferryplan.domains.messages import format_message
from ferryplan.generator.arithmetic.additions import Addition
from ferryplan.generator.arithmetic.columns import Column, format_signed_terms
from ferryplan.generator.assignment.instance import AssignmentInstance, CanonicalFields, Clue, PartialAssignment


@dataclass(frozen=True, slots=True)
class ColumnClue:
    """The rule that a column of a sum adds up, including the carry into it."""

    kind: ClassVar = "column"
    says: str
    """the text of the rule"""
    addition: Addition
    """the columns of the sum from the right up to this column, which is the last of them"""

    @property
    def column(self) -> Column:
        """The column that has to add up."""
        return self.addition.columns[-1]

    @property
    def scope(self) -> tuple[int, ...]:
        """The letters in the column and in the columns to its right, which determine the carry into it."""
        letters = {letter for column in self.addition.columns for letter in column.letters}
        return tuple(sorted(letters - self.addition.digit_by_constant.keys()))

    def make_page_data(self, instance: AssignmentInstance, describe: Callable[[Clue], Any]) -> dict[str, Any]:
        """Return the JSON object with which a page checks the rule.

        It holds the base, the bounds of the letters' digits, the columns with bounds on their carries, and the message
        for a violation.
        """
        words = format_message("assignment.column-cannot-add-up", column=self.column.called)
        bounds = {"base": self.addition.base, "least": self.addition.least, "most": self.addition.most}
        sums = attrgetter("parts", "last", "least_in", "most_in", "least_out", "most_out")
        return {**bounds, "columns": [*map(sums, self.addition.columns)], "told": words}

    def allows(self, placed: PartialAssignment) -> bool:
        """Return whether the column can still add up, judged by bounds on the carries."""
        return bool(self.addition.possible_carries(placed)[-1])

    def narrow(self, domains: list[int]) -> list[int] | None:
        """Remove the digits with which the column cannot add up from the domains, in place.

        ``domains`` holds a bit mask of digits for each letter. The result lists the letters that lost digits; it is
        None if the column cannot add up.
        """
        return self.addition.narrow_domains(domains)

    def implies(self, other: Clue) -> bool:
        """Return whether the other clue is about a column further right in the same sum."""
        return (
            isinstance(other, ColumnClue)
            and self.addition.keep_rightmost_columns(len(other.addition.columns)) == other.addition
        )

    def describe_violation(self, placed: PartialAssignment, instance: AssignmentInstance) -> str:
        """Return a clause that says why the column does not add up; the empty text if it does.

        Once all letters are placed, a wrong column to its right does not make this one wrong: the carry follows from
        the placed digits.
        """
        *_, into, out = self.addition.possible_carries(placed)
        column, digits = self.column, {**placed, **self.addition.digit_by_constant}
        complete = all(digits.keys() >= {*factors} for one in self.addition.columns for _, factors in one.signed_terms)
        if complete:
            into = {self._compute_carry_in(digits)}
        if out or (complete and self._adds_up(digits, *into)):
            return ""
        carry, sign = column.carry_noun, -1 if column.has_only_borrows else 1
        names = format_signed_terms(column.signed_addends, self.addition.names, [(sign, carry)] * bool(carry))
        if not into or not digits.keys() >= {letter for _, factors in column.signed_terms for letter in factors}:
            return format_message("sums.impossible-column", column=column.called, letters=names)
        carried = " or ".join(str(sign * one) for one in sorted(into))
        told = format_signed_terms(column.signed_addends, digits, [(sign, carried)] * bool(carry))
        if len(into) == 1 and " " in told:
            told += f" = {min(into) + column.sum_of_addends(digits)}"
        total = column.total
        both = names if names == told else f"{names} = {told}"
        letter: dict[str, object] = (
            {} if total is None else {"letter": self.addition.names[total], "digit": digits[total]}
        )
        if letter and not column.last and len(into) == 1 and (value := min(into) + column.sum_of_addends(digits)) < 0:
            last = value % self.addition.base
            return format_message("sums.wrong-digit", column=column.called, letters=both, last=last, **letter)
        expected = format_message("sums.letter-is", **letter) if letter else "0"
        key = "sums.wrong-column" if column.last else "sums.wrong-last-digit"
        return format_message(key, column=column.called, letters=both, total=expected)

    def _compute_carry_in(self, digits: PartialAssignment) -> int:
        """Return the carry that the columns to the right produce with these digits; negative for a borrow."""
        carried = 0
        for column in self.addition.columns[:-1]:
            carried = (carried + column.sum_of_addends(digits)) // self.addition.base
        return carried

    def _adds_up(self, digits: PartialAssignment, carry_in: int) -> bool:
        """Return whether the column, with the carry ``carry_in`` into it, ends in the digit of the total.

        The last column of a sum must also have no carry out of it.
        """
        missing = (
            carry_in
            + self.column.sum_of_addends(digits)
            - (0 if self.column.total is None else digits[self.column.total])
        )
        return missing == 0 if self.column.last else missing % self.addition.base == 0


@dataclass(frozen=True, slots=True)
class DigitClue:
    """A rule about the digits of single letters: a given digit, or no 0 at the beginning of a number."""

    item_pairs: ClassVar = ()
    says: str
    """the text of the rule"""
    kind: Literal["given", "leading"]
    scope: tuple[int, ...]
    """the letters that the rule is about, as indices"""
    digits: range
    """the digits that each of the letters can have"""

    @property
    def canonical(self) -> CanonicalFields:
        """The clue in the fingerprint of an instance: its class names, and its (field, value) pairs."""
        if self.kind == "leading":
            return ["LeadingClue"], [("scope", self.scope)]
        return ["GivenClue"], [("letter", self.scope[0]), ("digit", self.digits[0])]

    def allows(self, placed: PartialAssignment) -> bool:
        """Return whether each placed letter of the scope has an allowed digit."""
        return all(placed.get(letter, self.digits[0]) in self.digits for letter in self.scope)

    def describe_violation(self, placed: PartialAssignment, instance: AssignmentInstance) -> str:
        """Return a clause about the first letter with a forbidden digit; the empty text if there is none."""
        wrong = next((letter for letter in self.scope if placed.get(letter, self.digits[0]) not in self.digits), None)
        if wrong is None:
            return ""
        if self.kind == "given":
            return instance.describe_placement(wrong, placed[wrong])
        return format_message("sums.leading-zero", letter=instance.items[wrong].name)


def find_additions(instance: AssignmentInstance) -> list[Addition]:
    """Return the sums of an instance with all their columns, one for each equation."""
    return [clue.addition for clue in instance.clues if isinstance(clue, ColumnClue) and clue.column.last]
