"""What clues say of items alone and of pairs of them, looked up as masks of spots; and which one is broken."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ferryplan.generator.placing.instance import Clue, Placed, PlacingInstance, about_pairs

Supports = dict[tuple[int, int], tuple[int, ...]]
"""for an item and another one, by the item's spot: the other's spots that go with it, as a mask"""


def supports_of(clue: Clue, spots: int) -> Supports:
    """Return what a clue says of the pairs of its items, both ways round; ``spots`` is how many spots there are."""
    if about_pairs(clue):
        both_ways = (pair for one, other in clue.pairs for pair in ((one, other), (other, one)))
        return {(one, other): clue.supports(one, other, spots) for one, other in both_ways}
    return {
        (one, other): tuple(
            sum(1 << there for there in range(spots) if clue.allows({one: here, other: there})) for here in range(spots)
        )
        for one, other in itertools.permutations(clue.scope, 2)
    }


def looked_up(clues: Iterable[Clue], spots: int, known: dict[Clue, Supports]) -> Iterator[Supports]:
    """Yield what each clue says of pairs, as it is known, or will be."""
    for clue in clues:
        if clue not in known:
            known[clue] = supports_of(clue, spots)
        yield known[clue]


def combined(supports: Iterable[Supports]) -> Supports:
    """Return what several clues say of pairs together; what is equal is the same object."""
    together: Supports = {}
    same: dict[tuple[int, ...], tuple[int, ...]] = {}
    for some in supports:
        for pair, masks in some.items():
            known = together.get(pair)
            if known is not None:
                masks = tuple(a & b for a, b in zip(known, masks, strict=True))
            together[pair] = same.setdefault(masks, masks)
    return together


class Ties(NamedTuple):
    """What clues say of items alone, of pairs, and of more."""

    clues: Sequence[Clue]
    alone: Sequence[int]
    """for each item the spots where it may be by itself, as a mask"""
    together: Supports
    wide: Sequence[Clue]
    """the clues that are in neither of these"""


def ties_of(
    instance: PlacingInstance, known: dict[Clue, Supports] | None = None, clues: Sequence[Clue] | None = None
) -> Ties:
    """Return what clues say, by default those of the instance.

    ``known`` is what is known of clues already, from instances with as many spots; it gets what is found out of the others.
    """
    clues = instance.clues if clues is None else clues
    exact = [clue for clue in clues if about_pairs(clue) or len(clue.scope) <= 2]
    wide = [clue for clue in clues if not about_pairs(clue) and len(clue.scope) > 2]
    about = list[list[Clue]]([] for _ in instance.items)
    for clue in exact:
        for item in clue.scope:
            about[item].append(clue)
    alone = [
        sum(1 << spot for spot in item.spots if all(clue.allows({index: spot}) for clue in about[index]))
        for index, item in enumerate(instance.items)
    ]
    together = combined(looked_up(exact, len(instance.spots), {} if known is None else known))
    return Ties(clues, alone, together, wide)


def broken_clue(instance: PlacingInstance, placed: Placed, item: int) -> Clue | None:
    """Return the first clue about an item that what is placed breaks already, or None."""
    return next((clue for clue in instance.clues if item in clue.scope and not clue.allows(placed)), None)
