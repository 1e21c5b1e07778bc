"""The family `arithmetic`: sums of words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import mul
from typing import TYPE_CHECKING

from generator.arithmetic.clues import addition_in
from generator.arithmetic.instantiation import instantiate
from generator.arithmetic.puzzle_file import ArithmeticFile
from generator.arithmetic.teller import SumTeller
from generator.family import Formulation, Words
from generator.placing.family import placing_family
from generator.placing.instance import PlacingInstance
from generator.puzzle_file import Oddity

if TYPE_CHECKING:
    from generator.draws import Draw
    from generator.fiction.theme import Theme


def _formulations() -> tuple[Formulation[PlacingInstance], ...]:
    from generator.arithmetic.formulations import FORMULATIONS

    return FORMULATIONS


def _oddities(puzzle: ArithmeticFile, instance: PlacingInstance) -> Iterator[Oddity]:
    """Yield a sum whose one side is greater than the other with whatever digits."""
    addition, worth = addition_in(instance), Counter[int]()
    for column in addition.columns:
        for letter, times in column.terms:
            worth[letter] += times * addition.base ** (column.number - 1)
    for says, sign in (("less", -1), ("more", 1)):
        digits = (addition.least[letter] if sign * times > 0 else addition.base - 1 for letter, times in worth.items())
        if sign * sum(map(mul, worth.values(), digits)) > 0:
            text = f"the addends are always {says} than the total"
            yield Oddity("sum.text", "cannot-come-out", text, hopeless=True)


def _words(puzzle: ArithmeticFile, theme: Theme | None, draw: Draw) -> Words:
    from generator.arithmetic.words import SumWords

    return SumWords(puzzle, theme, draw, "arithmetic")


FAMILY = placing_family(
    "arithmetic", ArithmeticFile, instantiate, _formulations, SumTeller, oddities=_oddities, words=_words
)
