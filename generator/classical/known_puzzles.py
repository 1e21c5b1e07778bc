"""The puzzles of the catalogue whose actions people write in a notation of their own."""

from __future__ import annotations

from collections.abc import Mapping

from generator.classical.cells import LightsNotation, TilesNotation
from generator.classical.notation import ActionNotation
from generator.classical.pouring import JugsNotation
from generator.classical.stacking import BlocksNotation, HanoiNotation, PancakesNotation

NOTATIONS: Mapping[str, type[ActionNotation]] = {
    "hanoi": HanoiNotation,
    "jugs": JugsNotation,
    "pancakes": PancakesNotation,
    "blocks": BlocksNotation,
    "sliding-tiles": TilesNotation,
    "lights-out": LightsNotation,
}
"""by the names of puzzles of the catalogue"""
