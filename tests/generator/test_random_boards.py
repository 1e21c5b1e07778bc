"""Boards drawn at random: what the rules and the PDDL of both dialects allow is what trying out finds."""

from __future__ import annotations

import itertools
import os
import random

import boards
import pddl_check
import pytest
import random_boards

from ferryplan.generator.board.instantiation import instantiate
from ferryplan.generator.placing.instance import Placed, Placement, PlacingInstance
from ferryplan.generator.placing.search import Search
from ferryplan.generator.placing.space import PlacingSpace

MOST_STATES = 6_000
SEEDS = range(int(os.environ.get("BOARDS_FROM", "0")), int(os.environ.get("BOARDS_TO", "60")))


def replayed(instance: PlacingInstance, way: Placed, rng: random.Random) -> None:
    """A solution keeps the rules move by move; with one item elsewhere it is no solution, and the rules say so."""
    space = PlacingSpace(instance)
    state = space.initial
    for item in instance.order:
        assert space.breach(state, Placement(item, way[item])) is None
        following = dict(space.moves(state))
        assert Placement(item, way[item]) in following
        state = following[Placement(item, way[item])]
    assert space.is_goal(state)
    if instance.items:
        item = rng.randrange(len(instance.items))
        spot = rng.choice([spot for spot in range(len(instance.spots)) if spot != way[item]] or [way[item]])
        changed = {**way, item: spot}
        right = changed in [dict(one) for one in Search(instance).solutions()]
        state = space.initial
        breaches = list[str]()
        for one in instance.order:
            if breach := space.breach(state, Placement(one, changed[one])):
                assert breach.rule
                assert breach.found
                breaches.append(breach.found)
            state = space.after(state, Placement(one, changed[one]))
        assert bool(breaches) != right, breaches


@pytest.mark.parametrize("seed", SEEDS)
def test_boards_are_filled_as_trying_out_fills_them(seed: int) -> None:
    drawn = random_boards.draw(random.Random(seed))
    instance = instantiate(boards.read(drawn.text), {})
    ways = [boards.filling(instance, dict(way)) for way in Search(instance).solutions()]
    assert len(ways) == len({*ways})
    assert {*ways} == drawn.solutions
    assert Search(instance).count() == len(drawn.solutions)
    for way in itertools.islice(Search(instance).solutions(), 5):
        replayed(instance, dict(way), random.Random(seed))
    for dialect in ("strips", "adl"):
        domain, problem = boards.pddl(instance, dialect)
        pddl_check.check(domain, problem)
        found = boards.reached(instance, domain, problem, MOST_STATES)
        if found is not None:
            assert len(found) == len(drawn.solutions), "a solution is reached twice, or not at all"
            assert {*found} == drawn.solutions
