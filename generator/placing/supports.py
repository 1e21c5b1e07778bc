"""Which spots of two items go together: what clues say of pairs, as masks of spots."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from generator.placing.instance import Clue, ClueAboutPairs

__all__ = ["Supports", "combined", "supports_of"]

Supports = dict[tuple[int, int], tuple[int, ...]]
"""for an item and another one, by the item's spot: the other's spots that go with it, as a mask"""


def supports_of(clue: Clue, spots: int) -> Supports:
    """Return what a clue says of the pairs of its items, both ways round; ``spots`` is how many spots there are."""
    pairs = clue.pairs if isinstance(clue, ClueAboutPairs) else itertools.combinations(clue.scope, 2)
    return {
        (one, other): tuple(
            sum(1 << there for there in range(spots) if clue.allows({one: here, other: there})) for here in range(spots)
        )
        for pair in pairs
        for one, other in itertools.permutations(pair)
    }


def combined(supports: Iterable[Supports]) -> Supports:
    """Return what several clues say of pairs together."""
    together: Supports = {}
    for some in supports:
        for pair, masks in some.items():
            known = together.get(pair)
            together[pair] = masks if known is None else tuple(a & b for a, b in zip(known, masks, strict=True))
    return together
