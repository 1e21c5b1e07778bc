"""What to change: the nearest variants of an instance that have a plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import assert_never

from generator.errors import FerryplanError
from generator.families import instantiate, strategy_of
from generator.instance import AnyInstance, Value
from generator.puzzle_file import (
    BooleanParameter,
    IntegerParameter,
    ListParameter,
    Parameter,
    PuzzleFile,
    TextParameter,
)
from generator.search.cheapest import Total
from planner.result import Variant
from planner.system.progress import doing

FARTHEST = 3


def near(spec: Parameter, value: Value) -> Iterator[Value]:
    """Yield the other values of a parameter that are near: numbers that differ by at most 3, of two equally near ones the larger first."""
    match spec:
        case BooleanParameter():
            yield not value
        case IntegerParameter():
            assert isinstance(value, int)
            for distance in range(1, FARTHEST + 1):
                for changed in (value + distance, value - distance):
                    if spec.minimum <= changed <= spec.maximum:
                        yield changed
        case ListParameter() | TextParameter():  # too many are near
            pass
        case _:
            assert_never(spec)


MOST_STATES = 20_000


def nearest_variants(puzzle: PuzzleFile, instance: AnyInstance, given: Mapping[str, Value]) -> Iterator[Variant]:
    """Yield, for each parameter that helps when it alone is changed, the nearest value with which there is a plan.

    ``given`` are the parameters that were given for the instance: the others follow what is changed where their defaults say so.
    In the order of the parameters; of two equally near values the larger. Numbers are changed by at most 3. Every variant
    is explored to its goal, which gives its total; those with over 20,000 states up to symmetry before that are left out.
    """
    values, searched = dict(instance.parameters), puzzle.searched_parameter()
    kept = {key: value for key, value in values.items() if key in given or key == searched}
    for key, spec in puzzle.parameters.items():
        for value in near(spec, values[key]):
            doing(f"what would help: {key} {value}")
            total = _total(puzzle, {**kept, key: value})
            if total is not None:
                yield Variant(key, value, total, spec.help)
                break


def _total(puzzle: PuzzleFile, values: Mapping[str, Value]) -> Total | None:
    try:
        return strategy_of(instantiate(puzzle, values)).least(MOST_STATES)
    except FerryplanError:  # the variant makes no sense: no travellers, a start that breaks a rule, too many loads
        return None
