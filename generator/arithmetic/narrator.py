"""The narrator of cryptarithms: tables, the digit of a letter with its reason, and the solved sum."""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arithmetic.additions import Addition
from ferryplan.generator.arithmetic.clues import ColumnClue, find_additions
from ferryplan.generator.arithmetic.columns import Column, format_signed_terms
from ferryplan.generator.arithmetic.sums import Word
from ferryplan.generator.assignment.instance import Clue, PartialAssignment, Placement
from ferryplan.generator.assignment.narrator import AssignmentNarrator, ShownCells
from ferryplan.generator.assignment.space import AssignmentState
from ferryplan.generator.narrator import TaskSheet
from ferryplan.generator.space import StateSpace
from ferryplan.generator.wording import Table, capitalize, join_phrases

MAX_LISTED_DIGITS = 4
"""largest number of digits that a sentence lists"""
CARRY_MARK = "carried"
"""the label of the table row with the carries"""


class SumNarrator(AssignmentNarrator):
    """The narrator that describes the digits of letters, and how the columns of the sum add up."""

    has_varying_answers = True
    can_explain_steps = False
    spot_noun = "digit"

    def board_as_table(self, placed: PartialAssignment) -> Table:
        """Return the sums as they are written on paper, with the known digits.

        There is a row for each word and for each line of a written multiplication. Columns are numbered from the right.
        The first row of each sum has the carries that are certain, except 0. An equation for a single line of another
        equation's written multiplication has no rows of its own.
        """
        additions = find_additions(self.instance)
        terms = [term for addition in additions for term in addition.equation.terms]
        lines = [{term.factors[0], (sign,)} for term in terms if term.partial_products for sign in term.factors[1]]
        rows = list[tuple[str, str, Sequence[str]]]()
        for addition in additions:
            if {*addition.equation.terms[0].factors} not in lines:
                *carries, _ = addition.certain_carries(placed)
                rows += [("", CARRY_MARK, [str(carried or "") for carried in reversed(carries)])]
                rows += _make_sum_rows(addition, placed)
        width = max(len(cells) for *_, cells in rows)
        padded = tuple((sign, said, *[""] * (width - len(cells)), *cells) for sign, said, cells in rows)
        return Table(("", "", *map(str, range(width, 0, -1))), padded, is_fixed_width=True)

    def make_page_board(self, shown: ShownCells) -> dict[str, Any]:
        """Return the JSON data of the sums' letters, under which a page draws digits.

        ``shown`` holds the letter of each cell of the table of the board. Lines of a written multiplication whose
        digits have no letters are left out, and so are the carries.
        """
        board, names = self.board_as_table({}), [item.name for item in self.instance.items]
        kept = [
            (sign, {at: cell for at, cell in enumerate(cells) if (row, at + 2) in shown or cell}, row)
            for row, (sign, said, *cells) in enumerate(board.rows)
            if said != CARRY_MARK
        ]
        lines = [(sign, texts, row) for sign, texts, row in kept if texts]
        first = min(at for _, texts, _ in lines for at in texts)
        cells = list[tuple[int, int, int, int, str]]()
        for line, (_, texts, row) in enumerate(lines):
            for at, text in texts.items():
                item = shown.get((row, at + 2), -1)
                cells.append((line, at - first, item, -1, text if item < 0 else names[item]))
        columns = len(board.heading) - 2 - first
        left, top, width, height = 26, 2, 44, 58
        sheet = [left, top, width, height, left + columns * width + 2, top + len(lines) * height + 2]
        return {
            "kind": "sum",
            "cells": cells,
            "spots": [spot.name for spot in self.instance.spots],
            "signs": [sign for sign, _, _ in lines],
            "total": len(names),
            "sheet": sheet,
        }

    def make_task_sheet(self, space: StateSpace[AssignmentState, Placement]) -> TaskSheet:
        """Return a sheet for solving the puzzle on paper: equations, rules, and the sums without carries."""
        return TaskSheet(self._sums_and_rules, (self._make_paper_table(),))

    def tabulate_given_values(self) -> Table | None:
        """Return the sums as they are written on paper; None if the story already contains all equations."""
        story = self.instance.story.translate(str.maketrans("*−–", "×--")).replace(" x ", " × ").split()
        said = "".join(story).upper()
        equations = map(_format_equation, find_additions(self.instance))
        return None if all("".join(one.split()) in said for one in equations) else self._make_paper_table()

    def question_as_json(self) -> dict[str, Any]:
        """Return the JSON field ``rules`` with the equations and the rules about digits."""
        return {"rules": self._sums_and_rules}

    @property
    def _sums_and_rules(self) -> list[str]:
        """The equations, and the sentences of the rules about digits."""
        equations = [f"{_format_equation(addition)}." for addition in find_additions(self.instance)]
        return [*equations, *(clue.says for clue in self.instance.clues if not isinstance(clue, ColumnClue))]

    def _make_paper_table(self) -> Table:
        """Return the sums as they are written on paper, without digits and carries."""
        board = self.board_as_table({})
        return replace(board, rows=tuple(row for row in board.rows if row[1] != CARRY_MARK))

    def narrate_placement(self, placement: Placement, before: PartialAssignment, clues: Sequence[Clue]) -> str:
        """Return a sentence with the digit of a letter, and how the columns that it completes add up.

        For example: "In column 1 from the right, D + E = 7 + 5 = 12, so Y is 2 (carry 1)." ``before`` may already
        contain the letter. If the clues still allow the letter another digit, the sentence says so. A carry that
        becomes certain only by this digit has a sentence of its own.
        """
        instance = self.instance
        letter, digit = placement
        name = instance.items[letter].name
        placed = {**before, letter: digit}
        about = [clue for clue in instance.clues if letter in clue.scope]
        others = [instance.spots[spot].name for spot in self.open_spots(letter, placed, about) if spot != digit]
        columns = [
            clue.column
            for clue in clues
            if isinstance(clue, ColumnClue)
            and _completes_column(clue.column, letter, clue.addition.digit_by_constant, placed)
        ]
        additions = {addition.columns[0].equation: addition for addition in find_additions(instance)}
        about_columns = [(additions[column.equation], column) for column in columns]
        earlier = {other: at for other, at in placed.items() if other != letter}
        needed = [
            _describe_needed_carry(addition, column, earlier, placed, letter) for addition, column in about_columns
        ]
        sums = [
            carry or capitalize(_describe_column_sum(addition, column, placed, letter))
            for carry, (addition, column) in zip(needed, about_columns, strict=True)
        ]
        if others:
            few = len(others) <= MAX_LISTED_DIGITS
            which = join_phrases(others, "or") if few else format_message("assignment.other-digits", count=len(others))
            said = {"letter": name, "digit": instance.spots[digit].name, "others": which}
            supposed = format_message("assignment.supposed-digit", **said)
            return " ".join([supposed, *sums])
        if not sums or needed[0]:
            given = any(clue.kind == "given" for clue in about)
            key = "assignment.given-digit" if given and not sums else "assignment.last-digit"
            return " ".join([format_message(key, letter=name, digit=instance.spots[digit].name), *sums])
        if not any(column.ending_letter == letter and not carry for column, carry in zip(columns, needed, strict=True)):
            because = _describe_column_sum(*about_columns[0], placed, letter, is_reason=True)
            said = {"letter": name, "digit": instance.spots[digit].name}
            sums[0] = format_message("assignment.digit-by-column", column=because, **said)
        return " ".join(sums)

    def format_answers(self, placed: PartialAssignment) -> tuple[str, ...]:
        """Return sentences with the sum in digits; in a base other than ten, also in decimal numbers.

        All letters must be placed. The digits of bases beyond ten are decimal numbers joined by colons: 11:3 in base 12
        is 135.
        """
        return tuple(
            said for addition in find_additions(self.instance) for said in _format_solved_sum(addition, placed)
        )


def _format_solved_sum(addition: Addition, placed: PartialAssignment) -> Iterator[str]:
    """Yield a sentence with a sum in digits and, in a base other than ten, one in decimal numbers."""
    equation, base, digits = addition.equation, addition.base, _get_known_digits(addition, placed)
    found = equation.format_equation(lambda word: _format_word([digits[sign] for sign in word], base))
    if base == 10:
        yield format_message("assignment.sum-in-digits", sum=_format_equation(addition), digits=found)
    else:
        yield format_message("assignment.sum-in-base", sum=_format_equation(addition), digits=found, base=base)
        decimal = equation.format_equation(lambda word: str(_evaluate_word(word, digits, base)))
        yield format_message("assignment.sum-in-decimals", digits=decimal)


def _format_equation(addition: Addition) -> str:
    """Return the equation of a sum in letters."""
    return addition.equation.format_equation(lambda word: _format_word(word, addition.base))


def _make_sum_rows(addition: Addition, placed: PartialAssignment) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Yield the table rows of one sum, each as a sign, a word, and the word's known digits."""
    equation, base, digits = addition.equation, addition.base, _get_known_digits(addition, placed)

    def make_row(sign: str, word: Word, shift: int = 0) -> tuple[str, str, Sequence[str]]:
        return sign, _format_word(word, base), [*(digits.get(one, "") for one in word), *[""] * shift]

    for number, term in enumerate(equation.terms):
        one, *others = term.factors
        yield make_row("-" if term.sign < 0 else "+" if number else "", one)
        for other in others:
            yield make_row("×", other)
            lines = reversed(other) if len(other) > 1 else ()
            for shift, by in enumerate(lines):
                if term.partial_products:
                    yield make_row("", term.partial_products[shift], shift)
                    continue
                known = by in digits and digits.keys() >= {*one}
                value = _evaluate_word(one, digits, base) * int(digits[by]) if known else 0
                cells = [*_convert_to_base(value, base), *[""] * shift] if known else []
                fits = len(cells) <= len(addition.columns)
                yield "", f"{_format_word(one, base)} × {by}", cells if fits else []
    yield make_row("=", equation.total or ("0",))


def _completes_column(column: Column, letter: int, constants: Container[int], placed: PartialAssignment) -> bool:
    """Return whether the letter matters in the column and all letters that matter there are placed.

    Letters that cancel out do not matter.
    """
    return letter in column.letters and all(known in placed or known in constants for known in column.letters)


def _describe_needed_carry(
    addition: Addition, column: Column, before: PartialAssignment, placed: PartialAssignment, last_letter: int
) -> str:
    """Return a sentence about a carry that the last placement has made certain, and the reason.

    The text is empty if there is no such carry. The sentence comes before the one about the column that uses the carry,
    because a reader cannot add up a column without its carry. ``before`` lacks the letter ``last_letter``, ``placed`` contains
    it.
    """
    into = column.number - 1
    carried = addition.certain_carries(placed)[into]
    if carried is None or addition.certain_carries(before)[into] is not None:
        return ""
    key = "assignment.borrow-needed" if carried < 0 or column.has_only_borrows else "assignment.carry-needed"
    reason = _describe_column_sum(addition, column, placed, last_letter, is_reason=True)
    return format_message(key, column=into, number=abs(carried), reason=reason)


def _describe_column_sum(
    addition: Addition, column: Column, placed: PartialAssignment, last_letter: int, is_reason: bool = False
) -> str:
    """Return a sentence that says how a column adds up after its last letter is placed.

    It begins with a lower-case letter. ``last_letter`` is the letter that was placed last. ``is_reason`` means that the
    sentence is the reason for the digit of this letter, so that it must not conclude the digit itself.
    """
    base, names, digits = addition.base, addition.names, {**placed, **addition.digit_by_constant}
    carried, out = addition.certain_carries(placed)[column.number - 1 : column.number + 1]
    added, where = list(column.signed_addends), f"in {column.called}"
    signs = Counter((tuple(sorted(factors)), sign) for sign, factors in column.signed_terms)
    for factors in dict.fromkeys(factors for factors, _ in signs):
        times = min(signs[factors, 1], signs[factors, -1])
        for sign in (1, -1) * times:
            if term := next((one for one in added if one[0] == sign and tuple(sorted(one[1])) == factors), None):
                added.remove(term)
        if times:
            key = (
                "assignment.column-cancels-once" if column.letters.issuperset(factors) else "assignment.column-cancels"
            )
            where = format_message(key, column=where, letter=format_signed_terms([(1, factors)], names))
    ends = column.ending_letter
    ending = "0" if ends is None else f"{names[ends]} = {digits[ends]}"
    if carried is None or out is None:
        said = {
            "letters": format_signed_terms(added, names),
            "digits": format_signed_terms(added, digits),
            "ending": ending,
        }
        return format_message("assignment.column-with-unknown-carry", column=where, **said)
    further = [(-1, "the borrow")] if carried < 0 else [(1, "the carry")] * bool(carried)
    total = carried + sum(sign * math.prod(digits[letter] for letter in factors) for sign, factors in added)
    steps = [
        format_signed_terms(added, names, further),
        format_signed_terms(added, digits, [(sign, abs(carried)) for sign, _ in further]),
    ]
    if " " in steps[1]:
        steps.append(str(total))
    if out and (base != 10 or out < 0):
        steps.append(f"{out} × {base} + {total - out * base}" if out > 0 else f"{total - out * base} - {-out * base}")
    told = " = ".join(steps)
    if not added:
        told = format_message("assignment.column-is-borrow" if carried < 0 else "assignment.column-is-carry")
    if ends == last_letter and not is_reason:
        result = format_message("assignment.column-gives", steps=told, letter=names[ends], digit=digits[ends])
    elif not added:
        result = (
            told
            if ends is None or not is_reason
            else format_message("assignment.column-must-be", steps=told, ending=ending)
        )
    else:
        how = "ends" if ends == last_letter else "must-end" if is_reason else "ends-as-required"
        result = format_message(f"assignment.column-{how}", steps=told, ending=ending)
    carry = ""
    if out:
        carry = format_message("assignment.carry-out" if out > 0 else "assignment.borrow-out", number=abs(out))
    return format_message("assignment.column-adds-up", column=where, result=result, carry=carry)


def _get_known_digits(addition: Addition, placed: PartialAssignment) -> dict[str, str]:
    """Return the digits of the placed letters and of the constants, as texts by their names."""
    known = {**placed, **addition.digit_by_constant}
    return {"0": "0", **{addition.names[letter]: str(digit) for letter, digit in known.items()}}


def _format_word(word: Sequence[str], base: int) -> str:
    """Return a word, or the digits of a number, as it is written in the base.

    The digits of bases beyond ten are joined by colons.
    """
    return ("" if base <= 10 or not word[0].isdigit() else ":").join(word)


def _evaluate_word(word: Word, digits: Mapping[str, str], base: int) -> int:
    """Return the value of a word as a number, with the letters' digits in the given base."""
    return functools.reduce(lambda value, sign: value * base + int(digits[sign]), word, 0)


def _convert_to_base(number: int, base: int) -> list[str]:
    """Return the digits of a number in the given base, each as a decimal number."""
    before, last = divmod(number, base)
    return [*(_convert_to_base(before, base) if before else []), str(last)]
