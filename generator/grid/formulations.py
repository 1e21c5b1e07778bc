"""How logic grids are put into PDDL."""

from __future__ import annotations

from generator.grid.adl import adl
from generator.grid.strips import strips
from generator.placing.formulation import PlacingFormulation, check_suitable, told

__all__ = ["FORMULATIONS", "check_suitable", "told"]

FORMULATIONS = (
    PlacingFormulation("strips", "named", "strips", strips),
    PlacingFormulation("adl", "named", "adl", adl),
)
