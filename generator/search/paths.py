"""Paths from the start to the goal, one by one, depth first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic

from generator.search.cheapest import Total
from generator.space import Move, State, StateSpace, Symmetry

__all__ = ["Path", "paths_to_goal"]


@dataclass(frozen=True, slots=True)
class Path(Generic[Move]):
    """A path from the start to the goal. It may stand for others, what exchanges make of it."""

    moves: tuple[Move, ...]
    total: Total
    size: int
    """for how many it stands, itself included"""


@dataclass(frozen=True, slots=True)
class _Step(Generic[State, Move]):
    """The last move of a path so far."""

    move: Move | None
    """None before the first"""
    state: State
    """the state after it"""
    spent: Total
    size: int
    alike: Symmetry[State, Move] | None


def paths_to_goal(
    space: StateSpace[State, Move],
    leads_on: Callable[[Total, State], bool],
    alike: Symmetry[State, Move] | None = None,
) -> Iterator[Path[Move]]:
    """Yield paths from the start to where the goal is first reached, none of which comes to a situation twice.

    ``leads_on`` says of a total spent, and of the state that stands for the orbit reached with it, whether to go on from there.
    ``alike`` is whose exchange, the same for the whole path, makes no difference: of the paths that such exchanges make of each
    other one is given. With None there is one for all that are the same once nothing has a name; its size is right
    only if no path with the totals that lead on comes to an orbit twice. One path at a time is kept in memory.
    """
    symmetry = space.symmetry
    passed = {space.situation(space.initial)}

    def onward(last: _Step[State, Move]) -> Iterator[_Step[State, Move]]:
        fixing = symmetry.fixing(last.state)
        group = fixing if last.alike is None else last.alike
        for one, reached in space.representatives(last.state):
            spent = Total(last.spent.cost + space.cost(last.state, one), last.spent.moves + 1)
            if not leads_on(spent, symmetry.canonical(reached)):
                continue
            for move in fixing.images(one, group):
                state, kept = space.after(last.state, move), group.keeping(move)
                if space.situation(state) not in passed:
                    size = last.size * (group.order // kept.order)
                    yield _Step(move, state, spent, size, last.alike and kept)

    path: list[_Step[State, Move]] = [_Step(None, space.initial, Total(0, 0), 1, alike)]
    branches = [iter(path)]
    path = []
    while branches:
        step = next(branches[-1], None)
        if step is None:
            branches.pop()
            if path:
                passed.discard(space.situation(path.pop().state))
        elif space.is_goal(step.state):
            moves = tuple(one.move for one in (*path, step) if one.move is not None)
            yield Path(moves, step.spent, step.size)
        else:
            path.append(step)
            passed.add(space.situation(step.state))
            branches.append(onward(step))
