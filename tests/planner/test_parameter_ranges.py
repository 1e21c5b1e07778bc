"""Several values of a parameter at once."""

from __future__ import annotations

import pytest

from ferryplan.generator.errors import ParameterError
from ferryplan.generator.puzzle import load
from ferryplan.planner.parameter_ranges import parse_parameter_combinations

PUZZLE = load("jealous-couples")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("3", [3]),
        ("2..4", [2, 3, 4]),
        ("4..4", [4]),
        ("5,2,3", [5, 2, 3]),
        ("7, 2..3 ,2", [7, 2, 3]),
        ("0003", [3]),
    ],
)
def test_number_lists_and_ranges_are_parsed(text: str, values: list[int]) -> None:
    assert parse_parameter_combinations(PUZZLE, {"couples": text}) == [{"couples": value} for value in values]


@pytest.mark.parametrize(("text", "values"), [("yes", [True]), ("no,yes", [False, True]), ("Yes, yes", [True])])
def test_boolean_lists_are_parsed(text: str, values: list[bool]) -> None:
    assert parse_parameter_combinations(PUZZLE, {"bypass": text}) == [{"bypass": value} for value in values]


def test_the_last_parameter_changes_fastest() -> None:
    found = parse_parameter_combinations(PUZZLE, {"couples": "2,3", "bypass": "yes,no"})
    assert [(values["couples"], values["bypass"]) for values in found] == [(2, True), (2, False), (3, True), (3, False)]
    assert parse_parameter_combinations(PUZZLE, {}) == [{}]


@pytest.mark.parametrize(
    ("key", "text", "message"),
    [
        ("couples", "", "jealous-couples: couples: found '', expected a number, a range such as 2..4"),
        ("couples", "two", "found 'two', expected a number"),
        ("couples", "2,,3", "found '2,,3', expected a number"),
        ("couples", "-1", "found '-1', expected a number"),
        ("couples", "2...4", "found '2...4', expected a number"),
        ("couples", "1.5", "found '1.5', expected a number"),
        ("couples", "٣", "found '٣', expected a number"),
        ("couples", "4..2", "found '4..2', expected a range from the lower to the higher number"),
        ("couples", "0", "found 0, expected 1 to 1000"),
        ("couples", "2..10001", "found 10001, expected 1 to 10000"),
        ("couples", f"1..{'9' * 5000}", f"found {'9' * 20}, expected 1 to 1000"),
        ("bypass", "maybe", "bypass: found 'maybe', expected yes, no or yes,no"),
        ("bypass", "", "bypass: found '', expected yes, no or yes,no"),
    ],
)
def test_invalid_ranges_are_rejected(key: str, text: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message.replace(".", r"\.")):
        parse_parameter_combinations(PUZZLE, {key: text})


def test_over_100000_combinations_are_rejected() -> None:
    with pytest.raises(ParameterError, match="found 1,000,000 combinations of parameters, expected at most 100,000"):
        parse_parameter_combinations(PUZZLE, {"couples": "1..1000", "capacity": "1..1000"})
