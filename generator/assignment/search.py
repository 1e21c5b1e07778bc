"""The backtracking search over assignments of spots to items, which finds, lists and counts solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ferryplan.generator.assignment.constraint_network import Supports, build_network
from ferryplan.generator.assignment.instance import AssignmentInstance, Clue, Placement
from ferryplan.generator.assignment.propagation import Domains, Propagator

MAX_REMEMBERED = 50_000
"""largest number of search nodes whose number of solutions is cached"""


class NodeLimitError(Exception):
    """Raised if a search would have to try more placements than its limit allows."""


@dataclass(slots=True)
class _SearchNode:
    """A node on the current path of the search: the item to place there, and the spots still to try."""

    domains: Domains
    """the domain of each item before this placement"""
    item: int
    untried: int
    """the spots of the item that are still to be tried, as a bit mask"""
    key: object
    """the cache key of the number of solutions below this node; None if the number is not to be cached"""
    solution_count: int = 0
    """the number of solutions below this node that are found so far"""


class AssignmentSearch:
    """A backtracking search with propagation and a dynamic order of items.

    The next item is the one with the smallest number of spots divided by its number of failures. Ties are broken by the
    instance's order; the spots are tried in their order. So the order of solutions depends only on the instance. After
    each placement, propagation narrows the domains of the other items. ("Fewest first": R. M. Haralick and G. L.
    Elliott, Artificial Intelligence 14 (1980) 263-313; failures as weights: F. Boussemart and others, ECAI 2004.)
    """

    placement_count: int
    """the number of placements that the search has tried, without those that propagation made"""
    found_count: int
    """the number of solutions found so far"""
    is_complete: bool
    """whether the last call has found all solutions"""

    def __init__(
        self,
        instance: AssignmentInstance,
        clues: Sequence[Clue] | None = None,
        supports: dict[Clue, Supports] | None = None,
    ) -> None:
        """Prepare a search for the assignments that satisfy ``clues``, by default all clues of the instance.

        ``supports`` caches the tables of compatible spots of clues, so that several searches can share them.
        """
        self.placement_count, self.found_count, self.is_complete = 0, 0, False
        self.supports = {} if supports is None else supports
        self.order = instance.order
        self._propagation = Propagator(instance, build_network(instance, self.supports, clues))
        self._mirrored_spot_count = len(instance.spots) if instance.is_mirror_symmetric and clues is None else 0
        """the number of spots if their order can be reversed, otherwise 0"""
        self._failure_counts = [1] * len(instance.items)
        self._counts_by_key: dict[object, int] = {}

    def solutions(
        self,
        should_continue: Callable[[int], bool] = lambda nodes: True,
        allowed_spots: Mapping[int, int] | None = None,
    ) -> Iterator[tuple[Placement, ...]]:
        """Yield each solution as a tuple of placements, in the instance's order of items.

        ``should_continue`` receives the number of placements tried so far and returns whether to continue;
        ``allowed_spots`` maps some items to a bit mask of the only spots that they may have.
        """
        for _, left in self._find_solutions(should_continue, False, allowed_spots):
            yield tuple(Placement(item, left[item].bit_length() - 1) for item in self.order)

    def count_solutions(self, should_continue: Callable[[int], bool] = lambda nodes: True) -> int | None:
        """Return the number of solutions, or None if ``should_continue`` stopped the search.

        ``should_continue`` receives the number of placements tried so far and returns whether to continue. The number
        of solutions below a node depends only on the domains there, so each number is cached. If reversing the order of
        the spots maps solutions to solutions, the search counts the first item's placements in one half of the spots,
        doubles the number, and adds the count for the middle spot.
        """
        found, (half, odd) = 0, divmod(self._mirrored_spot_count, 2)
        halves = [({self.order[0]: (1 << half) - 1}, 2), ({self.order[0]: odd << half}, 1)] if half else [({}, 1)]
        for within, times in halves:
            for _ in self._find_solutions(should_continue, True, within):
                pass
            self.found_count = found = found + times * self.found_count
            if not self.is_complete:
                break
        return self.found_count if self.is_complete else None

    def find_first(self, max_nodes: int | None = None) -> tuple[Placement, ...] | None:
        """Return the placements of the first solution, or None if there is no solution.

        Raises NodeLimitError if the search ends undecided after ``max_nodes`` placements.
        """
        found = next(self.solutions(lambda nodes: max_nodes is None or nodes < max_nodes), None)
        if found is None and not self.is_complete:
            raise NodeLimitError
        return found

    def _find_solutions(
        self, should_continue: Callable[[int], bool], counting: bool, allowed_spots: Mapping[int, int] | None = None
    ) -> Iterator[tuple[int, Domains]]:
        """Yield pairs of a number of solutions and the domains at the node where they were found.

        The number is 1 for a single solution. If ``counting`` is true and the cache knows how many solutions are below
        a node, the pair has that number. ``should_continue`` and ``allowed_spots`` are as for `solutions`.
        """
        self.found_count, self.is_complete, frames = 0, False, list[_SearchNode]()
        left = self._propagation.narrow_initial_domains(allowed_spots or {})
        while True:
            if left is not None:
                key = self._make_count_key(left) if counting else None
                known = None if key is None else self._counts_by_key.get(key)
                item = self._choose_item(left) if known is None else None
                if item is not None:
                    frames.append(_SearchNode(left, item, left[item], key))
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
            self.placement_count += 1
            if not should_continue(self.placement_count):
                return
            left = [*frame.domains]
            left[frame.item] = spot
            if not self._propagation.narrow_domains(left, [frame.item]):
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
        """Return a cache key that determines the number of solutions from these domains, or None.

        The key holds the domains of the items with several spots, and of the items that a clue about three or more
        items relates to these. It is None if it would contain all items.
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
