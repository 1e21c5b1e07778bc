"""The smallest boat that works, found by the rules alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from generator.crossing.instance import Instance
from generator.crossing.instantiation import instantiate
from generator.crossing.puzzle_file import CrossingFile
from generator.crossing.space import CrossingSpace
from generator.errors import ParameterError
from generator.parameters import check_parameters
from generator.puzzle_file import IntegerParameter
from generator.search.breadth_first import explore

__all__ = ["instantiate_smallest"]

MOST_STATES = 50_000


def instantiate_smallest(
    puzzle: CrossingFile, parameters: Mapping[str, object], reference: str = "", most: int = MOST_STATES
) -> Instance:
    """Return the instance for the parameters given; a capacity that is left open is the smallest from 2 up with which the goal is reached.

    Of several boats it is the smallest of which one alone would do. If no boat suffices, it is the largest that differs.
    Raises ParameterError if that takes over ``most`` states, up to symmetry, to find out.
    """
    values = {key: value for key, value in check_parameters(puzzle, parameters).items() if value is not None}
    searched = puzzle.searched_parameter()
    if searched is None or searched in values:
        return instantiate(puzzle, values, reference)
    spec = puzzle.parameters[searched]
    assert isinstance(spec, IntegerParameter)
    capacity = spec.smallest
    while True:
        instance = instantiate(puzzle, {**values, searched: capacity}, reference)
        exploration = explore(CrossingSpace(replace(instance, boats=1)), most, to_goal=True, up_to_symmetry=True)
        if exploration.goal is not None or capacity >= min(spec.maximum, len(instance.travellers)):
            return instance
        if not exploration.complete:
            raise ParameterError(
                f"{puzzle.name}: {searched}: found no value, and to look for the smallest that works takes too long here; "
                f"expected --{searched} NUMBER"
            )
        capacity += 1
