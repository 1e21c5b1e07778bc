"""The consequences of a few clues and covering groups together, found by an exhaustive search.

A covering group is a set of n items that together occupy n certain spots, such as the empty cells of a sudoku's box.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ferryplan.generator.assignment.constraint_network import (
    ConstraintNetwork,
    Supports,
    intersect_supports,
    look_up_supports,
)
from ferryplan.generator.assignment.instance import AllDifferentClue, AssignmentInstance, Clue, is_covering, is_pairwise
from ferryplan.generator.assignment.propagation import Domains, Propagator
from ferryplan.generator.masks import mask_indices

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class CoveringGroup(AllDifferentClue):
    """A set of n items and a set of n spots, such that each of the items occupies one of the spots.

    Examples are the empty cells of a sudoku's box, or the values of a grid's category. A rule about many items, such as
    a `CoveringClue`, implies the group.
    """

    spot_mask: int
    """the spots that the items occupy, as a bit mask"""

    def covered_spots(self, spot_count: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield a single pair: the group's items, and the bit mask of their spots."""
        yield self.scope, self.spot_mask


def is_background_rule(clue: Clue) -> bool:
    """Return whether a clue is a background rule, which explanations apply without mentioning it.

    Background rules are the rules that items have different spots, covering clues, and pairwise clues about three or
    more items.
    """
    return isinstance(clue, AllDifferentClue) or is_covering(clue) or (is_pairwise(clue) and len(clue.scope) > 2)


def find_covering_groups(clues: Iterable[Clue], spot_count: int) -> list[CoveringGroup]:
    """Return the groups of n items that occupy exactly n spots according to a covering clue.

    ``spot_count`` is the number of spots of the instance.
    """
    found = (
        CoveringGroup("", "cover", items, mask)
        for clue in clues
        if is_covering(clue)
        for items, mask in clue.covered_spots(spot_count)
    )
    return [group for group in dict.fromkeys(found) if len(group.scope) == group.spot_mask.bit_count()]


class CachedDomainFunction(Generic[Found]):
    """A function of the domains of the items in ``scope`` that caches at most ``max_entries`` results."""

    def __init__(self, scope: Sequence[int], compute: Callable[[Domains], Found], max_entries: int = 10_000) -> None:
        self.scope, self._compute, self._max_entries = scope, compute, max_entries
        self._results = dict[tuple[int, ...], Found]()

    def __call__(self, domains: Domains) -> Found:
        """Return the function's result for the given domains, which hold a bit mask of spots for each item."""
        masks = tuple([domains[item] for item in self.scope])
        if masks not in self._results:
            if len(self._results) >= self._max_entries:
                self._results.clear()
            self._results[masks] = self._compute(domains)
        return self._results[masks]


class ReasonConjunction:
    """A conjunction of clues and covering groups; it finds the spots that they exclude together."""

    def __init__(
        self,
        instance: AssignmentInstance,
        reasons: Sequence[Clue],
        background_supports: Supports,
        cache: dict[Clue, Supports],
    ) -> None:
        """Combine clues and covering groups with the background rules about pairs of their items.

        ``background_supports`` is the table of spots that are compatible by the background rules; it applies to pairs of items
        that are both in the scope of clues, not of groups. ``cache`` holds tables of compatible spots by clue.
        """
        self.reasons = tuple(reasons)
        self.scope = tuple(sorted({item for one in reasons for item in one.scope}))
        clued = {item for one in reasons if not isinstance(one, CoveringGroup) for item in one.scope}
        besides = {
            pair: background_supports[pair] for pair in itertools.permutations(clued, 2) if pair in background_supports
        }
        exact = [one for one in reasons if len(one.scope) == 2 or (len(one.scope) > 2 and is_pairwise(one))]
        together = intersect_supports([besides, *look_up_supports(exact, len(instance.spots), cache)])
        others = [one for one in reasons if one not in exact]
        self._propagation = Propagator(
            instance, ConstraintNetwork(self.reasons, instance.initial_domains, together, others)
        )
        self._found_assignments = list[Domains]()
        """the assignments that earlier searches found, each as domains (for each item of the scope, a bit mask of its single spot)"""

    def find_excluded_spots(self, domains: Domains) -> dict[int, int]:
        """Return a bit mask of the spots that no assignment within the domains allows, by item.

        Items that lose no spots are left out.
        """
        untried, found = {item: domains[item] for item in self.scope}, dict[int, int]()
        # An assignment found earlier is still valid if the domains still contain all its spots.
        self._found_assignments = [
            way for way in self._found_assignments if all(way[item] & domains[item] for item in self.scope)
        ]
        # One assignment supports a spot of each item at once, so few spots need a search of their own.
        for way in self._found_assignments:
            for item in self.scope:
                untried[item] &= ~way[item]
        for item in self.scope:
            while untried[item]:
                spot = untried[item] & -untried[item]
                found_way = self.find_assignment(domains, item, spot, untried)
                if found_way is None:
                    found[item] = found.get(item, 0) | spot
                    untried[item] ^= spot
                else:
                    self._found_assignments.append(found_way)
                    for other in self.scope:
                        untried[other] &= ~found_way[other]
        return found

    def find_assignment(
        self, domains: Domains, item: int, spot_mask: int, preferred_spots: dict[int, int] | None = None
    ) -> Domains | None:
        """Return domains in which every item of the scope has one spot, with ``item`` at ``spot_mask``.

        All reasons hold in the result. The result is None if no assignment satisfies them. ``spot_mask`` is a bit mask
        with one bit. The search first tries the spots in ``preferred_spots``, which maps items to bit masks.
        """
        domains = domains.copy()
        domains[item] = spot_mask
        placed = [one for one in self.scope if not domains[one] & domains[one] - 1]
        return self._search_assignment(domains, placed, preferred_spots or {})

    def _search_assignment(
        self, domains: Domains, changed_items: list[int], preferred_spots: dict[int, int]
    ) -> Domains | None:
        """Return domains with one spot for each item of the scope such that all reasons hold; else None.

        ``changed_items`` lists the items whose domains have shrunk since the last propagation. ``preferred_spots`` maps items to
        bit masks of the spots to try first.
        """
        if not self._propagation.narrow_domains(domains, changed_items):
            return None
        open_ones = [item for item in self.scope if domains[item] & domains[item] - 1]
        if not open_ones:
            return domains
        item = min(open_ones, key=lambda one: domains[one].bit_count())
        first = domains[item] & preferred_spots.get(item, 0)
        for spot in (*mask_indices(first), *mask_indices(domains[item] & ~first)):
            further = domains.copy()
            further[item] = 1 << spot
            if found := self._search_assignment(further, [item], preferred_spots):
                return found
        return None
