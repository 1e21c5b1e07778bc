"""The backtracking search over all assignments that the clues allow.

It finds, lists and counts solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ferryplan.generator.assignment.constraint_network import Supports, build_network
from ferryplan.generator.assignment.instance import AssignmentInstance, Clue, Placement
from ferryplan.generator.assignment.propagation import Domains, Propagation

MAX_REMEMBERED = 50_000


class NodeLimitError(Exception):
    """The search would have to try more placements than the limit."""


@dataclass(slots=True)
class _Frame:
    """A level of the search: the item that it places, and the spots still to try."""

    domains: Domains
    """the domain of each item before this placement"""
    item: int
    untried: int
    """the spots of the item that are still to be tried, as a mask"""
    key: object
    """a key that determines the number of solutions from here; None if the number is not to be cached"""
    solution_count: int = 0
    """the number of solutions with the spots tried so far"""


class AssignmentSearch:
    """A search with a dynamic order of items: fewest spots first, divided by the item's failures.

    Ties are broken by the instance's order; the spots are tried in their order. So the order of solutions depends only on the
    instance. After each placement, propagation narrows the other domains. ("Fewest first": R. M. Haralick and G. L. Elliott,
    Artificial Intelligence 14 (1980) 263-313; failures as weights: F. Boussemart and others, ECAI 2004.)
    """

    nodes: int
    """the number of placements tried so far, without those that propagation made"""
    found_count: int
    """the number of solutions found so far"""
    is_complete: bool
    """whether these are all solutions"""

    def __init__(
        self,
        instance: AssignmentInstance,
        clues: Sequence[Clue] | None = None,
        supports: dict[Clue, Supports] | None = None,
    ) -> None:
        """Prepare a search for the solutions of clues, by default all clues of the instance.

        ``supports`` caches the supports of clues, as for `build_network`.
        """
        self.nodes, self.found_count, self.is_complete = 0, 0, False
        self.supports = {} if supports is None else supports
        self.order = instance.order
        self._propagation = Propagation(instance, build_network(instance, self.supports, clues))
        self._mirrored_spot_count = len(instance.spots) if instance.is_mirror_symmetric and clues is None else 0
        """the number of spots if their order can be reversed, otherwise 0"""
        self._failure_counts = [1] * len(instance.items)
        self._counts_by_key: dict[object, int] = {}

    def solutions(
        self, go_on: Callable[[int], bool] = lambda nodes: True, within: Mapping[int, int] | None = None
    ) -> Iterator[tuple[Placement, ...]]:
        """Yield every solution as its placements, in the instance's order of items.

        ``go_on`` receives the number of nodes and returns whether to continue; ``within`` restricts the spots of some items, as
        masks.
        """
        for _, left in self._find_solutions(go_on, False, within):
            yield tuple(Placement(item, left[item].bit_length() - 1) for item in self.order)

    def count(self, go_on: Callable[[int], bool] = lambda nodes: True) -> int | None:
        """Return the number of solutions, or None if ``go_on`` stopped the search.

        ``go_on`` is as for `solutions`. The number of solutions below a node depends only on the domains there, so each number is
        cached. If the order of the spots can be reversed, the search counts the first item's placements in one half of the spots,
        doubles the number, and adds those in the middle.
        """
        found, (half, odd) = 0, divmod(self._mirrored_spot_count, 2)
        halves = [({self.order[0]: (1 << half) - 1}, 2), ({self.order[0]: odd << half}, 1)] if half else [({}, 1)]
        for within, times in halves:
            for _ in self._find_solutions(go_on, True, within):
                pass
            self.found_count = found = found + times * self.found_count
            if not self.is_complete:
                break
        return self.found_count if self.is_complete else None

    def find_first(self, max_nodes: int | None = None) -> tuple[Placement, ...] | None:
        """Return a solution, or None if there is none.

        Raises NodeLimitError if ``max_nodes`` placements do not decide it.
        """
        found = next(self.solutions(lambda nodes: max_nodes is None or nodes < max_nodes), None)
        if found is None and not self.is_complete:
            raise NodeLimitError
        return found

    def _find_solutions(
        self, go_on: Callable[[int], bool], counting: bool, within: Mapping[int, int] | None = None
    ) -> Iterator[tuple[int, Domains]]:
        """Yield solutions as their number and the domains that are left.

        The number is 1, or more if ``counting`` finds several at once in the cache. ``within`` restricts the spots of some items,
        as masks.
        """
        self.found_count, self.is_complete, frames = 0, False, list[_Frame]()
        left = self._propagation.narrow_initial_domains(within or {})
        while True:
            if left is not None:
                key = self._make_count_key(left) if counting else None
                known = None if key is None else self._counts_by_key.get(key)
                item = self._choose_item(left) if known is None else None
                if item is not None:
                    frames.append(_Frame(left, item, left[item], key))
                else:
                    known = 1 if known is None else known
                    if frames:
                        frames[-1].solution_count += known
                    if known:
                        self.found_count += known
                        yield known, left
            while frames and not frames[-1].untried:
                done = frames.pop()
                if done.key is not None and len(self._counts_by_key) < MAX_REMEMBERED:
                    self._counts_by_key[done.key] = done.solution_count
                if frames:
                    frames[-1].solution_count += done.solution_count
            if not frames:
                break
            frame = frames[-1]
            # The lowest bit is the first of the spots that are still to be tried.
            spot = frame.untried & -frame.untried
            frame.untried ^= spot
            self.nodes += 1
            if not go_on(self.nodes):
                return
            left = [*frame.domains]
            left[frame.item] = spot
            if not self._propagation.narrow(left, [frame.item]):
                self._failure_counts[frame.item] += 1
                left = None
        self.is_complete = True

    def _choose_item(self, domains: Domains) -> int | None:
        """Return the item to place next; None if every item has a single spot left."""
        best, least, failed = None, float("inf"), self._failure_counts
        for item in self.order:
            mask = domains[item]
            # Subtracting 1 clears the lowest bit and sets the bits below it, so `mask & mask - 1` is not 0
            # exactly if the mask has two or more bits.
            if mask & mask - 1:
                measure = mask.bit_count() / failed[item]
                if measure < least:
                    best, least = item, measure
        return best

    def _make_count_key(self, domains: Domains) -> object:
        """Return a key that determines the number of solutions from these domains, or None.

        The key holds the domains of the items with several spots, and of the items that wide clues relate to them. It is None if it
        would contain all items.
        """
        if not self._propagation.wide_scopes:
            return tuple([mask if mask & mask - 1 else 0 for mask in domains])
        open_ones = {item for item, mask in enumerate(domains) if mask & mask - 1}
        telling = open_ones.union(
            *(scope for scope in self._propagation.wide_scopes if not open_ones.isdisjoint(scope))
        )
        # No two branches leave the same spots to all items, so such a key would never be found again.
        if len(telling) == len(domains):
            return None
        return tuple(mask if item in telling else 0 for item, mask in enumerate(domains))
