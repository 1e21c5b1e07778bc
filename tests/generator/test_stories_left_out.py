"""Generated stories for puzzles with numbered travelers or a parameter for their number."""

from __future__ import annotations

import pytest

import ferryplan

HIKERS = """
family = "crossing"
name = "hikers"
places = [{ name = "near side" }, { name = "far side" }]
kinds = [{ name = "hiker", count = COUNT, names = "Hiker {{ number }}", AMOUNT }]
boat = { capacity = 2, weight = LOAD }
COST
start = { boat = "near side", everyone = "near side" }
goal = { everyone = "far side" }
[parameters.hikers]
type = "integer"
default = 3
minimum = 1
maximum = 30
help = "the number of hikers"
"""
SLOWEST = 'cost = { crossing = "slowest", unit = "minute", units = "minutes" }'
CHEAPEST = 'cost = { crossing = "rower", unit = "coin", units = "coins" }'
FORMULA = "minutes each, where 'index' is 0 for the first of them, 1 for the second, and so on."


def tell_story(amount: str, cost: str = "", count: str = "3", load: str = "", **parameters: int) -> str:
    text = HIKERS.replace("COUNT", count).replace("AMOUNT", amount).replace("COST", cost)
    return ferryplan.instantiate(text.replace(", weight = LOAD", load), parameters).story


@pytest.mark.parametrize(
    ("amount", "cost", "load", "says"),
    [
        ('pace = "index + 1"', SLOWEST, "", "The hikers take one, two and three minutes."),
        ('pace = "number * number"', SLOWEST, "", "The hikers take one, four and nine minutes."),
        ('fee = "2 * number"', CHEAPEST, "", "The hikers ask for two, four and six coins."),
        ('weight = "10 + 5 * index"', "", ", weight = 40", "The hikers weigh ten, 15 and 20."),
        ('pace = "1 + hikers"', SLOWEST, "", "The hikers take 4 minutes."),
        ("pace = 2", SLOWEST, "", "The hikers take two minutes each."),
    ],
)
def test_story_lists_the_amount_of_each_traveler(amount: str, cost: str, load: str, says: str) -> None:
    assert says in tell_story(amount, cost, load=load)


def test_story_uses_the_singular_for_one_traveler() -> None:
    assert "The hiker takes one minute." in tell_story('pace = "number"', SLOWEST, count="1")


@pytest.mark.parametrize("count", ['"hikers"', "13"])
def test_story_gives_formula_where_amounts_cannot_be_listed(count: str) -> None:
    """The story gives a formula for amounts that it cannot list.

    The story is written before parameters have values, and thirteen amounts are too many to read.
    """
    assert f"The hikers take index + 1 {FORMULA}" in tell_story('pace = "index + 1"', SLOWEST, count)
    assert f"The hikers take index + 3 {FORMULA}" in tell_story('pace = "index + hikers"', SLOWEST, count)


def test_story_fills_in_the_number_of_travelers() -> None:
    """The number is filled in within a choice of words, too; once `{{ hikers }}` stayed in the text."""
    assert tell_story('plural = "hikers"', count='"hikers"').startswith(
        "3 hikers are at the near side and have to get to"
    )
    assert tell_story('plural = "hikers"', count='"hikers"', hikers=1).startswith(
        "A hiker is at the near side and has to get to"
    )


def test_invalid_amount_formula_is_reported_with_its_key() -> None:
    with pytest.raises(ferryplan.PuzzleError, match=r"kinds\[0\]\.pace: .*divides by 0") as caught:
        tell_story('pace = "6 // (number - 1)"', SLOWEST)
    assert caught.value.key == "kinds[0].pace"
    assert caught.value.line == 5


def test_puzzle_with_paces_by_formula_is_solved() -> None:
    """Paces 1, 2 and 5 take 8 minutes: 1 and 2 cross, 1 returns, 1 and 5 cross."""
    text = HIKERS.replace("COUNT", "3").replace("AMOUNT", 'pace = "1 + index * index"').replace("COST", SLOWEST)
    result = ferryplan.solve(text.replace(", weight = LOAD", ""))
    assert result.to_dict()["cost"] == 8
