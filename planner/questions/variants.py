"""The nearest variants of an instance that have a plan: one parameter changed, as little as will do."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator, Mapping
from typing import assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import instantiate, state_space, strategy_of
from ferryplan.generator.instance import AnyInstance, Value
from ferryplan.generator.puzzle_file import (
    BooleanParameter,
    IntegerParameter,
    ListParameter,
    Parameter,
    PuzzleFile,
    TextParameter,
)
from ferryplan.generator.search.cheapest import Total
from ferryplan.planner.result import Variant
from ferryplan.planner.system.limits import TimeIsUpError, limited
from ferryplan.planner.system.progress import doing

NEAR = 3
"""how far numbers are changed of whatever parameter"""
MOST_STATES = 20_000
SECONDS = 2.0
"""how long values of one parameter are tried that are farther away"""


def near(spec: Parameter, value: Value) -> Iterator[Value]:
    """Yield the other values of a parameter that are near: numbers that differ by at most 3, of two equally near ones the larger first."""
    match spec:
        case BooleanParameter():
            yield not value
        case IntegerParameter():
            assert isinstance(value, int)
            for distance in range(1, NEAR + 1):
                yield from _at(spec, value, distance)
        case ListParameter() | TextParameter():  # too many are near
            pass
        case _:
            assert_never(spec)


def nearest_variants(
    puzzle: PuzzleFile, instance: AnyInstance, given: Mapping[str, Value], seconds: float = SECONDS
) -> Iterator[Variant]:
    """Yield, for each parameter that helps when it alone is changed, the nearest value with which there is a plan.

    ``given`` are the parameters that were given for the instance: the others follow what is changed where their defaults say so.
    In the order of the parameters; of two equally near values the larger. Numbers are changed by at most 3, and by more where the
    instance does not grow with them, for so many ``seconds`` each. Every variant is explored to its goal, which gives its total; those with
    over 20,000 states up to symmetry before that are left out.
    """
    values, searched = dict(instance.parameters), puzzle.searched_parameter()
    kept = {key: value for key, value in values.items() if key in given or key == searched}
    for key, spec in puzzle.parameters.items():
        trials, now, nearest = _Trials(puzzle, kept, key), values[key], True
        value = next((value for value in near(spec, now) if trials.total(value)), None)
        if value is None and isinstance(spec, IntegerParameter) and isinstance(now, int):
            goals = {trials.goals(one) for one in (now, *_at(spec, now, 1))} - {None}
            if len(goals) == 1:  # else there are more travellers, or objects, with each step
                value, nearest = _farther(spec, now, trials, seconds)
        if value is not None and (total := trials.total(value)) is not None:
            yield Variant(key, value, total, spec.help, nearest)


class _Trials:
    """What comes of other values of one parameter."""

    def __init__(self, puzzle: PuzzleFile, kept: Mapping[str, Value], key: str) -> None:
        self._puzzle, self._kept, self._key = puzzle, kept, key
        self._totals = dict[Value, Total | None]()

    def total(self, value: Value) -> Total | None:
        """Return what the best solution takes; None without one, and where the value makes no sense."""
        if value not in self._totals:
            doing(format_message("questions.trying-value", parameter=self._key, value=value))
            self._totals[value] = None
            with contextlib.suppress(FerryplanError):  # no travellers, a start that breaks a rule, too many loads
                self._totals[value] = strategy_of(self._instance(value)).least(MOST_STATES)
        return self._totals[value]

    def goals(self, value: Value) -> int | None:
        """Return how many conditions the goal has; None where the value makes no sense."""
        try:
            return state_space(self._instance(value)).goals
        except FerryplanError:
            return None

    def _instance(self, value: Value) -> AnyInstance:
        return instantiate(self._puzzle, {**self._kept, self._key: value})


def _at(spec: IntegerParameter, value: int, distance: int) -> Iterator[int]:
    """Yield the values of a parameter at a distance from another one, the larger first."""
    yield from (one for one in (value + distance, value - distance) if spec.minimum <= one <= spec.maximum)


def _farther(spec: IntegerParameter, value: int, trials: _Trials, seconds: float) -> tuple[int | None, bool]:
    """Return the nearest value beyond the near ones with which there is a plan, and whether no nearer one is known to have one.

    Steps that double find some value that works. Halving the distance finds a near one, if all values beyond one that works do as well; then all
    that are nearer still are tried, so that nothing depends on that. When the time is up, the nearest found so far is returned.
    """
    found: int | None = None
    try:
        with limited(seconds):
            for value_at in _doubling(spec, value):
                if trials.total(value_at):
                    found = value_at
                    break
            else:
                return None, True
            fails, works = NEAR, abs(found - value)
            side = 1 if found > value else -1
            while works - fails > 1:
                middle = (fails + works) // 2
                if trials.total(value + side * middle):
                    works, found = middle, value + side * middle
                else:
                    fails = middle
            for distance in range(NEAR + 1, works + 1):
                for candidate in _at(spec, value, distance):
                    if trials.total(candidate):
                        return candidate, True
    except TimeIsUpError:
        pass
    return found, False


def _doubling(spec: IntegerParameter, value: int) -> Iterator[int]:
    """Yield values ever farther away from another one, up to the ends of the range."""
    reach = max(spec.maximum - value, value - spec.minimum)
    distances = itertools.takewhile(lambda distance: distance < reach, (1 << n for n in itertools.count(2)))
    for distance in (*distances, reach):
        yield from _at(spec, value, distance)
    yield from (end for end in (spec.maximum, spec.minimum) if abs(end - value) < reach)
