"""The order in which a plan places the values of a logic grid and checks its clues.

The most constrained values come first.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple, assert_never

from ferryplan.generator.assignment.instance import AllDifferentClue
from ferryplan.generator.grid.clues import ChoiceClue, GridClue, SimpleClue, split_clues
from ferryplan.generator.grid.instance import GridInstance


def choose_placement_order(
    clues: Sequence[GridClue | AllDifferentClue], item_count: int, spot_count: int
) -> tuple[int, ...]:
    """Return an order of the items, as indices, in which each next item has the fewest expected spots.

    At first, the expected number is the number of spots that the item's category and the clues about this item alone
    leave. For each clue about the item and an earlier item, the number is multiplied by the share of the pairs of spots
    that satisfy the clue, as if clues were independent. In a tie, the item with more clues that involve no earlier item
    comes first, then the item listed first.

    The rule "fewest values first" is that of R. M. Haralick and G. L. Elliott, Artificial Intelligence 14 (1980)
    263-313.
    """
    clues_of = [[clue for clue in clues if item in clue.scope] for item in range(item_count)]
    before: set[int] = set()
    order: list[int] = []

    def preference(item: int) -> tuple[float, int, int]:
        """Return the sort key of an item: its expected number of spots, and the criteria for ties."""
        fewest, share, ties = spot_count, [], 0
        for clue in clues_of[item]:
            others = sum(other in before for other in clue.scope)
            match clue:
                case AllDifferentClue():
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
    """A step in the fixed order that all plans for a grid follow.

    The step places a value, or checks a clue that can be satisfied in several ways.
    """

    symbol: str
    """the PDDL name of the value or of the clue"""
    item: int
    """the index of the value, or of the clue's value that is placed last"""
    clues: tuple[SimpleClue, ...] = ()
    """the simple clues that can be checked now, because this value is the last of their values to be placed"""
    checked_clue: ChoiceClue | None = None
    """the clue that is checked, which can be satisfied in several ways; None if a value is placed"""

    @property
    def atom(self) -> str:
        """The PDDL atom that holds while it is this turn, such as ``(turn red)``."""
        return f"({'check' if self.checked_clue else 'turn'} {self.symbol})"


def list_turns_with_next(instance: GridInstance) -> list[tuple[PlacementTurn, PlacementTurn | None]]:
    """Return the turns of a plan in order, each with the following turn (None for the last).

    Each value has a turn. The next turns check the clues that can be satisfied in several ways and whose last value has
    just been placed.
    """
    found, before = list[PlacementTurn](), set[int]()
    simple, choices = split_clues(instance.given_clues)
    for item in instance.order:
        before.add(item)
        clues = tuple(clue for clue in simple if item in clue.scope and before.issuperset(clue.scope))
        found.append(PlacementTurn(instance.items[item].symbol, item, clues))
        for clue in choices:
            if item in clue.scope and before.issuperset(clue.scope):
                found.append(PlacementTurn(f"clue-{instance.given_clues.index(clue) + 1}", item, checked_clue=clue))
    return [*itertools.zip_longest(found, found[1:])]
