"""The family `arithmetic`: sums of words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from operator import mul
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.arithmetic.clues import additions_in
from ferryplan.generator.arithmetic.columns import Factors
from ferryplan.generator.arithmetic.formulations import adl, strips
from ferryplan.generator.arithmetic.instantiation import instantiate
from ferryplan.generator.arithmetic.puzzle_file import ArithmeticFile
from ferryplan.generator.arithmetic.speller import SumSpeller
from ferryplan.generator.arithmetic.structure import describe_structure
from ferryplan.generator.arithmetic.teller import SumTeller
from ferryplan.generator.difficulty import Difficulty
from ferryplan.generator.instance import Value
from ferryplan.generator.isomorphism import Fact
from ferryplan.generator.placing.difficulty import by_search
from ferryplan.generator.placing.family import PlacingFamily
from ferryplan.generator.placing.instance import PlacingInstance
from ferryplan.generator.placing.words import PlacingWords
from ferryplan.generator.puzzle_file import Oddity


class ArithmeticFamily(PlacingFamily[ArithmeticFile, PlacingInstance]):
    """Letters stand for digits so that a sum of words comes out."""

    name = "arithmetic"
    file = ArithmeticFile
    teller, speller, words = SumTeller, SumSpeller, PlacingWords

    def instantiate(self, puzzle: ArithmeticFile, parameters: Mapping[str, Value]) -> PlacingInstance:
        """Return the instance for values of the parameters."""
        return instantiate(puzzle, parameters)

    def lay_out_strips(self, instance: PlacingInstance) -> dict[str, Any]:
        """Return an addition for each column."""
        return strips(instance)

    def lay_out_adl(self, instance: PlacingInstance) -> dict[str, Any]:
        """Return the additions as facts."""
        return adl(instance)

    def describe_structure(self, instance: PlacingInstance) -> Iterator[Fact]:
        """Yield the facts about an instance that do not depend on names."""
        return describe_structure(instance)

    def find_oddities(self, puzzle: ArithmeticFile, instance: PlacingInstance) -> Iterable[Oddity]:
        """Yield sums that cannot come out."""
        return find_impossible_sums(instance)

    def grade_difficulty(self, instance: PlacingInstance) -> Difficulty:
        """Grade a sum by the size of the search for a solution."""
        return grade_by_columns(instance)


def find_impossible_sums(instance: PlacingInstance) -> Iterator[Oddity]:
    """Yield each sum whose one side is greater than the other with whatever digits."""
    for addition in additions_in(instance):
        worth = Counter[Factors]()
        for column in addition.columns:
            for factors, power, times in column.parts:
                worth[factors * power] += times * addition.base ** (column.number - 1)
        for less, sign in ((True, -1), (False, 1)):
            bounds = ((addition.least if sign * times > 0 else addition.most) for times in worth.values())
            values = (math.prod(map(bound.__getitem__, factors)) for factors, bound in zip(worth, bounds, strict=True))
            if sign * sum(map(mul, worth.values(), values)) > 0:
                plain = all(term.sign > 0 and len(term.factors) == 1 for term in addition.equation.terms)
                if plain:
                    key = "placing.total-too-large" if less else "placing.total-too-small"
                else:
                    key = "placing.left-side-too-small" if less else "placing.left-side-too-large"
                yield Oddity("sum.text", "cannot-come-out", format_message(key), hopeless=True)


def grade_by_columns(instance: PlacingInstance) -> Difficulty:
    """Return the difficulty from the search for a solution, with the numbers of columns, letters and unknown carries."""
    columns = [column for addition in additions_in(instance) for column in addition.columns]
    unknown = sum(carry is None for addition in additions_in(instance) for carry in addition.certain_carries({}))
    measures = {"columns": len(columns), "letters": len(instance.items), "carries": unknown}
    sizes = format_message(
        "placing.size-of-sum",
        columns=format_message("placing.columns", count=len(columns)),
        letters=format_message("placing.letters", count=len(instance.items)),
        carries=format_message("placing.carries", count=unknown),
    )
    return by_search(instance, measures, sizes)


FAMILY = ArithmeticFamily()
