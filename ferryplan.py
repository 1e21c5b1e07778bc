"""Everything that Python users need, under one name; each name is imported when it is asked for.

>>> from ferryplan import load, solve
>>> result = solve(load("jealous-couples"), {"couples": 3, "capacity": 2})
>>> len(result.solution.steps)
11

The families of puzzles are there by their names:

>>> import ferryplan
>>> sorted(ferryplan.FAMILIES)
['arithmetic', 'board', 'classical', 'crossing', 'grid']
>>> ferryplan.__version__.count(".")
2
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module, metadata
from typing import TYPE_CHECKING, Any

from generator.errors import (
    ArgumentError,
    EncodingError,
    FerryplanError,
    InvalidPlanError,
    ParameterError,
    PddlError,
    PlanError,
    PuzzleError,
    UnsuitableError,
    check_number,
    check_type,
)
from planner.system.limits import TimeIsUpError
from planner.telling import Layout, Shown

if TYPE_CHECKING:
    from generator.families import FAMILIES
    from generator.family import Family
    from generator.generation import generate, textbook
    from generator.instance import AnyInstance, Value
    from generator.puzzle import load
    from generator.puzzle_file import PuzzleFile
    from generator.search.survey import Survey
    from generator.space import StateSpace
    from planner.engines.registry import DialectError, EngineError, MissingEngineError
    from planner.engines.session import Session
    from planner.formats import tell
    from planner.pictures.scenes import PictureError
    from planner.questions.enumerating import enumerate_solutions
    from planner.questions.solving import solve
    from planner.questions.why import why
    from planner.result import FamilyError
    from planner.scoring.judging import score
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
    "InvalidPlanError",
    "Layout",
    "MissingEngineError",
    "ParameterError",
    "PddlError",
    "PictureError",
    "PlanError",
    "PuzzleError",
    "Session",
    "StateSpace",
    "TimeIsUpError",
    "UnsuitableError",
    "__version__",
    "enumerate_solutions",
    "generate",
    "instantiate",
    "judge",
    "load",
    "score",
    "solve",
    "state_graph",
    "tell",
    "textbook",
    "why",
]

_HOMES = {
    "generator.families": ["FAMILIES"],
    "generator.family": ["Family"],
    "generator.generation": ["generate", "textbook"],
    "generator.puzzle": ["load"],
    "generator.space": ["StateSpace"],
    "planner.engines.registry": ["DialectError", "EngineError", "MissingEngineError"],
    "planner.engines.session": ["Session"],
    "planner.result": ["FamilyError"],
    "planner.formats": ["tell"],
    "planner.scoring.judging": ["score"],
    "planner.validation": ["judge"],
    "planner.pictures.scenes": ["PictureError"],
    "planner.questions.enumerating": ["enumerate_solutions"],
    "planner.questions.solving": ["solve"],
    "planner.questions.why": ["why"],
}
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


def instantiate(puzzle: PuzzleFile, parameters: Mapping[str, Value] | None = None) -> AnyInstance:
    """Return the instance of a puzzle; a parameter that is left open, as the capacity of a boat, has the smallest value that works.

    Raises as `generator.families.instantiate` does.

    >>> from ferryplan import instantiate, load
    >>> dict(instantiate(load("jealous-couples")).parameters)["capacity"]
    2
    """
    from generator.families import instantiate_smallest

    return instantiate_smallest(puzzle, {} if parameters is None else parameters)


def state_graph(instance: AnyInstance, *, most: int | None = None, up_to_symmetry: bool = False) -> Survey[Any, Any]:
    """Return the states within reach and what they tell; ``most`` bounds their number.

    Raises EncodingError where moves do not follow one another, ArgumentError for arguments of wrong types.

    >>> from ferryplan import instantiate, load, state_graph
    >>> len(state_graph(instantiate(load("wolf-goat-cabbage"))).graph.states)
    10
    """
    from generator.families import state_space
    from generator.instance import AnyInstance
    from generator.search.state_graph import explore_graph
    from generator.search.survey import survey

    check_type("instance", instance, AnyInstance, "an instance, as `instantiate` gives it")
    if most is not None:
        check_number("most", most, "states", whole=True)
    check_type("up_to_symmetry", up_to_symmetry, bool, "true or false")
    return survey(explore_graph(state_space(instance), most=most, up_to_symmetry=up_to_symmetry))


if __name__ == "__main__":
    from planner.main import main

    main()
