"""Which spots of two items go together: what clues say of pairs, as masks of spots."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from generator.placing.instance import Clue, ClueAboutPairs

__all__ = ["Supports", "combined", "supports_of"]

Supports = dict[tuple[int, int], tuple[int, ...]]
"""for an item and another one, by the item's spot: the other's spots that go with it, as a mask"""


def supports_of(clue: Clue, spots: int, allowed: Sequence[int] | None = None) -> Supports:
    """Return what a clue says of the pairs of its items, both ways round; ``spots`` is how many spots there are.

    ``allowed`` has a mask of spots for each item, others of which nothing need be known; all spots by default.
    """
    supports: Supports = {}
    for one, other in clue.pairs if isinstance(clue, ClueAboutPairs) else itertools.combinations(clue.scope, 2):
        forth, back = [0] * spots, [0] * spots
        for here, there in itertools.product(_spots(one, spots, allowed), _spots(other, spots, allowed)):
            if clue.allows({one: here, other: there}):
                forth[here] |= 1 << there
                back[there] |= 1 << here
        supports[one, other], supports[other, one] = tuple(forth), tuple(back)
    return supports


def _spots(item: int, spots: int, allowed: Sequence[int] | None) -> list[int]:
    return [spot for spot in range(spots) if allowed is None or allowed[item] >> spot & 1]


def combined(supports: Iterable[Supports]) -> Supports:
    """Return what several clues say of pairs together."""
    together: Supports = {}
    for some in supports:
        for pair, masks in some.items():
            known = together.get(pair)
            together[pair] = masks if known is None else tuple(a & b for a, b in zip(known, masks, strict=True))
    return together
