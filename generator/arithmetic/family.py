"""The family `arithmetic`: sums of words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from operator import mul
from typing import TYPE_CHECKING

from generator.arithmetic.clues import additions_in
from generator.arithmetic.columns import Factors
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
    """Yield each sum whose one side is greater than the other with whatever digits."""
    for addition in additions_in(instance):
        worth = Counter[Factors]()
        for column in addition.columns:
            for factors, power, times in column.parts:
                worth[factors * power] += times * addition.base ** (column.number - 1)
        for says, sign in (("less", -1), ("more", 1)):
            bounds = ((addition.least if sign * times > 0 else addition.most) for times in worth.values())
            values = (math.prod(map(bound.__getitem__, factors)) for factors, bound in zip(worth, bounds, strict=True))
            if sign * sum(map(mul, worth.values(), values)) > 0:
                plain = all(term.sign > 0 and len(term.factors) == 1 for term in addition.equation.terms)
                sides = (
                    "the addends are always {} than the total" if plain else "the left side is always {} than the right"
                )
                yield Oddity("sum.text", "cannot-come-out", sides.format(says), hopeless=True)


def _words(puzzle: ArithmeticFile, theme: Theme | None, draw: Draw) -> Words:
    from generator.arithmetic.words import SumWords

    return SumWords(puzzle, theme, draw, "arithmetic")


FAMILY = placing_family(
    "arithmetic", ArithmeticFile, instantiate, _formulations, SumTeller, oddities=_oddities, words=_words
)
