"""Clues that a logic grid might have as well."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from generator.grid.clues import GridClue, PairClue, PositionClue
from generator.grid.instance import GridInstance
from generator.grid.wording import finished, pair_phrase, position_phrase

__all__ = ["further_clues"]


def further_clues(instance: GridInstance) -> Iterator[GridClue]:
    """Yield every clue of the kinds ``at``, ``same``, ``right-of`` and ``next-to`` that could be made, the kinds in this order."""
    items, spots = list(enumerate(instance.items)), list(enumerate(instance.spots))
    for item, value in items:
        for spot, position in spots:
            phrase = position_phrase("at", value.called, position.called, instance.statements[item][spot])
            yield PositionClue(finished(phrase), "at", item, (spot,))
    for kind in ("same", "right-of", "next-to"):
        pairs = itertools.permutations(items, 2) if kind == "right-of" else itertools.combinations(items, 2)
        for (first, one), (second, other) in pairs:
            if kind == "same" and one.group == other.group:
                continue
            phrase = pair_phrase(kind, one.called, other.called, 0, instance.position, instance.positions)
            yield PairClue(finished(phrase), kind, first, second, 0, len(spots))
