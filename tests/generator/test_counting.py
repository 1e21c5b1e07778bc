"""How many solutions there are: counted without a list, against lists made by others."""

from __future__ import annotations

import math
import random

import boards
import grids
import pytest
import random_grids
import sums
import words

from ferryplan.generator.placing.instance import PlacingInstance
from ferryplan.generator.placing.search import Search


def count(instance: PlacingInstance) -> int:
    """How many there are, once it is seen that a count cut short never says too much."""
    whole = Search(instance)
    number = whole.count()
    assert number is not None
    assert (whole.found, whole.complete) == (number, True)
    for most in {1, whole.nodes // 2, whole.nodes} & {*range(1, whole.nodes + 1)}:
        cut = Search(instance)
        assert cut.count(lambda nodes, most=most: nodes < most) is None
        assert (cut.nodes, cut.complete) == (most, False)
        assert cut.found <= number
    return number


@pytest.mark.parametrize("seed", range(60))
def test_random_grids(seed: int) -> None:
    drawn = random_grids.draw(random.Random(seed))
    assert count(grids.make(drawn.text)) == len(drawn.solutions)


def test_the_grids_drawn_have_no_solution_one_several_and_many() -> None:
    numbers = [len(random_grids.draw(random.Random(seed)).solutions) for seed in range(60)]
    assert numbers.count(0) > 5
    assert numbers.count(1) > 2
    assert sum(1 < number < 100 for number in numbers) > 10
    assert max(numbers) > 1000


@pytest.mark.parametrize(("positions", "categories"), [(3, 2), (5, 5), (8, 6), (9, 9)])
def test_without_clues_there_are_all_arrangements(positions: int, categories: int) -> None:
    names = [[f"{letter}{number}" for number in range(positions)] for letter in "ABCDEFGHIJKL"[:categories]]
    head, _, _ = grids.small("", positions=2).partition("count = 2")
    tables = "".join(f'[[categories]]\nname = "{values[0]}"\nvalues = {values}\n' for values in names)
    instance = grids.make(f"{head}count = {positions}\n{tables}".replace("'", '"'))
    assert Search(instance).count() == math.factorial(positions) ** categories


@pytest.mark.parametrize("number", range(1, 10))
def test_queens(number: int) -> None:
    assert count(boards.make("queens", queens=number)) == len(boards.standing_queens(number))


@pytest.mark.parametrize("name", boards.SUDOKUS)
def test_sudokus(name: str) -> None:
    case = boards.SUDOKUS[name]
    assert count(boards.make("sudoku", givens=case.givens)) == case.solutions


@pytest.mark.parametrize("seed", range(20))
def test_random_sudokus(seed: int) -> None:
    rng = random.Random(seed)
    givens = "".join(digit if rng.random() < rng.choice([0.2, 0.5]) else "." for digit in "1234341221434321")
    assert count(boards.make("sudoku", givens=givens)) == len(boards.filled_grids(givens))


@pytest.mark.parametrize("seed", range(30))
def test_random_sums(seed: int) -> None:
    rng = random.Random(seed)
    (text, base), zeros = sums.random_sum(rng), rng.random() < 0.5
    assert count(sums.sum_of(text, base, zeros)) == len(words.solutions(text, base, zeros))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("TWO + TWO = FOUR", 7),
        ("SEND + MORE = MONEY", 1),  # H. E. Dudeney, Strand Magazine 68 (1924) 97
    ],
)
def test_sums(text: str, expected: int) -> None:
    assert count(sums.sum_of(text)) == len(words.solutions(text)) == expected
