"""From a puzzle of any family to its result, and to all of its solutions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from generator.errors import FerryplanError
from generator.families import CROSSING
from planner.families import part

if TYPE_CHECKING:
    from generator.crossing.instance import Value
    from generator.puzzle_file import PuzzleFile
    from planner.crossing.enumerating import AllSolutions as AllCrossings
    from planner.families import AnyResult
    from planner.placing.enumerating import AllSolutions as AllPlacements

__all__ = ["FamilyError", "enumerate_solutions", "solve"]

CROSSINGS_ONLY = frozenset({"backward"})
"""what can be asked of crossings only"""


class FamilyError(FerryplanError, ValueError):
    """Something was asked of a puzzle whose family does not have it."""


def solve(puzzle: PuzzleFile, parameters: Mapping[str, Value], **asked: Any) -> AnyResult:
    """Return what an engine finds for a puzzle, its plan replayed; parameters not given have their defaults.

    Of river crossings the result is that of `planner.crossing.solving.solve`, of other families that of `planner.placing.solving.solve`,
    where ``engine``, ``dialect``, ``encoding``, ``timeout``, ``memory`` and what else may be asked, and what is raised, is said.
    Raises FamilyError for ``backward`` of a puzzle in which things are placed.
    """
    if puzzle.family != CROSSING:
        if asked.get("backward"):
            raise FamilyError(f"backward: found a puzzle of the family {puzzle.family}, expected a river crossing")
        asked = {key: value for key, value in asked.items() if key not in CROSSINGS_ONLY}
    found: AnyResult = part(puzzle.family, "solving").solve(puzzle, parameters, **asked)
    return found


def enumerate_solutions(
    puzzle: PuzzleFile, parameters: Mapping[str, Value], *, reference: str = ""
) -> AllCrossings | AllPlacements:
    """Return every solution of a puzzle; they are found when they are asked for, with ``each()``. No engine is asked.

    Parameters not given have their defaults. Raises PuzzleError, ParameterError for what cannot be asked, EncodingError for several boats.
    """
    found: AllCrossings | AllPlacements = part(puzzle.family, "enumerating").enumerate_solutions(
        puzzle, parameters, reference=reference
    )
    return found
