"""In which order values are placed, the most constrained first, and clues are looked at."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple, assert_never

from ferryplan.generator.grid.clues import ChoiceClue, GridClue, SimpleClue, by_ways
from ferryplan.generator.grid.instance import GridInstance
from ferryplan.generator.placing.instance import AllDifferent


def placing_order(clues: Sequence[GridClue | AllDifferent], items: int, spots: int) -> tuple[int, ...]:
    """Return the indices of the items, each time the one that can be expected to have the fewest ways to be placed.

    These are the spots that the clues about it alone leave, and its category; each clue that ties it to something placed
    before leaves a share of them: that of the pairs of spots that keep the clue, as if clues were independent. Of equals the one in
    more clues with what is not placed yet comes first, then the one listed first.

    The rule "fewest values first" is that of R. M. Haralick and G. L. Elliott, Artificial Intelligence 14 (1980) 263-313.
    """
    clues_of = [[clue for clue in clues if item in clue.scope] for item in range(items)]
    before: set[int] = set()
    order: list[int] = []

    def preference(item: int) -> tuple[float, int, int]:
        fewest, share, ties = spots, [], 0
        for clue in clues_of[item]:
            others = sum(other in before for other in clue.scope)
            match clue:
                case AllDifferent():
                    fewest = min(fewest, spots - others)
                case SimpleClue(scope=(_,)):
                    fewest = min(fewest, len(clue.alone))
                case SimpleClue(scope=(one, other)) if others:
                    share.append(sum(map(int.bit_count, clue.supports(one, other, spots))) / spots**2)
                case SimpleClue() | ChoiceClue():
                    ties += not others
                case _:
                    assert_never(clue)
        return fewest * math.prod(share), -ties, item

    while len(order) < items:
        order.append(min((item for item in range(items) if item not in before), key=preference))
        before.add(order[-1])
    return tuple(order)


class Turn(NamedTuple):
    """The turn of a value, or of a clue that several ways keep."""

    symbol: str
    """as PDDL names the value, or the clue"""
    item: int
    """the value, or the last one of the clue"""
    clues: tuple[SimpleClue, ...] = ()
    """those that the value completes"""
    choice: ChoiceClue | None = None
    """the clue"""

    @property
    def atom(self) -> str:
        """What holds when it is its turn."""
        return f"({'check' if self.choice else 'turn'} {self.symbol})"


def turns(instance: GridInstance) -> list[tuple[Turn, Turn | None]]:
    """Return the turns, each with the next one: of each value in the order, and after it of the clues with several ways of which it is the last."""
    found, before = list[Turn](), set[int]()
    simple, choices = by_ways(instance.given)
    for item in instance.order:
        before.add(item)
        clues = tuple(clue for clue in simple if item in clue.scope and before.issuperset(clue.scope))
        found.append(Turn(instance.items[item].symbol, item, clues))
        for clue in choices:
            if item in clue.scope and before.issuperset(clue.scope):
                found.append(Turn(f"clue-{instance.given.index(clue) + 1}", item, choice=clue))
    return [*itertools.zip_longest(found, found[1:])]
