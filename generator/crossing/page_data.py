"""What an interactive page needs of a river crossing: who is where, and every load that a person might put into a boat."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import companies
from ferryplan.generator.crossing.instance import Crossing, Instance, State
from ferryplan.generator.crossing.page_rules import describe_rules, list_boarding_rules
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.teller import MOST_NAMED, CrossingTeller
from ferryplan.generator.masks import members
from ferryplan.generator.page_table import tabulate_space

MOST_LOADS, MOST_TABLED = 20_000, 500
"""the most loads that a page can offer, and the most for which it gets a table of all states"""


def make_page_data(instance: Instance) -> dict[str, Any] | None:
    """Return what an interactive page needs of an instance; None if it is too large. Raises as ``tabulate_space``."""
    space, teller = instance.once(CrossingSpace), instance.once(CrossingTeller)
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
    table = tabulate_space(space, teller, lambda state: [state.boats, state.companies], loads, _key) if few else None
    return {
        **(table or describe_rules(instance, space)),
        "ways": instance.ways,
        "capacity": instance.capacity,
        "full": list_boarding_rules(instance, largest)[0],
    }


def _key(state: State, move: Crossing) -> str:
    return f"{move.load} {move.boat} {move.destination}"


def explain_page_limit() -> str:
    """Return a clause with the size limits of river crossings on interactive pages."""
    return format_message("play.too-many-loads", travelers=MOST_NAMED, loads=f"{MOST_LOADS:,}")
