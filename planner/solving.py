"""From a puzzle of any family to its result, and to all of its solutions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from generator.arguments import check_choice, check_number, check_parameters_given, check_type
from generator.errors import FerryplanError
from generator.families import CROSSING
from generator.pddl.generation import DIALECTS, ENCODINGS
from generator.puzzle_file import PuzzleFile
from planner.engines.session import Session
from planner.families import part

if TYPE_CHECKING:
    from generator.instance import Value
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
    Raises FamilyError for ``backward`` of a puzzle in which things are placed, and ArgumentError for arguments of wrong types, a dialect or
    an encoding that there is not, and limits that are no numbers greater than 0.
    """
    _check_puzzle(puzzle, parameters)
    _check_asked(**asked)
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

    Parameters not given have their defaults. Raises PuzzleError, ParameterError for what cannot be asked, EncodingError for several boats,
    ArgumentError for arguments of wrong types.
    """
    _check_puzzle(puzzle, parameters)
    check_type("reference", reference, str, "a text")
    found: AllCrossings | AllPlacements = part(puzzle.family, "enumerating").enumerate_solutions(
        puzzle, parameters, reference=reference
    )
    return found


def _check_puzzle(puzzle: object, parameters: object) -> None:
    check_type("puzzle", puzzle, PuzzleFile, "a puzzle, as `load` gives it")
    check_parameters_given(parameters)


def _check_asked(
    reference: object = "",
    engine: object = "auto",
    dialect: object = None,
    encoding: object = None,
    timeout: object = 1,
    memory: object = 1,
    session: object = None,
    advise: object = True,
    backward: object = False,
) -> None:
    """Raise ArgumentError for what cannot be asked of an engine, TypeError for what is not asked at all."""
    check_type("reference", reference, str, "a text")
    check_type("engine", engine, str, "an engine's name")
    for name, value, known in (("dialect", dialect, DIALECTS), ("encoding", encoding, ENCODINGS)):
        if value is not None:
            check_choice(name, value, known)
    check_number("timeout", timeout, "seconds")
    check_number("memory", memory, "MiB", whole=True)
    check_type("session", session, (Session, type(None)), "a Session or None")
    for name, value in (("advise", advise), ("backward", backward)):
        check_type(name, value, bool, "true or false")
