"""The family `grid`: logic grids."""

from __future__ import annotations

from generator.family import Formulation
from generator.grid.instance import GridInstance
from generator.grid.instantiation import instantiate
from generator.grid.puzzle_file import GridFile, check_references
from generator.grid.teller import GridTeller
from generator.placing.contradiction import conflict_of, fewer_clues
from generator.placing.family import placing_family

__all__ = ["FAMILY"]


def _formulations() -> tuple[Formulation[GridInstance], ...]:
    from generator.grid.formulations import FORMULATIONS

    return FORMULATIONS


FAMILY = placing_family(
    "grid", GridFile, instantiate, _formulations, GridTeller, check_references, conflict_of, fewer_clues
)
