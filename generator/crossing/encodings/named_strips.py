"""The template values for the dialects strips and costs with named travelers.

Both dialects share their templates: after each crossing, actions check that the two places of the crossing are safe. In
the dialect costs, a crossing adds its cost to the total cost.

The dialect strips has no costs. There, the number of actions of each crossing is proportional to its cost, so that a
shortest plan is a cheapest one. A crossing takes at least three actions: one for the boat, and one safety check for
each of the two places. There are more checks if a place has many safe patterns, and one more action if rules have
deadlines. Ticks, which are actions that only count, make up the missing number.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.encodings.clock import Symbols, clock_of
from ferryplan.generator.crossing.encodings.named import (
    list_loads_by_boat,
    list_traveler_symbols,
    make_common_context,
    make_loads_context,
    make_named_safety_checks,
)
from ferryplan.generator.crossing.encodings.patterns import list_safety_check_rounds
from ferryplan.generator.crossing.encodings.place_sets import PlaceSets
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.errors import EncodingError, UnsuitableError
from ferryplan.generator.formulation import Optimum

MAX_TICKS = 300


class TickCounter:
    """Converts costs of crossings to numbers of actions, since the dialect strips has no costs.

    Ticks are actions of a crossing that do nothing but increase this number.
    """

    def __init__(self, instance: Instance, format_cost: Callable[[int], str]) -> None:
        """Raise UnsuitableError if a crossing is free, and EncodingError if a crossing needs over 300 ticks."""
        costs = {instance.crossing_cost(load, boat) for load, boat, _ in list_loads_by_boat(instance)} or {1}
        if min(costs) == 0:
            raise UnsuitableError(
                format_message("crossing.free-crossing", amount=format_cost(0)), where=instance.puzzle, about="dialect"
            )
        self.cost_divisor = math.gcd(*costs)
        self.actions_without_ticks = bare = count_crossing_actions(instance)
        """the number of actions of a crossing, ticks excluded"""
        # The smallest number of actions per unit of cost at which the cheapest crossing has room for its own
        # actions.
        self.actions_per_cost = math.ceil(bare * self.cost_divisor / min(costs))
        self.max_ticks = self.count_ticks(max(costs))
        """the largest number of ticks of a crossing"""
        if self.max_ticks > MAX_TICKS:
            said = {"least": format_cost(min(costs)), "most": format_cost(max(costs)), "limit": MAX_TICKS + bare}
            statement = format_message("crossing.too-many-ticks", **said, actions=f"{self.max_ticks + bare:,}")
            raise EncodingError(statement, where=instance.puzzle, about="dialect")

    def count_ticks(self, cost: int) -> int:
        """Return the number of ticks in a crossing with this cost."""
        return cost // self.cost_divisor * self.actions_per_cost - self.actions_without_ticks


def format_tick_stage(ticks_left: int) -> str:
    """Return the PDDL name of the stage at which ``ticks_left`` ticks of a crossing are left: ``tick-3``.

    If no ticks are left, the stage is ``departed``.
    """
    return f"tick-{ticks_left}" if ticks_left else "departed"


def count_strips_actions(instance: Instance, optimum: Optimum) -> int | None:
    """Return the number of actions of an optimal plan in the dialect strips.

    If the puzzle has costs, the number of actions of a crossing is proportional to its cost. Returns None if the
    optimum is unknown.
    """
    if instance.tariff is None:
        return count_costs_actions(instance, optimum)
    counting = TickCounter(instance, instance.tariff.format_amount)
    return None if optimum.cost is None else optimum.cost // counting.cost_divisor * counting.actions_per_cost


def count_costs_actions(instance: Instance, optimum: Optimum) -> int | None:
    """Return the number of actions of an optimal plan in the dialect costs.

    The actions are the crossings, the safety checks, and those of the clock. Returns None if the optimal number of
    crossings is unknown.
    """
    return None if optimum.moves is None else optimum.moves * count_crossing_actions(instance)


def count_crossing_actions(instance: Instance) -> int:
    """Return the number of actions of one crossing, without ticks: boat, safety checks and clock."""
    return 1 + 2 * len(instance.get_or_make(list_safety_check_rounds)) + bool(instance.horizon)


def make_strips_context(instance: Instance) -> dict[str, Any]:
    """Return the Jinja template values, by variable name, for the dialect strips.

    Raises EncodingError if the instance is too large.
    """
    if instance.tariff is None:
        return _make_shared_context(instance)
    counting = TickCounter(instance, instance.tariff.format_amount)
    return {
        **_make_shared_context(
            instance, lambda load, boat: (format_tick_stage(counting.count_ticks(instance.crossing_cost(load, boat))),)
        ),
        "countdown": counting,
        "ticks": [(format_tick_stage(left), format_tick_stage(left - 1)) for left in range(counting.max_ticks, 0, -1)],
    }


def make_costs_context(instance: Instance) -> dict[str, Any]:
    """Return the template values, by variable name, for the dialect costs.

    The templates are those of the dialect strips. Raises EncodingError if the instance is too large.
    """
    loads = list_loads_by_boat(instance) if instance.tariff else ()
    prices = [
        (
            load.bit_count(),
            " ".join((*list_traveler_symbols(load, instance), *name)),
            instance.crossing_cost(load, boat),
        )
        for load, boat, name in loads
    ]
    return {**_make_shared_context(instance), "prices": prices}


def _make_shared_context(
    instance: Instance, name_stage: Callable[[int, int], Symbols] = lambda load, boat: ()
) -> dict[str, Any]:
    """Return the template values, by variable name, that strips and costs share.

    ``name_stage`` takes the bit mask of a load and the index of its boat. It returns a tuple with the PDDL name of the
    stage that begins after the departure; in the facts about loads, this name follows the travelers. The tuple is empty
    if there are no ticks, which is the default.
    """
    grounds = PlaceSets(instance)
    looks, clock = make_named_safety_checks(instance, grounds), clock_of(instance)
    return {
        **make_common_context(instance),
        **make_loads_context(
            instance, lambda load, boat: (*list_traveler_symbols(load, instance), *name_stage(load, boat))
        ),
        "in_time": [
            [
                f"(away {instance.travellers[who].symbol} {instance.places[place].symbol})"
                for who, place in period.forbidden
            ]
            for period in (clock.periods if clock else ())
        ],
        "countdown": None,
        "ticks": [],
        "prices": None,
        "looks": looks,
        "grounds": grounds,
        "questions": list(dict.fromkeys(one.question for ways in looks for one in ways if one.question)),
        "actions": 1 + 2 * len(looks) + (1 if clock else 0),
    }
