"""River crossings to be tried: who is where, and every load that might be put into a boat, sensible or not."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from ferryplan.generator.crossing.constraints import companies
from ferryplan.generator.crossing.instance import Crossing, Instance, State
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.teller import MOST_NAMED, CrossingTeller
from ferryplan.generator.families import state_space, teller_of
from ferryplan.generator.masks import members
from ferryplan.planner.trying.rules import boarding_rules, rules_of
from ferryplan.planner.trying.table import table_of

MOST_LOADS, MOST_TABLED = 20_000, 500
"""so many loads there may be, sensible or not; and so many for a table of all states to be tried"""


def crossings_to_try(instance: Instance) -> dict[str, Any] | None:
    """Return what a page needs so that the crossings of an instance can be tried; None if it is too large. Raises as ``table_of``."""
    space, teller = state_space(instance), teller_of(instance)
    assert isinstance(space, CrossingSpace)
    assert isinstance(teller, CrossingTeller)
    travellers = len(instance.travellers)
    several = sum(math.comb(travellers, size) for size in range(instance.capacity + 1))
    if travellers > MOST_NAMED or several > MOST_LOADS:
        return None

    def loads(state: State) -> Iterator[Crossing]:
        for boat, here in enumerate(state.boats):
            for load in companies(members(state.companies[here]), range(instance.capacity + 1)):
                for destination in instance.ways[here]:
                    yield Crossing(load, here, destination, boat)

    largest = max(range(len(instance.vessels)), key=lambda boat: instance.vessels[boat].capacity)
    few = several <= MOST_TABLED
    table = table_of(space, teller, lambda state: [state.boats, state.companies], loads, _key) if few else None
    return {
        **(table or rules_of(instance, space)),
        "ways": instance.ways,
        "capacity": instance.capacity,
        "full": boarding_rules(instance, largest)[0],
    }


def _key(state: State, move: Crossing) -> str:
    return f"{move.load} {move.boat} {move.destination}"
