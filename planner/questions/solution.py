"""From moves to a solution: each replayed in the state space. No plan is believed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic

from generator.errors import PlanError
from generator.instance import AnyInstance
from generator.search.cheapest import Total
from generator.space import Move, State, StateSpace
from generator.teller import Teller
from planner.result import Shown

__all__ = ["MoveBrokenError", "Solution", "Step", "replay"]


class MoveBrokenError(PlanError):
    """A move that is not allowed. ``number`` is its number, from 1; ``rule`` what it breaks, in words; ``found`` how it does so."""

    def __init__(self, move: str, number: int, noun: str, rule: str, found: str) -> None:
        super().__init__(f"{move} {number}: {found}; this breaks the {noun}: {rule}")
        self.number, self.rule, self.found = number, rule, found


@dataclass(frozen=True, slots=True)
class Step(Generic[State, Move]):
    """One move of a solution."""

    number: int
    move: Move
    before: State
    state: State
    """the state after it"""


@dataclass(frozen=True, slots=True)
class Solution(Shown, Generic[State, Move]):
    """Moves, each allowed, that lead from the start to the goal."""

    instance: AnyInstance
    initial: State
    steps: tuple[Step[State, Move], ...]
    total: Total


def replay(space: StateSpace[State, Move], teller: Teller[State, Move], moves: Iterable[Move]) -> Solution[State, Move]:
    """Return the moves as a solution. Raises MoveBrokenError at the first that is not allowed, PlanError if the goal is not reached."""
    state, cost, steps = space.initial, 0, list[Step[State, Move]]()
    for number, move in enumerate(moves, 1):
        if breach := space.breach(state, move):
            raise MoveBrokenError(teller.move.one, number, teller.rule, *breach)
        cost += space.cost(state, move)
        after = space.after(state, move)
        steps.append(Step(number, move, state, after))
        state = after
    if not space.is_goal(state):
        raise PlanError(f"after {teller.move.one} {len(steps)}, the last: {space.unmet(state)}, expected the goal")
    return Solution(teller.instance, space.initial, tuple(steps), Total(cost, len(steps)))
