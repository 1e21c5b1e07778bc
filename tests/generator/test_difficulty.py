"""Difficulty of puzzles.

The measures of crossings are compared with a count of all shortest plans over sets of names; the levels rank known puzzles.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from collections import Counter
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Any

import oracle
import pytest
from support import make_instance

from ferryplan.generator.crossing import difficulty as crossing_difficulty
from ferryplan.generator.difficulty import LEVEL_NAMES, Difficulty, grade_effort
from ferryplan.generator.families import difficulty_of, family_of, instantiate, instantiate_smallest
from ferryplan.generator.puzzle import load, load_catalog
from ferryplan.planner.cli.command_line import run_command_line

Alike = Callable[[oracle.Situation], Hashable]


def by_kind(situation: oracle.Situation) -> Hashable:
    """Return the position of the boat and how many travelers of each kind are at each place.

    Travelers whose names begin with the same letter are of one kind.
    """
    return situation[0], frozenset(Counter((name[0], place) for name, place in situation[1]).items())


def by_name(situation: oracle.Situation) -> Hashable:
    return situation


def best_ways(puzzle: oracle.Puzzle, alike: Alike) -> tuple[list[list[tuple[Hashable, int]]], dict[Hashable, set]]:
    """Return every shortest path up to `alike`, and the moves from each state.

    A path lists its states, each with the number of travelers who have reached their goal.
    """
    start = puzzle.initial_situation()
    states, queue = {alike(start): start}, [start]
    onward: dict[Hashable, set[tuple[Hashable, Hashable]]] = {}
    for situation in queue:
        onward[alike(situation)] = set()
        for aboard, _, after in puzzle.successors(situation):
            sort = frozenset(Counter(name[0] if alike is by_kind else name for name in aboard).items())
            onward[alike(situation)].add((sort, alike(after)))
            if alike(after) not in states:
                states[alike(after)] = after
                queue.append(after)

    def over(state: Hashable) -> int:
        return sum(puzzle.ends.get(name, puzzle.places[-1]) == place for name, place in states[state][1])

    ways = [[(alike(start), over(alike(start)))]]
    while not any(puzzle.is_goal(states[way[-1][0]]) for way in ways):
        ways = [[*way, (after, over(after))] for way in ways for _, after in onward[way[-1][0]]]
        assert ways
        assert len(ways) < 200_000
    return [way for way in ways if puzzle.is_goal(states[way[-1][0]])], onward


CASES = [
    ("wolf-goat-cabbage", {}, oracle.wolf_goat_cabbage(), by_name),
    ("missionaries-cannibals", {}, oracle.missionaries_cannibals(), by_kind),
    ("missionaries-cannibals", {"missionaries": 3, "cannibals": 2}, oracle.missionaries_cannibals(3, 2), by_kind),
    ("missionaries-cannibals", {"missionaries": 2, "cannibals": 2}, oracle.missionaries_cannibals(2, 2), by_kind),
    (
        "missionaries-cannibals",
        {"missionaries": 2, "cannibals": 2, "islands": 1},
        oracle.missionaries_cannibals(2, 2, islands=1),
        by_kind,
    ),
    ("swap", {"hunters": 3, "bears": 2}, oracle.swap(3, 2), by_kind),
    ("family", {"sons": 1, "daughters": 1}, oracle.family(1, 1), by_name),
]


@pytest.mark.parametrize(("name", "parameters", "puzzle", "alike"), CASES)
def test_difficulty_measures_of_crossings_match_brute_force(
    name: str, parameters: dict[str, Any], puzzle: oracle.Puzzle, alike: Alike
) -> None:
    """The measures agree with a list of all shortest plans.

    A move off all shortest plans counts unless it leads to a state from which such a plan came.
    """
    found = difficulty_of(make_instance(name, capacity=2, **parameters)).measures
    ways, onward = best_ways(puzzle, alike)
    good, came = dict[Hashable, set](), dict[Hashable, set[Hashable]]()
    for way in ways:
        for (state, _), (after, _) in itertools.pairwise(way):
            good.setdefault(state, set()).update(move for move in onward[state] if move[1] == after)
            came.setdefault(after, set()).add(state)
    astray = {
        state: [one for one in onward[state] if one not in moves and one[1] not in came.get(state, ())]
        for state, moves in good.items()
    }
    chance = sum(math.prod(1 / (len(good[state]) + len(astray[state])) for state, _ in way[:-1]) for way in ways)
    away = min(sum(after < before - 1 for (_, before), (_, after) in itertools.pairwise(way)) for way in ways)
    assert (found["best"], found["crossings"], found["away"]) == (len(ways), len(ways[0]) - 1, away)
    assert found["bits"] == pytest.approx(-math.log2(chance), abs=0.01)
    assert (found["passed"], found["forks"]) == (len(good), sum(map(bool, astray.values())))
    assert found["situations"] == len(onward)


def test_crossing_levels_rank_puzzles_as_people_do() -> None:
    """The levels rank crossings as people do.

    The farmer's puzzle is easier than missionaries and cannibals, where solvers stumble over the crossing that takes two back: Jeffries,
    Polson, Razran and Atwood (1977). Four couples with an island take 16 crossings: Pressman and Singmaster (1989).
    """
    farmer, missionaries, couples, pairs = (
        difficulty_of(make_instance(name, **parameters))
        for name, parameters in [
            ("wolf-goat-cabbage", {}),
            ("missionaries-cannibals", {"capacity": 2}),
            ("jealous-couples", {"couples": 4, "islands": 1, "capacity": 2}),
            ("jealous-couples", {"couples": 2, "capacity": 2}),
        ]
    )
    levels = [one.level for one in (pairs, farmer, missionaries, couples)]
    assert all(isinstance(level, int) and 1 <= level <= 5 for level in levels)
    assert sorted(set(levels)) == levels
    efforts = [one.effort for one in (pairs, farmer, missionaries, couples)]
    assert sorted(set(efforts)) == efforts
    # in both puzzles one crossing, the middle one, takes back more travelers than the rower
    assert (farmer.measures["away"], missionaries.measures["away"], pairs.measures["away"]) == (1, 1, 0)
    assert (farmer.measures["situations"], farmer.measures["best"], missionaries.measures["best"]) == (10, 2, 4)


@pytest.mark.parametrize(
    ("name", "parameters", "says"),
    [
        ("jealous-couples", {"couples": 4, "capacity": 2}, "The puzzle has no solution"),
        ("bridge-torch", {"boats": 2}, "2 boats"),
    ],
)
def test_ungraded_crossing_puzzle_has_a_reason(name: str, parameters: dict[str, Any], says: str) -> None:
    found = difficulty_of(make_instance(name, **parameters))
    assert (found.level, found.effort, dict(found.measures)) == (None, None, {})
    (reason,) = found.reasons
    assert says in reason
    assert found.level_sentence == "Not graded."


def test_puzzle_with_too_many_states_is_not_graded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crossing_difficulty, "MAX_STATES", 1000)
    found = difficulty_of(make_instance("jealous-couples", couples=4, capacity=3, islands=2))
    assert (found.level, found.reasons) == (None, ("The puzzle is too large to grade: it has over 1,000 states.",))


def test_effort_equal_to_a_threshold_gets_the_harder_level() -> None:
    levels = [grade_effort(effort, (1, 2, 3, 4), {}, ()).level for effort in (0, 0.99, 1, 2.5, 3, 4, 1000)]
    assert levels == [1, 1, 2, 3, 4, 5, 5]
    assert [Difficulty(level, 0, {}, ()).level_sentence for level in (1, 5)] == [
        f"Difficulty 1 of 5: {LEVEL_NAMES[0]}.",
        f"Difficulty 5 of 5: {LEVEL_NAMES[4]}.",
    ]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Return a function that runs `plan` with arguments in this process and returns its output."""
    monkeypatch.setenv("COLUMNS", "10000")

    def run(*arguments: str) -> str:
        assert run_command_line([*arguments]) == 0
        return capsys.readouterr().out

    return run


def test_show_prints_difficulty_level_and_reasons(run: Callable[..., str]) -> None:
    told = run("show", "wolf-goat-cabbage", "--difficulty")
    assert (
        "Difficulty 2 of 5: easy.\n  - The best solution takes 7 crossings. There are 2 such solutions, up to symmetry.\n"
        in told
    )
    assert "1 crossing back has to carry more travelers than the one who rows." in told
    assert "Difficulty" not in run("show", "wolf-goat-cabbage")
    data = json.loads(run("show", "wolf-goat-cabbage", "--difficulty", "--format", "json"))["difficulty"]
    assert (data["level"], data["measures"]["crossings"], data["measures"]["situations"]) == (2, 7, 10)
    assert data["reasons"][0] in told.replace("\n", " ")
    none = run("show", "jealous-couples", "--couples", "4", "--capacity", "2", "--difficulty")
    assert "Not graded.\n  - The puzzle has no solution." in none


EASY = (
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",  # Project Euler, problem 96, grid 1
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",  # Wikipedia, "Sudoku", its first example
)
ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
"""The sudoku AI Escargot, Arto Inkala 2006."""


def grade(name: str, **parameters: Any) -> Difficulty:
    return difficulty_of(instantiate(load(name), parameters))


def test_published_easy_sudokus_are_easier_than_a_published_hard_one() -> None:
    easy, hard = [grade("sudoku", givens=givens) for givens in EASY], grade("sudoku", givens=ESCARGOT)
    assert max(one.level for one in easy) < hard.level
    assert all(one.measures["supposed"] == one.measures["together"] == 0 for one in easy), "filled by singles alone"
    assert hard.measures["supposed"] > 0
    assert max(one.effort for one in easy) < hard.effort


def test_assignment_levels_rank_puzzles_as_people_do() -> None:
    """The levels rank assignment puzzles as people do.

    Four houses are below the zebra. Small sums are below SEND + MORE = MONEY (Dudeney 1924), and this one is below DONALD + GERALD = ROBERT,
    which A. Newell and H. A. Simon gave to people with D = 5 as a help (Human Problem Solving, 1972).
    """
    houses, zebra = grade("four-houses"), grade("zebra")
    assert houses.level < zebra.level
    sums = [
        grade("cryptarithm", sum=text) for text in ("TO + GO = OUT", "SEND + MORE = MONEY", "DONALD + GERALD = ROBERT")
    ]
    assert [one.level for one in sums] == sorted({one.level for one in sums})
    assert [one.measures["letters"] for one in sums] == [4, 8, 10]
    assert [one.measures["columns"] for one in sums] == [3, 5, 6]
    queens = [grade("queens", queens=number).effort for number in (4, 8, 12)]
    assert queens == sorted(queens)


def test_difficulty_counts_the_steps_of_the_explanation(run: Callable[..., str]) -> None:
    """The steps, counted by kind, are the steps that ``--explain`` prints."""
    for name in ("four-houses", "zebra"):
        told = json.loads(run(name, "--explain", "--format", "json"))["explanation"]
        kinds, found = Counter(step["kind"] for step in told), grade(name).measures
        assert found["steps"] == len(told)
        assert (found["clue"], found["together"]) == (kinds["clue"], kinds["together"])
        assert (found["last"], found["supposed"]) == (kinds["last"] + kinds["only"], kinds["supposed"] + kinds["tried"])
        assert found["most_together"] == max(len(step["clues"]) for step in told if step["kind"] == "together")


@pytest.mark.parametrize(
    ("name", "parameters", "says"),
    [
        ("sudoku", {"givens": "." * 16}, "The puzzle has several solutions"),
        ("sudoku", {"givens": "12.....3....4..."}, "The puzzle has no solution"),
        ("queens", {"queens": 3}, "The puzzle has no solution"),
        ("cryptarithm", {"sum": "A + A = AB"}, "The puzzle has no solution"),
    ],
)
def test_ungraded_assignment_puzzle_has_a_reason(name: str, parameters: dict[str, Any], says: str) -> None:
    found = grade(name, **parameters)
    assert (found.level, found.effort) == (None, None)
    assert says in found.reasons[0]


ROW = re.compile(r"\| `([\w-]+)(?: --(\w+) (\d+))?` \| (\d) \| ([\d.]+) \|")


def test_documented_levels_match_computed_levels() -> None:
    """The table of `docs/difficulty.md` shows the computed levels and efforts."""
    text = (Path(__file__).parents[2] / "docs" / "difficulty.md").read_text()
    rows = ROW.findall(text)
    for name, key, value, level, effort in rows:
        found = difficulty_of(instantiate_smallest(load(name), {key: int(value)} if key else {}))
        assert (found.level, found.effort) == (int(level), pytest.approx(float(effort), abs=0.06)), name
    assert {name for name, *_ in rows} == {
        puzzle.name for puzzle in load_catalog() if not family_of(puzzle).why_not("difficulty")
    }
