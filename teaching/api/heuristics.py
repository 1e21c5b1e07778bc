"""Heuristics in searches: named ones, functions of the user's own, and the limits of searches that use them."""

from __future__ import annotations

import contextlib
import functools
import math
import numbers
from collections.abc import Callable
from typing import Any

from ferryplan.generator.arguments import ArgumentValueError, check_choice, check_number, check_type
from ferryplan.generator.dialects import DIALECTS, ENCODINGS
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.wording import begun
from ferryplan.planner.api.spaces import ReadableState, Space
from ferryplan.teaching.searching.requests import MAX_WEIGHT, MIN_WEIGHT
from ferryplan.teaching.textbook.heuristics.estimates import HEURISTICS, Heuristic


def find_function(heuristic: object) -> Callable[[ReadableState], float] | None:
    """Return the heuristic if it is a function, and None if it is the name of one of ferryplan's. Raises ArgumentError for anything else."""
    if callable(heuristic) and not isinstance(heuristic, str):
        return heuristic
    check_type("heuristic", heuristic, str, "a name or a function")
    check_choice("heuristic", heuristic, HEURISTICS)
    return None


def make_heuristic(function: Callable[[ReadableState], float], admissible: bool, instance: AnyInstance) -> Heuristic:
    """Return the heuristic that estimates states with a user's function."""
    name: str = getattr(function, "__name__", type(function).__name__)
    return Heuristic(lambda known: functools.partial(_estimate, function, Space(instance)), admissible, name)


def _estimate(function: Callable[[ReadableState], float], own: Space, state: Any) -> float:
    """Return the estimate of a state by a user's function. Raises ArgumentError if the function returns no estimate."""
    found = function(ReadableState(state, own))
    estimate = math.nan
    if isinstance(found, numbers.Real) and not isinstance(found, bool):
        with contextlib.suppress(OverflowError):  # no float is as large as the largest whole numbers
            estimate = float(found)
    if not estimate >= 0:
        raise ArgumentValueError(
            "heuristic", f"{begun(repr(found))} for a state", "a number from 0 to 1e308, or infinity"
        )
    return (found if isinstance(found, int) else estimate) * own.rules.in_one


def check_search(
    dialect: str | None, encoding: str | None, weight: float, max_nodes: int, timeout: float, memory: int
) -> None:
    """Raise ArgumentError for the first of the arguments that searches share which is wrong."""
    for name, value, known in (("dialect", dialect, DIALECTS), ("encoding", encoding, ENCODINGS)):
        if value is not None:
            check_choice(name, value, known)
    expected = f"a number from {MIN_WEIGHT} to {MAX_WEIGHT}"
    check_type("weight", weight, (int, float), expected)
    if not MIN_WEIGHT <= weight <= MAX_WEIGHT:
        raise ArgumentValueError("weight", f"{weight}", expected)
    check_number("timeout", timeout, "seconds")
    for name, count, unit in (("max_nodes", max_nodes, "nodes"), ("memory", memory, "MiB")):
        check_number(name, count, unit, whole=True)
