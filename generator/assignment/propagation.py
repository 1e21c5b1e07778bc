"""Constraint propagation: the removal of impossible spots from items' domains after each placement.

A spot of an item is removed if a clue relates the item to another item that has no compatible spot left ("arc
consistency": A. K. Mackworth, Artificial Intelligence 8 (1977) 99-118). If a group of items must occupy certain spots
and only one of the items can still have one of them, the item gets this spot (a "hidden single"). Clues with their own
propagation algorithm narrow the domains. Any other clue about three or more items is checked against the placed items,
and narrows the domain of the last item in its scope that is not yet placed.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping

from ferryplan.generator.assignment.constraint_network import ConstraintNetwork
from ferryplan.generator.assignment.instance import AssignmentInstance, is_covering, is_narrowing
from ferryplan.generator.masks import mask_indices

Domains = list[int]
"""for each item, a bit mask of the spots that are left for it"""
_Arc = tuple[int, tuple[int, ...], dict[int, int]]
"""another item; for each spot of this item, a bit mask of the other item's compatible spots; and a cache from a mask of
spots to the union of these masks"""
MAX_UNIONS = 10_000
"""largest number of unions of compatible spots that are cached for each different table of supports"""


class Propagator:
    """The propagation of the clues in a constraint network, which removes impossible spots from domains."""

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
        """the items of each clue that is not expressed by masks for single items and pairs"""
        self._checked_clues = [clue for clue in network.wide_clues if not is_narrowing(clue) and not is_covering(clue)]

    def narrow_initial_domains(self, allowed_spots: Mapping[int, int]) -> Domains | None:
        """Return the domains before the first placement; None if an item has no spot left.

        ``allowed_spots`` maps some items to a bit mask of the only spots that they may have.
        """
        left = [spots & allowed_spots.get(item, spots) for item, spots in enumerate(self._unary_masks)]
        return left if all(left) and self.narrow_domains(left, [*range(len(left))]) else None

    def narrow_domains(self, domains: Domains, changed_items: list[int]) -> bool:
        """Remove impossible spots from the domains, in place; return whether every item still has a spot.

        ``changed_items`` lists the items whose domains have shrunk since the last call; the call empties the list. If
        the result is False, ``domains`` is of no further use. If every item has a single spot left after the call, all
        clues hold.
        """
        while changed_items:
            touched = self._narrow_by_pairs(domains, changed_items)
            if touched is None or not self._narrow_by_groups(domains, changed_items, touched):
                return False
            if not changed_items and not self._narrow_by_wide_clues(domains, changed_items):
                return False
        return True

    def _narrow_by_pairs(self, domains: Domains, changed: list[int]) -> int | None:
        """Remove spots that are incompatible with all remaining spots of another item.

        The result is a bit mask of the covering groups whose items have lost spots. It is None if an item has no spot
        left.
        """
        touched = 0
        while changed:
            item = changed.pop()
            mask, arcs_by_size = domains[item], self._arcs[item]
            # Groups are only noted here; they are narrowed once the pairs reach a fixed point.
            touched |= self._groups_of_item[item]
            size = mask.bit_count()
            # The largest size that can exclude a spot is `len(arcs_by_size) - 1` (see `_max_incompatible_spot_count`).
            if size >= len(arcs_by_size):
                continue
            for other, supports, unions in arcs_by_size[size]:
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

    def _narrow_by_groups(self, domains: Domains, changed: list[int], touched_groups: int) -> bool:
        """Give a spot of a covering group to an item if no other item of the group can have it.

        Return False on a contradiction. ``touched_groups`` is a bit mask of the groups to examine, by their indices.
        """
        for number in mask_indices(touched_groups):
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
        """Narrow the domains by the clues about three or more items; return False if one of them is violated."""
        for narrowing_clue in self._narrowing_clues:
            narrowed_items = narrowing_clue.narrow(domains)
            if narrowed_items is None:
                return False
            changed += narrowed_items
        for clue in self._checked_clues:
            placed = {
                item: domains[item].bit_length() - 1 for item in clue.scope if domains[item] & domains[item] - 1 == 0
            }
            if not clue.allows(placed):
                return False
            if len(placed) == len(clue.scope) - 1:
                (item,) = {*clue.scope} - placed.keys()
                kept = sum(1 << spot for spot in mask_indices(domains[item]) if clue.allows({**placed, item: spot}))
                if kept != domains[item]:
                    domains[item] = kept
                    changed.append(item)
                    if not kept:
                        return False
        return True


def _build_arcs(network: ConstraintNetwork) -> list[list[list[_Arc]]]:
    """Return the arcs from each item to the items that its domain can narrow: ``result[item][size]``.

    ``size`` is the number of spots that the item has left. The list has only arcs to items that can lose a spot then:
    if many spots are left, each spot of the other item may be compatible with one of them.
    """
    arcs_by_size = list[list[list[_Arc]]]([[]] for _ in network.unary_masks)
    unions = dict[int, dict[int, int]]()
    for (item, other), supports in network.pair_supports.items():
        back, here = network.pair_supports[other, item], network.unary_masks[item]
        max_size = _max_incompatible_spot_count(here, back, network.unary_masks[other])
        arcs_by_size[item] += [[] for _ in range(max_size + 1 - len(arcs_by_size[item]))]
        for size in range(1, max_size + 1):
            arcs_by_size[item][size].append((other, supports, unions.setdefault(id(supports), {})))
    return arcs_by_size


@functools.lru_cache(1_000)
def _max_incompatible_spot_count(domain: int, reverse_supports: tuple[int, ...], other_domain: int) -> int:
    """Return the largest number of an item's spots that one spot of another item is incompatible with.

    While the item has more spots than this number, every spot of the other item is compatible with one of them.
    ``domain`` and ``other_domain`` are the domains of the two items, as bit masks; ``reverse_supports`` holds, for each spot of the other
    item, a bit mask of the item's compatible spots.
    """
    # With more spots left than these, at least one is compatible with each spot of the other item.
    return max(((domain & ~reverse_supports[spot]).bit_count() for spot in mask_indices(other_domain)), default=0)
