"""In which order values are placed: the most constrained first."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import assert_never

from generator.grid.clues import AllDifferentClue, EitherClue, GridClue, PairClue, PositionClue, by_form


def placing_order(clues: Sequence[GridClue], items: int, spots: int) -> tuple[int, ...]:
    """Return the indices of the items, each time the one that can be expected to have the fewest ways to be placed.

    These are the spots that the clues about it alone leave, and its category; each clue that ties it to something placed
    before leaves a share of them: that of the pairs of spots that keep the clue, as if clues were independent. Of equals the one in
    more clues with what is not placed yet comes first, then the one listed first.

    The rule "fewest values first" is that of R. M. Haralick and G. L. Elliott, Artificial Intelligence 14 (1980) 263-313.
    """
    clues_of = [[clue for clue in clues if item in clue.scope] for item in range(items)]
    shares = {
        (clue.kind, clue.distance): sum(clue.holds(one, other) for one in range(spots) for other in range(spots))
        / spots**2
        for clue in by_form(clues)[1]
    }
    """of pairs of spots, how many keep a clue"""
    before: set[int] = set()
    order: list[int] = []

    def preference(item: int) -> tuple[float, int, int]:
        fewest, share, ties = spots, [], 0
        for clue in clues_of[item]:
            others = sum(other in before for other in clue.scope)
            match clue:
                case PositionClue():
                    fewest = min(fewest, len(clue.spots))
                case AllDifferentClue():
                    fewest = min(fewest, spots - others)
                case PairClue() if others:
                    share.append(shares[clue.kind, clue.distance])
                case PairClue() | EitherClue():
                    ties += not others
                case _:
                    assert_never(clue)
        return fewest * math.prod(share), -ties, item

    while len(order) < items:
        order.append(min((item for item in range(items) if item not in before), key=preference))
        before.add(order[-1])
    return tuple(order)
