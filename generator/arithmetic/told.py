"""One letter's digit, in words."""

from __future__ import annotations

from collections.abc import Sequence

from generator.arithmetic.clues import ColumnClue, addition_in
from generator.arithmetic.columns import Column
from generator.placing.instance import Clue, Placed, Placement, PlacingInstance
from generator.wording import listing

__all__ = ["sentence"]

FEW = 4
"""so many digits are listed"""


def sentence(instance: PlacingInstance, placement: Placement, placed: Placed, clues: Sequence[Clue]) -> str:
    """Return which digit a letter is and how the columns that it completes add up.

    For example: "In column 1 from the right, D + E = 7 + 5 = 12: Y is 2, carry 1." ``placed`` is what is placed so far, with this letter or
    without; ``clues`` are those that may be told of, which are all that are about the letter unless some are to be left
    out. If the clues allow the letter another digit so far, the sentence says so.
    """
    letter, digit = placement
    name = instance.items[letter].name
    placed = {**placed, letter: digit}
    about = [clue for clue in instance.clues if letter in clue.scope]
    others = [
        instance.spots[spot].name
        for spot in instance.items[letter].spots
        if spot != digit and all(clue.allows({**placed, letter: spot}) for clue in about)
    ]
    columns = [
        clue.column for clue in clues if isinstance(clue, ColumnClue) and _completes(clue.column, letter, placed)
    ]
    sums = [_column(instance, column, placed) for column in columns]
    is_total = any((letter, -1) in column.terms for column in columns)
    if others:
        which = listing(others, "or") if len(others) <= FEW else f"any of {len(others)} other digits"
        supposed = f"Suppose that {name} is {instance.spots[digit].name}; so far, it could also be {which}."
        return " ".join([supposed, *map(_capital, sums)])
    if not sums:
        return f"{name} is {instance.spots[digit].name}, the only digit left that can fit."
    if not is_total:
        sums[0] = f"{name} is {instance.spots[digit].name}: {sums[0]}"
    return " ".join(map(_capital, sums))


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


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
