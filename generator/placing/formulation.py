"""One way to put puzzles in which things are placed into PDDL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from generator.placing.instance import PlacingInstance

__all__ = ["PlacingFormulation", "check_suitable", "told"]


class PlacingFormulation(NamedTuple):
    """One way to put the puzzles of a family into PDDL."""

    dialect: str
    encoding: str
    templates: str
    """their folder in that of the family"""
    context: Callable[[PlacingInstance], dict[str, Any]]
    """what the templates lay out"""


def check_suitable(instance: PlacingInstance, formulation: PlacingFormulation) -> None:
    """Do nothing: every formulation can say every instance."""


def told(instance: PlacingInstance) -> dict[str, Any]:
    """Return what the comments of all templates tell of an instance, and what its header says besides."""
    return {"rules": list(dict.fromkeys(clue.says for clue in instance.clues)), "more_header": []}
