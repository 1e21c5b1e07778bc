"""The dialects strips and costs with named travellers: a crossing, then each of the two places is found safe.

They share their templates. In strips a cost is a number of actions, in costs it is what a crossing adds to the total.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generator.crossing.encodings.clock import clock_of
from generator.crossing.encodings.countdown import countdown
from generator.crossing.encodings.named import common, load_parameters, named_patterns, symbols_of
from generator.crossing.instance import Instance
from generator.crossing.space import CrossingSpace

__all__ = ["costs", "strips", "tick"]

Row = tuple[str, ...]


def tick(left: int) -> str:
    """Return the stage at which so many ticks of a crossing are left; after the last, the boat has departed."""
    return f"tick-{left}" if left else "departed"


def strips(instance: Instance) -> dict[str, Any]:
    """Return the context of the templates of the dialect strips. Raises EncodingError if the instance is too large."""
    counting = countdown(instance)
    if counting is None:
        return _staged(instance)
    return {
        **_staged(instance, lambda load: (tick(counting.ticks(instance.cost(load))),)),
        "countdown": counting,
        "ticks": [(tick(left), tick(left - 1)) for left in range(counting.longest, 0, -1)],
    }


def costs(instance: Instance) -> dict[str, Any]:
    """Return the context of the same templates for the dialect costs. Raises EncodingError if the instance is too large."""
    loads = instance.once(CrossingSpace).loads if instance.tariff else ()
    prices = [(load.bit_count(), symbols_of(load, instance), instance.cost(load)) for load in loads]
    return {**_staged(instance), "priced": True, "prices": prices}


def _staged(instance: Instance, stage: Callable[[int], Row] = lambda load: ()) -> dict[str, Any]:
    """Return what strips and costs have in common; ``stage`` gives what stands behind a load of those that may be in the boat."""
    patterns = named_patterns(instance)
    loads = instance.once(CrossingSpace).loads
    sizes = sorted({load.bit_count() for load in loads})
    return {
        **common(instance),
        "in_time": [
            [
                f"(away {instance.travellers[index].symbol} {instance.places[place].symbol})"
                for index, place in period.lost
            ]
            for period in clock.periods
        ]
        if (clock := clock_of(instance))
        else [],
        "countdown": None,
        "ticks": [],
        "priced": False,
        "sizes": [(size, load_parameters(size)) for size in sizes],
        "loads": [
            (size, [(*symbols_of(load, instance), *stage(load)) for load in loads if load.bit_count() == size])
            for size in sizes
        ],
        "patterns": [
            (name, symbols_of(pattern.here, instance), symbols_of(pattern.away, instance))
            for name, pattern in patterns.items()
        ],
    }
