"""Searches, symmetry and solutions of a state space, compared with brute force."""

from __future__ import annotations

from collections import Counter
from typing import Any

import oracle

from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.search.shortest_path import find_shortest_path
from ferryplan.generator.search.solutions import CheapestSolutions, LoopFreeSolutions
from ferryplan.generator.search.uniform_cost_search import explore_cheapest_first
from ferryplan.generator.space import StateSpace

Links = dict[Any, dict[Any, Any]]
"""every state with its moves and their successors"""
MAX_LISTED_SOLUTIONS, MAX_LISTED_MOVES = 1_000, 13
"""the maximum numbers of solutions and moves that brute force lists"""


def compute_totals(space: StateSpace[Any, Any], links: Links) -> dict[Any, tuple[int, int]]:
    """Return the least cost of each state and the fewest moves at that cost.

    The method relaxes all edges until nothing changes.
    """
    found, queue = {space.initial: (0, 0)}, [space.initial]
    for state in queue:
        cost, number = found[state]
        for move, after in links[state].items():
            further = (cost + space.cost(state, move), number + 1)
            if after not in found or further < found[after]:
                found[after] = further
                queue.append(after)
    return found


def check_searches(space: StateSpace[Any, Any], totals: dict[Any, tuple[int, int]]) -> None:
    """Assert that breadth-first and cheapest-first search, also up to symmetry, agree with brute force."""
    whole, folded = explore_cheapest_first(space), explore_cheapest_first(space, up_to_symmetry=True)
    least = min((total for state, total in totals.items() if space.is_goal(state)), default=None)
    assert whole.depths == totals
    assert folded.depths == {space.canonical_state(state): total for state, total in totals.items()}
    assert (
        whole.goal_depth
        == folded.goal_depth
        == explore_cheapest_first(space, to_goal=True).goal_depth
        == CheapestSolutions(space).total
        == least
    )
    path = find_shortest_path(space)
    assert (path.total if path.moves is not None else None) == least
    depths = explore(space).depths
    assert depths.keys() == totals.keys()
    assert explore(space, up_to_symmetry=True).depths == {
        space.canonical_state(one): depth for one, depth in depths.items()
    }
    if space.has_unit_costs:
        assert depths == {state: moves for state, (_, moves) in totals.items()}


def check_symmetry(space: StateSpace[Any, Any], links: Links, totals: dict[Any, tuple[int, int]]) -> None:
    """Assert that orbits are correct.

    Each orbit has one representative; its states are all reachable, equally far from the start, and have equivalent moves. The same holds for the
    orbits of moves in a state.
    """
    orbits: dict[Any, list[Any]] = {}
    for state in links:
        orbits.setdefault(space.canonical_state(state), []).append(state)
    named = space.symmetry.trivial_subgroup()
    for one, orbit in orbits.items():
        assert one in orbit
        assert {space.orbit_size(state) for state in orbit} == {len(orbit)}
        told = [
            (
                totals[state],
                space.is_goal(state),
                Counter(
                    (space.cost(state, move), space.canonical_state(after)) for move, after in links[state].items()
                ),
                Counter(space.symmetry.move_signature(state, move) for move in links[state]),
            )
            for state in orbit
        ]
        assert all(other == told[0] for other in told)
        for state in orbit[:3]:
            fixing = space.symmetry.stabilizer_of_state(state)
            orbits_of_moves = [[*fixing.orbit_of_move(move, named)] for move, _ in space.orbit_representatives(state)]
            assert Counter(move for images in orbits_of_moves for move in images) == Counter([*links[state]])
            for images in orbits_of_moves:
                assert {fixing.order // fixing.stabilizer_of_move(move).order for move in images} == {len(images)}
                assert len({space.symmetry.move_signature(state, move) for move in images}) == 1


def check_solutions(space: StateSpace[Any, Any], links: Links, totals: dict[Any, tuple[int, int]]) -> None:
    """Assert that the listed and counted solutions, with and without slack, agree with brute force."""
    solutions = CheapestSolutions(space)
    if solutions.total is None:
        assert (solutions.count, solutions.classes, [*solutions.iterate_paths()]) == (0, 0, [])
        return
    if (
        solutions.count > MAX_LISTED_SOLUTIONS
        or solutions.total.moves > MAX_LISTED_MOVES
        or (space.has_free_moves and len(links) > 60)
    ):
        return

    def find_plans(further: int) -> list[tuple[int, tuple[Any, ...]]]:
        return oracle.find_loop_free_plans(
            space.initial,
            lambda state: [(move, space.cost(state, move), after) for move, after in links[state].items()],
            space.is_goal,
            least.cost + further,
            space.strip_counters,
        )

    least = solutions.total
    shortest = Counter(plan for _, plan in find_plans(0) if len(plan) == least.moves)
    assert Counter(way.moves for way in solutions.iterate_paths()) == shortest
    classes = [*solutions.iterate_paths(True)]
    assert solutions.count == sum(shortest.values()) == sum(way.class_size for way in classes)
    assert len(classes) == solutions.classes
    if solutions.count < 100 and not space.has_free_moves:
        longer = find_plans(1)
        loop_free = LoopFreeSolutions(space, 1)
        assert Counter(way.moves for way in loop_free.iterate_paths()) == Counter(plan for _, plan in longer)
        assert sum(way.class_size for way in loop_free.iterate_paths(True)) == len(longer)
