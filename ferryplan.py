"""Everything that Python users need, under one name; each name is imported when it is asked for.

>>> from ferryplan import load, solve
>>> result = solve(load("jealous-couples"), {"couples": 3, "capacity": 2})
>>> len(result.solution.steps)
11

The families of puzzles are there by their names:

>>> import ferryplan
>>> sorted(ferryplan.FAMILIES)
['arithmetic', 'board', 'crossing', 'grid']
>>> ferryplan.__version__.count(".")
2
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module, metadata
from typing import TYPE_CHECKING, Any

from planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT
from planner.telling import Shown

if TYPE_CHECKING:
    from generator.errors import (
        ArgumentError,
        EncodingError,
        FerryplanError,
        ParameterError,
        PddlError,
        PlanError,
        PuzzleError,
        UnsuitableError,
    )
    from generator.families import FAMILIES
    from generator.family import Family
    from generator.instance import AnyInstance, Value
    from generator.pddl.generation import generate
    from generator.puzzle import load
    from generator.puzzle_file import PuzzleFile
    from generator.search.survey import Survey
    from generator.space import StateSpace
    from planner.engines.registry import DialectError, EngineError, MissingEngineError
    from planner.engines.session import Session
    from planner.formats import tell
    from planner.pictures.scenes import PictureError
    from planner.questions.why import Why
    from planner.result import FamilyError, Result
    from planner.validation import judge

    __version__: str

__all__ = [
    "FAMILIES",
    "ArgumentError",
    "DialectError",
    "EncodingError",
    "EngineError",
    "Family",
    "FamilyError",
    "FerryplanError",
    "MissingEngineError",
    "ParameterError",
    "PddlError",
    "PictureError",
    "PlanError",
    "PuzzleError",
    "Session",
    "StateSpace",
    "UnsuitableError",
    "__version__",
    "enumerate_solutions",
    "generate",
    "instantiate",
    "judge",
    "load",
    "solve",
    "state_graph",
    "tell",
    "why",
]

_HOMES = {
    "generator.errors": [
        "ArgumentError", "EncodingError", "FerryplanError", "ParameterError", "PddlError", "PlanError", "PuzzleError", "UnsuitableError",
    ],
    "generator.families": ["FAMILIES"],
    "generator.family": ["Family"],
    "generator.pddl.generation": ["generate"],
    "generator.puzzle": ["load"],
    "generator.space": ["StateSpace"],
    "planner.engines.registry": ["DialectError", "EngineError", "MissingEngineError"],
    "planner.engines.session": ["Session"],
    "planner.result": ["FamilyError"],
    "planner.formats": ["tell"],
    "planner.validation": ["judge"],
    "planner.pictures.scenes": ["PictureError"],
}  # fmt: skip
"""what is defined in which module"""


def _cell(shown: Any) -> str:
    from planner.pictures.drawing import as_cell

    return as_cell(shown)


Shown.cell = _cell


def __getattr__(name: str) -> Any:
    """Import what is asked for only then."""
    if name == "__version__":
        return metadata.version("ferryplan")
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'ferryplan' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)


def instantiate(puzzle: PuzzleFile, parameters: Mapping[str, object] | None = None) -> AnyInstance:
    """Return the instance of a puzzle; a parameter that is left open, as the capacity of a boat, has the smallest value that works.

    Raises as `generator.families.instantiate` does.

    >>> from ferryplan import instantiate, load
    >>> dict(instantiate(load("jealous-couples")).parameters)["capacity"]
    2
    """
    from generator.errors import check_parameters_given, check_type
    from generator.families import instantiate_smallest
    from generator.puzzle_file import PuzzleFile

    given = {} if parameters is None else parameters
    check_type("puzzle", puzzle, PuzzleFile, "a puzzle, as `load` gives it")
    check_parameters_given(given)
    return instantiate_smallest(puzzle, given)


def solve(
    puzzle: PuzzleFile,
    parameters: Mapping[str, Value] | None = None,
    *,
    engine: str = "auto",
    dialect: str | None = None,
    encoding: str | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
    session: Session | None = None,
    backward: bool = False,
    advise: bool = True,
) -> Result:
    """Return what an engine finds for a puzzle, its plan replayed.

    ``dialect`` and ``encoding`` are chosen where they are None. ``timeout`` is in seconds, ``memory`` in MiB; a ``session`` is a worker that
    is used again. ``backward`` plans from the goal to the start, ``advise`` looks for the nearest variants that have a plan where there is none.
    Raises PuzzleError, ParameterError, EncodingError for what cannot be asked, DialectError for a dialect that the engine does not take,
    FamilyError for moves that cannot be undone, EngineError for an engine that is missing, fails, or is wrong, ArgumentError for arguments of
    wrong types.

    >>> from ferryplan import load, solve, tell
    >>> "The Japanese owns the zebra." in tell(solve(load("zebra")), "text")
    True
    """
    from planner.questions.solving import solve as solved

    return solved(
        puzzle, {} if parameters is None else parameters, engine=engine, dialect=dialect, encoding=encoding, timeout=timeout,
        memory=memory, session=session, advise=advise, backward=backward,
    )  # fmt: skip


def enumerate_solutions(puzzle: PuzzleFile, parameters: Mapping[str, Value] | None = None) -> Any:
    """Return every solution of a puzzle, found with ``each()``. Raises as `planner.questions.enumerating.enumerate_solutions` does.

    >>> from ferryplan import enumerate_solutions, load
    >>> len(list(enumerate_solutions(load("wolf-goat-cabbage")).each()))
    2
    """
    from planner.questions.enumerating import enumerate_solutions as enumerated

    return enumerated(puzzle, {} if parameters is None else parameters)


def state_graph(instance: AnyInstance, *, most: int | None = None, up_to_symmetry: bool = False) -> Survey[Any, Any]:
    """Return the states within reach and what they tell; ``most`` bounds their number.

    Raises EncodingError where moves do not follow one another, ArgumentError for arguments of wrong types.

    >>> from ferryplan import instantiate, load, state_graph
    >>> len(state_graph(instantiate(load("wolf-goat-cabbage"))).graph.states)
    10
    """
    from generator.errors import check_number, check_type
    from generator.families import state_space
    from generator.instance import AnyInstance
    from generator.search.state_graph import explore_graph
    from generator.search.survey import survey

    check_type("instance", instance, AnyInstance, "an instance, as `instantiate` gives it")
    if most is not None:
        check_number("most", most, "states", whole=True)
    check_type("up_to_symmetry", up_to_symmetry, bool, "true or false")
    return survey(explore_graph(state_space(instance), most=most, up_to_symmetry=up_to_symmetry))


def why(
    puzzle: PuzzleFile,
    parameters: Mapping[str, Value] | None = None,
    *,
    most: int = 200_000,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
) -> Why:
    """Return why a puzzle has no plan; ``most`` bounds the states explored, ``timeout`` is in seconds, ``memory`` in MiB.

    Raises PuzzleError, ParameterError, and ArgumentError for arguments of wrong types.

    >>> from ferryplan import load, why
    >>> str(why(load("jealous-couples"), {"couples": 4, "capacity": 2}).status)
    'unsolvable'
    """
    from generator.errors import check_number, check_parameters_given, check_type
    from generator.puzzle_file import PuzzleFile
    from planner.questions.why import why as found

    given = {} if parameters is None else parameters
    check_type("puzzle", puzzle, PuzzleFile, "a puzzle, as `load` gives it")
    check_parameters_given(given)
    check_number("most", most, "states", whole=True)
    check_number("timeout", timeout, "seconds")
    check_number("memory", memory, "MiB", whole=True)
    return found(puzzle, given, most=most, timeout=timeout, memory=memory)


if __name__ == "__main__":
    from planner.main import main

    main()
