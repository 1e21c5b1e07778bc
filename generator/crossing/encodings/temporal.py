"""The template values for the dialect temporal with named travelers.

A crossing takes time, and several boats may cross at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.encodings.named import list_traveler_symbols, make_common_context, make_loads_context
from ferryplan.generator.crossing.encodings.patterns import find_unsafe_patterns
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.errors import UnsuitableError
from ferryplan.generator.masks import mask_indices


def make_temporal_context(instance: Instance) -> dict[str, Any]:
    """Return the Jinja template values, by variable name, for the dialect temporal.

    Raises EncodingError if the instance is too large, and UnsuitableError if a crossing takes no time.
    """
    unsafe = find_unsafe_patterns(instance)
    loads = instance.get_or_make(CrossingSpace).legal_loads
    check_positive_durations(instance, map(instance.crossing_duration, loads))
    by_pace = instance.tariff is not None and instance.tariff.by == "slowest"

    def sort_slowest_first(load: int, boat: int) -> tuple[str, ...]:
        # The template uses the pace of the first traveler as the duration of the crossing.
        aboard = sorted(mask_indices(load), key=lambda index: -instance.crossing_duration(1 << index))
        return tuple(instance.travellers[index].symbol for index in aboard)

    patterns = [
        (place.symbol, list_traveler_symbols(pattern.here, instance), list_traveler_symbols(pattern.away, instance))
        for index, place in enumerate(instance.places)
        for area, some in zip(instance.rule_areas, unsafe, strict=True)
        for pattern in (some if index in area.places else ())
    ]
    return {
        **make_common_context(instance),
        **make_loads_context(instance, sort_slowest_first),
        "paces": [
            (traveller.symbol, instance.crossing_duration(1 << index))
            for index, traveller in enumerate(instance.travellers if by_pace else ())
        ],
        "unsafe": patterns,
        "denied": any(here for _, here, _ in patterns),
        "disjoined": any(len(here) + len(away) > 1 for _, here, away in patterns),
    }


def check_positive_durations(instance: Instance, durations: Iterable[int]) -> None:
    """Raise UnsuitableError if one of the durations of an instance's crossings is 0."""
    if not all(durations):
        statement = format_message("crossing.timeless-crossing", time=instance.format_time(0))
        raise UnsuitableError(statement, where=instance.puzzle, about="dialect")
