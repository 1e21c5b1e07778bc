"""The JSON data of an interactive page about a river crossing: states, rules and possible loads."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import enumerate_companies
from ferryplan.generator.crossing.instance import Crossing, CrossingState, Instance
from ferryplan.generator.crossing.narrator import MAX_NAMED_TRAVELERS, CrossingNarrator
from ferryplan.generator.crossing.page_rules import list_boarding_rules, rules_as_json
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.masks import mask_indices
from ferryplan.generator.page_table import tabulate_space

MAX_PAGE_LOADS, MAX_TABULATED_LOADS = 20_000, 500
"""the largest number of loads for which there is an interactive page, and for which it has a table of all states"""
MAX_TABLE_ENTRIES = 12_000
"""the most moves in a table of all states; the rules of a larger puzzle take less room on its page"""


def make_page_data(instance: Instance) -> dict[str, Any] | None:
    """Return the JSON data of an interactive page about an instance; None if the instance is too large.

    If there are at most 500 possible loads and few states, the data has a table of all states; otherwise it has the
    rules. Raises EncodingError for several boats without names.
    """
    space, narrator = instance.get_or_make(CrossingSpace), instance.get_or_make(CrossingNarrator)
    travellers = len(instance.travellers)
    several = sum(math.comb(travellers, size) for size in range(instance.capacity + 1))
    if travellers > MAX_NAMED_TRAVELERS or several > MAX_PAGE_LOADS:
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
            space,
            narrator,
            lambda state: [state.boats, state.companies],
            candidate_crossings,
            _format_move_key,
            MAX_TABLE_ENTRIES,
        )
        if few
        else None
    )
    return {
        **(table or rules_as_json(instance, space)),
        "ways": instance.destinations,
        "capacity": instance.capacity,
        "full": list_boarding_rules(instance, largest)[0],
    }


def _format_move_key(state: CrossingState, move: Crossing) -> str:
    """Return the key of a crossing in the page's table: the load's bit mask, the boat and the destination."""
    return f"{move.load} {move.boat} {move.destination}"


def explain_page_limit() -> str:
    """Return a clause that states how large a river crossing on an interactive page may be."""
    return format_message("play.too-many-loads", travelers=MAX_NAMED_TRAVELERS, loads=f"{MAX_PAGE_LOADS:,}")
