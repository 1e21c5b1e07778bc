"""Smallest sets of contradictory clues, and clues that leave one of several solutions if added."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from ferryplan.generator.assignment.constraint_network import Supports
from ferryplan.generator.assignment.instance import AllDifferentClue, AssignmentInstance, Clue, Placement
from ferryplan.generator.assignment.search import AssignmentSearch, NodeLimitError
from ferryplan.generator.family_types import PuzzleRelaxation, RuleConflict
from ferryplan.generator.puzzle_file import PuzzleFile

MAX_NODES = 5_000
"""largest number of placements that the searches for one contradiction try"""


class Contradiction(NamedTuple):
    """A set of clues that cannot all hold, and the status of the search for a smallest such set.

    The clues are in the instance's order. The status is ``smallest`` if no contradictory set has fewer clues,
    ``minimal`` if no clue can be left out but another contradictory set may have fewer, ``none`` if all clues can hold
    together, and ``unknown`` if the search reached its limit. With ``none`` and ``unknown``, the set is empty.
    """

    clues: tuple[Clue, ...]
    status: str


class FurtherClue(NamedTuple):
    """A clue that would leave exactly one solution if it were added to an ambiguous puzzle.

    ``kind`` is the kind of clue, such as ``next-to``; ``says`` is its sentence.
    """

    kind: str
    says: str
    solution: int
    """the index of the solution that the clue would leave"""


def find_smallest_contradiction(instance: AssignmentInstance, max_nodes: int = MAX_NODES) -> Contradiction:
    """Return a smallest set of the puzzle's clues that contradict each other.

    The rules that items have different spots always hold; they are not counted as clues. If the search tries more than
    ``max_nodes`` placements, a second search with the same limit finds a minimal set by leaving out one clue after the
    other.

    A contradictory set shares a clue with the complement of each satisfiable set. So a smallest set that meets all
    these complements, and is contradictory, is a smallest contradiction: A. Ignatiev, A. Previti, M. Liffiton and J.
    Marques-Silva, "Smallest MUS extraction with minimal hitting set dualization", CP 2015.
    """
    named = [clue for clue in instance.clues if not isinstance(clue, AllDifferentClue)]
    search = _ClueSubsetSearch(instance, max_nodes)
    left_out: list[frozenset[int]] = []
    try:
        while True:
            chosen = _find_smallest_hitting_set(left_out)
            placed = search.find_assignment(named[index] for index in chosen)
            if placed is None:
                return Contradiction(tuple(named[index] for index in sorted(chosen)), "smallest")
            kept = {index for index, clue in enumerate(named) if clue.allows(placed)}
            # The satisfiable set grows to a maximal one: the fewer clues it leaves out, the smaller is the set
            # that the next candidate has to meet.
            for index in range(len(named)):
                if index not in kept and search.find_assignment(named[one] for one in sorted({*kept, index})):
                    kept.add(index)
            if len(kept) == len(named):
                return Contradiction((), "none")
            left_out.append(frozenset(range(len(named))) - kept)
    except NodeLimitError:
        return _find_minimal_contradiction(named, _ClueSubsetSearch(instance, max_nodes))


def find_conflict(instance: AssignmentInstance) -> RuleConflict:
    """Return the texts of the clues in a smallest contradiction, and whether it is proven to be smallest."""
    found = find_smallest_contradiction(instance)
    return RuleConflict(tuple(clue.says for clue in found.clues), found.status == "smallest")


def suggest_clue_removals(
    puzzle: PuzzleFile, instance: AssignmentInstance, conflict: RuleConflict
) -> Iterator[list[PuzzleRelaxation]]:
    """Yield, for each clue of a contradiction, a relaxation: the puzzle without this clue."""
    for says in conflict.rules:
        without = next(index for index, clue in enumerate(instance.clues) if clue.says == says)
        left = instance.clues[:without] + instance.clues[without + 1 :]
        yield [PuzzleRelaxation(f"without the clue: {says}", replace(instance, clues=left))]


class _ClueSubsetSearch:
    """A solver for subsets of an instance's clues; all its searches share one limit on tried placements."""

    def __init__(self, instance: AssignmentInstance, max_nodes: int) -> None:
        self.instance, self.nodes_left = instance, max_nodes
        self.difference_clues = [clue for clue in instance.clues if isinstance(clue, AllDifferentClue)]
        self.supports: dict[Clue, Supports] = {}

    def find_assignment(self, clues: Iterable[Clue]) -> dict[int, int] | None:
        """Return a spot for each item such that the clues and the difference rules hold, or None.

        Raises NodeLimitError if the searches together would try more placements than the limit.
        """
        search = AssignmentSearch(self.instance, [*self.difference_clues, *clues], self.supports)
        found = search.find_first(self.nodes_left)
        self.nodes_left -= search.placement_count
        return None if found is None else dict(found)


def find_distinguishing_clues(
    solutions: Sequence[Sequence[Placement]], candidates: Iterable[Clue]
) -> tuple[FurtherClue, ...]:
    """Return those candidate clues that hold in exactly one of the solutions, in the candidates' order.

    ``solutions`` must be all solutions of the puzzle, each as its placements.
    """
    placements = [dict(solution) for solution in solutions]
    held = ((clue, [index for index, placed in enumerate(placements) if clue.allows(placed)]) for clue in candidates)
    return tuple(FurtherClue(clue.kind, clue.says, holding[0]) for clue, holding in held if len(holding) == 1)


def _find_minimal_contradiction(clues: Sequence[Clue], search: _ClueSubsetSearch) -> Contradiction:
    """Return a contradiction from which no clue can be left out.

    The search tries to leave out each clue, from the last to the first.
    """
    kept = list(clues)
    try:
        if search.find_assignment(kept) is not None:
            return Contradiction((), "none")
        for clue in reversed(clues):
            fewer = [other for other in kept if other is not clue]
            if search.find_assignment(fewer) is None:
                kept = fewer
    except NodeLimitError:
        return Contradiction((), "unknown")
    return Contradiction(tuple(kept), "minimal")


def _find_smallest_hitting_set(sets: Sequence[frozenset[int]]) -> frozenset[int]:
    """Return a smallest set of elements that contains an element of each of the sets.

    Among equally small sets, the result is the first that a fixed order of search finds, with small elements first.
    """
    # The sizes ascend, so the first set found is a smallest one.
    tried = (_find_hitting_set(sets, size, frozenset()) for size in itertools.count())
    return next(found for found in tried if found is not None)


def _find_hitting_set(
    sets: Sequence[frozenset[int]], max_added_elements: int, chosen: frozenset[int]
) -> frozenset[int] | None:
    """Return a set that meets each set: ``chosen`` and at most ``max_added_elements`` more elements.

    The result is None if there is no such set."""
    unmet = [one for one in sets if not one & chosen]
    if not unmet:
        return chosen
    # Disjoint sets need an element each, so their number is a lower bound.
    if max_added_elements == 0 or _count_disjoint_sets(unmet) > max_added_elements:
        return None
    # Some element of each set has to be chosen, and the smallest set has the fewest branches.
    smallest: frozenset[int] = min(unmet, key=len)
    tried = (_find_hitting_set(unmet, max_added_elements - 1, chosen | {element}) for element in sorted(smallest))
    return next((found for found in tried if found is not None), None)


def _count_disjoint_sets(sets: Sequence[frozenset[int]]) -> int:
    """Return the number of pairwise disjoint sets in a greedy selection.

    Each of them needs an element of its own, so the number is a lower bound for the size of a hitting set.
    """
    met: set[int] = set()
    count = 0
    for one in sorted(sets, key=len):
        if not one & met:
            met |= one
            count += 1
    return count
