"""Propagation of domains: it loses no solution, and it excludes enough to keep the search small."""

from __future__ import annotations

import itertools
import random

import board_puzzles
import grid_puzzles
import pytest
import random_grids
import sum_puzzles
import word_sums
from budget import scale

from ferryplan.generator.arithmetic.clues import find_additions
from ferryplan.generator.assignment.constraint_network import build_network
from ferryplan.generator.assignment.instance import AssignmentInstance
from ferryplan.generator.assignment.propagation import Propagator
from ferryplan.generator.assignment.search import AssignmentSearch

NEWSPAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
LONG = (
    "SO + MANY + MORE + MEN + SEEM + TO + SAY + THAT + THEY + MAY + SOON + TRY + TO + STAY + AT + HOME + SO + AS + TO + SEE + OR + HEAR"
    " + THE + SAME + ONE + MAN + TRY + TO + MEET + THE + TEAM + ON + THE + MOON + AS + HE + HAS + AT + THE + OTHER + TEN = TESTS"
)


def left_to(instance: AssignmentInstance) -> list[set[int]]:
    """Return the domain of each item; empty domains if propagation finds that no solution exists."""
    left = Propagator(instance, build_network(instance)).narrow_initial_domains({})
    masks = [0] * len(instance.items) if left is None else left
    return [{spot for spot in range(len(instance.spots)) if mask >> spot & 1} for mask in masks]


def assert_nothing_is_lost(instance: AssignmentInstance, solutions: set[tuple[int, ...]]) -> None:
    left = left_to(instance)
    assert all(spot in left[item] for solution in solutions for item, spot in enumerate(solution))
    found = [tuple(spot for _, spot in sorted(solution)) for solution in AssignmentSearch(instance).solutions()]
    assert sorted(found) == sorted(solutions)
    assert found == [tuple(spot for _, spot in sorted(solution)) for solution in AssignmentSearch(instance).solutions()]


@pytest.mark.parametrize("number", range(1, 8))
def test_propagation_loses_no_solution_of_queens(number: int) -> None:
    assert_nothing_is_lost(
        board_puzzles.make_board("queens", queens=number), board_puzzles.list_queen_placements(number)
    )


@pytest.mark.parametrize("seed", range(scale(20)))
def test_propagation_loses_no_solution_of_sums(seed: int) -> None:
    rng = random.Random(seed)
    text, base = sum_puzzles.draw_sum(rng)
    instance = sum_puzzles.make_sum_instance(text, base)
    assert_nothing_is_lost(instance, {tuple(one) for one in word_sums.solve_word_sum(text, base)})
    addition, least = find_additions(instance)[0], find_additions(instance)[0].least
    # For a single column, carries included, propagation leaves exactly the digits of its solutions, in which letters may share a digit.
    digits = [range(least[letter], base) for letter in range(len(least))]
    if len(addition.columns) == 1:
        terms = addition.columns[0].terms
        right = [one for one in itertools.product(*digits) if sum(count * one[letter] for letter, count in terms) == 0]
        left = [sum(1 << digit for digit in among) for among in digits]
        assert (addition.narrow_domains(left) is None) == (not right)
        if right:
            assert left == [sum(1 << digit for digit in {*column}) for column in zip(*right, strict=True)]


@pytest.mark.parametrize("seed", range(scale(25)))
def test_search_with_propagation_finds_all_grid_solutions(seed: int) -> None:
    drawn = random_grids.draw_grid(random.Random(seed))
    instance = grid_puzzles.make_grid(drawn.text)
    if len(drawn.solutions) < 500:
        assert len(list(AssignmentSearch(instance).solutions())) == len(drawn.solutions)


def test_digit_with_a_single_cell_is_placed() -> None:
    # The 1 of the first row can only be in its first cell: columns 2 to 4 have a 1, though each cell of the row may hold several digits.
    instance = board_puzzles.make_board("sudoku", givens="......1....1.1..")
    first = next(index for index, item in enumerate(instance.items) if item.name == "r1c1")
    assert len(instance.items[first].spots) > 1
    assert left_to(instance)[first] == {0}


def test_first_queens_are_placed_within_a_hundred_nodes() -> None:
    boards = {number: board_puzzles.make_board("queens", queens=number) for number in range(4, 31)}
    assert [number for number, board in boards.items() if AssignmentSearch(board).find_first(100) is None] == []


def test_easy_sudoku_is_solved_by_propagation_alone() -> None:
    search = AssignmentSearch(board_puzzles.make_board("sudoku", givens=NEWSPAPER))
    assert (search.count_solutions(), search.placement_count) == (1, 0)


@pytest.mark.parametrize(
    ("instance", "most"),
    [
        (board_puzzles.make_board("sudoku", givens=INKALA), 400),
        (sum_puzzles.make_sum_instance(LONG), 400),
        (sum_puzzles.make_sum_instance("SEND + MORE = MONEY"), 20),
    ],
    ids=["sudoku", "long sum", "sum"],
)
def test_first_solution_is_found_within_few_nodes(instance: AssignmentInstance, most: int) -> None:
    assert AssignmentSearch(instance).find_first(most) is not None
