"""The smallest boat that works, found by the rules alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from generator.crossing.instance import Instance
from generator.crossing.instantiation import with_values
from generator.crossing.puzzle_file import CrossingFile
from generator.crossing.space import CrossingSpace
from generator.errors import ParameterError
from generator.instance import Value
from generator.parameters import check_parameters
from generator.puzzle_file import IntegerParameter
from generator.search.breadth_first import explore

__all__ = ["instantiate_smallest", "smallest_boat"]

MOST_STATES = 50_000


def instantiate_smallest(
    puzzle: CrossingFile, parameters: Mapping[str, object], reference: str = "", most: int = MOST_STATES
) -> Instance:
    """Return the instance for the parameters given; a capacity that is left open is the smallest from 2 up with which the goal is reached.

    Of several boats it is the smallest of which one alone would do. If no boat suffices, it is the largest that differs.
    Raises ParameterError if that takes over ``most`` states, up to symmetry, to find out.
    """
    return smallest_boat(puzzle, check_parameters(puzzle, parameters), reference, most)


def smallest_boat(
    puzzle: CrossingFile, values: Mapping[str, Value | None], reference: str = "", most: int = MOST_STATES
) -> Instance:
    """Return the same for values that ``check_parameters`` has completed."""
    searched = puzzle.searched_parameter()
    if searched is None or values[searched] is not None:
        return with_values(puzzle, values, reference)
    spec = puzzle.parameters[searched]
    assert isinstance(spec, IntegerParameter)
    capacity = spec.smallest
    while True:
        instance = with_values(puzzle, {**values, searched: capacity}, reference)
        alone = instance if instance.boats == 1 else replace(instance, boats=1)
        exploration = explore(alone.once(CrossingSpace), most, to_goal=True, up_to_symmetry=True)
        if exploration.goal is not None or capacity >= min(spec.maximum, len(instance.travellers)):
            return instance
        if not exploration.complete:
            raise ParameterError(
                f"{puzzle.name}: {searched}: found no value, and to look for the smallest that works takes too long here; "
                f"expected --{searched} NUMBER"
            )
        capacity += 1
