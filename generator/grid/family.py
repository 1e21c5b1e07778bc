"""The family `grid`: logic grids."""

from __future__ import annotations

from ferryplan.generator.family import Family
from ferryplan.generator.grid.adl import adl
from ferryplan.generator.grid.instantiation import instantiate
from ferryplan.generator.grid.oddities import oddities
from ferryplan.generator.grid.puzzle_file import GridFile
from ferryplan.generator.grid.strips import strips
from ferryplan.generator.grid.teller import GridTeller
from ferryplan.generator.grid.words import GridWords
from ferryplan.generator.placing.contradiction import conflict_of, fewer_clues
from ferryplan.generator.placing.difficulty import by_steps
from ferryplan.generator.placing.family import PLACING, formulations

FAMILY = Family(
    name="grid",
    file=GridFile,
    instantiate=instantiate,
    formulated=lambda: formulations(strips, adl),
    teller=GridTeller,
    changes=fewer_clues,
    oddities=oddities,
    words=GridWords,
    difficulty=by_steps,
    **PLACING | {"conflict": conflict_of},
)
