"""Whether some of the clues can all hold: one placement that keeps them, found with the fewest spots first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from generator.placing.instance import Clue, ClueAboutPairs, PlacingInstance
from generator.placing.search import Supports, combined, supports_of

Domains = tuple[int, ...]
"""for each item the spots that are left, as a mask"""
MOST_IN_SCOPE = 30
"""of a clue about more items than this, which is not about pairs, two placements say too little to be worth looking at"""


class ExhaustedError(Exception):
    """There are more placements to look at than was allowed."""


@dataclass(eq=False, slots=True)
class Consistency:
    """A search that chooses its order as it goes, and so does well with any of the clues.

    The next item is always one with the fewest spots left, of equals the one with the most neighbours in clues. After each placement the
    spots without support at a neighbour are taken away, again and again: "maintaining arc consistency", D. Sabin and E. C. Freuder, ECAI 1994.
    Of clues about more than two items this sees the pairs only; they are looked at whole for the items with one spot left.
    """

    instance: PlacingInstance
    most_nodes: int
    """how many placements may be tried, over all that is asked"""
    nodes: int = 0
    """how many have been tried so far"""
    supports: dict[Clue, Supports] = field(default_factory=dict)
    """what each clue asked about so far says of pairs; may be shared by searches of instances with the same clues and spots"""

    def placement(self, clues: Sequence[Clue]) -> dict[int, int] | None:
        """Return a spot for each item so that the clues hold, or None if there is none. Raises ExhaustedError past ``most_nodes``."""
        task = _Task(clues, self._together(clues), len(self.instance.items))
        start = tuple(sum(1 << spot for spot in item.spots) for item in self.instance.items)
        for clue in clues:
            if len(clue.scope) == 1:
                (item,) = clue.scope
                allowed = sum(1 << spot for spot in _spots(start[item]) if clue.allows({item: spot}))
                start = _with(start, item, allowed)
        first = task.narrowed(start, range(len(start)))
        untried = [] if first is None else [iter([first])]
        while untried:
            domains = next(untried[-1], None)
            if domains is None:
                untried.pop()
                continue
            open_items = [item for item, mask in enumerate(domains) if mask & mask - 1]
            if not open_items:
                return _placed(domains)
            item = min(open_items, key=lambda one: (domains[one].bit_count(), -len(task.neighbours[one]), one))
            untried.append(self._branches(task, domains, item))
        return None

    def _branches(self, task: _Task, domains: Domains, item: int) -> Iterator[Domains]:
        """Yield what is left after each way to place an item."""
        for spot in _spots(domains[item]):
            self.nodes += 1
            if self.nodes > self.most_nodes:
                raise ExhaustedError
            narrowed = task.narrowed(_with(domains, item, 1 << spot), [item])
            if narrowed is not None:
                yield narrowed

    def _together(self, clues: Sequence[Clue]) -> Supports:
        """Return which spots of two items go together by all of the clues that are about both."""
        telling = [clue for clue in clues if isinstance(clue, ClueAboutPairs) or len(clue.scope) <= MOST_IN_SCOPE]
        for clue in telling:
            if clue not in self.supports:
                self.supports[clue] = supports_of(clue, len(self.instance.spots))
        return combined(self.supports[clue] for clue in telling)


class _Task:
    """Clues that are to hold together."""

    def __init__(self, clues: Sequence[Clue], together: Supports, items: int) -> None:
        self.together = together
        self.neighbours: list[list[int]] = [[] for _ in range(items)]
        for one, other in together:
            self.neighbours[one].append(other)
        self.wide = [clue for clue in clues if len(clue.scope) > 2]

    def narrowed(self, domains: Domains, changed: Iterable[int]) -> Domains | None:
        """Return what is left of the domains, some of which have changed; None if an item has no spot left or a clue is broken."""
        left, queue = list(domains), list(changed)
        if not all(left):
            return None
        while queue:
            item = queue.pop()
            for other in self.neighbours[item]:
                supports = self.together[item, other]
                supported = 0
                for spot in _spots(left[item]):
                    supported |= supports[spot]
                if left[other] & ~supported:
                    left[other] &= supported
                    if not left[other]:
                        return None
                    queue.append(other)
        placed = _placed(left)
        return tuple(left) if all(clue.allows(placed) for clue in self.wide) else None


def _placed(domains: Sequence[int]) -> dict[int, int]:
    """Return the spots of the items that have one left."""
    return {item: mask.bit_length() - 1 for item, mask in enumerate(domains) if mask & mask - 1 == 0}


def _with(domains: Domains, item: int, mask: int) -> Domains:
    return (*domains[:item], mask, *domains[item + 1 :])


def _spots(mask: int) -> Iterator[int]:
    return (spot for spot in range(mask.bit_length()) if mask >> spot & 1)
