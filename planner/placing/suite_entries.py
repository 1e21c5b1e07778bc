"""What a benchmark suite of puzzles that place things has of each problem: how large it is, and whether it has a solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.placing.instance import PlacingInstance
from generator.placing.sweep import known_solvable
from generator.puzzle_file import PuzzleFile
from generator.sweeping import Track

__all__ = ["entries"]

SEARCHED = "the clues, searched on their own"


def entries(puzzle: PuzzleFile, instances: Sequence[PlacingInstance], track: Track) -> list[dict[str, Any]]:
    """Return for each instance its size and what is known of it, as the metadata have them; all plans have as many placements as items."""
    return [
        {
            "items": len(instance.items),
            "spots": len(instance.spots),
            "solvable": solvable,
            "optimum": len(instance.items) if solvable else None,
            "optimum_source": None if solvable is None else SEARCHED,
        }
        for instance, solvable in zip(instances, known_solvable(instances, track), strict=True)
    ]
