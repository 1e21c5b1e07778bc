"""Why there is no solution: how far one gets, what stops one there, which clues contradict each other, what to change."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from generator.errors import FerryplanError
from generator.instance import Value
from generator.placing.consistency import Consistency, ExhaustedError
from generator.placing.instance import Placement, PlacingInstance
from generator.placing.search import Search, broken_clue
from generator.puzzle_file import PuzzleFile
from planner.changes import near, option
from planner.placing.solving import Proof, proof_in_time
from planner.placing.words import instantiated, words_of
from planner.result import Status
from planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, GRACE, limited
from planner.system.stopping import OUT_OF_TIME, gathered

__all__ = ["Change", "Stop", "Why", "why"]

MOST_NODES = 200_000
MOST_NODES_OF_A_CHANGE = 20_000


class Stop(NamedTuple):
    """A spot where the next item cannot be."""

    spot: int
    clue: str
    """what that would break, in words"""
    found: str
    """how it would do so"""


class Change(NamedTuple):
    """One thing changed, and how many items are placed then."""

    says: str
    """in words, or as an option of the command line"""
    placements: int


@dataclass(frozen=True, slots=True)
class Why:
    """What the clues, searched by themselves, say of an instance."""

    instance: PlacingInstance
    status: Status
    """``unsolvable``, ``solved`` where there is a solution, ``unknown`` where there is too much to search, ``timeout`` or ``memory``"""
    nodes: int
    """how many placements were tried"""
    deepest: tuple[Placement, ...] = ()
    """the first of those that place the most items, in the instance's order; empty where there is a solution"""
    stops: tuple[Stop, ...] = ()
    """where there is no solution, why the next item cannot be placed then, for each spot that is not out of the question for it alone"""
    proof: Proof | None = None
    """where it is proven that there is none"""
    changes: tuple[Change, ...] = ()
    """the smallest changes that help, each of which was solved: parameters first"""
    notes: tuple[str, ...] = ()

    @property
    def next_item(self) -> int | None:
        """The item that cannot be placed any more; None unless it is proven that there is no solution."""
        return self.instance.order[len(self.deepest)] if self.status == "unsolvable" else None


def why(
    puzzle: PuzzleFile,
    parameters: Mapping[str, Value],
    reference: str = "",
    most: int = MOST_NODES,
    done: Callable[[str], None] = lambda what: None,
    *,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
) -> Why:
    """Return why a puzzle has no solution for these parameters, or that it has one.

    Items are placed in the instance's order, as in the PDDL; ``most`` bounds how many placements are tried. ``done`` is told of each
    change before it is tried. ``timeout`` is in seconds, ``memory`` in MiB; what is known when they are used up is told.
    Raises PuzzleError and ParameterError for what cannot be asked, TimeIsUpError and MemoryError where nothing is known.
    """
    with limited(timeout, memory, GRACE):
        with limited(math.inf):
            instance = instantiated(puzzle, parameters, reference)
        search = Search(instance)
        solutions, cut = gathered(itertools.islice(search.solutions(lambda nodes: nodes < most), 1))
        if solutions:
            return Why(instance, "solved", search.nodes)
        if not search.complete:
            status: Status = "unknown" if not cut else "timeout" if cut == OUT_OF_TIME else "memory"
            return Why(instance, status, search.nodes, search.deepest)
        proof, notes = proof_in_time(search)
        changes, cut = gathered(
            itertools.chain(
                _other_values(puzzle, instance, reference, done),
                _fewer_clues(instance, proof, done),
                _fewer_givens(puzzle, instance, reference, done),
            )
        )
        if cut:
            notes = (*notes, f"not all changes were tried: {cut}")
        stops = tuple(_stops(instance, search.deepest))
        return Why(instance, "unsolvable", search.nodes, search.deepest, stops, proof, changes, notes)


def _stops(instance: PlacingInstance, deepest: tuple[Placement, ...]) -> Iterator[Stop]:
    """Yield what forbids each spot of the item that comes after those placed."""
    placed = dict(deepest)
    item = instance.order[len(placed)]
    for spot in instance.items[item].spots:
        further = {**placed, item: spot}
        if broken := broken_clue(instance, further, item):
            yield Stop(spot, broken.says, broken.breach(further, instance))


def _other_values(
    puzzle: PuzzleFile, instance: PlacingInstance, reference: str, done: Callable[[str], None]
) -> Iterator[Change]:
    """Yield, for each parameter that helps when it alone is changed, the nearest value with which there is a solution."""
    values = dict(instance.parameters)
    for key, spec in puzzle.parameters.items():
        for value in near(spec, values[key]):
            done(option(key, value))
            if (count := _placements(puzzle, {**values, key: value}, reference)) is not None:
                yield Change(option(key, value), count)
                break


def _placements(puzzle: PuzzleFile, values: Mapping[str, Value], reference: str) -> int | None:
    try:
        instance = instantiated(puzzle, values, reference)
    except FerryplanError:  # the value makes no sense: more letters than digits
        return None
    solution = next(Search(instance).solutions(lambda nodes: nodes < MOST_NODES_OF_A_CHANGE), None)
    return None if solution is None else len(solution)


def _fewer_clues(instance: PlacingInstance, proof: Proof, done: Callable[[str], None]) -> Iterator[Change]:
    """Yield the clues of the contradiction without any one of which there is a solution."""
    for says in proof.contradiction:
        change = f"without the clue: {says}"
        done(change)
        left = list(instance.clues)
        left.remove(next(clue for clue in left if clue.says == says))
        try:
            placed = Consistency(instance, MOST_NODES_OF_A_CHANGE).placement(left)
        except ExhaustedError:
            continue
        if placed is not None:
            yield Change(change, len(placed))


def _fewer_givens(
    puzzle: PuzzleFile, instance: PlacingInstance, reference: str, done: Callable[[str], None]
) -> Iterator[Change]:
    """Yield the givens of a sudoku without any one of which there is a solution."""
    for says, changed in words_of(instance).without_a_given(puzzle):
        done(says)
        if (count := _placements(puzzle, {**dict(instance.parameters), **changed}, reference)) is not None:
            yield Change(says, count)
