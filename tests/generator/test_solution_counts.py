"""Counts of solutions without a list, against published lists."""

from __future__ import annotations

import math
import random

import board_puzzles
import grid_puzzles
import pytest
import random_grids
import sum_puzzles
import word_sums
from budget import scale

from ferryplan.generator.assignment.instance import AssignmentInstance
from ferryplan.generator.assignment.search import AssignmentSearch

SEEDS = range(scale(30))


def count(instance: AssignmentInstance) -> int:
    """Return the number of solutions, and assert that a count that stops early is never too large."""
    whole = AssignmentSearch(instance)
    number = whole.count_solutions()
    assert number is not None
    assert (whole.found_count, whole.is_complete) == (number, True)
    for most in {1, whole.placement_count // 2, whole.placement_count} & {*range(1, whole.placement_count + 1)}:
        cut = AssignmentSearch(instance)
        assert cut.count_solutions(lambda nodes, most=most: nodes < most) is None
        assert (cut.placement_count, cut.is_complete) == (most, False)
        assert cut.found_count <= number
    return number


@pytest.mark.parametrize("seed", SEEDS)
def test_number_of_solutions_of_random_grids_matches_brute_force(seed: int) -> None:
    drawn = random_grids.draw_grid(random.Random(seed))
    assert count(grid_puzzles.make_grid(drawn.text)) == len(drawn.solutions)


def test_random_grids_include_zero_one_and_many_solutions() -> None:
    numbers = [len(random_grids.draw_grid(random.Random(seed)).solutions) for seed in SEEDS]
    assert numbers.count(0) > len(SEEDS) / 12
    assert numbers.count(1) > len(SEEDS) / 30
    assert sum(1 < number < 100 for number in numbers) > len(SEEDS) / 6
    assert max(numbers) > 1000


@pytest.mark.parametrize(("positions", "categories"), [(3, 2), (5, 5), (8, 6), (9, 9)])
def test_count_without_clues_includes_all_arrangements(positions: int, categories: int) -> None:
    names = [[f"{letter}{number}" for number in range(positions)] for letter in "ABCDEFGHIJKL"[:categories]]
    head, _, _ = grid_puzzles.make_small_puzzle("", positions=2).partition("count = 2")
    tables = "".join(f'[[categories]]\nname = "{values[0]}"\nvalues = {values}\n' for values in names)
    instance = grid_puzzles.make_grid(f"{head}count = {positions}\n{tables}".replace("'", '"'))
    assert AssignmentSearch(instance).count_solutions() == math.factorial(positions) ** categories


@pytest.mark.parametrize("number", range(1, 9))
def test_number_of_queens_solutions_matches_brute_force(number: int) -> None:
    assert count(board_puzzles.make_board("queens", queens=number)) == len(board_puzzles.list_queen_placements(number))


@pytest.mark.parametrize("name", board_puzzles.SUDOKUS)
def test_number_of_sudoku_solutions_matches_known_solutions(name: str) -> None:
    case = board_puzzles.SUDOKUS[name]
    assert count(board_puzzles.make_board("sudoku", givens=case.givens)) == case.solution_count


@pytest.mark.parametrize("seed", range(scale(10)))
def test_number_of_random_sudoku_solutions_matches_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    givens = "".join(digit if rng.random() < rng.choice([0.2, 0.5]) else "." for digit in "1234341221434321")
    assert count(board_puzzles.make_board("sudoku", givens=givens)) == len(board_puzzles.list_filled_grids(givens))


@pytest.mark.parametrize("seed", range(scale(12)))
def test_number_of_solutions_of_random_sums_matches_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    (text, base), zeros = sum_puzzles.draw_sum(rng), rng.random() < 0.5
    assert count(sum_puzzles.make_sum_instance(text, base, zeros)) == len(word_sums.solve_word_sum(text, base, zeros))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("TWO + TWO = FOUR", 7),
        ("SEND + MORE = MONEY", 1),  # H. E. Dudeney, Strand Magazine 68 (1924) 97
    ],
)
def test_number_of_solutions_of_published_sums_matches_known_number(text: str, expected: int) -> None:
    assert count(sum_puzzles.make_sum_instance(text)) == len(word_sums.solve_word_sum(text)) == expected
