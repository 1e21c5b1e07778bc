"""Drawn grids and their unsolvable twins: each part is drawn many times, and an independent oracle checks it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import arrangements
import invented_puzzles
import pytest
from draft_samples import SMALL_GRID

from ferryplan.generator.grid.inventing import drafts as grids
from ferryplan.generator.inventing.wishes import (
    MissedWishError,
    PuzzleWishes,
)
from ferryplan.generator.puzzle_text import format_puzzle
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.theming import complete_words

JOINED = ("either", "exactly-one", "not-all", "neither", "if-then")


def _hidden(seed: str, numbered: bool) -> grids._HiddenSolution:
    categories = {"category A": ["a1", "a2", "a3", "a4", "a5"], "category B": ["b1", "b2", "b3", "b4", "b5"]}
    return grids._HiddenSolution(
        SeededRandom(seed), {**categories, "category C": list("12346" if numbered else "vwxyz")}
    )


@pytest.mark.parametrize("kind", grids.CLUE_DRAWERS)
def test_randomly_drawn_clues_are_true_in_the_hidden_solution(kind: str) -> None:
    """A drawn clue holds in the hidden solution, by the tests' own meaning of each kind.

    A clue about two values is drawn with different ones.
    """
    drawn = list[dict[str, Any]]()
    for seed in range(60):
        hidden = _hidden(f"{kind} {seed}", numbered=True)
        at = {value: spot + 1 for value, spot in hidden.positions_by_value.items()}
        clue = grids.CLUE_DRAWERS[kind][1](hidden, kind)
        if clue is not None:
            drawn.append(clue)
            whole = invented_puzzles._complete_clue(clue)
            assert arrangements.keeps_clue(whole, at, [*"12345"], {**hidden.categories})
            assert arrangements.find_clue_values(whole) <= {*at}
            if kind in JOINED[:-1]:
                parts = [
                    arrangements.find_clue_values(invented_puzzles._complete_clue(part))
                    for part in clue.get("either") or clue["clues"]
                ]
                assert len(parts) == 2
                assert not parts[0] & parts[1], "no value is in both"
    assert len({repr(one) for one in drawn}) > 5
    assert {one["clue"] for one in drawn} == {kind}


def _truths(parts: Sequence[Any], hidden: grids._HiddenSolution, others: Sequence[Any] = ()) -> set[tuple[bool, ...]]:
    """Return the combinations of truth values that the parts take in the arrangements.

    Only arrangements that satisfy the other clues count.
    """
    orders = itertools.permutations(range(1, hidden.position_count + 1))
    spots, wholes = (
        [f"{spot}" for spot in range(1, hidden.position_count + 1)],
        [invented_puzzles._complete_clue(part) for part in parts],
    )
    arranged = [
        {value: at for values, order in zip(hidden.columns, choice, strict=True) for value, at in zip(values, order, strict=True)}
        for choice in itertools.product([*orders], repeat=len(hidden.columns))
    ]  # fmt: skip
    kept = [
        at
        for at in arranged
        if all(
            arrangements.keeps_clue(invented_puzzles._complete_clue(one), at, spots, hidden.categories)
            for one in others
        )
    ]
    return {tuple(arrangements.keeps_clue(part, at, spots, hidden.categories) for part in wholes) for at in kept}


@pytest.mark.parametrize("kind", JOINED)
@pytest.mark.parametrize("positions", [2, 3])
def test_parts_of_drawn_clues_are_logically_independent(positions: int, kind: str) -> None:
    """The parts of a drawn clue take all four combinations of truth values.

    So no clue says "If A, then A", is always true, or says no more than one of its parts.
    """
    categories = {f"category {row}": [f"{row}{at}" for at in range(positions)] for row in "abcd"[: 6 - positions]}
    drawn = 0
    for seed in range(60):
        hidden = grids._HiddenSolution(SeededRandom(f"{seed}"), categories)
        clue = grids.CLUE_DRAWERS[kind][1](hidden, kind)
        if clue is not None:
            parts = [*arrangements.list_joined_clues(invented_puzzles._complete_clue(clue))]
            assert len(_truths(parts, hidden)) == 4, clue
            drawn += 1
    assert drawn > 5


SAYING = ("at", "not-at", "same", "different")
"""The kinds of clues that state or deny one link between two values."""


@pytest.mark.parametrize(("positions", "categories", "saying"), [(2, 6, SAYING), (3, 3, (*SAYING, "neither"))])
def test_no_clue_decides_parts_of_if_then_clues(positions: int, categories: int, saying: tuple[str, ...]) -> None:
    """No other clue decides whether a part of an if-then clue is true.

    With two positions, the two false parts of a "neither" clue decide much about other clues; so such a grid has no "neither" clues.
    """
    sizes, pairs = {"positions": range(positions, positions + 1), "categories": range(categories, categories + 1)}, 0
    for seed in range(8):
        wishes = PuzzleWishes(sizes=sizes, kinds=("if-then", *saying), minimal=False)
        try:
            draft = grids.draft_grid(SeededRandom(f"{seed}"), wishes)
        except MissedWishError:
            continue
        hidden = grids._HiddenSolution(SeededRandom("0"), {one.name: one.values for one in draft.puzzle.categories})
        clues = draft.puzzle.given_values()["clues"]
        for clue, other in itertools.product(clues, repeat=2):
            if clue["clue"] == "if-then" and other["clue"] in saying:
                pairs += 1
                for part in (clue["condition"], clue["consequence"]):
                    assert len(_truths([part], hidden, [other])) == 2, (clue, other)
    assert pairs > 10


@pytest.mark.parametrize("kind", ["more", "less", "times", "sum", "difference"])
def test_number_clues_need_a_category_of_numbers(kind: str) -> None:
    assert [grids.CLUE_DRAWERS[kind][1](_hidden(f"{seed}", numbered=False), kind) for seed in range(20)] == [None] * 20


def test_values_of_a_grid_have_different_names_and_numbers() -> None:
    numbered = 0
    for seed in range(40):
        made = grids._draw_categories(SeededRandom(f"{seed}"), 5, 4)
        values = [*itertools.chain.from_iterable(made.values())]
        assert [*map(len, made.values())] == [5] * 4
        assert len({*values}) == 20
        numbers = [int(value) for value in [*made.values()][-1] if value.isdigit()]
        numbered += bool(numbers)
        if numbers:
            assert len(numbers) == 5
            assert len({later - one for one, later in itertools.pairwise(numbers)}) == 1, "evenly spaced"
            assert min(numbers) >= 1
    assert 10 <= numbered <= 30, "half of them"
    assert not any(
        value.isdigit() for values in grids._draw_categories(SeededRandom("0"), 4, 2).values() for value in values
    )


def test_grid_that_no_clues_determine_is_rejected() -> None:
    """Clues about odd and even positions cannot distinguish the first position from the last of three."""
    for seed in range(5):
        with pytest.raises(MissedWishError, match="the puzzle had several solutions"):
            grids.draft_grid(SeededRandom(f"{seed}"), PuzzleWishes(sizes=SMALL_GRID, kinds=("odd", "even")))


def test_grid_with_redundant_clues_has_no_duplicate_clue() -> None:
    for seed in range(3):
        try:
            draft = grids.draft_grid(SeededRandom(f"{seed}"), PuzzleWishes(sizes=SMALL_GRID, minimal=False))
        except MissedWishError:
            continue
        clues = draft.puzzle.given_values()["clues"]
        assert len({repr(one) for one in clues}) == len(clues) > 5
        assert (
            len(
                [
                    *invented_puzzles.find_arrangements(
                        invented_puzzles.parse_puzzle(format_puzzle(complete_words(draft.puzzle)))
                    )
                ]
            )
            == 1
        )
        assert draft.proven["minimal"] is False


def test_proposed_unsolvable_twins_of_grids_keep_the_shape_of_clues() -> None:
    """A twin of a grid changes as many clues as it states, at least one, and has no clue twice."""
    draft = grids.draft_grid(
        SeededRandom("7"), PuzzleWishes(sizes={"positions": range(4, 5), "categories": range(3, 4)})
    )
    clues = draft.puzzle.given_values()["clues"]
    shapes = [grids._replace_values_by_types(one) for one in clues]
    for twin in itertools.islice(grids.propose_twins(SeededRandom("1"), draft.puzzle), 120):
        changed = twin.puzzle.given_values()["clues"]
        assert [grids._replace_values_by_types(one) for one in changed] == shapes
        different = sum(one != other for one, other in zip(clues, changed, strict=True))
        assert twin.change == f"{different} clue{'s' * (different > 1)} changed"
        assert different >= 1
        assert len({repr(one) for one in changed}) == len(changed)
