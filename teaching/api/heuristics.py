"""Arguments of searches: their checks, and user functions as heuristics."""

from __future__ import annotations

import contextlib
import functools
import math
import numbers
from collections.abc import Callable
from typing import Any

from ferryplan.generator.arguments import (
    ArgumentValueError,
    check_argument_choice,
    check_argument_type,
    check_positive_number,
)
from ferryplan.generator.dialects import DIALECTS, ENCODINGS
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.wording import truncate
from ferryplan.planner.api.spaces import ReadableState, Space
from ferryplan.teaching.searching.search_requests import MAX_WEIGHT, MIN_WEIGHT
from ferryplan.teaching.textbook.heuristics.heuristic_registry import HEURISTICS, Heuristic


def get_heuristic_function(heuristic: object) -> Callable[[ReadableState], float] | None:
    """Return the argument ``heuristic`` if it is a function, and None if it is the name of a heuristic.

    Raises ArgumentError for anything else, and for names that ferryplan does not know.
    """
    if callable(heuristic) and not isinstance(heuristic, str):
        return heuristic
    check_argument_type("heuristic", heuristic, str, "a name or a function")
    check_argument_choice("heuristic", heuristic, HEURISTICS)
    return None


def wrap_heuristic_function(
    function: Callable[[ReadableState], float], admissible: bool, instance: AnyInstance
) -> Heuristic:
    """Wrap a user's Python function as a heuristic for the search of an instance.

    ``function`` gets a state as users see it (a `ReadableState`) and returns its estimated goal distance. ``admissible`` says whether the
    user promises that the estimates never exceed the goal distances.
    """
    name: str = getattr(function, "__name__", type(function).__name__)
    return Heuristic(
        lambda known: functools.partial(_estimate_with_function, function, Space(instance)), admissible, name
    )


def _estimate_with_function(function: Callable[[ReadableState], float], puzzle_space: Space, state: Any) -> float:
    """Return a user's function's estimate for a state, converted to the integer cost unit of the search.

    Raises ArgumentError if the function does not return a number of at least 0.
    """
    found = function(ReadableState(state, puzzle_space))
    estimate = math.nan
    if isinstance(found, numbers.Real) and not isinstance(found, bool):
        with contextlib.suppress(OverflowError):  # large integers do not fit in a float
            estimate = float(found)
    if not estimate >= 0:
        raise ArgumentValueError(
            "heuristic", f"{truncate(repr(found))} for a state", "a number from 0 to 1e308, or infinity"
        )
    return (found if isinstance(found, int) else estimate) * puzzle_space.rules.cost_scale


def check_search_arguments(
    dialect: str | None, encoding: str | None, weight: float, max_nodes: int, timeout: float, memory: int
) -> None:
    """Check the arguments that all searches share; raise ArgumentError for the first wrong one."""
    for name, value, known in (("dialect", dialect, DIALECTS), ("encoding", encoding, ENCODINGS)):
        if value is not None:
            check_argument_choice(name, value, known)
    expected = f"a number from {MIN_WEIGHT} to {MAX_WEIGHT}"
    check_argument_type("weight", weight, (int, float), expected)
    if not MIN_WEIGHT <= weight <= MAX_WEIGHT:
        raise ArgumentValueError("weight", f"{weight}", expected)
    check_positive_number("timeout", timeout, "seconds")
    for name, count, unit in (("max_nodes", max_nodes, "nodes"), ("memory", memory, "MiB")):
        check_positive_number(name, count, unit, whole=True)
