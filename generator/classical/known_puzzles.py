"""The puzzles of the catalogue whose actions people write in a notation of their own."""

from __future__ import annotations

from collections.abc import Mapping

from ferryplan.generator.classical.carrying import GripperNotation
from ferryplan.generator.classical.cells import LightsNotation, PegsNotation, SokobanNotation, TilesNotation
from ferryplan.generator.classical.flipping import PancakesNotation
from ferryplan.generator.classical.notation import ActionNotation
from ferryplan.generator.classical.pouring import JugsNotation
from ferryplan.generator.classical.stacking import BlocksNotation, HanoiNotation

NOTATIONS: Mapping[str, type[ActionNotation]] = {
    "hanoi": HanoiNotation,
    "jugs": JugsNotation,
    "pancakes": PancakesNotation,
    "blocks": BlocksNotation,
    "sliding-tiles": TilesNotation,
    "lights-out": LightsNotation,
    "sokoban": SokobanNotation,
    "gripper": GripperNotation,
    "peg-solitaire": PegsNotation,
}
"""by the names of puzzles of the catalogue"""
