"""The known optima of many instances: published, or found by exploring the rules within a budget."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from generator.crossing.instance import Instance
from generator.crossing.puzzle_file import CrossingFile
from generator.crossing.smallest import instantiate_smallest
from generator.crossing.space import CrossingSpace
from generator.errors import EncodingError
from generator.search.breadth_first import explore
from generator.search.cheapest import cheapest
from generator.sweeping import Track, explore_in_rounds, same_but_for_values, untracked

__all__ = ["Optimum", "known_optima"]

ROUNDS = (100, 1_000, 10_000)
MOST_STATES = 60_000


class Optimum(NamedTuple):
    """What is known of an instance."""

    solvable: bool | None
    """None if it is not known"""
    crossings: int | None
    """the fewest, with costs the fewest for the least cost; None if there is no solution or it is not known"""
    cost: int | None
    """the least total; None as above, or if the puzzle has no costs"""
    source: str | None


UNKNOWN = Optimum(None, None, None, None)
EXPLORED = "the rules explored, up to symmetry"


def known_optima(puzzle: CrossingFile, instances: Sequence[Instance], track: Track = untracked) -> list[Optimum]:
    """Return for each instance the optimum that the puzzle's file quotes, or else the one found by exploring its rules.

    All that is not quoted is explored with at most 100 states, up to symmetry, then what is left with 1,000, then with 10,000,
    in the order given and with at most 60,000 states together: the same on every run.
    """
    quoted = _quoted(puzzle)
    optima = [quoted.get(same_but_for_values(instance), UNKNOWN) for instance in instances]

    def explored(number: int, most: int) -> tuple[bool, int]:
        optima[number], states = _explored(instances[number], most)
        return optima[number].solvable is not None, states

    open_ = [number for number, optimum in enumerate(optima) if optimum.solvable is None]
    explore_in_rounds(open_, explored, ROUNDS, MOST_STATES, track)
    return optima


def _quoted(puzzle: CrossingFile) -> dict[Instance, Optimum]:
    return {
        same_but_for_values(instantiate_smallest(puzzle, quoted.parameters)): Optimum(
            (quoted.crossings, quoted.cost) != (None, None), quoted.crossings, quoted.cost, quoted.source
        )
        for quoted in puzzle.optima
    }


def _explored(instance: Instance, most: int) -> tuple[Optimum, int]:
    """Return what exploring at most so many states tells, and how many it took."""
    try:
        if instance.tariff:
            found = cheapest(instance.once(CrossingSpace), most, to_goal=True, up_to_symmetry=True)
            total = found.total
            known = Optimum(True, total.moves, total.cost, EXPLORED) if total else UNKNOWN
            return (Optimum(False, None, None, EXPLORED) if found.complete and not total else known), len(found.totals)
        exploration = explore(instance.once(CrossingSpace), most, to_goal=True, up_to_symmetry=True)
    except EncodingError:  # too many loads
        return UNKNOWN, 0
    states = len(exploration.depths)
    if exploration.goal is not None:
        return Optimum(True, exploration.fewest, None, EXPLORED), states
    return (Optimum(False, None, None, EXPLORED) if exploration.complete else UNKNOWN), states
