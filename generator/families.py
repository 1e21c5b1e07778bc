"""The families of puzzles, and where each has what.

A family is a package of `generator` with modules of the same names: `puzzle_file` (its shape), `instantiation` (from a file and
values to an instance), `formulations` (its dialects). What belongs to a family is imported only when it is asked for.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias

from generator.arguments import check_parameters_given, check_type
from generator.puzzle_file import PuzzleFile

if TYPE_CHECKING:
    from generator.crossing.instance import Instance
    from generator.placing.instance import PlacingInstance

__all__ = ["CLUED", "CROSSING", "FAMILIES", "AnyInstance", "instantiate", "instantiate_smallest", "part"]

AnyInstance: TypeAlias = "Instance | PlacingInstance"

CROSSING = "crossing"
FAMILIES: tuple[str, ...] = (CROSSING, "board", "grid", "arithmetic")

CLUED = frozenset({"grid"})
"""the families whose puzzles have clues of their own, which may contradict each other or leave several solutions"""


def part(family: str, module: str) -> ModuleType:
    """Return a family's module of that name."""
    assert family in FAMILIES
    return importlib.import_module(f"generator.{family}.{module}")


def instantiate(puzzle: PuzzleFile, parameters: Mapping[str, object], reference: str = "") -> AnyInstance:
    """Return the instance of a puzzle for values of its parameters; those not given have their defaults.

    ``reference`` is how the puzzle was named (a path, for a user's own); its name by default.
    Raises ParameterError for values that do not fit, PuzzleError for a file whose expressions make no sense, ArgumentError for what is
    no puzzle as `load` gives it, no values by name, or no text.
    """
    check_type("puzzle", puzzle, PuzzleFile, "a puzzle, as `load` gives it")
    check_parameters_given(parameters)
    check_type("reference", reference, str, "a text")
    made: AnyInstance = part(puzzle.family, "instantiation").instantiate(puzzle, parameters, reference)
    return made


def instantiate_smallest(puzzle: PuzzleFile, parameters: Mapping[str, object], reference: str = "") -> AnyInstance:
    """Return the instance, with the smallest boat that works where its capacity is left open. Raises as ``instantiate``."""
    if puzzle.family != CROSSING:
        return instantiate(puzzle, parameters, reference)
    made: AnyInstance = part(CROSSING, "smallest").instantiate_smallest(puzzle, parameters, reference)
    return made
