"""What a few clues say together, searched to the end: which spots no placement that keeps them leaves to their items."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from ferryplan.generator.masks import members
from ferryplan.generator.placing.instance import AllDifferent, Clue, PlacingInstance, about_pairs, covering
from ferryplan.generator.placing.propagation import Domains, Propagation
from ferryplan.generator.placing.ties import Supports, Ties, combined, looked_up

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Cover(AllDifferent):
    """What a rule about many items says of some of them: the cells of a box, the values of a category hold certain spots, each another one."""

    spots: int
    """the spots, as a mask; as many as there are items"""

    def covers(self, spots: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """Yield the items and their spots."""
        yield self.scope, self.spots


def standing(clue: Clue) -> bool:
    """Return whether a clue is a rule about many items, which goes without saying or is about the whole board."""
    return isinstance(clue, AllDifferent) or covering(clue) or (about_pairs(clue) and len(clue.scope) > 2)


def groups_of(clues: Iterable[Clue], spots: int) -> list[Cover]:
    """Return the groups of items of which clues say that they hold as many spots, each once, where there are so many spots."""
    found = (Cover("", "cover", items, mask) for clue in clues if covering(clue) for items, mask in clue.covers(spots))
    return [group for group in dict.fromkeys(found) if len(group.scope) == group.spots.bit_count()]


class Memory(Generic[Found]):
    """What follows from what is left to certain items, kept for so many of the last cases."""

    def __init__(self, scope: Sequence[int], follows: Callable[[Domains], Found], most: int = 10_000) -> None:
        self.scope, self._follows, self._most = scope, follows, most
        self._known = dict[tuple[int, ...], Found]()

    def __call__(self, left: Domains) -> Found:
        """Return what follows from what is left to each item."""
        masks = tuple([left[item] for item in self.scope])
        if masks not in self._known:
            if len(self._known) >= self._most:
                self._known.clear()
            self._known[masks] = self._follows(left)
        return self._known[masks]


class Joint:
    """Several reasons, clues and groups, taken together."""

    def __init__(
        self, instance: PlacingInstance, reasons: Sequence[Clue], background: Supports, known: dict[Clue, Supports]
    ) -> None:
        """``background`` is kept of pairs of items, too, as far as both are in the scope of given clues; ``known`` is as for `ties_of`."""
        self.reasons = tuple(reasons)
        self.scope = tuple(sorted({item for one in reasons for item in one.scope}))
        clued = {item for one in reasons if not isinstance(one, Cover) for item in one.scope}
        besides = {pair: background[pair] for pair in itertools.permutations(clued, 2) if pair in background}
        exact = [one for one in reasons if len(one.scope) == 2 or (len(one.scope) > 2 and about_pairs(one))]
        together = combined([besides, *looked_up(exact, len(instance.spots), known)])
        others = [one for one in reasons if one not in exact]
        self._propagation = Propagation(instance, Ties(self.reasons, instance.every, together, others))
        self._ways = list[Domains]()
        """placements found earlier"""

    def excluded(self, left: Domains) -> dict[int, int]:
        """Return for each item that has any the spots that cannot be, as a mask, of those that are left."""
        untried, found = {item: left[item] for item in self.scope}, dict[int, int]()
        # A placement found earlier still counts as long as nothing that it uses has been taken away.
        self._ways = [way for way in self._ways if all(way[item] & left[item] for item in self.scope)]
        # One placement supports a spot of each item at once, so few spots need a search of their own.
        for way in self._ways:
            for item in self.scope:
                untried[item] &= ~way[item]
        for item in self.scope:
            while untried[item]:
                spot = untried[item] & -untried[item]
                found_way = self.placed(left, item, spot, untried)
                if found_way is None:
                    found[item] = found.get(item, 0) | spot
                    untried[item] ^= spot
                else:
                    self._ways.append(found_way)
                    for other in self.scope:
                        untried[other] &= ~found_way[other]
        return found

    def placed(self, left: Domains, item: int, spot: int, wanted: dict[int, int] | None = None) -> Domains | None:
        """Return what is left when all items are placed so that all is kept, with an item at a spot (a mask); None if they cannot be.

        Spots that are ``wanted`` are tried first.
        """
        left = left.copy()
        left[item] = spot
        placed = [one for one in self.scope if not left[one] & left[one] - 1]
        return self._search(left, placed, wanted or {})

    def _search(self, left: Domains, changed: list[int], wanted: dict[int, int]) -> Domains | None:
        if not self._propagation.narrow(left, changed):
            return None
        open_ones = [item for item in self.scope if left[item] & left[item] - 1]
        if not open_ones:
            return left
        item = min(open_ones, key=lambda one: left[one].bit_count())
        first = left[item] & wanted.get(item, 0)
        for spot in (*members(first), *members(left[item] & ~first)):
            further = left.copy()
            further[item] = 1 << spot
            if found := self._search(further, [item], wanted):
                return found
        return None
