"""The consequences of a few clues and groups together, found by an exhaustive search."""

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
from ferryplan.generator.assignment.instance import AllDifferent, AssignmentInstance, Clue, is_covering, is_pairwise
from ferryplan.generator.assignment.propagation import Domains, Propagation
from ferryplan.generator.masks import mask_indices

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class CoveringGroup(AllDifferent):
    """A set of items that hold a set of spots, each item another spot.

    Examples are the cells of a box of a sudoku, or the values of a category. A rule about many items, such as a covering clue,
    implies the group.
    """

    spot_mask: int
    """the spots, as a bit mask; there are as many spots as items"""

    def covered_spots(self, spot_count: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the items with the mask of their spots."""
        yield self.scope, self.spot_mask


def is_background_rule(clue: Clue) -> bool:
    """Return whether a clue is a background rule: an unstated rule, or a rule about the whole board.

    These are the rules that items differ, covering clues, and pairwise clues about more than two items.
    """
    return isinstance(clue, AllDifferent) or is_covering(clue) or (is_pairwise(clue) and len(clue.scope) > 2)


def find_covering_groups(clues: Iterable[Clue], spot_count: int) -> list[CoveringGroup]:
    """Return the groups of items that hold exactly as many spots, by the covering clues.

    ``spot_count`` is the number of spots of the instance.
    """
    found = (
        CoveringGroup("", "cover", items, mask)
        for clue in clues
        if is_covering(clue)
        for items, mask in clue.covered_spots(spot_count)
    )
    return [group for group in dict.fromkeys(found) if len(group.scope) == group.spot_mask.bit_count()]


class DomainCache(Generic[Found]):
    """A function of the domains of certain items, with a cache of at most ``max_entries`` results."""

    def __init__(self, scope: Sequence[int], compute: Callable[[Domains], Found], max_entries: int = 10_000) -> None:
        self.scope, self._compute, self._max_entries = scope, compute, max_entries
        self._results = dict[tuple[int, ...], Found]()

    def __call__(self, domains: Domains) -> Found:
        """Return the result for the given domains."""
        masks = tuple([domains[item] for item in self.scope])
        if masks not in self._results:
            if len(self._results) >= self._max_entries:
                self._results.clear()
            self._results[masks] = self._compute(domains)
        return self._results[masks]


class CombinedReasons:
    """Several reasons (clues and groups) as one constraint."""

    def __init__(
        self, instance: AssignmentInstance, reasons: Sequence[Clue], background: Supports, cache: dict[Clue, Supports]
    ) -> None:
        """Combine reasons with the background rules about pairs of items.

        ``background`` applies to those pairs whose items are both in the scope of given clues, not of groups; ``cache`` is as for
        `build_network`.
        """
        self.reasons = tuple(reasons)
        self.scope = tuple(sorted({item for one in reasons for item in one.scope}))
        clued = {item for one in reasons if not isinstance(one, CoveringGroup) for item in one.scope}
        besides = {pair: background[pair] for pair in itertools.permutations(clued, 2) if pair in background}
        exact = [one for one in reasons if len(one.scope) == 2 or (len(one.scope) > 2 and is_pairwise(one))]
        together = intersect_supports([besides, *look_up_supports(exact, len(instance.spots), cache)])
        others = [one for one in reasons if one not in exact]
        self._propagation = Propagation(
            instance, ConstraintNetwork(self.reasons, instance.initial_domains, together, others)
        )
        self._found_assignments = list[Domains]()
        """the assignments that earlier searches found, as domains"""

    def find_excluded_spots(self, domains: Domains) -> dict[int, int]:
        """Return the spots that no assignment allows, as a mask for each item that loses any."""
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
        self, domains: Domains, item: int, spot: int, preferred: dict[int, int] | None = None
    ) -> Domains | None:
        """Return the domains after all items are placed so that all reasons hold, with an item at a spot.

        ``spot`` is a mask with one bit. The search tries the spots in ``preferred`` first. The result is None if there is no such
        assignment.
        """
        domains = domains.copy()
        domains[item] = spot
        placed = [one for one in self.scope if not domains[one] & domains[one] - 1]
        return self._search_assignment(domains, placed, preferred or {})

    def _search_assignment(self, domains: Domains, changed: list[int], preferred: dict[int, int]) -> Domains | None:
        if not self._propagation.narrow(domains, changed):
            return None
        open_ones = [item for item in self.scope if domains[item] & domains[item] - 1]
        if not open_ones:
            return domains
        item = min(open_ones, key=lambda one: domains[one].bit_count())
        first = domains[item] & preferred.get(item, 0)
        for spot in (*mask_indices(first), *mask_indices(domains[item] & ~first)):
            further = domains.copy()
            further[item] = 1 << spot
            if found := self._search_assignment(further, [item], preferred):
                return found
        return None
