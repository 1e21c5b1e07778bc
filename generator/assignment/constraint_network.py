"""Clues as a constraint network: the spots that are allowed for single items and pairs, as bit masks."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ferryplan.generator.assignment.instance import AssignmentInstance, Clue, PartialAssignment, is_pairwise

Supports = dict[tuple[int, int], tuple[int, ...]]
"""for a pair of items: for each spot of the first, a bit mask of the compatible spots of the second"""


def tabulate_supports(clue: Clue, spot_count: int) -> Supports:
    """Return a clue's table of compatible spots, with an entry for each ordered pair of its items.

    ``spot_count`` is the number of spots of the instance.
    """
    if is_pairwise(clue):
        both_ways = (pair for one, other in clue.item_pairs for pair in ((one, other), (other, one)))
        return {(one, other): clue.supports(one, other, spot_count) for one, other in both_ways}
    return {
        (one, other): tuple(
            sum(1 << there for there in range(spot_count) if clue.allows({one: here, other: there}))
            for here in range(spot_count)
        )
        for one, other in itertools.permutations(clue.scope, 2)
    }


def look_up_supports(clues: Iterable[Clue], spot_count: int, cache: dict[Clue, Supports]) -> Iterator[Supports]:
    """Yield the table of compatible spots of each clue from the cache, computing those that are missing.

    ``spot_count`` is the number of spots of the instance.
    """
    for clue in clues:
        if clue not in cache:
            cache[clue] = tabulate_supports(clue, spot_count)
        yield cache[clue]


def intersect_supports(supports: Iterable[Supports]) -> Supports:
    """Return a table of the spots that are compatible in all of the given tables.

    Entries with equal masks are the same tuple object, so that callers can cache by the identity of the tuple.
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
    """Clues, split into constraints on one item, on pairs of items, and on three or more items."""

    clues: Sequence[Clue]
    """all clues of the network"""
    unary_masks: Sequence[int]
    """for each item, a bit mask of the spots that the clues allow it regardless of other items"""
    pair_supports: Supports
    """for each related pair of items, the compatible spots"""
    wide_clues: Sequence[Clue]
    """the clues about three or more items that the masks and the pairs do not express"""


def build_network(
    instance: AssignmentInstance, cache: dict[Clue, Supports] | None = None, clues: Sequence[Clue] | None = None
) -> ConstraintNetwork:
    """Return the constraint network of ``clues``, by default of all clues of the instance.

    ``cache`` holds tables of compatible spots by clue, from instances with as many spots; the function adds those that
    are missing.
    """
    clues = instance.clues if clues is None else clues
    exact = [clue for clue in clues if is_pairwise(clue) or len(clue.scope) <= 2]
    wide = [clue for clue in clues if not is_pairwise(clue) and len(clue.scope) > 2]
    clues_of_item = list[list[Clue]]([] for _ in instance.items)
    for clue in exact:
        for item in clue.scope:
            clues_of_item[item].append(clue)
    unary_masks = [
        sum(1 << spot for spot in item.spots if all(clue.allows({index: spot}) for clue in clues_of_item[index]))
        for index, item in enumerate(instance.items)
    ]
    pair_supports = intersect_supports(look_up_supports(exact, len(instance.spots), {} if cache is None else cache))
    return ConstraintNetwork(clues, unary_masks, pair_supports, wide)


def find_violated_clue(instance: AssignmentInstance, placed: PartialAssignment, item: int) -> Clue | None:
    """Return the first clue about ``item`` that the placements violate; None if none of them is violated."""
    return next((clue for clue in instance.clues if item in clue.scope and not clue.allows(placed)), None)
