"""The structure of a cryptarithm as facts without names of letters, to recognize equal cryptarithms."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ferryplan.generator.arithmetic.clues import DigitClue, find_additions
from ferryplan.generator.assignment.instance import AssignmentInstance
from ferryplan.generator.isomorphism import AnonymousThing, StructureFact


def describe_structure(instance: AssignmentInstance) -> Iterator[StructureFact]:
    """Yield the facts that remain the same if letters are renamed, terms reordered or sides exchanged.

    A term that is subtracted on one side counts as added on the other.
    """
    letters = {item.name: AnonymousThing("letter", number) for number, item in enumerate(instance.items)}
    for number, addition in enumerate(find_additions(instance)):
        terms: list[tuple[int, Any]] = [(term.sign, term.factors) for term in addition.equation.terms]
        for row, (sign, factors) in enumerate((*terms, (-1, (addition.equation.total,)))):
            side, term = AnonymousThing("side", 2 * number + (sign > 0)), AnonymousThing("term", 100 * number + row)
            yield from (
                ("word", AnonymousThing("sum", number), side, term, *(letters.get(one, one) for one in word))
                for word in factors
            )
    yield from (
        ("given", letters[instance.items[clue.scope[0]].name], clue.digits[0])
        for clue in instance.clues
        if isinstance(clue, DigitClue) and clue.kind == "given"
    )
