"""Propagation: the domains of the items after some placements, without spots that are easily excluded.

A spot without a compatible spot of a related item is removed, until nothing changes ("arc consistency": A. K. Mackworth, Artificial
Intelligence 8 (1977) 99-118). If some items must hold certain spots and only one of them can hold a spot, it gets this spot
("hidden singles"). Clues with a propagator of their own narrow the domains. Other wide clues are checked against the placed items,
and narrow the last open item of their scope.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from ferryplan.generator.assignment.constraint_network import ConstraintNetwork
from ferryplan.generator.assignment.instance import AssignmentInstance, is_covering, is_narrowing
from ferryplan.generator.masks import mask_indices

Domains = list[int]
"""for each item, the spots that are left, as a mask"""
_Arc = tuple[int, tuple[int, ...], dict[int, int]]
"""another item, its spots compatible with each spot of an item, and a cache of those compatible with any of several spots"""
MAX_UNIONS = 10_000
"""largest number of cached unions for each different table of supports"""


class Propagation:
    """The propagation of some clues of an instance, given as a constraint network."""

    def __init__(self, instance: AssignmentInstance, network: ConstraintNetwork) -> None:
        clues = network.clues
        self._unary_masks, self._arcs = network.unary_masks, _build_arcs(network)
        narrow = [clue for clue in clues if is_narrowing(clue)]
        self._narrowing_clues = [
            clue for clue in narrow if not any(other is not clue and other.implies(clue) for other in narrow)
        ]
        self._groups = [
            group for clue in clues if is_covering(clue) for group in clue.covered_spots(len(instance.spots))
        ]
        self._groups_of_item = [
            sum(1 << number for number, (items, _) in enumerate(self._groups) if item in items)
            for item in range(len(instance.items))
        ]
        """for each item, the groups that contain it, as a mask of their numbers"""
        self.wide_scopes = [clue.scope for clue in network.wide_clues]
        """the scopes of the clues that neither masks nor supports express"""
        self._checked_clues = [clue for clue in network.wide_clues if not is_narrowing(clue) and not is_covering(clue)]

    def narrow_initial_domains(self, within: Mapping[int, int]) -> Domains | None:
        """Return the domains before any placement; None if an item has no spot left.

        ``within`` restricts the spots of some items, as masks.
        """
        left = [spots & within.get(item, spots) for item, spots in enumerate(self._unary_masks)]
        return left if all(left) and self.narrow(left, [*range(len(left))]) else None

    def narrow(self, domains: Domains, changed: list[int]) -> bool:
        """Remove unsupported spots in place; return whether every item has a spot left.

        ``changed`` lists the items whose domains have shrunk; the call empties the list. If the result is False, ``domains`` is of
        no further use. Once every item has a single spot left, all clues hold.
        """
        while changed:
            touched = self._narrow_by_pairs(domains, changed)
            if touched is None or not self._narrow_by_groups(domains, changed, touched):
                return False
            if not changed and not self._narrow_by_wide_clues(domains, changed):
                return False
        return True

    def _narrow_by_pairs(self, domains: Domains, changed: list[int]) -> int | None:
        """Return the groups whose items have lost spots, as a mask; None if an item has no spot left."""
        touched = 0
        while changed:
            item = changed.pop()
            mask, arcs = domains[item], self._arcs[item]
            # Groups are only noted here; they are narrowed once the pairs reach a fixed point.
            touched |= self._groups_of_item[item]
            size = mask.bit_count()
            # With this many spots left, every spot of every tied item keeps a support (see `_max_unsupporting_spots`).
            if size >= len(arcs):
                continue
            for other, supports, unions in arcs[size]:
                if size == 1:
                    supported = supports[mask.bit_length() - 1]
                elif (known := unions.get(mask)) is not None:
                    supported = known
                else:
                    supported = 0
                    for spot in mask_indices(mask):
                        supported |= supports[spot]
                    if len(unions) < MAX_UNIONS:
                        unions[mask] = supported
                old = domains[other]
                if old & ~supported:
                    domains[other] = old & supported
                    if not domains[other]:
                        return None
                    changed.append(other)
        return touched

    def _narrow_by_groups(self, domains: Domains, changed: list[int], touched: int) -> bool:
        for number in mask_indices(touched):
            items, spots = self._groups[number]
            once = twice = 0
            for item in items:
                mask = domains[item]
                twice |= once & mask
                once |= mask
            if spots & ~once:
                return False
            # A spot that no two of the items can hold is left to a single item: a hidden single.
            single = spots & ~twice
            for item in items:
                mask = domains[item]
                held = mask & single
                if held and held != mask:
                    # The item would have to be at two spots.
                    if held & held - 1:
                        return False
                    domains[item] = held
                    changed.append(item)
        return True

    def _narrow_by_wide_clues(self, domains: Domains, changed: list[int]) -> bool:
        for clue in self._narrowing_clues:
            found = clue.narrow(domains)
            if found is None:
                return False
            changed += found
        for asked in self._checked_clues:
            placed = {
                item: domains[item].bit_length() - 1 for item in asked.scope if domains[item] & domains[item] - 1 == 0
            }
            if not asked.allows(placed):
                return False
            if len(placed) == len(asked.scope) - 1:
                (item,) = {*asked.scope} - placed.keys()
                kept = sum(1 << spot for spot in mask_indices(domains[item]) if asked.allows({**placed, item: spot}))
                if kept != domains[item]:
                    domains[item] = kept
                    changed.append(item)
                    if not kept:
                        return False
        return True


def _build_arcs(network: ConstraintNetwork) -> list[list[list[_Arc]]]:
    """Return, for each item and each size of its domain, the arcs that can exclude a spot at this size."""
    arcs = list[list[list[_Arc]]]([[]] for _ in network.unary_masks)
    unions = dict[int, dict[int, int]]()
    for (item, other), supports in network.pair_supports.items():
        back, here = network.pair_supports[other, item], network.unary_masks[item]
        most = _max_unsupporting_spots(here, back, network.unary_masks[other])
        arcs[item] += [[] for _ in range(most + 1 - len(arcs[item]))]
        for size in range(1, most + 1):
            arcs[item][size].append((other, supports, unions.setdefault(id(supports), {})))
    return arcs


@functools.lru_cache(1_000)
def _max_unsupporting_spots(here: int, back: tuple[int, ...], there: int) -> int:
    """Return the largest number of spots of one item that do not support some spot of another item.

    ``here`` and ``there`` are the domains of the two items; ``back`` holds the supports from the other item.
    """
    # With more spots left than these, at least one is compatible with each spot of the other item.
    return max(((here & ~back[spot]).bit_count() for spot in mask_indices(there)), default=0)
