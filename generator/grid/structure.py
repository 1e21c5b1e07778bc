"""The facts about a logic grid that do not depend on names, by which equal grids are recognized."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from ferryplan.generator.grid.clues import ChoiceClue, GridClue, SimpleClue
from ferryplan.generator.grid.instance import GridInstance
from ferryplan.generator.isomorphism import AnonymousThing, Fact


def describe_structure(instance: GridInstance) -> Iterator[Fact]:
    """Yield the facts about a logic grid that do not depend on names."""
    values = [AnonymousThing("value", number) for number in range(len(instance.items))]
    yield "positions", len(instance.spots)
    for number, category in enumerate(instance.categories):
        yield from (("category", AnonymousThing("category", number), values[item]) for item in category.items)
    for number, clue in enumerate(instance.given_clues):
        for row, way in enumerate(_list_ways(clue)):
            yield "way", AnonymousThing("clue", number), AnonymousThing("way", 100 * number + row)
            yield from (
                ("part", AnonymousThing("way", 100 * number + row), *_describe_simple_clue(part, values))
                for part in way
            )


def _list_ways(clue: GridClue) -> Sequence[Sequence[SimpleClue]]:
    match clue:
        case ChoiceClue():
            return clue.ways
        case SimpleClue():
            return ((clue,),)
        case _:
            assert_never(clue)


def _describe_simple_clue(clue: SimpleClue, values: Sequence[AnonymousThing]) -> Fact:
    one, *others = clue.scope
    if not others:
        return "at", values[one], clue.allowed_spots
    return "pair", values[one], values[others[0]], clue.supports(one, others[0], clue.spot_count)
