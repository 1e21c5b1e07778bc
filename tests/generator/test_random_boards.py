"""Randomly drawn boards: rules and the PDDL of both dialects allow what brute force finds."""

from __future__ import annotations

import itertools
import random

import board_puzzles
import pddl_well_formedness
import pytest
import random_boards
from budget import scale

from ferryplan.generator.assignment.instance import AssignmentInstance, PartialAssignment, Placement
from ferryplan.generator.assignment.search import AssignmentSearch
from ferryplan.generator.assignment.space import AssignmentSpace
from ferryplan.generator.board.instantiation import instantiate

MOST_STATES = 6_000


def replayed(instance: AssignmentInstance, way: PartialAssignment, rng: random.Random) -> None:
    """Assert that a solution obeys the rules move by move, and that moving one item violates them."""
    space = AssignmentSpace(instance)
    state = space.initial
    for item in instance.order:
        assert space.find_violation(state, Placement(item, way[item])) is None
        following = dict(space.successors(state))
        assert Placement(item, way[item]) in following
        state = following[Placement(item, way[item])]
    assert space.is_goal(state)
    if instance.items:
        item = rng.randrange(len(instance.items))
        spot = rng.choice([spot for spot in range(len(instance.spots)) if spot != way[item]] or [way[item]])
        changed = {**way, item: spot}
        right = changed in [dict(one) for one in AssignmentSearch(instance).solutions()]
        state = space.initial
        violations = list[str]()
        for one in instance.order:
            if violation := space.find_violation(state, Placement(one, changed[one])):
                assert violation.rule
                assert violation.found
                violations.append(violation.found)
            state = space.apply_move(state, Placement(one, changed[one]))
        assert bool(violations) != right, violations


@pytest.mark.parametrize("seed", range(scale(25)))
def test_random_boards_match_brute_force(seed: int) -> None:
    drawn = random_boards.draw_board(random.Random(seed))
    instance = instantiate(board_puzzles.read_board(drawn.text), {})
    ways = [board_puzzles.to_filling(instance, dict(way)) for way in AssignmentSearch(instance).solutions()]
    assert len(ways) == len({*ways})
    assert {*ways} == drawn.solutions
    assert AssignmentSearch(instance).count_solutions() == len(drawn.solutions)
    for way in itertools.islice(AssignmentSearch(instance).solutions(), 5):
        replayed(instance, dict(way), random.Random(seed))
    for dialect in ("strips", "adl"):
        domain, problem = board_puzzles.generate_pddl(instance, dialect)
        pddl_well_formedness.check_well_formed(domain, problem)
        found = board_puzzles.find_reached_fillings(instance, domain, problem, MOST_STATES)
        if found is not None:
            assert len(found) == len(drawn.solutions), "a solution is reached twice, or not at all"
            assert {*found} == drawn.solutions
