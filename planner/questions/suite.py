"""Instances of a puzzle as a benchmark suite wants them: by size, each once, with what is known of their optima."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.families import instantiate_smallest, state_space
from generator.instance import AnyInstance
from generator.puzzle_file import PuzzleFile
from generator.search.cheapest import cheapest
from generator.sweeping import Sweep, Track, explore_in_rounds, sweep_of

__all__ = ["entries", "sweep"]

ROUNDS = (100, 1_000, 10_000)
MOST_STATES = 60_000
EXPLORED = "the state space explored, up to symmetry"


def sweep(puzzle: PuzzleFile, sets: Sequence[Mapping[str, Any]], reference: str, track: Track) -> Sweep[AnyInstance]:
    """Return the instances for sets of parameters, by the parameters' values. Raises ParameterError for over 10,000 sets."""

    def size(instance: AnyInstance) -> tuple[int, ...]:
        return tuple(value for _, value in instance.parameters if isinstance(value, int))

    return sweep_of(puzzle, sets, lambda parameters: instantiate_smallest(puzzle, parameters, reference), size, track)


def entries(puzzle: PuzzleFile, instances: Sequence[AnyInstance], track: Track) -> list[dict[str, Any]]:
    """Return for each instance what is known of its optimum, as the metadata have it.

    Each is explored with at most 100 states, what is left with 1,000, then with 10,000, all together with at most 60,000.
    """
    unknown = {"solvable": None, "optimum": None, "optimum_source": None}
    known: list[dict[str, Any]] = [dict(unknown) for _ in instances]

    def explored(number: int, most: int) -> tuple[bool, int]:
        space = state_space(instances[number])
        found = cheapest(space, most, to_goal=True, up_to_symmetry=True)
        if found.total is not None or found.complete:
            moves = None if found.total is None else found.total.moves
            costs = {} if space.unit_costs else {"optimal_cost": found.total and found.total.cost}
            known[number] = {"solvable": moves is not None, "optimum": moves, **costs, "optimum_source": EXPLORED}
        return known[number]["solvable"] is not None, len(found.totals)

    explore_in_rounds(range(len(instances)), explored, ROUNDS, MOST_STATES, track)
    return known
