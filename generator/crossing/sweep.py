"""Many crossings of one puzzle, as a benchmark suite wants them: in order of size, each once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.crossing.instance import Instance
from generator.crossing.puzzle_file import CrossingFile
from generator.crossing.smallest import instantiate_smallest
from generator.sweeping import Sweep, Track, sweep_of, untracked

__all__ = ["sweep"]

MOST_STATES = 2_000


def sweep(
    puzzle: CrossingFile, sets: Sequence[Mapping[str, Any]], reference: str = "", track: Track = untracked
) -> Sweep[Instance]:
    """Return the instances for each set of parameters, by the number of travellers, of places, of seats in the boat, then by the parameters.

    Parameters that a set does not give have their defaults. Left out are sets that make no sense and those whose instance differs
    from an earlier one in nothing but the values: a boat for five and two travellers. A capacity that is left open is the smallest that
    works; where that takes over 2,000 states, up to symmetry, to find out, the set is left out too. Raises ParameterError for over 10,000 sets.
    """
    return sweep_of(
        puzzle,
        sets,
        lambda parameters: instantiate_smallest(puzzle, parameters, reference, MOST_STATES),
        lambda instance: (len(instance.travellers), len(instance.places), instance.capacity),
        track,
    )
