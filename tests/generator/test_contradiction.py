"""Contradictory clues and clues that distinguish solutions.

All subsets of clues and all arrangements of small puzzles are tried.
"""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from budget import scale
from grid_puzzles import make_grid, make_small_puzzle, read_puzzle_text
from hypothesis import given, settings
from hypothesis import strategies as st

from ferryplan.generator.assignment.contradiction import find_distinguishing_clues, find_smallest_contradiction
from ferryplan.generator.assignment.instance import AllDifferentClue, Clue
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.grid.clues import SimpleClue
from ferryplan.generator.grid.instance import GridInstance
from ferryplan.generator.grid.narrator import GridNarrator

EMPTY = make_grid(make_small_puzzle(""))
"""A puzzle without clues: three positions, the values A to C and x to z."""
ORDERS = [
    dict(zip(range(6), (*capitals, *letters), strict=True))
    for capitals, letters in itertools.product(itertools.permutations(range(3)), repeat=2)
]
MEANINGS = {
    "same": lambda one, other: one == other,
    "different": lambda one, other: one != other,
    "right-of": lambda one, other: one - other == 1,
    "next-to": lambda one, other: one - other in (1, -1),
}
ties = st.builds(
    lambda kind, pair: SimpleClue(f"{kind} {pair}", kind, pair, 3),
    st.sampled_from(sorted(MEANINGS)),
    st.permutations(range(6)).map(lambda order: tuple(order[:2])),
)
places = st.builds(
    lambda item, spot: SimpleClue(f"{item} at {spot}", "at", (item,), 3, spot), st.integers(0, 5), st.integers(0, 2)
)


def holds(clue: Clue, order: dict[int, int]) -> bool:
    assert isinstance(clue, SimpleClue)
    at = [order[item] for item in clue.scope]
    return MEANINGS[clue.kind](*at) if len(at) == 2 else at == [clue.position_or_distance]


def can_hold(clues: tuple[Clue, ...]) -> bool:
    return any(all(holds(clue, order) for clue in clues) for order in ORDERS)


def with_clues(clues: list[Clue]) -> GridInstance:
    return replace(EMPTY, clues=(*clues, *EMPTY.clues))


@settings(max_examples=scale(50), deadline=None)
@given(st.lists(st.one_of(ties, places), min_size=2, max_size=7, unique_by=lambda clue: clue.says))
def test_smallest_contradiction_matches_brute_force_over_subsets(clues: list[Clue]) -> None:
    found = find_smallest_contradiction(with_clues(clues))
    sizes = (
        size
        for size in range(len(clues) + 1)
        if any(not can_hold(subset) for subset in itertools.combinations(clues, size))
    )
    fewest = next(sizes, None)
    if fewest is None:
        assert found == ((), "none")
    else:
        assert found.status == "smallest"
        assert len(found.clues) == fewest
        assert not can_hold(found.clues)
        assert set(found.clues) <= set(clues)
        assert [clues.index(clue) for clue in found.clues] == sorted(clues.index(clue) for clue in found.clues)


@settings(max_examples=scale(30), deadline=None)
@given(st.lists(st.one_of(ties, places), min_size=2, max_size=7, unique_by=lambda clue: clue.says), st.integers(1, 60))
def test_contradiction_under_node_limit_is_minimal_or_unknown(clues: list[Clue], patience: int) -> None:
    found = find_smallest_contradiction(with_clues(clues), max_nodes=patience)
    if found.status in ("none", "unknown"):
        assert not found.clues
        assert found.status == "unknown" or can_hold(tuple(clues))
    else:
        assert not can_hold(found.clues)
        for clue in found.clues:
            assert can_hold(tuple(other for other in found.clues if other is not clue)), "each of them is needed"


def test_contradicting_clues_of_zebra_are_found() -> None:
    zebra = make_grid(read_puzzle_text("zebra"))
    names = {item.name: index for index, item in enumerate(zebra.items)}
    extra = SimpleClue("Water is drunk in the middle.", "at", (names["water"],), 5, 2)
    found = find_smallest_contradiction(replace(zebra, clues=(*zebra.clues, extra)))
    assert found.status == "smallest"
    assert [clue.says for clue in found.clues] == ["Milk is drunk in the middle house.", extra.says]


def test_contradiction_never_includes_the_all_different_clue() -> None:
    four = make_grid(make_small_puzzle("", positions=4))
    clues = [SimpleClue(f"{item} at the first", "at", (item,), 4, 0) for item in (0, 1)]
    found = find_smallest_contradiction(replace(four, clues=(*four.clues, *clues)))
    assert found.clues == tuple(clues)
    assert any(isinstance(clue, AllDifferentClue) for clue in four.clues)


@pytest.mark.parametrize("index", [1, 4, 5, 6])
def test_distinguishing_clues_leave_exactly_one_solution(index: int) -> None:
    full = make_grid(read_puzzle_text("four-houses"))
    open_puzzle = replace(full, clues=(*full.clues[:index], *full.clues[index + 1 :]))
    solutions = list(AssignmentSearch(open_puzzle).solutions())
    assert len(solutions) > 1
    candidates = list(GridNarrator(open_puzzle).list_further_clues())
    found = find_distinguishing_clues(solutions, candidates)
    assert {clue.kind for clue in found} <= {"at", "same", "right-of", "next-to"}
    chosen = {(clue.kind, clue.says): clue.solution for clue in found}
    for candidate in candidates:
        left = list(AssignmentSearch(replace(open_puzzle, clues=(*open_puzzle.clues, candidate))).solutions())
        key = (candidate.kind, candidate.says)
        assert (len(left) == 1) == (key in chosen)
        if key in chosen:
            assert left == [solutions[chosen[key]]]
