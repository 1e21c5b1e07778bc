"""The dialects strips and costs with named travelers: a crossing, then each of the two places is found safe.

They share their templates. In costs a cost is what a crossing adds to the total. Strips knows no costs: there it is a number of
actions. A crossing takes three actions at least: the boat crosses, two places are found safe, with more looks than one where there are many
ways; where rules have to do with time, it is counted, too. So that a plan with the fewest actions costs the least, the actions of each
crossing are in proportion to its cost: what those lack is made up by ticks.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.encodings.clock import Row, clock_of
from ferryplan.generator.crossing.encodings.grounds import Grounds
from ferryplan.generator.crossing.encodings.named import carried_loads, common, loads_by_size, named_looks, symbols_of
from ferryplan.generator.crossing.encodings.patterns import safe_looks
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.errors import EncodingError, UnsuitableError
from ferryplan.generator.formulation import Optimum

MOST_TICKS = 300


class Countdown:
    """How many actions crossings take: so many for so much of the cost."""

    def __init__(self, instance: Instance, told: Callable[[int], str]) -> None:
        """Raise UnsuitableError if a crossing costs nothing, and EncodingError if one costs so much that over 300 ticks would be needed."""
        costs = {instance.cost(load, boat) for load, boat, _ in carried_loads(instance)} or {1}
        if min(costs) == 0:
            raise UnsuitableError(
                format_message("crossing.free-crossing", amount=told(0)), where=instance.puzzle, about="dialect"
            )
        self.cost = math.gcd(*costs)
        self.bare = bare = actions_of_crossing(instance)
        """the actions of a crossing without ticks"""
        # The fewest actions for each unit of the cost that leave the cheapest crossing room for its own.
        self.actions = math.ceil(bare * self.cost / min(costs))
        self.longest = self.ticks(max(costs))
        """the most ticks of a crossing"""
        if self.longest > MOST_TICKS:
            said = {"least": told(min(costs)), "most": told(max(costs)), "limit": MOST_TICKS + bare}
            statement = format_message("crossing.too-many-ticks", **said, actions=f"{self.longest + bare:,}")
            raise EncodingError(statement, where=instance.puzzle, about="dialect")

    def ticks(self, cost: int) -> int:
        """Return how many ticks a crossing of this cost has."""
        return cost // self.cost * self.actions - self.bare


def tick(left: int) -> str:
    """Return the stage at which so many ticks of a crossing are left; after the last, the boat has departed."""
    return f"tick-{left}" if left else "departed"


def count_in_strips(instance: Instance, optimum: Optimum) -> int | None:
    """Return the actions of a best plan in strips: of each crossing as many as the others, with costs in proportion to its cost."""
    if instance.tariff is None:
        return count_in_costs(instance, optimum)
    counting = Countdown(instance, instance.tariff.told)
    return None if optimum.cost is None else optimum.cost // counting.cost * counting.actions


def count_in_costs(instance: Instance, optimum: Optimum) -> int | None:
    """Return the actions of a best plan in costs: each crossing, the looks at its two places, and the count of time."""
    return None if optimum.moves is None else optimum.moves * actions_of_crossing(instance)


def actions_of_crossing(instance: Instance) -> int:
    """Return how many actions a crossing takes, without ticks."""
    return 1 + 2 * len(instance.once(safe_looks)) + bool(instance.horizon)


def strips(instance: Instance) -> dict[str, Any]:
    """Return the context of the templates of the dialect strips. Raises EncodingError if the instance is too large."""
    if instance.tariff is None:
        return _staged(instance)
    counting = Countdown(instance, instance.tariff.told)
    return {
        **_staged(instance, lambda load, boat: (tick(counting.ticks(instance.cost(load, boat))),)),
        "countdown": counting,
        "ticks": [(tick(left), tick(left - 1)) for left in range(counting.longest, 0, -1)],
    }


def costs(instance: Instance) -> dict[str, Any]:
    """Return the context of the same templates for the dialect costs. Raises EncodingError if the instance is too large."""
    loads = carried_loads(instance) if instance.tariff else ()
    prices = [
        (load.bit_count(), " ".join((*symbols_of(load, instance), *name)), instance.cost(load, boat))
        for load, boat, name in loads
    ]
    return {**_staged(instance), "prices": prices}


def _staged(instance: Instance, stage: Callable[[int, int], Row] = lambda load, boat: ()) -> dict[str, Any]:
    """Return what strips and costs have in common; ``stage`` gives what stands behind a load of those that may be in a boat."""
    grounds = Grounds(instance)
    looks, clock = named_looks(instance, grounds), clock_of(instance)
    return {
        **common(instance),
        **loads_by_size(instance, lambda load, boat: (*symbols_of(load, instance), *stage(load, boat))),
        "in_time": [
            [f"(away {instance.travellers[who].symbol} {instance.places[place].symbol})" for who, place in period.lost]
            for period in (clock.periods if clock else ())
        ],
        "countdown": None,
        "ticks": [],
        "prices": None,
        "looks": looks,
        "grounds": grounds,
        "questions": list(dict.fromkeys(one.asked for ways in looks for one in ways if one.asked)),
        "actions": 1 + 2 * len(looks) + (1 if clock else 0),
    }
