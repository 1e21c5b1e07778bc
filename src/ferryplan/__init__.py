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

import sys
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ferryplan.generator.errors import (
        ArgumentError,
        EncodingError,
        FerryplanError,
        InvalidPlanError,
        ParameterError,
        PddlError,
        PlanError,
        PuzzleError,
        UnsuitableError,
    )
    from ferryplan.generator.families import FAMILIES
    from ferryplan.generator.family import Family
    from ferryplan.generator.generation import generate, textbook
    from ferryplan.generator.instance import AnyInstance, Value
    from ferryplan.generator.puzzle import load
    from ferryplan.generator.puzzle_file import PuzzleFile
    from ferryplan.generator.search.survey import Survey
    from ferryplan.generator.space import StateSpace
    from ferryplan.planner.engines.registry import DialectError, EngineError, MissingEngineError
    from ferryplan.planner.engines.session import Session
    from ferryplan.planner.formats import tell
    from ferryplan.planner.pictures.scenes import PictureError
    from ferryplan.planner.questions.enumerating import enumerate_solutions
    from ferryplan.planner.questions.solving import solve
    from ferryplan.planner.questions.why import why
    from ferryplan.planner.result import FamilyError
    from ferryplan.planner.scoring.judging import score
    from ferryplan.planner.system.limits import TimeIsUpError
    from ferryplan.planner.telling import Layout
    from ferryplan.planner.validation import judge

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
    "generator.errors": [
        "ArgumentError",
        "EncodingError",
        "FerryplanError",
        "InvalidPlanError",
        "ParameterError",
        "PddlError",
        "PlanError",
        "PuzzleError",
        "UnsuitableError",
    ],
    "generator.families": ["FAMILIES"],
    "generator.family": ["Family"],
    "generator.generation": ["generate", "textbook"],
    "generator.puzzle": ["load"],
    "generator.space": ["StateSpace"],
    "planner.engines.registry": ["DialectError", "EngineError", "MissingEngineError"],
    "planner.engines.session": ["Session"],
    "planner.formats": ["tell"],
    "planner.pictures.scenes": ["PictureError"],
    "planner.questions.enumerating": ["enumerate_solutions"],
    "planner.questions.solving": ["solve"],
    "planner.questions.why": ["why"],
    "planner.result": ["FamilyError"],
    "planner.scoring.judging": ["score"],
    "planner.system.limits": ["TimeIsUpError"],
    "planner.telling": ["Layout"],
    "planner.validation": ["judge"],
}
"""the module that defines each public name"""


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for."""
    if name == "__version__":
        from importlib import metadata

        return metadata.version("ferryplan")
    for home, names in _HOMES.items():
        if name in names:
            found = getattr(import_module(f"ferryplan.{home}"), name)
            if telling := sys.modules.get("ferryplan.planner.telling"):
                telling.Shown.cell = _draw_cell
            return found
    raise AttributeError(f"module 'ferryplan' has no attribute '{name}'")


def _draw_cell(shown: Any) -> str:
    from ferryplan.planner.pictures.drawing import as_cell

    return as_cell(shown)


def __dir__() -> list[str]:
    return sorted(__all__)


def instantiate(puzzle: PuzzleFile, parameters: Mapping[str, Value] | None = None) -> AnyInstance:
    """Return the instance of a puzzle; a parameter that is left open, as the capacity of a boat, has the smallest value that works.

    Raises as `ferryplan.generator.families.instantiate` does.

    >>> from ferryplan import instantiate, load
    >>> dict(instantiate(load("jealous-couples")).parameters)["capacity"]
    2
    """
    from ferryplan.generator.families import instantiate_smallest

    return instantiate_smallest(puzzle, {} if parameters is None else parameters)


def state_graph(instance: AnyInstance, *, most: int | None = None, up_to_symmetry: bool = False) -> Survey[Any, Any]:
    """Return the states within reach and what they tell; ``most`` bounds their number.

    Raises EncodingError where moves do not follow one another, ArgumentError for arguments of wrong types.

    >>> from ferryplan import instantiate, load, state_graph
    >>> len(state_graph(instantiate(load("wolf-goat-cabbage"))).graph.states)
    10
    """
    from ferryplan.generator.errors import check_number, check_type
    from ferryplan.generator.families import state_space
    from ferryplan.generator.instance import AnyInstance
    from ferryplan.generator.search.state_graph import explore_graph
    from ferryplan.generator.search.survey import survey

    check_type("instance", instance, AnyInstance, "an instance, as `instantiate` gives it")
    if most is not None:
        check_number("most", most, "states", whole=True)
    check_type("up_to_symmetry", up_to_symmetry, bool, "true or false")
    return survey(explore_graph(state_space(instance), most=most, up_to_symmetry=up_to_symmetry))
