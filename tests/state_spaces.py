"""What brute force says of a state space: of searches, symmetry, solutions."""

from __future__ import annotations

from collections import Counter
from typing import Any

import oracle

from ferryplan.generator.search.breadth_first import explore
from ferryplan.generator.search.cheapest import cheapest
from ferryplan.generator.search.shortest_path import shortest_path
from ferryplan.generator.search.solutions import LoopFree, Solutions
from ferryplan.generator.space import StateSpace

Links = dict[Any, dict[Any, Any]]
"""every state with its moves, and where each leads"""
MOST_LISTED, LONGEST = 1_000, 13
"""what brute force lists; more is left out"""


def totals_of(space: StateSpace[Any, Any], links: Links) -> dict[Any, tuple[int, int]]:
    """What it costs at least to reach each state, and how many moves that takes: relaxed until nothing changes."""
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
    """The plain search, the cheapest, and both up to symmetry find what brute force finds."""
    whole, folded = cheapest(space), cheapest(space, up_to_symmetry=True)
    least = min((total for state, total in totals.items() if space.is_goal(state)), default=None)
    assert whole.depths == totals
    assert folded.depths == {space.canonical(state): total for state, total in totals.items()}
    assert whole.least == folded.least == cheapest(space, to_goal=True).least == Solutions(space).total == least
    path = shortest_path(space)
    assert (path.total if path.moves is not None else None) == least
    depths = explore(space).depths
    assert depths.keys() == totals.keys()
    assert explore(space, up_to_symmetry=True).depths == {space.canonical(one): depth for one, depth in depths.items()}
    if space.unit_costs:
        assert depths == {state: moves for state, (_, moves) in totals.items()}


def check_symmetry(space: StateSpace[Any, Any], links: Links, totals: dict[Any, tuple[int, int]]) -> None:
    """One state stands for each orbit; all of an orbit are within reach, are as far, and allow the same; so do moves from a state."""
    orbits: dict[Any, list[Any]] = {}
    for state in links:
        orbits.setdefault(space.canonical(state), []).append(state)
    named = space.symmetry.trivial()
    for one, orbit in orbits.items():
        assert one in orbit
        assert {space.orbit_size(state) for state in orbit} == {len(orbit)}
        told = [
            (
                totals[state],
                space.is_goal(state),
                Counter((space.cost(state, move), space.canonical(after)) for move, after in links[state].items()),
                Counter(space.symmetry.sort(state, move) for move in links[state]),
            )
            for state in orbit
        ]
        assert all(other == told[0] for other in told)
        for state in orbit[:3]:
            fixing = space.symmetry.fixing(state)
            orbits_of_moves = [[*fixing.images(move, named)] for move, _ in space.representatives(state)]
            assert Counter(move for images in orbits_of_moves for move in images) == Counter([*links[state]])
            for images in orbits_of_moves:
                assert {fixing.order // fixing.keeping(move).order for move in images} == {len(images)}
                assert len({space.symmetry.sort(state, move) for move in images}) == 1


def check_solutions(space: StateSpace[Any, Any], links: Links, totals: dict[Any, tuple[int, int]]) -> None:
    """All solutions, and those that are a little longer, are those of brute force; and so is how many there are."""
    solutions = Solutions(space)
    if solutions.total is None:
        assert (solutions.count, solutions.classes, [*solutions.each()]) == (0, 0, [])
        return
    if solutions.count > MOST_LISTED or solutions.total.moves > LONGEST or (space.free_moves and len(links) > 60):
        return

    def plans(further: int) -> list[tuple[int, tuple[Any, ...]]]:
        return oracle.plans_without_repetition(
            space.initial,
            lambda state: [(move, space.cost(state, move), after) for move, after in links[state].items()],
            space.is_goal,
            least.cost + further,
            space.situation,
        )

    least = solutions.total
    shortest = Counter(plan for _, plan in plans(0) if len(plan) == least.moves)
    assert Counter(way.moves for way in solutions.each()) == shortest
    classes = [*solutions.each(True)]
    assert solutions.count == sum(shortest.values()) == sum(way.size for way in classes)
    assert len(classes) == solutions.classes
    if solutions.count < 100 and not space.free_moves:
        longer = plans(1)
        loop_free = LoopFree(space, 1)
        assert Counter(way.moves for way in loop_free.each()) == Counter(plan for _, plan in longer)
        assert sum(way.size for way in loop_free.each(True)) == len(longer)
