"""What is legal in a sum of words, but odd: letters that can be exchanged or do not matter, sums that cannot come out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator.arithmetic.clues import addition_in
from generator.arithmetic.puzzle_file import ArithmeticFile
from generator.placing.instance import PlacingInstance
from generator.puzzle_file import Oddity


def oddities(puzzle: ArithmeticFile, instance: PlacingInstance) -> Iterator[Oddity]:
    """Yield what the places of the letters tell: how much each is worth, the total's ones less than nothing."""
    addition, worth = addition_in(instance), Counter[int]()
    for column in addition.columns:
        for letter, times in column.terms:
            worth[letter] += times * addition.base ** (column.number - 1)
    least, most = addition.least, addition.base - 1
    ends = {
        sign: sum(times * (most if times * sign > 0 else least[letter]) for letter, times in worth.items())
        for sign in (1, -1)
    }
    if ends[1] < 0 or ends[-1] > 0:
        amount = "less" if ends[1] < 0 else "more"
        yield Oddity("sum.text", "cannot-come-out", f"the addends are always {amount} than the total", hopeless=True)
    first: dict[tuple[int, int], str] = {}
    for letter, item in enumerate(instance.items):
        if not worth[letter]:
            yield Oddity("sum.text", "without-effect", f"{item.name} cancels out: it only differs from the others")
        elif other := first.get((worth[letter], least[letter])):
            yield Oddity("sum.text", "alike", f"{other} and {item.name} can be exchanged: no solution is the only one")
        first.setdefault((worth[letter], least[letter]), item.name)
