"""Costs as numbers of actions, for dialects that know no costs: the dearer a crossing, the more actions it takes.

A crossing takes three actions at least: the boat crosses, two places are found safe; where rules have to do with time,
it is counted, too. So that a plan with the fewest
actions costs the least, the actions of each crossing are in proportion to its cost: what the three lack is made up by ticks.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from generator.crossing.instance import Instance
from generator.crossing.space import CrossingSpace
from generator.errors import EncodingError, UnsuitableError

__all__ = ["Countdown", "countdown"]

BARE = 3
"""actions that a crossing takes at least"""
MOST_TICKS = 300


@dataclass(frozen=True, slots=True)
class Countdown:
    """How many actions crossings take: so many for so much of the cost."""

    actions: int
    cost: int
    longest: int
    """the most ticks of a crossing"""
    bare: int
    """the actions of a crossing without ticks"""

    def ticks(self, cost: int) -> int:
        """Return how many ticks a crossing of this cost has."""
        return cost // self.cost * self.actions - self.bare


def countdown(instance: Instance) -> Countdown | None:
    """Return how many actions crossings take, or None if each costs 1 and takes three.

    Raises EncodingError if a crossing costs nothing, or costs so much that over 300 ticks would be needed.
    """
    if instance.tariff is None:
        return None
    costs = {instance.cost(load) for load in instance.once(CrossingSpace).loads} or {1}
    told = instance.tariff.told
    if min(costs) == 0:
        raise UnsuitableError(
            f"{instance.puzzle}: found a crossing that costs {told(0)}, expected that each costs something in the dialect strips, "
            "where costs are numbers of actions (the dialect costs takes it)"
        )
    unit = math.gcd(*costs)
    bare = BARE + bool(instance.horizon)
    actions = math.ceil(bare * unit / min(costs))
    longest = max(costs) // unit * actions - bare
    if longest > MOST_TICKS:
        raise EncodingError(
            f"{instance.puzzle}: found crossings of {told(min(costs))} and of {told(max(costs))}, for which a crossing would take "
            f"{longest + bare:,} actions, expected at most {MOST_TICKS + bare} in the dialect strips, where costs are numbers of actions "
            "(the dialect costs takes more)"
        )
    return Countdown(actions, unit, longest, bare)
