"""The family `grid`: logic grids."""

from __future__ import annotations

from generator.family import Family
from generator.grid.adl import adl
from generator.grid.instantiation import instantiate
from generator.grid.oddities import oddities
from generator.grid.puzzle_file import GridFile
from generator.grid.strips import strips
from generator.grid.teller import GridTeller
from generator.grid.words import GridWords
from generator.placing.contradiction import conflict_of, fewer_clues
from generator.placing.difficulty import by_steps
from generator.placing.family import PLACING, formulations

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
