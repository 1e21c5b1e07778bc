"""How far one gets, and what stops one there: a family's own way of searching against the one that all have."""

from __future__ import annotations

import itertools
import random
import tomllib
from typing import Any

import boards
import grids
import pytest
import random_grids
import sums
from hypothesis import given
from strategies.campaigns import fixed
from strategies.crossing import crossing_files
from strategies.files import PuzzleText

from ferryplan.generator.crossing.instantiation import instantiate
from ferryplan.generator.crossing.puzzle_file import CrossingFile
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.errors import ParameterError
from ferryplan.generator.placing.instance import PlacingInstance
from ferryplan.generator.placing.space import PlacingSpace
from ferryplan.generator.placing.strategy import Backtracking
from ferryplan.generator.search.cheapest import Total
from ferryplan.generator.search.strategy import Strategy
from ferryplan.generator.space import StateSpace

MOST = 100_000


def reached(strategy: Strategy[Any, Any]) -> Any:
    return strategy.reach(MOST, lambda found: True)


def assert_as_many(own: Strategy[Any, Any], general: Strategy[Any, Any]) -> None:
    """Listed and counted, each by itself: the same solutions, and as many; nothing is known before."""
    all_of_them, listed, counted = general.solutions(), own.solutions(), own.solutions()
    assert (listed.count, listed.at_least, counted.total) == (None, 0, None)
    first = next(listed.each(), None)
    assert (listed.count, listed.at_least) == ((None, 1) if first else (0, 0))
    paths = [path.moves for path in own.solutions().each()]
    assert sorted(paths) == sorted(path.moves for path in all_of_them.each())
    counted.count_all()
    assert counted.count == counted.at_least == all_of_them.count == len(paths)
    assert counted.total == all_of_them.total


def assert_the_same(instance: PlacingInstance, solvable: bool) -> None:
    space = PlacingSpace(instance)
    own, general = Backtracking(space), Strategy(space)
    total = Total(len(instance.items), len(instance.items)) if solvable else None
    assert own.least() == general.least() == total
    assert_as_many(own, general)
    reach, wide = reached(own), reached(general)
    assert (reach.goal, reach.total) == (wide.goal, wide.total) == (solvable, total)
    if solvable:
        return
    assert reach.complete
    assert wide.complete
    assert reach.met == wide.met
    assert reach.tried == wide.tried - 1  # which has the start, too
    ((deepest, depth),) = reach.depths.items()
    assert wide.depths[deepest] == depth == reach.met
    assert [*own.stops(reach)] == [stop for stop in general.stops(wide) if stop.state == deepest]


@pytest.mark.parametrize("seed", range(60))
def test_random_grids(seed: int) -> None:
    drawn = random_grids.draw(random.Random(seed))
    instance = grids.make(drawn.text)
    if len(instance.items) <= 9:  # of more there are too many states to look at each
        assert_the_same(instance, bool(drawn.solutions))


@pytest.mark.parametrize("queens", range(1, 7))
def test_queens(queens: int) -> None:
    assert_the_same(boards.make("queens", queens=queens), bool(boards.standing_queens(queens)))


@pytest.mark.parametrize(("text", "base"), [("A + B = AB", 6), ("AB + CD = AC", 5), ("AA + BB = CAD", 4)])
def test_sums(text: str, base: int) -> None:
    instance = sums.sum_of(text, base)
    assert_the_same(instance, bool(sums.found(instance)))


def test_what_is_not_found_in_the_order_of_the_instance_is_found_in_another() -> None:
    space = PlacingSpace(boards.make("queens", queens=20))
    ways, tried = [space.moves(space.initial)], 0
    while tried < 5000:  # depth first, in the order of the instance
        _, state = next(ways[-1], (None, None))
        if state is None:
            ways.pop()
            continue
        tried += 1
        assert not space.is_goal(state)
        ways.append(space.moves(state))
    assert Backtracking(space).least(100) == (20, 20)
    assert Backtracking(space).least(5) is None
    found = reached(Backtracking(space))
    (goal,) = found.depths
    assert (found.goal, found.total, space.is_goal(goal)) == (True, (20, 20), True)
    assert boards.apart(goal)


def attempted(space: StateSpace[Any, Any], state: Any, beyond: int) -> set[Any]:
    return {space.symmetry.canonical(space.after(state, move)) for move in space.attempts(state, beyond)}


@fixed(40)
@given(file=crossing_files())
def test_what_is_attempted_on_a_river(file: PuzzleText) -> None:
    """Every load that fits the boat, rowed or not, with which more arrive, one for those alike; written once more."""
    try:
        instance = instantiate(CrossingFile(**tomllib.loads(file.text)), file.given)
    except ParameterError:  # the start breaks a rule
        return
    if instance.boats > 1:
        return
    space = CrossingSpace(instance)
    reach = reached(Strategy(space))
    for state, beyond in itertools.product([*reach.depths][:20], range(space.goals)):
        people = [index for index in range(len(instance.travellers)) if state.companies[state.boat] >> index & 1]
        expected = set()
        for size in range(1, instance.capacity + 1):
            for load in itertools.combinations(people, size):
                for origin, destination in instance.routes:
                    if origin != state.boat:
                        continue
                    where = {i: p for p, company in enumerate(state.companies) for i in range(99) if company >> i & 1}
                    where |= dict.fromkeys(load, destination)
                    if sum(where[i] == at for i, at in enumerate(instance.goal.travellers)) > beyond:
                        companies = tuple(
                            sum(1 << i for i in where if where[i] == p) for p in range(len(instance.places))
                        )
                        expected.add((destination, companies))
        found = {(after.boat, after.companies) for after in attempted(space, state, beyond)}
        assert found == {
            (after.boat, after.companies)
            for boat, companies in expected
            for after in [space.canonical(state._replace(boat=boat, companies=companies))]
        }
