"""Many instances of one puzzle in which things are placed, as a benchmark suite wants them, and which of them have a solution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.families import instantiate
from generator.placing.instance import PlacingInstance
from generator.placing.search import Search
from generator.puzzle_file import PuzzleFile
from generator.sweeping import Sweep, Track, explore_in_rounds, sweep_of, untracked

__all__ = ["known_solvable", "sweep"]

ROUNDS = (100, 1_000, 10_000)
MOST_NODES = 60_000


def sweep(
    puzzle: PuzzleFile, sets: Sequence[Mapping[str, Any]], reference: str = "", track: Track = untracked
) -> Sweep[PlacingInstance]:
    """Return the instances for each set of parameters, by the number of items, of spots, then by the parameters.

    Parameters that a set does not give have their defaults. Left out are sets that make no sense, and those whose instance differs from
    an earlier one in nothing but the values. Raises ParameterError for over 10,000 sets.
    """

    def make(parameters: Mapping[str, Any]) -> PlacingInstance:
        made = instantiate(puzzle, parameters, reference)
        assert isinstance(made, PlacingInstance)
        return made

    return sweep_of(puzzle, sets, make, lambda instance: (len(instance.items), len(instance.spots)), track)


def known_solvable(instances: Sequence[PlacingInstance], track: Track = untracked) -> list[bool | None]:
    """Return for each instance whether it has a solution, or None if that is not known.

    Each is searched with at most 100 placements, what is left with 1,000, then with 10,000, all together with at most 60,000.
    """
    solvable: list[bool | None] = [None] * len(instances)

    def searched(number: int, most: int) -> tuple[bool, int]:
        search = Search(instances[number])
        found = next(search.solutions(lambda nodes: nodes < most), None)
        if found is not None or search.complete:
            solvable[number] = found is not None
        return solvable[number] is not None, search.nodes

    explore_in_rounds(range(len(instances)), searched, ROUNDS, MOST_NODES, track)
    return solvable
