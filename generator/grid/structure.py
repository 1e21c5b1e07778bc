"""The facts about a logic grid that stay the same when everything in it is renamed; equal grids share them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from ferryplan.generator.grid.clues import ChoiceClue, GridClue, SimpleClue
from ferryplan.generator.grid.instance import GridInstance
from ferryplan.generator.isomorphism import Fact, Thing


def describe_structure(instance: GridInstance) -> Iterator[Fact]:
    """Yield the facts about a logic grid that do not depend on names."""
    values = [Thing("value", number) for number in range(len(instance.items))]
    yield "positions", len(instance.spots)
    for number, category in enumerate(instance.categories):
        yield from (("category", Thing("category", number), values[item]) for item in category.items)
    for number, clue in enumerate(instance.given):
        for row, way in enumerate(_ways(clue)):
            yield "way", Thing("clue", number), Thing("way", 100 * number + row)
            yield from (("part", Thing("way", 100 * number + row), *_simple_fact(part, values)) for part in way)


def _ways(clue: GridClue) -> Sequence[Sequence[SimpleClue]]:
    match clue:
        case ChoiceClue():
            return clue.ways
        case SimpleClue():
            return ((clue,),)
        case _:
            assert_never(clue)


def _simple_fact(clue: SimpleClue, values: Sequence[Thing]) -> Fact:
    one, *others = clue.scope
    if not others:
        return "at", values[one], clue.alone
    return "pair", values[one], values[others[0]], clue.supports(one, others[0], clue.spots)
