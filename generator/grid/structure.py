"""The structure of a logic grid as facts without names, by which equal grids are recognized."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from ferryplan.generator.grid.clues import ChoiceClue, GridClue, SimpleClue
from ferryplan.generator.grid.instance import GridInstance
from ferryplan.generator.isomorphism import AnonymousThing, StructureFact


def describe_structure(instance: GridInstance) -> Iterator[StructureFact]:
    """Yield the facts that remain the same if categories, values and positions get other names.

    They are the number of positions, the values of each category, and the parts of each clue.
    """
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
    """Return the ways to satisfy a clue, each as simple clues; a simple clue has one way."""
    match clue:
        case ChoiceClue():
            return clue.ways
        case SimpleClue():
            return ((clue,),)
        case _:
            assert_never(clue)


def _describe_simple_clue(clue: SimpleClue, values: Sequence[AnonymousThing]) -> StructureFact:
    """Return a fact with the values that a clue is about and the positions that it allows them."""
    one, *others = clue.scope
    if not others:
        return "at", values[one], clue.allowed_spots
    return "pair", values[one], values[others[0]], clue.supports(one, others[0], clue.spot_count)
