"""What is left to items: never less than the solutions need, and little enough that the search hardly tries anything."""

from __future__ import annotations

import itertools
import random

import boards
import grids
import pytest
import random_grids
import sums
import words

from ferryplan.generator.arithmetic.clues import additions_in
from ferryplan.generator.placing.instance import PlacingInstance
from ferryplan.generator.placing.propagation import Propagation
from ferryplan.generator.placing.search import Search
from ferryplan.generator.placing.ties import ties_of

NEWSPAPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
LONG = (
    "SO + MANY + MORE + MEN + SEEM + TO + SAY + THAT + THEY + MAY + SOON + TRY + TO + STAY + AT + HOME + SO + AS + TO + SEE + OR + HEAR"
    " + THE + SAME + ONE + MAN + TRY + TO + MEET + THE + TEAM + ON + THE + MOON + AS + HE + HAS + AT + THE + OTHER + TEN = TESTS"
)


def left_to(instance: PlacingInstance) -> list[set[int]]:
    """The spots left to each item; none to any where it is seen that there is no solution."""
    left = Propagation(instance, ties_of(instance)).start({})
    masks = [0] * len(instance.items) if left is None else left
    return [{spot for spot in range(len(instance.spots)) if mask >> spot & 1} for mask in masks]


def assert_nothing_is_lost(instance: PlacingInstance, solutions: set[tuple[int, ...]]) -> None:
    left = left_to(instance)
    assert all(spot in left[item] for solution in solutions for item, spot in enumerate(solution))
    found = [tuple(spot for _, spot in sorted(solution)) for solution in Search(instance).solutions()]
    assert sorted(found) == sorted(solutions)
    assert found == [tuple(spot for _, spot in sorted(solution)) for solution in Search(instance).solutions()]


@pytest.mark.parametrize("number", range(1, 9))
def test_queens(number: int) -> None:
    assert_nothing_is_lost(boards.make("queens", queens=number), boards.standing_queens(number))


@pytest.mark.parametrize("seed", range(40))
def test_sums(seed: int) -> None:
    rng = random.Random(seed)
    text, base = sums.random_sum(rng)
    instance = sums.sum_of(text, base)
    assert_nothing_is_lost(instance, {tuple(one) for one in words.solutions(text, base)})
    addition, least = additions_in(instance)[0], additions_in(instance)[0].least
    # Digits of single columns, with whatever is carried between: what columns leave is what some digits, equal or not, come out with.
    digits = [range(least[letter], base) for letter in range(len(least))]
    if len(addition.columns) == 1:
        terms = addition.columns[0].terms
        right = [one for one in itertools.product(*digits) if sum(count * one[letter] for letter, count in terms) == 0]
        left = [sum(1 << digit for digit in among) for among in digits]
        assert (addition.narrow(left) is None) == (not right)
        if right:
            assert left == [sum(1 << digit for digit in {*column}) for column in zip(*right, strict=True)]


@pytest.mark.parametrize("seed", range(60))
def test_grids(seed: int) -> None:
    drawn = random_grids.draw(random.Random(seed))
    instance = grids.make(drawn.text)
    if len(drawn.solutions) < 500:
        assert len(list(Search(instance).solutions())) == len(drawn.solutions)


def test_a_digit_that_one_cell_can_hold_is_given_to_it() -> None:
    # The 1 of the first row can only be in its first cell: columns 2 to 4 have one, though each cell of the row may hold several digits.
    instance = boards.make("sudoku", givens="......1....1.1..")
    first = next(index for index, item in enumerate(instance.items) if item.name == "r1c1")
    assert len(instance.items[first].spots) > 1
    assert left_to(instance)[first] == {0}


@pytest.mark.parametrize("givens", [NEWSPAPER])
def test_a_sudoku_for_people_takes_no_trial(givens: str) -> None:
    search = Search(boards.make("sudoku", givens=givens))
    assert (search.count(), search.nodes) == (1, 0)


@pytest.mark.parametrize(
    ("instance", "most"),
    [
        *((boards.make("queens", queens=number), 100) for number in range(4, 31)),
        (boards.make("sudoku", givens=INKALA), 400),
        (sums.sum_of(LONG), 400),
        (sums.sum_of("SEND + MORE = MONEY"), 20),
    ],
    ids=str,
)
def test_few_trials_to_the_first_solution(instance: PlacingInstance, most: int) -> None:
    assert Search(instance).first(most) is not None
