"""Every way to place the items, found by the clues alone: backtracking, in the instance's order.

What clues say of pairs of items is looked up as masks of spots; other clues are asked.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from generator.placing.instance import Clue, ClueAboutPairs, Placed, Placement, PlacingInstance

Supports = dict[tuple[int, int], tuple[int, ...]]
"""for an item and another one, by the item's spot: the other's spots that go with it, as a mask"""


def supports_of(clue: Clue, spots: int, allowed: Sequence[int] | None = None) -> Supports:
    """Return what a clue says of the pairs of its items, both ways round; ``spots`` is how many spots there are.

    ``allowed`` has a mask of spots for each item, others of which nothing need be known; all spots by default.
    """
    supports: Supports = {}
    for one, other in clue.pairs if isinstance(clue, ClueAboutPairs) else itertools.combinations(clue.scope, 2):
        forth, back = [0] * spots, [0] * spots
        for here, there in itertools.product(_spots(one, spots, allowed), _spots(other, spots, allowed)):
            if clue.allows({one: here, other: there}):
                forth[here] |= 1 << there
                back[there] |= 1 << here
        supports[one, other], supports[other, one] = tuple(forth), tuple(back)
    return supports


def _spots(item: int, spots: int, allowed: Sequence[int] | None) -> list[int]:
    return [spot for spot in range(spots) if allowed is None or allowed[item] >> spot & 1]


def combined(supports: Iterable[Supports]) -> Supports:
    """Return what several clues say of pairs together."""
    together: Supports = {}
    for some in supports:
        for pair, masks in some.items():
            known = together.get(pair)
            together[pair] = masks if known is None else tuple(a & b for a, b in zip(known, masks, strict=True))
    return together


class Ties:
    """What the clues of an instance say of items alone, of pairs, and of more.

    ``supports`` is what is known of clues already; it gets what is found out of the others.
    """

    def __init__(self, instance: PlacingInstance, supports: dict[Clue, Supports] | None = None) -> None:
        known = {} if supports is None else supports
        exact, about = list[Clue](), list[list[Clue]]([] for _ in instance.items)
        self.wide = list[list[Clue]]([] for _ in instance.items)
        """for each item the clues about it that say more than of pairs"""
        for clue in instance.clues:
            says_pairs = isinstance(clue, ClueAboutPairs) or len(clue.scope) <= 2
            exact += [clue] * says_pairs
            for item in clue.scope:
                (about if says_pairs else self.wide)[item].append(clue)
        self.alone = [
            sum(1 << spot for spot in item.spots if all(clue.allows({index: spot}) for clue in about[index]))
            for index, item in enumerate(instance.items)
        ]
        """for each item the spots where the others allow it alone, as a mask"""
        for clue in exact:
            if clue not in known:
                known[clue] = supports_of(clue, len(instance.spots), self.alone)
        self.together = combined(known[clue] for clue in exact)


class Choices:
    """What the clues allow the next item, in the instance's order."""

    def __init__(self, instance: PlacingInstance) -> None:
        self.order, ties = instance.order, Ties(instance)
        self._alone, self._wide, together = ties.alone, ties.wide, ties.together
        self._earlier = {
            item: [(other, together[other, item]) for other in self.order[:number] if (other, item) in together]
            for number, item in enumerate(self.order)
        }
        """for each item those before it that a clue ties it to, with its spots that go with each of theirs"""

    def spots(self, placed: Placed) -> Iterator[int]:
        """Yield the spots of the next item that no clue forbids, ascending; ``placed`` has the items before it, and no others."""
        item = self.order[len(placed)]
        mask = self._alone[item]
        for other, supports in self._earlier[item]:
            mask &= supports[placed[other]]
        others = self._wide[item]
        while mask:
            spot = (mask & -mask).bit_length() - 1
            mask &= mask - 1
            if not others or all(clue.allows({**placed, item: spot}) for clue in others):
                yield spot


def broken_clue(instance: PlacingInstance, placed: Placed, item: int) -> Clue | None:
    """Return the first clue about an item that what is placed breaks already, or None."""
    return next((clue for clue in instance.clues if item in clue.scope and not clue.allows(placed)), None)


@dataclass(eq=False, slots=True)
class Search:
    """A backtracking search through the placements of an instance."""

    instance: PlacingInstance
    nodes: int = 0
    """how many placements have been tried so far that no clue forbids at once"""
    found: int = 0
    """how many solutions have been found so far"""
    deepest: tuple[Placement, ...] = ()
    """the first of those that place the most items, so far, in the instance's order"""
    complete: bool = False
    """whether all has been searched"""

    def solutions(self, go_on: Callable[[int], bool] = lambda nodes: True) -> Iterator[tuple[Placement, ...]]:
        """Yield every solution as its placements, in the instance's order; ``go_on`` is told of the nodes and says whether to go on."""
        order = self.instance.order
        choices = Choices(self.instance)
        placed: dict[int, int] = {}
        untried = [choices.spots(placed)] if order else []
        if not order:
            yield ()
        while untried:
            item = order[len(untried) - 1]
            placed.pop(item, None)
            spot = next(untried[-1], None)
            if spot is None:
                untried.pop()
                continue
            placed[item] = spot
            self.nodes += 1
            if len(placed) > len(self.deepest):
                self.deepest = tuple(Placement(index, placed[index]) for index in order[: len(placed)])
            if not go_on(self.nodes):
                return
            if len(placed) == len(order):
                self.found += 1
                yield tuple(Placement(index, placed[index]) for index in order)
            else:
                untried.append(choices.spots(placed))
        self.complete = True
