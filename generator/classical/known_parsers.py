"""The parser for each catalog puzzle that has a customary notation."""

from __future__ import annotations

from collections.abc import Mapping

from ferryplan.generator.classical.action_parser import ActionParser
from ferryplan.generator.classical.board_parsers import (
    LightsActionParser,
    PegsActionParser,
    SokobanActionParser,
    TilesActionParser,
)
from ferryplan.generator.classical.gripper_parser import GripperActionParser
from ferryplan.generator.classical.jugs_parser import JugsActionParser
from ferryplan.generator.classical.pancakes_parser import PancakesActionParser
from ferryplan.generator.classical.stacking_parsers import BlocksActionParser, HanoiActionParser

ACTION_PARSERS: Mapping[str, type[ActionParser]] = {
    "hanoi": HanoiActionParser,
    "jugs": JugsActionParser,
    "pancakes": PancakesActionParser,
    "blocks": BlocksActionParser,
    "sliding-tiles": TilesActionParser,
    "lights-out": LightsActionParser,
    "sokoban": SokobanActionParser,
    "gripper": GripperActionParser,
    "peg-solitaire": PegsActionParser,
}
"""for each of these puzzles, by its name in the catalog, the class of its parser"""
