"""Clues as a constraint network: allowed spots of single items and of pairs, as bit masks."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ferryplan.generator.assignment.instance import AssignmentInstance, Clue, PartialAssignment, is_pairwise

Supports = dict[tuple[int, int], tuple[int, ...]]
"""for two items and each spot of the first: the compatible spots of the second, as a bit mask"""


def tabulate_supports(clue: Clue, spot_count: int) -> Supports:
    """Return the supports of a clue for each pair of its items, in both directions.

    ``spot_count`` is the number of spots of the instance.
    """
    if is_pairwise(clue):
        both_ways = (pair for one, other in clue.pairs for pair in ((one, other), (other, one)))
        return {(one, other): clue.supports(one, other, spot_count) for one, other in both_ways}
    return {
        (one, other): tuple(
            sum(1 << there for there in range(spot_count) if clue.allows({one: here, other: there}))
            for here in range(spot_count)
        )
        for one, other in itertools.permutations(clue.scope, 2)
    }


def look_up_supports(clues: Iterable[Clue], spot_count: int, cache: dict[Clue, Supports]) -> Iterator[Supports]:
    """Yield the supports of each clue from the cache, after computing those that are missing."""
    for clue in clues:
        if clue not in cache:
            cache[clue] = tabulate_supports(clue, spot_count)
        yield cache[clue]


def intersect_supports(supports: Iterable[Supports]) -> Supports:
    """Return the supports of several clues together.

    Equal tuples of masks are the same object.
    """
    together: Supports = {}
    same: dict[tuple[int, ...], tuple[int, ...]] = {}
    for some in supports:
        for pair, masks in some.items():
            known = together.get(pair)
            if known is not None:
                masks = tuple(a & b for a, b in zip(known, masks, strict=True))
            together[pair] = same.setdefault(masks, masks)
    return together


class ConstraintNetwork(NamedTuple):
    """Clues, split into unary, binary and wider constraints."""

    clues: Sequence[Clue]
    unary_masks: Sequence[int]
    """for each item, the spots that the clues allow it by itself, as a bit mask"""
    pair_supports: Supports
    wide_clues: Sequence[Clue]
    """the clues that neither the masks nor the supports express"""


def build_network(
    instance: AssignmentInstance, cache: dict[Clue, Supports] | None = None, clues: Sequence[Clue] | None = None
) -> ConstraintNetwork:
    """Return the constraint network of clues, by default of all clues of the instance.

    ``cache`` holds the supports of clues from instances with as many spots. The function adds the supports of other clues to it.
    """
    clues = instance.clues if clues is None else clues
    exact = [clue for clue in clues if is_pairwise(clue) or len(clue.scope) <= 2]
    wide = [clue for clue in clues if not is_pairwise(clue) and len(clue.scope) > 2]
    about = list[list[Clue]]([] for _ in instance.items)
    for clue in exact:
        for item in clue.scope:
            about[item].append(clue)
    alone = [
        sum(1 << spot for spot in item.spots if all(clue.allows({index: spot}) for clue in about[index]))
        for index, item in enumerate(instance.items)
    ]
    together = intersect_supports(look_up_supports(exact, len(instance.spots), {} if cache is None else cache))
    return ConstraintNetwork(clues, alone, together, wide)


def find_violated_clue(instance: AssignmentInstance, placed: PartialAssignment, item: int) -> Clue | None:
    """Return the first clue about an item that a partial assignment violates, or None."""
    return next((clue for clue in instance.clues if item in clue.scope and not clue.allows(placed)), None)
