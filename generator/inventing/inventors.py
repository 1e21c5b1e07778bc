"""The kinds of puzzles that can be invented, with inventors that are imported when first needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ferryplan.generator.registry import Registry

if TYPE_CHECKING:
    from ferryplan.generator.inventing.wishes import Inventor

INVENTORS: Registry[Inventor] = Registry(
    "ferryplan.inventors",
    {
        "crossing": "ferryplan.generator.crossing.inventing.inventor:INVENTOR",
        "grid": "ferryplan.generator.grid.inventing.drafts:INVENTOR",
        "arithmetic": "ferryplan.generator.arithmetic.inventing:INVENTOR",
        "sudoku": "ferryplan.generator.board.inventing.inventor:SUDOKU",
        "queens": "ferryplan.generator.board.inventing.inventor:QUEENS",
    },
)
"""The inventor of each kind of puzzle that a user can request."""
