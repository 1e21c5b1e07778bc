"""Drawn sums and their given letters: each part is drawn many times, and an independent oracle checks it."""

from __future__ import annotations

import invented_puzzles
from budget import scale
from hypothesis import given, settings
from hypothesis import strategies as st

from ferryplan.generator.arithmetic import inventing as sums
from ferryplan.generator.inventing.wishes import (
    PuzzleWishes,
)
from ferryplan.generator.seeded_random import SeededRandom


@given(st.integers(0, 10_000))
@settings(max_examples=scale(6))
def test_drawn_product_uses_a_letter_for_each_digit(seed: int) -> None:
    one, _, other, _, product = sums._draw_product(SeededRandom(f"{seed}")).split()
    assert (len(one), len(other)) == (3, 2)
    assert len(product) in (4, 5)
    ways = invented_puzzles.solve_sum(f"{one} x {other} = {product}")
    assert ways, "the factors that were drawn"


@settings(max_examples=scale(30))
@given(st.lists(st.tuples(*[st.integers(0, 3)] * 3), min_size=1, max_size=4, unique=True), st.integers(0, 99))
def test_given_letters_determine_the_solution_without_redundancy(drawn: list[tuple[int, ...]], seed: int) -> None:
    found = [dict(zip("ABC", digits, strict=True)) for digits in drawn]
    telling = sums._choose_given_letters(found, SeededRandom(f"{seed}"))

    def ways(letters: dict[str, int]) -> int:
        return sum(letters.items() <= one.items() for one in found)

    assert ways(telling) == 1
    for letter in telling:
        assert ways({key: digit for key, digit in telling.items() if key != letter}) > 1


def test_given_letters_of_unsolvable_sum_twins_have_plausible_digits() -> None:
    """The given letters have different digits, and no first letter of a word is 0."""
    zeros = 0
    for seed in range(200):
        given_letters = sums._draw_given_letters(SeededRandom(f"{seed}"), "SEND + MORE = MONEY", 3)
        pairs = [one.split(" = ") for one in given_letters]
        assert len({letter for letter, _ in pairs}) == len({digit for _, digit in pairs}) == 3
        assert all(letter in "DEMNORSY" and 0 <= int(digit) <= 9 for letter, digit in pairs)
        zero = [letter for letter, digit in pairs if digit == "0"]
        assert not {*zero} & {*"SM"}
        zeros += len(zero)
    assert 0 < zeros < 60, "seldom, as in sums that are drawn"


def test_replace_words_changes_exactly_the_requested_number_of_words() -> None:
    words = ["SEND", "MORE", "MONEY", "LAMP", "TREE", "HOUSE", "RIVER"]
    for seed in range(40):
        other = sums._replace_words(SeededRandom(f"{seed}"), "SEND + MORE = MONEY", words, 1)
        pairs = [*zip(["SEND", "+", "MORE", "=", "MONEY"], other.split(), strict=True)]
        assert sum(one != changed for one, changed in pairs) == 1
        assert all(len(one) == len(changed) for one, changed in pairs)
        assert len({*other.split()}) == 5


def test_drawn_subtraction_starts_with_the_longest_word() -> None:
    """In a subtraction the longest word comes first, and the others in any order."""
    words, left = ["ABC", "DEFG", "HIJKL"], set[str]()
    for seed in range(20):
        total, minus, taken, equals, rest = sums._draw_sum(
            SeededRandom(f"{seed}"), PuzzleWishes(), "minus", words
        ).split()
        assert (total, minus, equals) == ("HIJKL", "-", "=")
        assert {taken, rest} == {"ABC", "DEFG"}
        left.add(rest)
    assert left == {"ABC", "DEFG"}
