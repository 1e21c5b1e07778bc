"""How logic grids are put into PDDL."""

from __future__ import annotations

from generator.family import Formulation
from generator.grid.adl import adl
from generator.grid.strips import strips
from generator.placing.family import placement_of

__all__ = ["FORMULATIONS"]

FORMULATIONS = (
    Formulation("strips", "named", "strips", strips, placement_of),
    Formulation("adl", "named", "adl", adl, placement_of),
)
