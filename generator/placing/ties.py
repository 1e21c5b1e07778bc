"""What clues say of items alone and of pairs of them, looked up as masks of spots; and which one is broken."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from generator.placing.instance import Clue, Placed, PlacingInstance, about_pairs

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


class Ties:
    """What clues say of items alone, of pairs, and of more; by default those of the instance.

    ``supports`` is what is known of clues already, from instances with as many spots; it gets what is found out of the others.
    """

    def __init__(
        self,
        instance: PlacingInstance,
        supports: dict[Clue, Supports] | None = None,
        clues: Sequence[Clue] | None = None,
    ) -> None:
        known = {} if supports is None else supports
        exact, about = list[Clue](), list[list[Clue]]([] for _ in instance.items)
        self.wide = list[Clue]()
        """the clues that say more than of pairs"""
        self.clues = instance.clues if clues is None else clues
        for clue in self.clues:
            if about_pairs(clue) or len(clue.scope) <= 2:
                exact.append(clue)
                for item in clue.scope:
                    about[item].append(clue)
            else:
                self.wide.append(clue)
        self.alone = [
            sum(1 << spot for spot in item.spots if all(clue.allows({index: spot}) for clue in about[index]))
            for index, item in enumerate(instance.items)
        ]
        """for each item the spots where the others allow it alone, as a mask"""
        for clue in exact:
            if clue not in known:
                known[clue] = supports_of(clue, len(instance.spots))
        self.together = combined(known[clue] for clue in exact)


def broken_clue(instance: PlacingInstance, placed: Placed, item: int) -> Clue | None:
    """Return the first clue about an item that what is placed breaks already, or None."""
    return next((clue for clue in instance.clues if item in clue.scope and not clue.allows(placed)), None)
