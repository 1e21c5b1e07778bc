"""The family `grid`: logic grids."""

from __future__ import annotations

from generator.family import Family, Formulation
from generator.grid.instance import GridInstance
from generator.grid.instantiation import instantiate
from generator.grid.oddities import oddities
from generator.grid.puzzle_file import GridFile
from generator.grid.teller import GridTeller
from generator.grid.words import GridWords
from generator.placing.contradiction import conflict_of, fewer_clues
from generator.placing.difficulty import by_steps
from generator.placing.family import PLACING, placements_of


def _formulations() -> tuple[Formulation[GridInstance], ...]:
    from generator.grid.adl import adl
    from generator.grid.strips import strips

    return (
        Formulation("strips", "named", "strips", strips, placements_of),
        Formulation("adl", "named", "adl", adl, placements_of),
    )


FAMILY = Family(
    name="grid",
    file=GridFile,
    instantiate=instantiate,
    formulated=_formulations,
    teller=GridTeller,
    conflict=conflict_of,
    changes=fewer_clues,
    oddities=oddities,
    words=GridWords,
    difficulty=by_steps,
    **PLACING,
)
