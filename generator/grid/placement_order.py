"""The order in which the values of a logic grid are placed, and its clues are checked.

The most constrained values come first.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple, assert_never

from ferryplan.generator.assignment.instance import AllDifferent
from ferryplan.generator.grid.clues import ChoiceClue, GridClue, SimpleClue, split_clues
from ferryplan.generator.grid.instance import GridInstance


def choose_placement_order(
    clues: Sequence[GridClue | AllDifferent], item_count: int, spot_count: int
) -> tuple[int, ...]:
    """Return the items in an order in which each next item has the fewest expected placements.

    The expected number starts with the spots that the item's category and the clues about it alone leave. Each clue that relates it
    to an earlier item leaves a share of them: the share of all pairs of spots that satisfy the clue, as if clues were independent.
    In a tie, the item in more clues with items not yet placed comes first, then the one listed first.

    The rule "fewest values first" is that of R. M. Haralick and G. L. Elliott, Artificial Intelligence 14 (1980) 263-313.
    """
    clues_of = [[clue for clue in clues if item in clue.scope] for item in range(item_count)]
    before: set[int] = set()
    order: list[int] = []

    def preference(item: int) -> tuple[float, int, int]:
        fewest, share, ties = spot_count, [], 0
        for clue in clues_of[item]:
            others = sum(other in before for other in clue.scope)
            match clue:
                case AllDifferent():
                    fewest = min(fewest, spot_count - others)
                case SimpleClue(scope=(_,)):
                    fewest = min(fewest, len(clue.allowed_spots))
                case SimpleClue(scope=(one, other)) if others:
                    share.append(sum(map(int.bit_count, clue.supports(one, other, spot_count))) / spot_count**2)
                case SimpleClue() | ChoiceClue():
                    ties += not others
                case _:
                    assert_never(clue)
        return fewest * math.prod(share), -ties, item

    while len(order) < item_count:
        order.append(min((item for item in range(item_count) if item not in before), key=preference))
        before.add(order[-1])
    return tuple(order)


class PlacementTurn(NamedTuple):
    """The turn of a value to be placed, or of a clue with several ways to be checked."""

    symbol: str
    """the PDDL name of the value or the clue"""
    item: int
    """the value, or the last value of the clue"""
    clues: tuple[SimpleClue, ...] = ()
    """the simple clues whose last item is this value"""
    choice: ChoiceClue | None = None
    """the clue with several ways, if it is the clue's turn"""

    @property
    def atom(self) -> str:
        """The PDDL atom that holds during this turn."""
        return f"({'check' if self.choice else 'turn'} {self.symbol})"


def list_turns(instance: GridInstance) -> list[tuple[PlacementTurn, PlacementTurn | None]]:
    """Return the turns in order, each with the next one.

    Each value has a turn; after it come the turns of the clues with several ways whose last item it is.
    """
    found, before = list[PlacementTurn](), set[int]()
    simple, choices = split_clues(instance.given_clues)
    for item in instance.order:
        before.add(item)
        clues = tuple(clue for clue in simple if item in clue.scope and before.issuperset(clue.scope))
        found.append(PlacementTurn(instance.items[item].symbol, item, clues))
        for clue in choices:
            if item in clue.scope and before.issuperset(clue.scope):
                found.append(PlacementTurn(f"clue-{instance.given_clues.index(clue) + 1}", item, choice=clue))
    return [*itertools.zip_longest(found, found[1:])]
