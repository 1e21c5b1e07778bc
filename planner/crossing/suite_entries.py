"""What a benchmark suite of crossings has of each problem: how large it is, and its known optimum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.crossing.instance import Instance
from generator.crossing.optima import known_optima
from generator.crossing.puzzle_file import CrossingFile
from generator.sweeping import Track

__all__ = ["entries"]


def entries(puzzle: CrossingFile, instances: Sequence[Instance], track: Track) -> list[dict[str, Any]]:
    """Return for each instance its size and what is known of its optimum, as the metadata have them."""
    return [
        {
            "travellers": len(instance.travellers),
            "places": len(instance.places),
            "seats": instance.capacity,
            "solvable": optimum.solvable,
            "optimum": optimum.crossings,
            **({} if instance.tariff is None else {"optimal_cost": optimum.cost}),
            "optimum_source": optimum.source,
        }
        for instance, optimum in zip(instances, known_optima(puzzle, instances, track), strict=True)
    ]
