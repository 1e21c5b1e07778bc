"""The facts about a sum that stay the same when its letters are renamed; equal sums share them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ferryplan.generator.arithmetic.clues import DigitClue, additions_in
from ferryplan.generator.isomorphism import Fact, Thing
from ferryplan.generator.placing.instance import PlacingInstance


def describe_structure(instance: PlacingInstance) -> Iterator[Fact]:
    """Yield the facts about a sum that do not depend on letters, on the order of its terms, or on which side of the equation is which.

    So what is subtracted on one side is what is added on the other.
    """
    letters = {item.name: Thing("letter", number) for number, item in enumerate(instance.items)}
    for number, addition in enumerate(additions_in(instance)):
        terms: list[tuple[int, Any]] = [(term.sign, term.factors) for term in addition.equation.terms]
        for row, (sign, factors) in enumerate((*terms, (-1, (addition.equation.total,)))):
            side, term = Thing("side", 2 * number + (sign > 0)), Thing("term", 100 * number + row)
            yield from (
                ("word", Thing("sum", number), side, term, *(letters.get(one, one) for one in word)) for word in factors
            )
    yield from (
        ("given", letters[instance.items[clue.scope[0]].name], clue.digits[0])
        for clue in instance.clues
        if isinstance(clue, DigitClue) and clue.kind == "given"
    )
