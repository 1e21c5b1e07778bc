"""What is wrong with the clues of a puzzle that has no solution, and what they lack if it has several."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ferryplan.generator.family_types import Change, Conflict
from ferryplan.generator.placing.instance import AllDifferent, Clue, Placement, PlacingInstance
from ferryplan.generator.placing.search import ExhaustedError, Search
from ferryplan.generator.placing.ties import Supports
from ferryplan.generator.puzzle_file import PuzzleFile

MOST_NODES = 5_000


class Contradiction(NamedTuple):
    """Clues that cannot all hold, in the instance's order.

    The status is ``smallest`` if no fewer clues contradict each other, ``minimal`` if all of these are needed but fewer others might do,
    ``none`` if all clues can hold together, ``unknown`` if that was too much to find out; of the last two there are no clues.
    """

    clues: tuple[Clue, ...]
    status: str


class FurtherClue(NamedTuple):
    """A clue that would leave one solution only."""

    kind: str
    says: str
    solution: int
    """the index of the solution that it would leave"""


def smallest_contradiction(instance: PlacingInstance, most_nodes: int = MOST_NODES) -> Contradiction:
    """Return a smallest set of clues that cannot all hold; that items differ goes without saying.

    Where that takes more than ``most_nodes`` placements, the set is a minimal one, found by leaving out one clue after the other with as many more.
    A set that contradicts has a clue in common with what each satisfiable set leaves out; so a smallest set that meets all of these
    and contradicts is a smallest contradiction: A. Ignatiev, A. Previti, M. Liffiton and J. Marques-Silva, "Smallest MUS extraction
    with minimal hitting set dualization", CP 2015.
    """
    named = [clue for clue in instance.clues if not isinstance(clue, AllDifferent)]
    search = _Tries(instance, most_nodes)
    left_out: list[frozenset[int]] = []
    try:
        while True:
            chosen = _smallest_meeting(left_out)
            placed = search.placement(named[index] for index in chosen)
            if placed is None:
                return Contradiction(tuple(named[index] for index in sorted(chosen)), "smallest")
            kept = {index for index, clue in enumerate(named) if clue.allows(placed)}
            # The satisfiable set grows to a maximal one: the fewer clues it leaves out, the more is known of
            # the next set.
            for index in range(len(named)):
                if index not in kept and search.placement(named[one] for one in sorted({*kept, index})):
                    kept.add(index)
            if len(kept) == len(named):
                return Contradiction((), "none")
            left_out.append(frozenset(range(len(named))) - kept)
    except ExhaustedError:
        return _minimal(named, _Tries(instance, most_nodes))


def conflict_of(instance: PlacingInstance) -> Conflict:
    """Return the same in words."""
    found = smallest_contradiction(instance)
    return Conflict(tuple(clue.says for clue in found.clues), found.status == "smallest")


def fewer_clues(puzzle: PuzzleFile, instance: PlacingInstance, conflict: Conflict) -> Iterator[list[Change]]:
    """Yield the instance without each of the clues that contradict each other."""
    for says in conflict.rules:
        without = next(index for index, clue in enumerate(instance.clues) if clue.says == says)
        left = instance.clues[:without] + instance.clues[without + 1 :]
        yield [Change(f"without the clue: {says}", replace(instance, clues=left))]


class _Tries:
    """Searches with some of an instance's clues each, which may try so many placements together."""

    def __init__(self, instance: PlacingInstance, most_nodes: int) -> None:
        self.instance, self.left = instance, most_nodes
        self.given = [clue for clue in instance.clues if isinstance(clue, AllDifferent)]
        self.supports: dict[Clue, Supports] = {}

    def placement(self, clues: Iterable[Clue]) -> dict[int, int] | None:
        """Return a spot for each item so that they differ and the clues hold, None if there is none. Raises ExhaustedError if too much is tried."""
        search = Search(self.instance, [*self.given, *clues], self.supports)
        found = search.first(self.left)
        self.left -= search.nodes
        return None if found is None else dict(found)


def distinguishing(solutions: Sequence[Sequence[Placement]], candidates: Iterable[Clue]) -> tuple[FurtherClue, ...]:
    """Return those of the candidates that hold in exactly one of a puzzle's solutions, in their order; all solutions must be given."""
    placements = [dict(solution) for solution in solutions]
    held = ((clue, [index for index, placed in enumerate(placements) if clue.allows(placed)]) for clue in candidates)
    return tuple(FurtherClue(clue.kind, clue.says, holding[0]) for clue, holding in held if len(holding) == 1)


def _minimal(named: Sequence[Clue], search: _Tries) -> Contradiction:
    """Return what is left of the clues after each without which they still contradict is left out, the last ones first."""
    kept = list(named)
    try:
        if search.placement(kept) is not None:
            return Contradiction((), "none")
        for clue in reversed(named):
            fewer = [other for other in kept if other is not clue]
            if search.placement(fewer) is None:
                kept = fewer
    except ExhaustedError:
        return Contradiction((), "unknown")
    return Contradiction(tuple(kept), "minimal")


def _smallest_meeting(sets: Sequence[frozenset[int]]) -> frozenset[int]:
    """Return a smallest set that has an element in common with each of the sets; of equals the one with the least elements first."""
    # Sizes are tried in ascending order, so the first set found is a smallest one.
    tried = (_meeting(sets, size, frozenset()) for size in itertools.count())
    return next(found for found in tried if found is not None)


def _meeting(sets: Sequence[frozenset[int]], size: int, chosen: frozenset[int]) -> frozenset[int] | None:
    unmet = [one for one in sets if not one & chosen]
    if not unmet:
        return chosen
    # Sets that have nothing in common need an element each.
    if size == 0 or _disjoint(unmet) > size:
        return None
    # One of its elements has to be chosen, and the smallest set leaves the fewest branches.
    smallest: frozenset[int] = min(unmet, key=len)
    tried = (_meeting(unmet, size - 1, chosen | {element}) for element in sorted(smallest))
    return next((found for found in tried if found is not None), None)


def _disjoint(sets: Sequence[frozenset[int]]) -> int:
    """Return how many sets, taken greedily, have nothing in common: each takes an element of its own."""
    met: set[int] = set()
    count = 0
    for one in sorted(sets, key=len):
        if not one & met:
            met |= one
            count += 1
    return count
