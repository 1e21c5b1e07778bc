"""The nearest solvable variants of an instance: one parameter changed as little as possible."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator, Mapping
from typing import assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import instantiate, state_space_of, strategy_of
from ferryplan.generator.instance import AnyInstance, ParameterValue
from ferryplan.generator.puzzle_file import (
    BooleanParameter,
    IntegerParameter,
    ListParameter,
    Parameter,
    PuzzleFile,
    TextParameter,
)
from ferryplan.generator.search.uniform_cost_search import TotalCost
from ferryplan.planner.result import PuzzleVariant
from ferryplan.planner.system.limits import TimeIsUpError, enforce_limits
from ferryplan.planner.system.progress import show_step

NEAR_DISTANCE = 3
"""the largest change of any numeric parameter in the first pass"""
MAX_STATES = 20_000
"""the largest number of states in the search for the solution of a variant"""
SECONDS_PER_PARAMETER = 2.0
"""the time limit for values of one parameter that are farther away"""


def nearby_values(spec: Parameter, value: ParameterValue) -> Iterator[ParameterValue]:
    """Yield the values near a parameter's value: the opposite of yes or no, or numbers up to 3 away.

    ``spec`` is the parameter's declaration. The nearest numbers come first, and the larger of two that are equally near.
    """
    match spec:
        case BooleanParameter():
            yield not value
        case IntegerParameter():
            assert isinstance(value, int)
            for distance in range(1, NEAR_DISTANCE + 1):
                yield from _values_at_distance(spec, value, distance)
        case ListParameter() | TextParameter():  # these have too many near values
            pass
        case _:
            assert_never(spec)


def nearest_variants(
    puzzle: PuzzleFile,
    instance: AnyInstance,
    given: Mapping[str, ParameterValue],
    seconds: float = SECONDS_PER_PARAMETER,
) -> Iterator[PuzzleVariant]:
    """Yield a solvable variant for each parameter whose change alone makes the puzzle solvable.

    The variant has the nearest value that works; of two equally near values, the larger. Variants are in the order of
    the parameters. ``given`` holds the parameters whose values the user chose; other parameters get their defaults,
    which may depend on the changed value.

    Numbers change by at most 3. If that does not help, and the number of goal conditions does not depend on the
    parameter, larger changes are tried for at most ``seconds`` per parameter. Each variant is solved to find its cost;
    variants that take over 20,000 states up to symmetry are left out.
    """
    values, searched = dict(instance.parameters), puzzle.find_free_parameter()
    kept = {key: value for key, value in values.items() if key in given or key == searched}
    for key, spec in puzzle.parameters.items():
        trials, now, nearest = _ValueTrials(puzzle, kept, key), values[key], True
        value = next((value for value in nearby_values(spec, now) if trials.find_optimal_total(value)), None)
        if value is None and isinstance(spec, IntegerParameter) and isinstance(now, int):
            goals = {trials.count_goal_conditions(one) for one in (now, *_values_at_distance(spec, now, 1))} - {None}
            if len(goals) == 1:  # otherwise travelers or objects are added with each step
                value, nearest = _find_nearest_far_value(spec, now, trials, seconds)
        if value is not None and (total := trials.find_optimal_total(value)) is not None:
            yield PuzzleVariant(key, value, total, spec.help, nearest)


class _ValueTrials:
    """A puzzle solved with different values of one parameter, with a cache of the optimal costs.

    ``fixed_values`` holds the values of other parameters that stay as they are.
    """

    def __init__(self, puzzle: PuzzleFile, fixed_values: Mapping[str, ParameterValue], parameter: str) -> None:
        self._puzzle, self._fixed_values, self._parameter = puzzle, fixed_values, parameter
        self._totals = dict[ParameterValue, TotalCost | None]()

    def find_optimal_total(self, value: ParameterValue) -> TotalCost | None:
        """Return the moves and the cost of an optimal solution if the parameter has this value.

        Returns None if there is no solution, or if the puzzle rejects the value.
        """
        if value not in self._totals:
            show_step(format_message("questions.trying-value", parameter=self._parameter, value=value))
            self._totals[value] = None
            with contextlib.suppress(FerryplanError):  # no travelers, a start that breaks a rule, too many loads
                self._totals[value] = strategy_of(self._instantiate(value)).find_least_cost(MAX_STATES)
        return self._totals[value]

    def count_goal_conditions(self, value: ParameterValue) -> int | None:
        """Return how many conditions the goal has if the parameter has this value.

        Returns None if the puzzle rejects the value.
        """
        try:
            return state_space_of(self._instantiate(value)).goal_count
        except FerryplanError:
            return None

    def _instantiate(self, value: ParameterValue) -> AnyInstance:
        """Return the instance in which the parameter has this value."""
        return instantiate(self._puzzle, {**self._fixed_values, self._parameter: value})


def _values_at_distance(spec: IntegerParameter, value: int, distance: int) -> Iterator[int]:
    """Yield the allowed values at a distance from a parameter's value, the larger first."""
    yield from (one for one in (value + distance, value - distance) if spec.minimum <= one <= spec.maximum)


def _find_nearest_far_value(
    spec: IntegerParameter, value: int, trials: _ValueTrials, seconds: float
) -> tuple[int | None, bool]:
    """Return the nearest value more than 3 away that makes the puzzle solvable, and a flag.

    The value is None if none was found. The flag is true if all nearer values were tried, false if the time ended before.

    Doubling steps find some value that works. Bisection then finds a nearer one, on the assumption that all values
    beyond a working one work, too. Then all remaining nearer values are tried, so the answer does not depend on this
    assumption. When the time is up, the nearest value found so far is returned.
    """
    found: int | None = None
    try:
        with enforce_limits(seconds):
            for value_at in _doubling_values(spec, value):
                if trials.find_optimal_total(value_at):
                    found = value_at
                    break
            else:
                return None, True
            fails, works = NEAR_DISTANCE, abs(found - value)
            side = 1 if found > value else -1
            while works - fails > 1:
                middle = (fails + works) // 2
                if trials.find_optimal_total(value + side * middle):
                    works, found = middle, value + side * middle
                else:
                    fails = middle
            for distance in range(NEAR_DISTANCE + 1, works + 1):
                for candidate in _values_at_distance(spec, value, distance):
                    if trials.find_optimal_total(candidate):
                        return candidate, True
    except TimeIsUpError:
        pass
    return found, False


def _doubling_values(spec: IntegerParameter, value: int) -> Iterator[int]:
    """Yield the values at the distances 4, 8, 16, … from a parameter's value, up to the ends of its range."""
    reach = max(spec.maximum - value, value - spec.minimum)
    distances = itertools.takewhile(lambda distance: distance < reach, (1 << n for n in itertools.count(2)))
    for distance in (*distances, reach):
        yield from _values_at_distance(spec, value, distance)
    yield from (end for end in (spec.maximum, spec.minimum) if abs(end - value) < reach)
