"""From a plan to a solution: the crossings it stands for, each replayed against the rules.

No plan is believed. The replay knows the rules of the instance and nothing of PDDL.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.crossing.instance import Crossing, Instance, State
from generator.crossing.space import CrossingSpace
from generator.search.cheapest import Total
from planner.crossing.checking import RuleBrokenError, check, check_goal
from planner.crossing.decoding import crossings_of
from planner.plans.plan import Action
from planner.result import Shown

__all__ = ["RuleBrokenError", "Solution", "Step", "cross", "replay", "solution_of"]


class Step(NamedTuple):
    """One crossing of a solution, with the state after it."""

    number: int
    crossing: Crossing
    state: State

    @property
    def behind(self) -> int:
        """The mask of those whom the boat left behind."""
        return self.state.companies[self.crossing.origin]

    @property
    def joined(self) -> int:
        """The mask of those who are where it landed."""
        return self.state.companies[self.crossing.destination]


@dataclass(frozen=True, slots=True)
class Solution(Shown):
    """The crossings, each allowed by the rules, that lead from the start to the goal."""

    instance: Instance
    steps: tuple[Step, ...]

    @property
    def cost(self) -> int:
        """What the crossings cost together."""
        return sum(self.instance.cost(step.crossing.load) for step in self.steps)

    @property
    def total(self) -> Total:
        """The cost, and the number of crossings."""
        return Total(self.cost, len(self.steps))


def solution_of(plan: Sequence[Action], instance: Instance, dialect: str, encoding: str = "named") -> Solution:
    """Return the solution that a plan for the instance's PDDL in that dialect and encoding stands for.

    Raises RuleBrokenError if a crossing breaks a rule, PlanError if the plan is for another problem or stops short of the goal.
    Auxiliary actions are not looked at here: the PDDL says where they may stand.
    """
    return replay(instance, crossings_of(plan, instance, dialect, encoding))


def replay(instance: Instance, crossings: Iterable[Crossing]) -> Solution:
    """Return the crossings as a solution. Raises RuleBrokenError at the first that a rule forbids, PlanError if the goal is not reached."""
    space = instance.once(CrossingSpace)
    state, steps = instance.start, list[Step]()
    for number, crossing in enumerate(crossings, 1):
        state = cross(space, state, crossing, number)
        steps.append(Step(number, crossing, state))
    check_goal(instance, (state.boat,), state.companies, f"after crossing {len(steps)}, the last")
    return Solution(instance, tuple(steps))


def cross(space: CrossingSpace, state: State, crossing: Crossing, number: int) -> State:
    """Return the state after a crossing, the ``number``-th.

    Raises RuleBrokenError if a rule forbids it where the boat left, in the boat, or where it landed.
    """
    check(space.breach(state, crossing), number)
    return space.after(state, crossing)
