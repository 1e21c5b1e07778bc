"""The dialect temporal with named travelers: a crossing takes time, and several boats may be on the water at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.encodings.named import common, loads_by_size, symbols_of
from ferryplan.generator.crossing.encodings.patterns import unsafe_patterns
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.errors import UnsuitableError
from ferryplan.generator.masks import members


def temporal(instance: Instance) -> dict[str, Any]:
    """Return the context of the templates. Raises EncodingError if the instance is too large."""
    unsafe = unsafe_patterns(instance)
    loads = instance.once(CrossingSpace).loads
    check_time_passes(instance, map(instance.duration, loads))
    by_pace = instance.tariff is not None and instance.tariff.by == "slowest"

    def slowest_first(load: int, boat: int) -> tuple[str, ...]:
        # The template takes the pace of the first one as the duration of the crossing.
        aboard = sorted(members(load), key=lambda index: -instance.duration(1 << index))
        return tuple(instance.travellers[index].symbol for index in aboard)

    patterns = [
        (place.symbol, symbols_of(pattern.here, instance), symbols_of(pattern.away, instance))
        for index, place in enumerate(instance.places)
        for area, some in zip(instance.areas, unsafe, strict=True)
        for pattern in (some if index in area.places else ())
    ]
    return {
        **common(instance),
        **loads_by_size(instance, slowest_first),
        "paces": [
            (traveller.symbol, instance.duration(1 << index))
            for index, traveller in enumerate(instance.travellers if by_pace else ())
        ],
        "unsafe": patterns,
        "denied": any(here for _, here, _ in patterns),
        "disjoined": any(len(here) + len(away) > 1 for _, here, away in patterns),
    }


def check_time_passes(instance: Instance, durations: Iterable[int]) -> None:
    """Raise EncodingError if one of the durations of an instance's crossings is 0."""
    if not all(durations):
        statement = format_message("crossing.timeless-crossing", time=instance.time_told(0))
        raise UnsuitableError(statement, where=instance.puzzle, about="dialect")
