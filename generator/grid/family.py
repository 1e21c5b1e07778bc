"""The family `grid`: logic grids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.family import Formulation, Words
from generator.grid.instance import GridInstance
from generator.grid.instantiation import instantiate
from generator.grid.oddities import oddities
from generator.grid.puzzle_file import GridFile
from generator.grid.teller import GridTeller
from generator.placing.contradiction import conflict_of, fewer_clues
from generator.placing.family import placements_of, placing_family

if TYPE_CHECKING:
    from generator.draws import Draw
    from generator.fiction.theme import Theme


def _formulations() -> tuple[Formulation[GridInstance], ...]:
    from generator.grid.adl import adl
    from generator.grid.strips import strips

    return (
        Formulation("strips", "named", "strips", strips, placements_of),
        Formulation("adl", "named", "adl", adl, placements_of),
    )


def _words(puzzle: GridFile, theme: Theme | None, draw: Draw) -> Words:
    from generator.grid.words import GridWords

    return GridWords(puzzle, theme, draw)


FAMILY = placing_family(
    "grid", GridFile, instantiate, _formulations, GridTeller, conflict_of, fewer_clues, oddities, _words
)
