"""The family `grid`: logic grids."""

from __future__ import annotations

from generator.family import Family
from generator.formulation import Formulation
from generator.grid.instance import GridInstance
from generator.grid.instantiation import instantiate
from generator.grid.puzzle_file import GridFile, check_references
from generator.grid.teller import GridTeller
from generator.placing.lacks import LACKS, comments, optimum, sizes
from generator.placing.space import PlacingSpace
from generator.placing.teller import PlacingTeller

__all__ = ["FAMILY"]


def _formulations() -> tuple[Formulation[GridInstance], ...]:
    from generator.grid.formulations import FORMULATIONS

    return FORMULATIONS


FAMILY = Family(
    name="grid",
    file=GridFile,
    check_references=check_references,
    instantiate=instantiate,
    formulated=_formulations,
    context=comments,
    space=PlacingSpace,
    teller=GridTeller,
    move=PlacingTeller.move,
    sizes=sizes,
    optimum=optimum,
    lacks=LACKS,
)
