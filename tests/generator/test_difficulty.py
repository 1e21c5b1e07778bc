"""How hard crossings are: against a count of all best ways over sets of names, and as known puzzles rank."""

from __future__ import annotations

import itertools
import json
import math
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any

import oracle
import pytest
from conftest import Run
from support import make

from generator.difficulty import LEVELS, Difficulty, graded
from generator.families import difficulty_of

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
        for load, _, after in puzzle.moves(situation):
            sort = frozenset(Counter(name[0] if alike is by_kind else name for name in load).items())
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
        ("jealous-couples", {"couples": 4, "capacity": 2}, "It has no solution"),
        ("jealous-couples", {"couples": 5, "capacity": 3, "islands": 3}, "over 20,000 situations"),
        ("bridge-torch", {"boats": 2}, "2 boats"),
    ],
)
def test_what_cannot_be_graded_says_why(name: str, parameters: dict[str, Any], says: str) -> None:
    found = difficulty_of(make(name, **parameters))
    assert (found.level, found.effort, dict(found.measures)) == (None, None, {})
    (reason,) = found.reasons
    assert says in reason
    assert found.told == "Not graded."


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
        "Difficulty 2 of 5: easy.\n  - The best solution takes 7 crossings; but for names, there are 2 such.\n"
        in told.stdout
    )
    assert "1 crossing has to lead away from the goal" in told.stdout
    assert "Difficulty" not in plan("show", "wolf-goat-cabbage").stdout
    data = json.loads(plan("show", "wolf-goat-cabbage", "--difficulty", "--format", "json").stdout)["difficulty"]
    assert (data["level"], data["measures"]["crossings"], data["measures"]["situations"]) == (2, 7, 10)
    assert data["reasons"][0] in told.stdout.replace("\n", " ")
    none = plan("show", "jealous-couples", "--couples", "4", "--capacity", "2", "--difficulty")
    assert (none.returncode, "Not graded.\n  - It has no solution" in none.stdout) == (0, True)
