"""Parameter ranges of the catalog: each parameter at its lowest and its highest value gets an answer."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest

from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import instantiate, strategy_of
from ferryplan.generator.puzzle import load, load_catalog
from ferryplan.generator.puzzle_file import IntegerParameter, ListParameter
from ferryplan.planner.questions.solving import solve
from ferryplan.planner.status import is_final

LONG = {
    ("swap", "bears", 1000),
    ("jealous-couples", "couples", 10_000),
    ("cryptarithm", "base", 36),
    ("paid-oars", "missionaries", 1000),
    ("jugs", "capacities", (24,) * 5),
    ("logistics", "trucks", (1,) * 16),
    ("logistics", "planes", ()),
}
"""values that take more than two seconds"""
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
BY_THEOREM = {("hanoi", "discs", 20): 2**20 - 1}
"""a million actions: they are executed and counted, but not narrated"""
BY_ENGINES = {("logistics", "cities", 8), ("logistics", "planes", (1,) * 8)}
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


@pytest.mark.parametrize(
    ("puzzle", "key", "value"),
    [
        pytest.param(
            *end,
            marks=[pytest.mark.slow] * (end in LONG | BY_ENGINES | BY_THEOREM.keys()),
            id=f"{end[0]}-{end[1]}-{str(end[2])[:20]}",
        )
        for end in ENDS
    ],
)
def test_lowest_and_highest_parameter_values_are_solved_or_rejected(puzzle: str, key: str, value: Any) -> None:
    """The answer is a solution, a proof that none exists, or the reason for a refusal.

    The rules engine solves the puzzles, so that the test does not depend on installed planners.
    """
    if (puzzle, key, value) in BY_THEOREM:
        best = strategy_of(instantiate(load(puzzle), {key: value})).find_best_solution()
        assert best.total.moves == len(best.moves or ()) == BY_THEOREM[puzzle, key, value]
        return
    refused = REFUSED.get((puzzle, key, value))
    if not fits(puzzle, {name: spec.default for name, spec in load(puzzle).parameters.items()} | {key: value}):
        refused = f"^{puzzle}: [a-z]+: found .*(, expected |; a jug holds at most)"
    if key == "boats" and value > 1:
        refused = "'rules' searches the rules of the puzzle and cannot read PDDL"
    with pytest.raises(FerryplanError, match=refused) if refused else contextlib.nullcontext():
        engine = "fast-downward-opt" if (puzzle, key, value) in BY_ENGINES else "rules"
        timeout = 180 if (puzzle, key, value) in LONG else 60
        assert is_final(solve(load(puzzle), {key: value}, engine=engine, timeout=timeout).status)


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
