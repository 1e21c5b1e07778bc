"""How hard crossings are: against a count of all best ways over sets of names, and as known puzzles rank."""

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
from conftest import Run
from support import make

from ferryplan.generator.crossing import difficulty as crossing_difficulty
from ferryplan.generator.difficulty import LEVELS, Difficulty, graded
from ferryplan.generator.families import difficulty_of, family_of, instantiate, instantiate_smallest
from ferryplan.generator.puzzle import catalogue, load

Alike = Callable[[oracle.Situation], Hashable]


def by_kind(situation: oracle.Situation) -> Hashable:
    """Where the boat is and how many of each kind are where; of a kind are those whose names begin with the same letter."""
    return situation[0], frozenset(Counter((name[0], place) for name, place in situation[1]).items())


def by_name(situation: oracle.Situation) -> Hashable:
    return situation


def best_ways(puzzle: oracle.Puzzle, alike: Alike) -> tuple[list[list[tuple[Hashable, int]]], dict[Hashable, set]]:
    """Every shortest way without names, each as its states with how many are over; and where one may go from each state."""
    start = puzzle.start()
    states, queue = {alike(start): start}, [start]
    onward: dict[Hashable, set[tuple[Hashable, Hashable]]] = {}
    for situation in queue:
        onward[alike(situation)] = set()
        for aboard, _, after in puzzle.moves(situation):
            sort = frozenset(Counter(name[0] if alike is by_kind else name for name in aboard).items())
            onward[alike(situation)].add((sort, alike(after)))
            if alike(after) not in states:
                states[alike(after)] = after
                queue.append(after)

    def over(state: Hashable) -> int:
        return sum(puzzle.ends.get(name, puzzle.places[-1]) == place for name, place in states[state][1])

    ways = [[(alike(start), over(alike(start)))]]
    while not any(puzzle.done(states[way[-1][0]]) for way in ways):
        ways = [[*way, (after, over(after))] for way in ways for _, after in onward[way[-1][0]]]
        assert ways
        assert len(ways) < 200_000
    return [way for way in ways if puzzle.done(states[way[-1][0]])], onward


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
def test_what_is_measured_is_so_over_sets_of_names(
    name: str, parameters: dict[str, Any], puzzle: oracle.Puzzle, alike: Alike
) -> None:
    """The best ways are listed one by one; of the moves beside them those count that do not lead to where some best way came from."""
    found = difficulty_of(make(name, capacity=2, **parameters)).measures
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


def test_known_puzzles_rank_as_people_find_them() -> None:
    """That the farmer's is easier than missionaries and cannibals, where solvers stumble over the crossing in which two come back: Jeffries, Polson,
    Razran and Atwood (1977). Four couples with an island take 16 crossings: Pressman and Singmaster (1989)."""
    farmer, missionaries, couples, pairs = (
        difficulty_of(make(name, **parameters))
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
    # both puzzles have one crossing, at the middle, that takes back more than the one who rows
    assert (farmer.measures["away"], missionaries.measures["away"], pairs.measures["away"]) == (1, 1, 0)
    assert (farmer.measures["situations"], farmer.measures["best"], missionaries.measures["best"]) == (10, 2, 4)


@pytest.mark.parametrize(
    ("name", "parameters", "says"),
    [
        ("jealous-couples", {"couples": 4, "capacity": 2}, "The puzzle has no solution"),
        ("bridge-torch", {"boats": 2}, "2 boats"),
    ],
)
def test_what_cannot_be_graded_says_why(name: str, parameters: dict[str, Any], says: str) -> None:
    found = difficulty_of(make(name, **parameters))
    assert (found.level, found.effort, dict(found.measures)) == (None, None, {})
    (reason,) = found.reasons
    assert says in reason
    assert found.told == "Not graded."


def test_what_is_too_large_is_not_graded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crossing_difficulty, "MOST_STATES", 1000)
    found = difficulty_of(make("jealous-couples", couples=4, capacity=3, islands=2))
    assert (found.level, found.reasons) == (None, ("The puzzle is too large to grade: it has over 1,000 states.",))


def test_levels_begin_at_their_bounds() -> None:
    levels = [graded(effort, (1, 2, 3, 4), {}, ()).level for effort in (0, 0.99, 1, 2.5, 3, 4, 1000)]
    assert levels == [1, 1, 2, 3, 4, 5, 5]
    assert [Difficulty(level, 0, {}, ()).told for level in (1, 5)] == [
        f"Difficulty 1 of 5: {LEVELS[0]}.",
        f"Difficulty 5 of 5: {LEVELS[4]}.",
    ]


def test_show_tells_the_level_and_why(plan: Run) -> None:
    told = plan("show", "wolf-goat-cabbage", "--difficulty")
    assert (
        "Difficulty 2 of 5: easy.\n  - The best solution takes 7 crossings. There are 2 such solutions, up to symmetry.\n"
        in told.stdout
    )
    assert "1 crossing back has to carry more travelers than the one who rows." in told.stdout
    assert "Difficulty" not in plan("show", "wolf-goat-cabbage").stdout
    data = json.loads(plan("show", "wolf-goat-cabbage", "--difficulty", "--format", "json").stdout)["difficulty"]
    assert (data["level"], data["measures"]["crossings"], data["measures"]["situations"]) == (2, 7, 10)
    assert data["reasons"][0] in told.stdout.replace("\n", " ")
    none = plan("show", "jealous-couples", "--couples", "4", "--capacity", "2", "--difficulty")
    assert (none.returncode, "Not graded.\n  - The puzzle has no solution." in none.stdout) == (0, True)


EASY = (
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",  # Project Euler, problem 96, grid 1
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",  # Wikipedia, "Sudoku", its first example
)
HARD = (
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",  # AI Escargot, Arto Inkala 2006
    "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",  # Arto Inkala 2010
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",  # Arto Inkala 2012
)


def grade(name: str, **parameters: Any) -> Difficulty:
    return difficulty_of(instantiate(load(name), parameters))


def test_published_easy_sudokus_are_easier_than_published_hard_ones() -> None:
    easy, hard = ([grade("sudoku", givens=givens) for givens in among] for among in (EASY, HARD))
    assert max(one.level for one in easy) < min(one.level for one in hard)
    assert all(one.measures["supposed"] == one.measures["together"] == 0 for one in easy), "filled by singles alone"
    assert all(one.measures["supposed"] > 0 for one in hard)
    assert max(one.effort for one in easy) < min(one.effort for one in hard)


def test_grids_and_sums_rank_as_people_find_them() -> None:
    """Four houses below the zebra; small sums below SEND + MORE = MONEY (Dudeney 1924), that below DONALD + GERALD = ROBERT, which A. Newell and
    H. A. Simon gave to people with D = 5 as a help (Human Problem Solving, 1972)."""
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


def test_what_steps_are_counted(plan: Run) -> None:
    """They are those that ``--explain`` tells, by their kinds."""
    for name in ("four-houses", "zebra"):
        told = json.loads(plan(name, "--explain", "--format", "json").stdout)["explanation"]
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
def test_what_cannot_be_graded_of_placements_says_why(name: str, parameters: dict[str, Any], says: str) -> None:
    found = grade(name, **parameters)
    assert (found.level, found.effort) == (None, None)
    assert says in found.reasons[0]


ROW = re.compile(r"\| `([\w-]+)(?: --(\w+) (\d+))?` \| (\d) \| ([\d.]+) \|")


def test_the_documented_levels_are_those_that_are_told() -> None:
    """The table of `docs/difficulty.md`."""
    text = (Path(__file__).parents[2] / "docs" / "difficulty.md").read_text()
    rows = ROW.findall(text)
    for name, key, value, level, effort in rows:
        found = difficulty_of(instantiate_smallest(load(name), {key: int(value)} if key else {}))
        assert (found.level, found.effort) == (int(level), pytest.approx(float(effort), abs=0.06)), name
    assert {name for name, *_ in rows} == {
        puzzle.name for puzzle in catalogue() if not family_of(puzzle).why_not("difficulty")
    }
