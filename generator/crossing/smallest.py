"""The boats that are tried where the smallest that works is looked for."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace

from generator.crossing.instantiation import with_values
from generator.crossing.puzzle_file import CrossingFile
from generator.family import Trial
from generator.instance import Value
from generator.parameters import check_parameters
from generator.puzzle_file import IntegerParameter

__all__ = ["trials"]


def trials(puzzle: CrossingFile, parameters: Mapping[str, Value], reference: str = "") -> Iterator[Trial]:
    """Yield the instance for the parameters given; of a capacity that is left open one for each from 2 up, until all have room.

    Of several boats the smallest is meant of which one alone would do.
    """
    values = check_parameters(puzzle, parameters)
    searched = puzzle.searched_parameter()
    if searched is None or values[searched] is not None:
        yield Trial(with_values(puzzle, values, reference))
        return
    spec = puzzle.parameters[searched]
    assert isinstance(spec, IntegerParameter)
    for capacity in itertools.count(spec.smallest):
        instance = with_values(puzzle, {**values, searched: capacity}, reference)
        yield Trial(instance, searched, None if instance.boats == 1 else replace(instance, boats=1))
        if capacity >= min(spec.maximum, len(instance.travellers)):
            return
