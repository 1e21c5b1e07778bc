"""Programs that students write: searches over `space`, and custom heuristics for `search`.

The optima are published: Alcuin's 7 crossings; 17 minutes over the bridge (Rote, EATCS Bulletin 78, 2002); 2^n - 1 moves of n discs
(OEIS A000225); 11 crossings of three couples.
"""

from __future__ import annotations

import collections
import decimal
import fractions
import heapq
import itertools
import math
import random
import signal
import threading
from collections.abc import Callable
from typing import Any

import numpy
import pytest

import ferryplan
from ferryplan import ReadableMove, ReadableState, Space


def breadth_first(space: Space) -> list[ReadableMove]:
    queue, parents = collections.deque([space.initial]), dict[ReadableState, ReadableMove]()
    while queue:
        state = queue.popleft()
        if space.is_goal(state):
            moves = []
            while state != space.initial:
                moves.append(parents[state])
                state = parents[state].origin
            return moves[::-1]
        for move, after in space.successors(state):
            if after not in parents and after != space.initial:
                parents[after] = move
                queue.append(after)
    return []


def iterative_deepening_a_star(space: Space, heuristic: Callable[[ReadableState], float]) -> float:
    def search(path: list[ReadableState], cost: float, bound: float) -> float:
        state = path[-1]
        if cost + heuristic(state) > bound or space.is_goal(state):
            return cost + heuristic(state)
        least = math.inf
        for move, after in space.successors(state):
            if after not in path:
                least = min(least, search([*path, after], cost + space.cost(state, move), bound))
                if least <= bound:
                    break
        return least

    bound = heuristic(space.initial)
    while (found := search([space.initial], 0, bound)) > bound:
        bound = found
    return bound


def dijkstra(space: Space) -> float:
    number = itertools.count()
    queue, closed = [(0.0, next(number), space.initial)], set[ReadableState]()
    while queue:
        cost, _, state = heapq.heappop(queue)
        if space.is_goal(state):
            return cost
        if state not in closed:
            closed.add(state)
            for move, after in space.successors(state):
                heapq.heappush(queue, (cost + space.cost(state, move), next(number), after))
    return math.inf


@pytest.mark.parametrize(
    ("puzzle", "parameters", "least"),
    [
        ("wolf-goat-cabbage", {}, 7),
        ("jealous-couples", {"couples": 3}, 11),
        ("hanoi", {"discs": 3}, 7),
        ("queens", {"queens": 5}, 5),
    ],
)
def test_moves_found_by_custom_breadth_first_search_form_a_solution(
    puzzle: str, parameters: dict[str, Any], least: int
) -> None:
    space = ferryplan.space(puzzle, parameters)
    solution = space.replay(breadth_first(space))
    assert len(solution.steps) == least
    assert f"{least} " in str(solution)


def test_space_replay_rejects_invalid_moves() -> None:
    river = ferryplan.space("wolf-goat-cabbage")
    moves = breadth_first(river)
    with pytest.raises(ferryplan.InvalidPlanError, match="does not reach the goal"):
        river.replay(moves[:-1])
    with pytest.raises(ferryplan.InvalidPlanError, match="crossing 1"):
        river.replay(moves[2:])
    with pytest.raises(ferryplan.ArgumentTypeError, match="move"):
        river.replay(["farmer"])


@pytest.mark.parametrize(
    ("puzzle", "parameters"),
    [("wolf-goat-cabbage", {}), ("missionaries-cannibals", {"missionaries": 2, "cannibals": 2})],
    ids=str,
)
def test_custom_ida_star_over_the_api_matches_dijkstra(puzzle: str, parameters: dict[str, int]) -> None:
    """The heuristic is a lower bound on the number of crossings.

    A crossing takes two travelers over, and one of them brings the boat back: n people need 2n - 3 crossings, the last two people one crossing.
    """
    river = ferryplan.space(puzzle, parameters)
    start = next(iter(river.initial.places))

    def crossings(state: ReadableState) -> float:
        left = len(state.places[start])
        return left and (max(1, 2 * left - 3) if state.boat == start else 2 * left)

    assert iterative_deepening_a_star(river, lambda state: 0 if river.is_goal(state) else 1) == dijkstra(river)
    assert iterative_deepening_a_star(river, crossings) == dijkstra(river)


def test_custom_dijkstra_over_the_api_finds_optimum_of_bridge_puzzle() -> None:
    assert dijkstra(ferryplan.space("bridge-torch")) == 17


def test_random_walks_stay_within_the_rules() -> None:
    space, chance = ferryplan.space("hanoi", discs=3), random.Random(1)
    state, walked = space.initial, 0
    while not space.is_goal(state):
        move, after = chance.choice(list(space.successors(state)))
        assert space.violation(state, move) is None
        assert space.apply_move(state, move) == after
        state, walked = after, walked + 1
    assert walked >= 7


def test_states_expose_boat_places_facts_and_placements() -> None:
    river = ferryplan.space("wolf-goat-cabbage").initial
    assert river.boat == "left-bank"
    assert river.places == {"left-bank": ("farmer", "wolf", "goat", "cabbage"), "right-bank": ()}
    assert not river.facts
    assert not river.placed
    [(move, _)] = ferryplan.space("wolf-goat-cabbage").successors(river)
    assert move.aboard == ("farmer", "goat")
    tower = ferryplan.space("hanoi", discs=2).initial
    assert ("on", "disc-1", "disc-2") in tower.facts
    assert tower.boat is None
    assert tower.places == tower.placed == tower.values == {}
    board = ferryplan.space("queens", queens=4)
    [(_, placed), *_] = board.successors(board.initial)
    assert placed.placed == {"row 1": "1"}


def test_different_states_have_different_dictionaries() -> None:
    """A deadline counts crossings, so two states with everybody at the same places may differ."""
    fish = ferryplan.space("perishables")
    states = {str(state.to_dict()): state for state in ferryplan.graph(fish.instance)}
    assert len(states) == len(ferryplan.graph(fish.instance))


def fail(state: ReadableState) -> float:
    raise KeyError("left")


@pytest.mark.parametrize("ask", [ferryplan.search, ferryplan.landscape])
@pytest.mark.parametrize(
    "estimate",
    [None, math.nan, -1, -0.5, "3", True, 1j, 10**400, decimal.Decimal(1), [], lambda: 0],
    ids=lambda estimate: type(estimate).__name__,
)
def test_search_rejects_invalid_heuristic_values(ask: Callable[..., Any], estimate: Any) -> None:
    with pytest.raises(ferryplan.ArgumentValueError, match=r"^heuristic: found .* for a state") as wrong:
        ask("wolf-goat-cabbage", heuristic=lambda state: estimate)
    assert wrong.value.argument == "heuristic"


@pytest.mark.parametrize("estimate", [0, 1.5, math.inf, 10**12, fractions.Fraction(1, 3)])
def test_search_accepts_numeric_heuristic_values(estimate: float) -> None:
    run = ferryplan.search("wolf-goat-cabbage", heuristic=lambda state: estimate)
    assert run.status == ("unknown" if math.isinf(estimate) else "solved")
    assert str(run)
    assert run.to_dict()["heuristic"] == "<lambda>"


def test_search_accepts_numpy_heuristic_values() -> None:
    for kind in (numpy.int64, numpy.float32):
        run = ferryplan.search(
            "wolf-goat-cabbage", heuristic=lambda state, kind=kind: kind(len(state.places["left-bank"]))
        )
        assert (run.status, run.cost) == ("solved", 7)


@pytest.mark.parametrize("ask", [ferryplan.search, ferryplan.landscape])
def test_exception_in_a_heuristic_is_propagated(ask: Callable[..., Any]) -> None:
    with pytest.raises(KeyError, match="left"):
        ask("wolf-goat-cabbage", heuristic=fail)


def test_heuristic_object_is_named_after_its_class() -> None:
    class Halved:
        def __call__(self, state: ReadableState) -> float:
            return len(state.places["left-bank"]) / 2

    assert ferryplan.search("wolf-goat-cabbage", heuristic=Halved()).heuristic == "Halved"


def test_control_c_ends_a_search() -> None:
    def interrupt(state: ReadableState) -> float:
        signal.raise_signal(signal.SIGINT)
        return 0

    assert threading.current_thread() is threading.main_thread()
    with pytest.raises(KeyboardInterrupt):
        ferryplan.search("wolf-goat-cabbage", heuristic=interrupt)
