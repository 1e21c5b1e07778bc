"""The farthest reachable progress and the moves that are blocked there.

The search strategy of each family is compared with the general one.
"""

from __future__ import annotations

import itertools
import random
import tomllib
from typing import Any

import board_puzzles
import grid_puzzles
import pytest
import random_grids
import sum_puzzles
from budget import scale
from hypothesis import given
from strategies.campaigns import fixed
from strategies.crossing import crossing_files
from strategies.files import PuzzleText

from ferryplan.generator.assignment.instance import AssignmentInstance
from ferryplan.generator.assignment.space import AssignmentSpace
from ferryplan.generator.assignment.strategy import BacktrackingStrategy
from ferryplan.generator.crossing.instantiation import instantiate
from ferryplan.generator.crossing.puzzle_file import CrossingFile
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.errors import ParameterError
from ferryplan.generator.search.strategy import Strategy
from ferryplan.generator.search.uniform_cost_search import TotalCost
from ferryplan.generator.space import StateSpace

MOST = 100_000


def reached(strategy: Strategy[Any, Any]) -> Any:
    return strategy.explore_to_goal(MOST, lambda found: True)


def assert_as_many(own: Strategy[Any, Any], general: Strategy[Any, Any]) -> None:
    """Assert that both strategies list and count the same solutions, with no count known before."""
    all_of_them, listed, counted = general.solutions(), own.solutions(), own.solutions()
    assert (listed.count, listed.known_count, counted.total) == (None, 0, None)
    first = next(listed.iterate_paths(), None)
    assert (listed.count, listed.known_count) == ((None, 1) if first else (0, 0))
    paths = [path.moves for path in own.solutions().iterate_paths()]
    assert sorted(paths) == sorted(path.moves for path in all_of_them.iterate_paths())
    counted.count_remaining()
    assert counted.count == counted.known_count == all_of_them.count == len(paths)
    assert counted.total == all_of_them.total


def assert_the_same(instance: AssignmentInstance, solvable: bool) -> None:
    space = AssignmentSpace(instance)
    own, general = BacktrackingStrategy(space), Strategy(space)
    total = TotalCost(len(instance.items), len(instance.items)) if solvable else None
    assert own.find_least_cost() == general.find_least_cost() == total
    assert_as_many(own, general)
    reach, wide = reached(own), reached(general)
    assert (reach.goal_reached, reach.total) == (wide.goal_reached, wide.total) == (solvable, total)
    if solvable:
        return
    assert reach.complete
    assert wide.complete
    assert reach.goals_met == wide.goals_met
    assert reach.state_count == wide.state_count - 1  # includes the start
    ((deepest, depth),) = reach.depths.items()
    assert wide.depths[deepest] == depth == reach.goals_met
    assert [*own.find_blocked_moves(reach)] == [
        stop for stop in general.find_blocked_moves(wide) if stop.state == deepest
    ]


@pytest.mark.parametrize("seed", range(scale(25)))
def test_backtracking_matches_general_search_on_random_grids(seed: int) -> None:
    drawn = random_grids.draw_grid(random.Random(seed))
    instance = grid_puzzles.make_grid(drawn.text)
    if len(instance.items) <= 9:  # larger grids have too many states to check each
        assert_the_same(instance, bool(drawn.solutions))


@pytest.mark.parametrize("queens", range(1, 7))
def test_backtracking_matches_general_search_on_queens(queens: int) -> None:
    assert_the_same(
        board_puzzles.make_board("queens", queens=queens), bool(board_puzzles.list_queen_placements(queens))
    )


@pytest.mark.parametrize(("text", "base"), [("A + B = AB", 6), ("AB + CD = AC", 5), ("AA + BB = CAD", 4)])
def test_backtracking_matches_general_search_on_sums(text: str, base: int) -> None:
    instance = sum_puzzles.make_sum_instance(text, base)
    assert_the_same(instance, bool(sum_puzzles.find_solutions(instance)))


def test_backtracking_solves_queens_that_fixed_order_cannot() -> None:
    space = AssignmentSpace(board_puzzles.make_board("queens", queens=20))
    ways, tried = [space.successors(space.initial)], 0
    while tried < 5000:  # depth first, in the order of the instance
        _, state = next(ways[-1], (None, None))
        if state is None:
            ways.pop()
            continue
        tried += 1
        assert not space.is_goal(state)
        ways.append(space.successors(state))
    assert BacktrackingStrategy(space).find_least_cost(100) == (20, 20)
    assert BacktrackingStrategy(space).find_least_cost(5) is None
    found = reached(BacktrackingStrategy(space))
    (goal,) = found.depths
    assert (found.goal_reached, found.total, space.is_goal(goal)) == (True, (20, 20), True)
    assert board_puzzles.are_queens_safe(goal)


def attempted(space: StateSpace[Any, Any], state: Any, beyond: int) -> set[Any]:
    return {
        space.symmetry.canonical_state(space.apply_move(state, move))
        for move in space.improving_candidates(state, beyond)
    }


@fixed(20)
@given(file=crossing_files())
def test_candidate_crossings_of_heuristic_search_match_brute_force(file: PuzzleText) -> None:
    """The attempted crossings are all loads that fit the boat and satisfy more goal conditions.

    They need no rower, and one load represents the loads that are alike. Brute force lists them.
    """
    try:
        instance = instantiate(CrossingFile(**tomllib.loads(file.text)), file.given)
    except ParameterError:  # the start breaks a rule
        return
    if instance.boats > 1:
        return
    space = CrossingSpace(instance)
    reach = reached(Strategy(space))
    for state, beyond in itertools.product([*reach.depths][:20], range(space.goal_count)):
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
            for after in [space.canonical_state(state._replace(boat=boat, companies=companies))]
        }
