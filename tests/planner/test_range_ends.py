"""Parameter ranges of the catalog: each parameter at its lowest and its highest value gets an answer."""

from __future__ import annotations

import re
from typing import Any

import pytest
from budget import FACTOR, draw_cases
from processes import MAX_WAIT_SECONDS

from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import instantiate, strategy_of
from ferryplan.generator.puzzle import load, load_catalog
from ferryplan.generator.puzzle_file import IntegerParameter, ListParameter
from ferryplan.planner.questions.solving import solve
from ferryplan.planner.status import is_final

LONG = [
    ("checkers", "men", 100),
    ("cryptarithm", "base", 36),
    ("deliveries", "tank", 1),
    ("elevator", "floors", 40),
    ("family", "daughters", 1000),
    ("family", "sons", 1000),
    ("four-elopements", "couples", 1000),
    ("jealous-couples", "single_men", 10_000),
    ("jealous-couples", "single_women", 10_000),
    ("missionaries-cannibals", "missionaries", 10_000),
    ("pieces", "rows", 12),
    ("swap", "hunters", 1000),
    ("weights", "weights", (1_000_000,)),
]
"""values that take a third of a second to two seconds"""
VERY_LONG = [
    ("swap", "bears", 1000),
    ("jealous-couples", "couples", 10_000),
    ("paid-oars", "missionaries", 1000),
    ("jugs", "capacities", (24,) * 5),
    ("logistics", "trucks", (1,)),
    ("logistics", "trucks", (1,) * 16),
    ("logistics", "planes", ()),
]
"""values that take several seconds to a minute"""
UNSAFE = "start: the start breaks a rule"
REFUSED = {
    ("cryptarithm", "base", 2): "the sum has 10 different letters",
    ("missionaries-cannibals", "cannibals", 10_000): UNSAFE,
    ("one-rowing-cannibal", "missionaries", 1): UNSAFE,
    ("one-rowing-cannibal", "cannibals", 1000): UNSAFE,
    ("paid-oars", "cannibals", 1000): UNSAFE,
    ("pieces", "pieces", 144): "found 144, expected a whole number from 1 to 64",
}
"""values that do not fit the defaults of the other parameters, with the message"""
HANOI = ("hanoi", "discs", 20)
"""a million actions: they are executed and counted, but not narrated"""
BY_ENGINES = [("logistics", "cities", 8), ("logistics", "planes", (1,) * 8)]
"""too many states for the rules engine; an optimal planner with a heuristic finishes"""
ENDS: list[tuple[str, str, Any]] = []
for puzzle in load_catalog():
    for key, spec in puzzle.parameters.items():
        match spec:
            case IntegerParameter(minimum=minimum, maximum=maximum):
                ENDS += [(puzzle.name, key, minimum), (puzzle.name, key, maximum)]
            case ListParameter(minimum=minimum, maximum=maximum, shortest=shortest, longest=longest):
                ENDS += [
                    (puzzle.name, key, (number,) * length)
                    for number in (minimum, maximum)
                    for length in (shortest, longest)
                ]


PUZZLES = sorted({puzzle for puzzle, _, _ in ENDS})


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_lowest_and_highest_parameter_values_are_solved_or_rejected(puzzle: str) -> None:
    """The answer is a solution, a proof that none exists, or the reason for a refusal.

    The rules engine solves the puzzles, so that the test does not depend on installed planners.
    """
    ends = [end for end in ENDS if end[0] == puzzle and end not in {*LONG, *VERY_LONG, *BY_ENGINES, HANOI}]
    assert [problem for end in ends if (problem := find_problem(*end))] == []


@pytest.mark.parametrize(
    ("puzzle", "key", "value"),
    [*draw_cases(LONG, 2), *(VERY_LONG if FACTOR > 1 else [])],
    ids=lambda value: str(value)[:20],
)
def test_largest_puzzles_are_solved(puzzle: str, key: str, value: Any) -> None:
    assert (puzzle, key, value) in ENDS
    assert find_problem(puzzle, key, value) is None


@pytest.mark.engines
@pytest.mark.parametrize(("puzzle", "key", "value"), BY_ENGINES, ids=lambda value: str(value)[:20])
def test_largest_logistics_tasks_are_solved_by_a_planner(puzzle: str, key: str, value: Any) -> None:
    assert (puzzle, key, value) in ENDS
    assert find_problem(puzzle, key, value, "fast-downward-opt") is None


@pytest.mark.parametrize("discs", [8] if FACTOR == 1 else [8, 20])
def test_theorem_gives_the_moves_of_large_towers(discs: int) -> None:
    assert HANOI in ENDS
    best = strategy_of(instantiate(load("hanoi"), {"discs": discs})).find_best_solution()
    assert best.total.moves == len(best.moves or ()) == 2**discs - 1


def find_problem(puzzle: str, key: str, value: Any, engine: str = "rules") -> str | None:
    """Return what is wrong with the answer for a value of a parameter, or None."""
    refused = REFUSED.get((puzzle, key, value))
    if not fits(puzzle, {name: spec.default for name, spec in load(puzzle).parameters.items()} | {key: value}):
        refused = f"^{puzzle}: [a-z]+: found .*(, expected |; a jug holds at most)"
    if key == "boats" and value > 1:
        refused = "'rules' searches the rules of the puzzle and cannot read PDDL"
    try:
        status = solve(load(puzzle), {key: value}, engine=engine, timeout=MAX_WAIT_SECONDS).status
    except FerryplanError as error:
        if refused and re.search(refused, str(error)):
            return None
        return f"{puzzle}, {key} {value}: {error}"
    if refused:
        return f"{puzzle}, {key} {value}: {status}, expected an error: {refused}"
    return None if is_final(status) else f"{puzzle}, {key} {value}: {status}"


def fits(puzzle: str, values: dict[str, Any]) -> bool:
    """Return whether the parameters of a planning task fit together."""
    match puzzle:
        case "elevator" | "ferry":
            stops, start = ("floors", "lift") if puzzle == "elevator" else ("shores", "ferry")
            there = {*values["origins"], *values["destinations"], values[start]}
            return len(values["origins"]) == len(values["destinations"]) and max(there) <= values[stops]
        case "logistics":
            places = [*range(1, values["cities"] * values["places"] + 1)]
            there = {*values["origins"], *values["destinations"], *values["trucks"]}
            as_many = len(values["origins"]) == len(values["destinations"])
            return as_many and there <= {*places} and {*values["planes"]} <= {*places[:: values["places"]]}
        case "pancakes":
            return sorted(values["stack"]) == [*range(1, len(values["stack"]) + 1)]
        case "jugs":
            jugs = values["capacities"]
            levels = (values["start"], values["goal"])
            held = all(len(of) <= len(jugs) and all(map(int.__le__, of, jugs)) for of in levels)
            return held and values["measure"] <= max(jugs)
    return True
