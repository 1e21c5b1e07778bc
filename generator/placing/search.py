"""The search through all placements that the clues allow: it finds solutions, lists them and counts them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ferryplan.generator.placing.instance import Clue, Placement, PlacingInstance
from ferryplan.generator.placing.propagation import Domains, Propagation
from ferryplan.generator.placing.ties import Supports, ties_of

MOST_REMEMBERED = 50_000


class ExhaustedError(Exception):
    """There are more placements to try than was allowed."""


@dataclass(slots=True)
class _Frame:
    """The placement of one item, under way."""

    left: Domains
    """what is left to each item"""
    item: int
    untried: int
    """the spots of the item that are still to be tried, as a mask"""
    key: object
    """what decides how many solutions there are from here; None if that need not be remembered"""
    ways: int = 0
    """how many there are with the spots tried so far"""


class Search:
    """A search that chooses the next item as it goes: of those with several spots left one with the fewest, divided by how often it failed.

    Of equals that comes first which is first in the instance's order; spots are tried in theirs. So the order of solutions depends on nothing
    but the instance. After each placement, what it leaves to the others is narrowed. ("Fewest first": R. M. Haralick and G. L. Elliott,
    Artificial Intelligence 14 (1980) 263-313; failures as weights: F. Boussemart and others, ECAI 2004.)
    """

    nodes: int
    """how many placements have been tried so far: not those that followed from others"""
    found: int
    """how many solutions are known so far"""
    complete: bool
    """whether these are all"""

    def __init__(
        self,
        instance: PlacingInstance,
        clues: Sequence[Clue] | None = None,
        supports: dict[Clue, Supports] | None = None,
    ) -> None:
        """``clues`` are those that have to hold, by default the instance's; ``supports`` what is known of clues already, as for `ties_of`."""
        self.nodes, self.found, self.complete = 0, 0, False
        self.supports = {} if supports is None else supports
        self.order = instance.order
        self._propagation = Propagation(instance, ties_of(instance, self.supports, clues))
        self._spots = len(instance.spots) if instance.mirrored and clues is None else 0
        """how many spots there are if these may be turned round"""
        self._failed = [1] * len(instance.items)
        self._remembered: dict[object, int] = {}

    def solutions(
        self, go_on: Callable[[int], bool] = lambda nodes: True, within: Mapping[int, int] | None = None
    ) -> Iterator[tuple[Placement, ...]]:
        """Yield every solution as its placements, in the instance's order; ``go_on`` is told of the nodes and says whether to go on; ``within``
        are the spots that some items may have, as masks."""
        for _, left in self._found(go_on, False, within):
            yield tuple(Placement(item, left[item].bit_length() - 1) for item in self.order)

    def count(self, go_on: Callable[[int], bool] = lambda nodes: True) -> int | None:
        """Return how many solutions there are, or None if that was not found out; ``go_on`` is as before.

        How many there are from somewhere depends on nothing but what is left; so what was counted once is looked up. Where spots may be
        turned round, the first item is counted in one half of them, twice, and in the middle.
        """
        found, (half, odd) = 0, divmod(self._spots, 2)
        halves = [({self.order[0]: (1 << half) - 1}, 2), ({self.order[0]: odd << half}, 1)] if half else [({}, 1)]
        for within, times in halves:
            for _ in self._found(go_on, True, within):
                pass
            self.found = found = found + times * self.found
            if not self.complete:
                break
        return self.found if self.complete else None

    def first(self, most: int | None = None) -> tuple[Placement, ...] | None:
        """Return a solution, None if there is none. Raises ExhaustedError if that is not found out with so many placements tried."""
        found = next(self.solutions(lambda nodes: most is None or nodes < most), None)
        if found is None and not self.complete:
            raise ExhaustedError
        return found

    def _found(
        self, go_on: Callable[[int], bool], counting: bool, within: Mapping[int, int] | None = None
    ) -> Iterator[tuple[int, Domains]]:
        """Yield how many solutions are found, one by one or, where these are counted, several at once; and what is left then.

        ``within`` are the spots that some may have.
        """
        self.found, self.complete, frames = 0, False, list[_Frame]()
        left = self._propagation.start(within or {})
        while True:
            if left is not None:
                key = self._key(left) if counting else None
                known = None if key is None else self._remembered.get(key)
                item = self._next(left) if known is None else None
                if item is not None:
                    frames.append(_Frame(left, item, left[item], key))
                else:
                    known = 1 if known is None else known
                    if frames:
                        frames[-1].ways += known
                    if known:
                        self.found += known
                        yield known, left
            while frames and not frames[-1].untried:
                done = frames.pop()
                if done.key is not None and len(self._remembered) < MOST_REMEMBERED:
                    self._remembered[done.key] = done.ways
                if frames:
                    frames[-1].ways += done.ways
            if not frames:
                break
            frame = frames[-1]
            # The lowest bit is the first of the spots that are still to be tried.
            spot = frame.untried & -frame.untried
            frame.untried ^= spot
            self.nodes += 1
            if not go_on(self.nodes):
                return
            left = [*frame.left]
            left[frame.item] = spot
            if not self._propagation.narrow(left, [frame.item]):
                self._failed[frame.item] += 1
                left = None
        self.complete = True

    def _next(self, left: Domains) -> int | None:
        """Return the item that is placed next; None if one spot is left to each."""
        best, least, failed = None, float("inf"), self._failed
        for item in self.order:
            mask = left[item]
            # Taking 1 away clears the lowest bit and fills those below: something remains of two or more
            # bits.
            if mask & mask - 1:
                measure = mask.bit_count() / failed[item]
                if measure < least:
                    best, least = item, measure
        return best

    def _key(self, left: Domains) -> object:
        """Return what decides how many solutions there are: what is left to items with several spots, and to what wide clues tie them to."""
        if not self._propagation.wide:
            return tuple([mask if mask & mask - 1 else 0 for mask in left])
        open_ones = {item for item, mask in enumerate(left) if mask & mask - 1}
        telling = open_ones.union(*(scope for scope in self._propagation.wide if not open_ones.isdisjoint(scope)))
        # No two branches leave the same spots to all items, so such a key would never be found again.
        if len(telling) == len(left):
            return None
        return tuple(mask if item in telling else 0 for item, mask in enumerate(left))
