"""What tells and solves the puzzles of each family: crossings have a home of their own, what is placed another."""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias

from generator.families import CROSSING

if TYPE_CHECKING:
    from planner.crossing.solving import Result as CrossingResult
    from planner.placing.solving import Result as PlacingResult

__all__ = ["AnyResult", "part"]

AnyResult: TypeAlias = "CrossingResult | PlacingResult"


def part(family: str, module: str) -> ModuleType:
    """Return the module of that name for a family: both homes have modules of the same names."""
    return importlib.import_module(f"planner.{'crossing' if family == CROSSING else 'placing'}.{module}")
