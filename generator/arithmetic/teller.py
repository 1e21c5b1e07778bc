"""What says the digits of a sum: the sum as a table, one letter's digit in words, and the sum solved."""

from __future__ import annotations

import functools
import math
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arithmetic.additions import Addition
from ferryplan.generator.arithmetic.clues import ColumnClue, additions_in
from ferryplan.generator.arithmetic.columns import Column, written
from ferryplan.generator.arithmetic.sums import Word
from ferryplan.generator.placing.instance import Clue, Placed, Placement
from ferryplan.generator.placing.space import Placements
from ferryplan.generator.placing.teller import PlacingTeller
from ferryplan.generator.space import StateSpace
from ferryplan.generator.teller import Task
from ferryplan.generator.wording import Table, capital, listing

FEW = 4
"""so many digits are listed"""
CARRIED = "carried"
"""what stands before what is carried"""


class SumTeller(PlacingTeller):
    """The words for a sum of words."""

    answers_differ = True
    stepwise = False
    spot_noun = "digit"

    def board(self, placed: Placed) -> Table:
        """Return the sums as on paper: a row for each word and each line of a product, columns numbered from the right.

        The first row of each has what is carried into each column, where that is certain and not 0. What says a line of another stands there
        only.
        """
        additions = additions_in(self.instance)
        terms = [term for addition in additions for term in addition.equation.terms]
        lines = [{term.factors[0], (sign,)} for term in terms if term.lines for sign in term.factors[1]]
        rows = list[tuple[str, str, Sequence[str]]]()
        for addition in additions:
            if {*addition.equation.terms[0].factors} not in lines:
                *carries, _ = addition.certain_carries(placed)
                rows += [("", CARRIED, [str(carried or "") for carried in reversed(carries)])]
                rows += _rows(addition, placed)
        width = max(len(cells) for *_, cells in rows)
        padded = tuple((sign, said, *[""] * (width - len(cells)), *cells) for sign, said, cells in rows)
        return Table(("", "", *map(str, range(width, 0, -1))), padded, rigid=True)

    def task(self, space: StateSpace[Placements, Placement]) -> Task:
        """Return the equations and the rules about digits; and the sums as on paper, without what is carried."""
        return Task(self._sums_and_rules, (self._on_paper(),))

    def table_of_givens(self) -> Table | None:
        """Return the sums as on paper, unless the story says them all."""
        story = self.instance.story.translate(str.maketrans("*−–", "×--")).replace(" x ", " × ").split()
        said = "".join(story).upper()
        equations = map(_equation, additions_in(self.instance))
        return None if all("".join(one.split()) in said for one in equations) else self._on_paper()

    def question_as_json(self) -> dict[str, Any]:
        """Return the equations and the rules about digits."""
        return {"rules": self._sums_and_rules}

    @property
    def _sums_and_rules(self) -> list[str]:
        equations = [f"{_equation(addition)}." for addition in additions_in(self.instance)]
        return [*equations, *(clue.says for clue in self.instance.clues if not isinstance(clue, ColumnClue))]

    def _on_paper(self) -> Table:
        """Return the sums as on paper, without what is carried."""
        board = self.board({})
        return replace(board, rows=tuple(row for row in board.rows if row[1] != CARRIED))

    def placement(self, placement: Placement, before: Placed, clues: Sequence[Clue]) -> str:
        """Return which digit a letter is and how the columns that it completes add up.

        For example: "In column 1 from the right, D + E = 7 + 5 = 12, so Y is 2 (carry 1)." ``before`` may hold the letter, too. If the clues
        allow the letter another digit so far, the sentence says so. A carry that only this digit makes certain has a sentence of its own.
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
            if isinstance(clue, ColumnClue) and _completes(clue.column, letter, clue.addition.constants, placed)
        ]
        additions = {addition.columns[0].equation: addition for addition in additions_in(instance)}
        about_columns = [(additions[column.equation], column) for column in columns]
        earlier = {other: at for other, at in placed.items() if other != letter}
        needed = [_needed_carry(addition, column, earlier, placed, letter) for addition, column in about_columns]
        sums = [
            carry or capital(_column(addition, column, placed, letter))
            for carry, (addition, column) in zip(needed, about_columns, strict=True)
        ]
        if others:
            few = len(others) <= FEW
            which = listing(others, "or") if few else format_message("placing.other-digits", count=len(others))
            said = {"letter": name, "digit": instance.spots[digit].name, "others": which}
            supposed = format_message("placing.supposed-digit", **said)
            return " ".join([supposed, *sums])
        if not sums or needed[0]:
            given = any(clue.kind == "given" for clue in about)
            key = "placing.given-digit" if given and not sums else "placing.last-digit"
            return " ".join([format_message(key, letter=name, digit=instance.spots[digit].name), *sums])
        if not any(column.ends == letter and not carry for column, carry in zip(columns, needed, strict=True)):
            because = _column(*about_columns[0], placed, letter, forced=True)
            said = {"letter": name, "digit": instance.spots[digit].name}
            sums[0] = format_message("placing.digit-by-column", column=because, **said)
        return " ".join(sums)

    def answers(self, placed: Placed) -> tuple[str, ...]:
        """Return the sum in digits, all of which are placed; in another base than ten, also in decimal numbers.

        The digits of bases beyond ten are decimal numbers joined by colons: 11:3 in base 12 is 135.
        """
        return tuple(said for addition in additions_in(self.instance) for said in _solved(addition, placed))


def _solved(addition: Addition, placed: Placed) -> Iterator[str]:
    """Yield a sum in digits, and in decimal numbers."""
    equation, base, digits = addition.equation, addition.base, _digits(addition, placed)
    found = equation.written(lambda word: _spelt([digits[sign] for sign in word], base))
    if base == 10:
        yield format_message("placing.sum-in-digits", sum=_equation(addition), digits=found)
    else:
        yield format_message("placing.sum-in-base", sum=_equation(addition), digits=found, base=base)
        decimal = equation.written(lambda word: str(_value(word, digits, base)))
        yield format_message("placing.sum-in-decimals", digits=decimal)


def _equation(addition: Addition) -> str:
    """Return a sum in letters."""
    return addition.equation.written(lambda word: _spelt(word, addition.base))


def _rows(addition: Addition, placed: Placed) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Yield the rows of one sum: the sign, what stands there in letters, and the digits as far as they are known."""
    equation, base, digits = addition.equation, addition.base, _digits(addition, placed)

    def row(sign: str, word: Word, shift: int = 0) -> tuple[str, str, Sequence[str]]:
        return sign, _spelt(word, base), [*(digits.get(one, "") for one in word), *[""] * shift]

    for number, term in enumerate(equation.terms):
        one, *others = term.factors
        yield row("-" if term.sign < 0 else "+" if number else "", one)
        for other in others:
            yield row("×", other)
            lines = reversed(other) if len(other) > 1 else ()
            for shift, by in enumerate(lines):
                if term.lines:
                    yield row("", term.lines[shift], shift)
                    continue
                known = by in digits and digits.keys() >= {*one}
                value = _value(one, digits, base) * int(digits[by]) if known else 0
                cells = [*_in_base(value, base), *[""] * shift] if known else []
                fits = len(cells) <= len(addition.columns)
                yield "", f"{_spelt(one, base)} × {by}", cells if fits else []
    yield row("=", equation.total or ("0",))


def _completes(column: Column, letter: int, constants: Container[int], placed: Placed) -> bool:
    """Whether a letter matters in a column all of whose letters are placed, but for those that cancel out."""
    return letter in column.letters and all(known in placed or known in constants for known in column.letters)


def _needed_carry(addition: Addition, column: Column, before: Placed, placed: Placed, last: int) -> str:
    """Return a sentence about the carry into a column that was not certain before and now is, with the reason; the empty text if there is none.

    The carry comes first and then the column that uses it, since a reader cannot add up a column whose carry is not known.
    """
    into = column.number - 1
    carried = addition.certain_carries(placed)[into]
    if carried is None or addition.certain_carries(before)[into] is not None:
        return ""
    key = "placing.borrow-needed" if carried < 0 or column.borrows else "placing.carry-needed"
    reason = _column(addition, column, placed, last, forced=True)
    return format_message(key, column=into, number=abs(carried), reason=reason)


def _column(addition: Addition, column: Column, placed: Placed, last: int, forced: bool = False) -> str:
    """Return how a column adds up once its last letter is placed, in a sentence that begins with a small letter.

    ``forced`` says that the sentence is the reason for the digit of that letter, so that it must not conclude the digit itself.
    """
    base, names, digits = addition.base, addition.names, {**placed, **addition.constants}
    carried, out = addition.certain_carries(placed)[column.number - 1 : column.number + 1]
    added, where = list(column.added), f"in {column.called}"
    signs = Counter((letter, sign) for sign, (letter, *others) in column.written if not others)
    for letter in dict.fromkeys(letter for letter, _ in signs):
        times = min(signs[letter, 1], signs[letter, -1])
        for one in [(1, (letter,)), (-1, (letter,))] * times:
            if one in added:
                added.remove(one)
        if times:
            key = "placing.column-cancels-once" if letter in column.letters else "placing.column-cancels"
            where = format_message(key, column=where, letter=names[letter])
    ends = column.ends
    ending = "0" if ends is None else f"{names[ends]} = {digits[ends]}"
    if carried is None or out is None:
        said = {"letters": written(added, names), "digits": written(added, digits), "ending": ending}
        return format_message("placing.column-with-unknown-carry", column=where, **said)
    further = [(-1, "the borrow")] if carried < 0 else [(1, "the carry")] * bool(carried)
    total = carried + sum(sign * math.prod(digits[letter] for letter in factors) for sign, factors in added)
    steps = [written(added, names, further), written(added, digits, [(sign, abs(carried)) for sign, _ in further])]
    if " " in steps[1]:
        steps.append(str(total))
    if out and (base != 10 or out < 0):
        steps.append(f"{out} × {base} + {total - out * base}" if out > 0 else f"{total - out * base} - {-out * base}")
    told = " = ".join(steps)
    if not added:
        told = format_message("placing.column-is-borrow" if carried < 0 else "placing.column-is-carry")
    if ends == last and not forced:
        result = format_message("placing.column-gives", steps=told, letter=names[ends], digit=digits[ends])
    elif not added:
        result = (
            told if ends is None or not forced else format_message("placing.column-must-be", steps=told, ending=ending)
        )
    else:
        how = "ends" if ends == last else "must-end" if forced else "ends-as-required"
        result = format_message(f"placing.column-{how}", steps=told, ending=ending)
    carry = ""
    if out:
        carry = format_message("placing.carry-out" if out > 0 else "placing.borrow-out", number=abs(out))
    return format_message("placing.column-adds-up", column=where, result=result, carry=carry)


def _digits(addition: Addition, placed: Placed) -> dict[str, str]:
    """Return the digits that are known, of letters and of constants, by their names."""
    known = {**placed, **addition.constants}
    return {"0": "0", **{addition.names[letter]: str(digit) for letter, digit in known.items()}}


def _spelt(word: Sequence[str], base: int) -> str:
    """Return a word as it is written; digits of bases beyond ten are joined by colons."""
    return ("" if base <= 10 or not word[0].isdigit() else ":").join(word)


def _value(word: Word, digits: Mapping[str, str], base: int) -> int:
    """Return the number for which a word stands."""
    return functools.reduce(lambda value, sign: value * base + int(digits[sign]), word, 0)


def _in_base(number: int, base: int) -> list[str]:
    """Return the digits of a number."""
    before, last = divmod(number, base)
    return [*(_in_base(before, base) if before else []), str(last)]
