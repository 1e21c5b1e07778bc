"""The sum as a table, with the digits found so far, and the sum solved."""

from __future__ import annotations

from collections.abc import Sequence

from generator.arithmetic.clues import addition_in
from generator.placing.instance import Placed, PlacingInstance
from generator.placing.layout import Board

__all__ = ["answers", "board"]


def board(instance: PlacingInstance, placed: Placed) -> Board:
    """Return the sum as on paper: a row for each word, columns numbered from the right.

    The first row has what is carried into each column, where that is certain and not 0.
    """
    addition = addition_in(instance)
    *carries, _ = addition.certain_carries(placed)
    words = _words(instance)
    rows = [("", "carried", *(str(carried or "") for carried in reversed(carries)))]
    for number, word in enumerate(words):
        sign = "=" if number == len(words) - 1 else "+" if number else ""
        digits = [instance.spots[placed[letter]].name if letter in placed else "" for letter in word]
        rows.append((sign, _spelt(instance, word), *[""] * (len(carries) - len(word)), *digits))
    return Board(("", "", *(str(number) for number in range(len(carries), 0, -1))), tuple(rows))


def answers(instance: PlacingInstance, placed: Placed) -> tuple[str, ...]:
    """Return the sum in digits, all of which are placed; in another base than ten, also in decimal numbers.

    The digits of bases beyond ten are decimal numbers joined by colons: 11:3 in base 12 is 135.
    """
    base, words = len(instance.spots), _words(instance)
    join = "" if base <= 10 else ":"
    spelt = _sum([_spelt(instance, word) for word in words])
    written = _sum([join.join(instance.spots[placed[letter]].name for letter in word) for word in words])
    if base == 10:
        return (f"{spelt} is {written}.",)
    values = [sum(placed[letter] * base**place for place, letter in enumerate(reversed(word))) for word in words]
    return (f"{spelt} is {written} in base {base}.", f"In decimal numbers that is {_sum(list(map(str, values)))}.")


def _words(instance: PlacingInstance) -> list[tuple[int, ...]]:
    """Return the words of the sum as letters, the total last."""
    columns = addition_in(instance).columns
    rows = zip(*((*column.addends, column.total) for column in reversed(columns)), strict=True)
    return [tuple(letter for letter in row if letter is not None) for row in rows]


def _spelt(instance: PlacingInstance, word: Sequence[int]) -> str:
    return "".join(instance.items[letter].name for letter in word)


def _sum(words: Sequence[str]) -> str:
    return f"{' + '.join(words[:-1])} = {words[-1]}"
