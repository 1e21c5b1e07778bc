"""Puzzles built in Python, of all families and with all rules: they round-trip through files.

The numbers of solutions and moves are counted by hand; the reasoning stands beside each.
"""

from __future__ import annotations

from typing import Any

import numpy
import pytest

import ferryplan


def river(*kinds: dict[str, Any], rules: tuple[dict[str, Any], ...] = (), **changed: Any) -> dict[str, Any]:
    """Return the tables of a crossing from the near side to the far side in a boat for two."""
    return {
        "family": "crossing",
        "name": "my-river",
        "places": [{"name": "near side"}, {"name": "far side"}],
        "kinds": list(kinds) or [{"name": "hiker", "count": 3}],
        "boat": {"capacity": 2},
        "rules": list(rules),
        "start": {"boat": "near side", "everyone": "near side"},
        "goal": {"everyone": "far side"},
        **changed,
    }


def street(*clues: dict[str, Any]) -> dict[str, Any]:
    """Return the tables of three houses with three people and three pets."""
    return {
        "family": "grid",
        "name": "my-street",
        "positions": {"name": "house", "plural": "houses", "count": 3},
        "categories": [
            {"name": "owner", "values": ["Ann", "Ben", "Cleo"]},
            {"name": "pet", "values": ["dog", "cat", "fish"]},
            {"name": "age", "values": ["10", "20", "30"]},
        ],
        "clues": list(clues),
    }


MAN, DOG, CAT = {"name": "man"}, {"name": "dog", "rows": False}, {"name": "cat", "rows": False}
MONKS, THIEVES = {"name": "monk", "count": 2}, {"name": "thief", "plural": "thieves", "count": 2}
BUILT: dict[str, dict[str, Any]] = {
    "several-of-a-kind": river(),
    "several-kinds": river({"name": "hiker", "count": 2}, {"name": "dog", "count": 2, "rows": False}),
    "one-of-a-kind": river(MAN, DOG),
    "names-of-their-own": river({"name": "hiker", "count": 2, "names": "Hiker {{ letter }}"}),
    "a-parameter": river(
        {"name": "hiker", "count": "hikers"},
        parameters={"hikers": {"type": "integer", "default": 3, "minimum": 1, "maximum": 9, "help": "how many hikers"}},
    ),
    "tuples": river(places=({"name": "near side"}, {"name": "far side"})),
    "an-island": river(places=[{"name": "near side"}, {"name": "island"}, {"name": "far side"}]),
    "paces": river(
        {"name": "hiker", "count": 3, "pace": "index + 1"},
        cost={"crossing": "slowest", "unit": "minute", "units": "minutes"},
        story="Three hikers take 1, 2 and 3 minutes to cross.",
    ),
    "weights": river({"name": "hiker", "count": 2, "weight": 60}, boat={"capacity": 2, "weight": 100}),
    "guard": river(MAN, DOG, CAT, rules=({"rule": "guard", "victims": ["cat"], "threats": ["dog"], "guardian": "man"},)),
    "outnumber": river(MONKS, THIEVES, rules=({"rule": "outnumber", "threats": ["thief"], "others": ["monk"]},)),
    "at-most": river(rules=({"rule": "at-most", "kinds": ["hiker"], "number": 2, "where": ["boat"]},)),
    "never-row-alone": river(
        {"name": "hiker", "count": 2}, {"name": "child", "plural": "children"},
        rules=({"rule": "never-row-alone", "kinds": ["child"]},),
    ),
    "must-cross-with": river(MAN, DOG, rules=({"rule": "must-cross-with", "kinds": ["dog"], "companions": ["man"]},)),
    "never-cross-with": river(
        {"name": "man", "count": 2}, DOG, rules=({"rule": "never-cross-with", "kinds": ["man"], "others": ["dog"]},)
    ),
    "first": river(MAN, DOG, CAT, rules=({"rule": "first", "kinds": ["cat"], "before": ["dog"]},)),
    "last": river(MAN, DOG, CAT, rules=({"rule": "last", "kinds": ["cat"], "after": ["dog"]},)),
    "deadline": river(
        MAN, DOG, CAT, rules=({"rule": "deadline", "kinds": ["cat"], "place": "near side", "crossings": 1},)
    ),
    "limit": river(rules=({"rule": "limit", "crossings": 3},)),
    "same": street({"clue": "same", "values": ["Ann", "dog"]}),
    "next-to": street({"clue": "next-to", "values": ["Ann", "Ben"]}),
    "left-of": street({"clue": "left-of", "value": "Ann", "of": "Ben"}),
    "distance": street({"clue": "distance", "values": ["Ann", "Ben"], "distance": 2}),
    "at": street({"clue": "at", "value": "Ann", "position": 1}),
    "end": street({"clue": "end", "value": "Ann"}),
    "between": street({"clue": "between", "value": "Ann", "of": ["Ben", "Cleo"]}),
    "either": street({"clue": "either", "either": [
        {"clue": "at", "value": "Ann", "position": 1}, {"clue": "at", "value": "Ann", "position": 3},
    ]}),
    "exactly-one": street({"clue": "exactly-one", "clues": [
        {"clue": "at", "value": "Ann", "position": 1}, {"clue": "at", "value": "Ben", "position": 1},
    ]}),
    "if-then": street({
        "clue": "if-then", "condition": {"clue": "at", "value": "Ann", "position": 1},
        "consequence": {"clue": "at", "value": "Ben", "position": 2},
    }),
    "more": street({"clue": "more", "category": "age", "value": "Ann", "than": "Ben"}),
    "times": street({"clue": "times", "category": "age", "value": "Ann", "of": "Ben", "times": 3}),
    "sum": street({"clue": "sum", "category": "age", "values": ["Ann", "Ben"], "makes": 50}),
    "queens": {"family": "board", "name": "my-queens", "board": {"kind": "queens", "size": 5}},
    "pieces": {
        "family": "board", "name": "my-rooks", "board": {"kind": "pieces", "piece": "rooks", "rows": 3, "columns": 3},
    },
    "sudoku": {
        "family": "board", "name": "my-sudoku", "board": {"kind": "sudoku", "givens": "cells"},
        "parameters": {"cells": {"type": "text", "default": "1234 3412 2143 432.", "help": "the cells"}},
    },
    "arithmetic": {"family": "arithmetic", "name": "my-sum", "sum": {"text": "A + A = BC"}},
}  # fmt: skip
MOVES = {
    "several-of-a-kind": 3,  # two over, one back, two over
    "several-kinds": 5,  # four cross in pairs: 2n - 3
    "one-of-a-kind": 1,
    "a-parameter": 3,
    "paces": 3,
    "weights": None,  # 120 kg exceed a boat for 100, and whoever crosses alone must bring it back
    "guard": 3,  # cat over, back, dog over: the dog and the cat are together only with the man
    "at-most": 3,
    "must-cross-with": 1,
    "never-cross-with": None,  # the dog cannot row, and no man goes with it
    "deadline": 3,  # the cat first
    "limit": 3,
}
"""The fewest crossings, or None for an unsolvable puzzle."""
SOLUTIONS = {
    "same": 6 * 6 * 6 // 3,  # each category in 6 orders; Ann has the dog in a third of them
    "next-to": 4 * 36,  # 4 of 6 orders have Ann beside Ben
    "left-of": 2 * 36,
    "distance": 2 * 36,
    "at": 2 * 36,
    "end": 4 * 36,
    "between": 2 * 36,
    "either": 4 * 36,
    "exactly-one": 4 * 36,
    "if-then": 5 * 36,  # only Ann, Cleo, Ben is ruled out
    "more": 6 * 6 * 3,
    "times": 6 * 6,  # 30 and 10
    "sum": 6 * 6 * 2,  # 20 and 30
    "queens": 10,
    "pieces": 6,  # three rooks on three rows and columns: 3!
    "sudoku": 1,
    "arithmetic": 5,  # 5 + 5 = 10, 6 + 6 = 12, 7 + 7 = 14, 8 + 8 = 16, 9 + 9 = 18; below 5, the sum has one digit
}


@pytest.mark.parametrize("name", BUILT)
def test_puzzles_built_in_python_survive_writing_and_reading_toml(name: str) -> None:
    puzzle = ferryplan.load(BUILT[name])
    assert ferryplan.load(f"{puzzle}\n") == ferryplan.load(puzzle.to_toml()) == puzzle
    assert repr(puzzle).endswith(f"File({puzzle.name!r})")
    assert f'name = "{puzzle.name}"' in str(puzzle)
    assert ferryplan.instantiate(puzzle) == ferryplan.instantiate(puzzle.to_toml())


@pytest.mark.parametrize(("name", "moves"), MOVES.items())
def test_built_crossings_have_the_expected_optimum(name: str, moves: int | None) -> None:
    result = ferryplan.solve(BUILT[name], engine="rules", advise=False)
    assert (result.solution and len(result.solution.steps)) == moves


@pytest.mark.parametrize(("name", "number"), SOLUTIONS.items())
def test_built_puzzles_have_the_expected_solution_count(name: str, number: int) -> None:
    assert len(ferryplan.all_solutions(BUILT[name])) == number


def test_travelers_of_one_kind_are_numbered() -> None:
    instance = ferryplan.instantiate(BUILT["several-kinds"])
    start = ferryplan.space(instance).initial
    assert set(start.places["near-side"]) == {"hiker 1", "hiker 2", "dog 1", "dog 2"}


def test_numpy_integers_are_accepted_as_integers() -> None:
    tables = river({"name": "hiker", "count": numpy.int64(3)})
    assert ferryplan.load(tables) == ferryplan.load(BUILT["several-of-a-kind"])
    assert ferryplan.instantiate("jealous-couples", couples=numpy.int64(4)).parameters == (
        ferryplan.instantiate("jealous-couples", couples=4).parameters
    )
    found = ferryplan.compare("jealous-couples", couples=numpy.arange(2, 4), engines=["rules"])
    assert [run.parameters["couples"] for run in found] == [2, 3]


@pytest.mark.parametrize(
    ("changed", "key"),
    [
        ({"kinds": [{"name": "hiker", "count": -1}]}, "kinds[0].count"),
        ({"kinds": [{"name": "hiker", "count": "three"}]}, "kinds[0].count"),
        ({"kinds": object()}, "kinds"),
        ({"kinds": {1, 2}}, "kinds"),
        ({"rules": None}, "rules"),
        ({"kindz": []}, "kindz"),
        ({"boat": {"capacity": 2.5}}, "boat.capacity"),
        ({"goal": {"everyone": "far sid"}}, "goal.everyone"),
        ({"family": "crosing"}, "family"),
        ({"name": "My river"}, "name"),
    ],
)
def test_error_for_puzzle_built_in_python_names_the_key(changed: dict[str, Any], key: str) -> None:
    with pytest.raises(ferryplan.PuzzleError) as wrong:
        ferryplan.instantiate(river() | changed)
    assert any(line.startswith("the puzzle: ") and key in line for line in wrong.value.mistakes)


@pytest.mark.parametrize("text", ["(define (domain d))", "; a comment\n( define (problem p)\n (:domain d))"])
def test_load_rejects_a_single_pddl_text(text: str) -> None:
    with pytest.raises(
        ferryplan.ArgumentValueError, match="a single string of PDDL is not enough; give a domain and a problem"
    ):
        ferryplan.load(text)


def test_session_rejects_engine_arguments_that_are_not_strings() -> None:
    with pytest.raises(ferryplan.ArgumentTypeError, match=r"^engines: "):
        ferryplan.Session(3)


def test_load_rejects_a_table_that_contains_itself() -> None:
    tables = river()
    tables["kinds"].append(tables)
    with pytest.raises(
        ferryplan.ArgumentValueError,
        match="puzzle: a table contains itself, which TOML does not allow; remove the cycle",
    ):
        ferryplan.load(tables)
