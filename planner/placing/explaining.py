"""Why each item is where it is: which clue rules out every other spot, and which spots are left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from generator.placing.search import broken_clue
from generator.wording import listing

if TYPE_CHECKING:
    from generator.placing.instance import PlacingInstance
    from planner.placing.solution import Step

__all__ = ["explanation"]


def explanation(step: Step, instance: PlacingInstance, numbers: Mapping[str, int]) -> list[str]:
    """Return, clue by clue, the spots that it rules out for the item of the step, and last the others that were left, in sentences.

    ``numbers`` has the number of each clue, in words, that has one.

    A spot is ruled out by the first clue that is broken with the item there, by what was placed before. Spots that are out of the question
    from the start are not told.
    """
    item, chosen = step.placement
    ruled_out: dict[str, list[str]] = {}
    left = []
    for spot in instance.items[item].spots:
        if spot == chosen:
            continue
        name = instance.spots[spot].called
        broken = broken_clue(instance, {**step.before, item: spot}, item)
        if broken is None:
            left.append(name)
        else:
            ruled_out.setdefault(broken.says, []).append(name)
    lines = [
        f"Not {listing(names, 'or')}: {says}{f' (clue {numbers[says]})' if says in numbers else ''}"
        for says, names in ruled_out.items()
    ]
    return lines + [f"So far, {listing(left)} would do, too."] * bool(left)
