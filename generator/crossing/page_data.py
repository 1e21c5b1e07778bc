"""The data of an interactive page about a river crossing: states, and all loads that a person may try."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import enumerate_companies
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.narrator import MAX_NAMED_TRAVELERS, CrossingNarrator
from ferryplan.generator.crossing.page_rules import describe_rules, list_boarding_rules
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.masks import mask_indices
from ferryplan.generator.page_table import tabulate_space

MAX_LOADS, MAX_TABULATED_LOADS = 20_000, 500
"""the largest number of loads on a page, and the largest number with a table of all states"""


def make_page_data(instance: Instance) -> dict[str, Any] | None:
    """Return the data of an interactive page; None if the instance is too large for one.

    Raises EncodingError as ``tabulate_space`` does.
    """
    space, narrator = instance.get_or_make(CrossingSpace), instance.get_or_make(CrossingNarrator)
    travellers = len(instance.travellers)
    several = sum(math.comb(travellers, size) for size in range(instance.capacity + 1))
    if travellers > MAX_NAMED_TRAVELERS or several > MAX_LOADS:
        return None

    def candidate_crossings(state: CrossingState) -> Iterator[Crossing]:
        for boat, here in enumerate(state.boats):
            for load in enumerate_companies(mask_indices(state.companies[here]), range(instance.capacity + 1)):
                for destination in instance.destinations[here]:
                    yield Crossing(load, here, destination, boat)

    largest = max(range(len(instance.vessels)), key=lambda boat: instance.vessels[boat].capacity)
    few = several <= MAX_TABULATED_LOADS
    table = (
        tabulate_space(
            space, narrator, lambda state: [state.boats, state.companies], candidate_crossings, _format_move_key
        )
        if few
        else None
    )
    return {
        **(table or describe_rules(instance, space)),
        "ways": instance.destinations,
        "capacity": instance.capacity,
        "full": list_boarding_rules(instance, largest)[0],
    }


def _format_move_key(state: CrossingState, move: Crossing) -> str:
    return f"{move.load} {move.boat} {move.destination}"


def explain_page_limit() -> str:
    """Return a clause with the size limits of river crossings on interactive pages."""
    return format_message("play.too-many-loads", travelers=MAX_NAMED_TRAVELERS, loads=f"{MAX_LOADS:,}")
