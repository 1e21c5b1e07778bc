"""What says the digits of a sum: the sum as a table, one letter's digit in words, and the sum solved."""

from __future__ import annotations

from collections.abc import Sequence

from generator.arithmetic.clues import ColumnClue, addition_in
from generator.arithmetic.columns import Column
from generator.placing.instance import Clue, Placed, Placement, PlacingInstance
from generator.placing.teller import PlacingTeller
from generator.wording import Table, capital, listing

FEW = 4
"""so many digits are listed"""


class SumTeller(PlacingTeller):
    """The words for a sum of words."""

    answers_differ = True

    def board(self, placed: Placed) -> Table:
        """Return the sum as on paper: a row for each word, columns numbered from the right.

        The first row has what is carried into each column, where that is certain and not 0.
        """
        instance = self.instance
        *carries, _ = addition_in(instance).certain_carries(placed)
        words = _words(instance)
        rows = [("", "carried", *(str(carried or "") for carried in reversed(carries)))]
        for number, word in enumerate(words):
            sign = "=" if number == len(words) - 1 else "+" if number else ""
            digits = [instance.spots[placed[letter]].name if letter in placed else "" for letter in word]
            rows.append((sign, _spelt(instance, word), *[""] * (len(carries) - len(word)), *digits))
        return Table(("", "", *(str(number) for number in range(len(carries), 0, -1))), tuple(rows), rigid=True)

    def placement(self, placement: Placement, before: Placed, clues: Sequence[Clue]) -> str:
        """Return which digit a letter is and how the columns that it completes add up.

        For example: "In column 1 from the right, D + E = 7 + 5 = 12: Y is 2, carry 1." ``before`` may hold the letter, too. If the clues
        allow the letter another digit so far, the sentence says so.
        """
        instance = self.instance
        letter, digit = placement
        name = instance.items[letter].name
        placed = {**before, letter: digit}
        about = [clue for clue in instance.clues if letter in clue.scope]
        others = [instance.spots[spot].name for spot in self.open_spots(letter, placed, about) if spot != digit]
        columns = [
            clue.column for clue in clues if isinstance(clue, ColumnClue) and _completes(clue.column, letter, placed)
        ]
        sums = [_column(instance, column, placed) for column in columns]
        if others:
            which = listing(others, "or") if len(others) <= FEW else f"any of {len(others)} other digits"
            supposed = f"Suppose that {name} is {instance.spots[digit].name}; so far, it could also be {which}."
            return " ".join([supposed, *map(capital, sums)])
        if not sums:
            return f"{name} is {instance.spots[digit].name}, the only digit left that can fit."
        if not any((letter, -1) in column.terms for column in columns):
            sums[0] = f"{name} is {instance.spots[digit].name}: {sums[0]}"
        return " ".join(map(capital, sums))

    def answers(self, placed: Placed) -> tuple[str, ...]:
        """Return the sum in digits, all of which are placed; in another base than ten, also in decimal numbers.

        The digits of bases beyond ten are decimal numbers joined by colons: 11:3 in base 12 is 135.
        """
        instance = self.instance
        base, words = len(instance.spots), _words(instance)
        join = "" if base <= 10 else ":"
        spelt = _sum([_spelt(instance, word) for word in words])
        written = _sum([join.join(instance.spots[placed[letter]].name for letter in word) for word in words])
        if base == 10:
            return (f"{spelt} is {written}.",)
        values = [sum(placed[letter] * base**place for place, letter in enumerate(reversed(word))) for word in words]
        return (f"{spelt} is {written} in base {base}.", f"In decimal numbers that is {_sum(list(map(str, values)))}.")


def _completes(column: Column, letter: int, placed: Placed) -> bool:
    """Whether a letter matters in a column all of whose letters are placed, but for those that cancel out."""
    letters = [known for known, _ in column.terms]
    return letter in letters and all(known in placed for known in letters)


def _column(instance: PlacingInstance, column: Column, placed: Placed) -> str:
    """Return how a column adds up, in a sentence that begins with a small letter."""
    base = len(instance.spots)
    carries = addition_in(instance).certain_carries(placed)
    carried, out = carries[column.number - 1 : column.number + 1]
    added = list(column.added)
    where = f"in column {column.number} from the right"
    if column.total in added:
        added.remove(column.total)
        where += f", where {instance.items[column.total].name} cancels out{' once' if column.total in added else ''}"
    names = [instance.items[letter].name for letter in added]
    digits = [instance.spots[placed[letter]].name for letter in added]
    ends = next((letter for letter, count in column.terms if count < 0), None)
    result = "0 remains" if ends is None else f"{instance.items[ends].name} is {instance.spots[placed[ends]].name}"
    if carried is None or out is None:
        return f"{where}, {' + '.join(names)} = {' + '.join(digits)}, and with what is carried {result}."
    if not added:
        return f"{where}, there is only what is carried: {result}."
    if carried:
        names.append("the carry")
        digits.append(str(carried))
    total = carried + sum(placed[letter] for letter in added)
    steps = [" + ".join(names), " + ".join(digits), str(total)] if len(added) > 1 or carried else [names[0], digits[0]]
    if out and base != 10:
        steps.append(f"{out} × {base} + {total - out * base}")
    return f"{where}, {' = '.join(steps)}: {result}{f', carry {out}' if out else ''}."


def _words(instance: PlacingInstance) -> list[tuple[int, ...]]:
    """Return the words of the sum as letters, the total last."""
    columns = addition_in(instance).columns
    rows = zip(*((*column.addends, column.total) for column in reversed(columns)), strict=True)
    return [tuple(letter for letter in row if letter is not None) for row in rows]


def _spelt(instance: PlacingInstance, word: Sequence[int]) -> str:
    return "".join(instance.items[letter].name for letter in word)


def _sum(words: Sequence[str]) -> str:
    return f"{' + '.join(words[:-1])} = {words[-1]}"
