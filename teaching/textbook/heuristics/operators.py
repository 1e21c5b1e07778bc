"""A task as textbooks have it: facts that are numbered, and operators that ask for facts, add some and delete some.

Where something asks that a fact does not hold, the opposite is a fact as well; a ground action with conditional effects is several operators,
one for each case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.masks import members
from ferryplan.generator.pddl.fluents import has_action_costs
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.sequence import TaskInSequence
from ferryplan.generator.pddl.states import Fact, State
from ferryplan.generator.pddl.strips import NotStripsError, Strips
from ferryplan.generator.pddl.task import Task

Estimate: TypeAlias = Callable[[Any], float]
"""how far a state is estimated to be from the goal, in costs; infinite where the goal cannot be reached"""


class Operator(NamedTuple):
    """A ground action in one of its cases; facts by their numbers, ascending."""

    move: GroundAction | None
    """None for a look whether the goal holds, which costs nothing"""
    cost: int
    asked: tuple[int, ...]
    added: tuple[int, ...]
    deleted: tuple[int, ...]


class Operators:
    """The operators of a task."""

    def __init__(self, task: Task) -> None:
        """Raises NotStripsError for a task that cannot be brought down to this."""
        if isinstance(task, TaskInSequence) and task.in_time:
            raise NotStripsError(format_message("pddl.durations"))
        if not (task.unit_costs or has_action_costs(task.domain, task.problem)):
            raise NotStripsError(format_message("pddl.costs-by-state"))
        strips = Strips(task)
        told: Any = strips.numbered
        parts = [told["initial"], told["goal"], *(part for one in told["operators"] for part in one)]
        literals = sorted({literal for part in parts for literal in part}, key=lambda one: (abs(one), -one))
        facts = {number: fact for fact, number in strips.numbers.items()}
        self._places = {literal: place for place, literal in enumerate(literals)}
        self.facts = [(facts.get(abs(literal), ()), literal > 0) for literal in literals]
        """by their numbers, each with whether it is to hold; the empty fact for a goal that is looked at"""
        self.goal = self._numbered(told["goal"])
        prices = {move: 0 if move is None else task.cost(task.initial, move) for move in {*strips.moves}}
        self.all = [
            Operator(move, prices[move], *map(self._numbered, one))
            for move, one in zip(strips.moves, told["operators"], strict=True)
        ]
        self._opposites = mask_of(place for place, (_, holds) in enumerate(self.facts) if not holds)
        self._turned = dict[Fact, int]()
        """for each fact what changes in the mask of a state where it holds"""
        for place, (fact, _) in enumerate(self.facts):
            self._turned[fact] = self._turned.get(fact, 0) | 1 << place

    @property
    def goals(self) -> list[tuple[int, ...]]:
        """The ways in which the goal may hold: sets of facts."""
        return [one.asked for one in self.all if one.move is None] or [self.goal]

    def _numbered(self, literals: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted(self._places[literal] for literal in literals))

    def mask(self, state: State) -> int:
        """Return the facts that hold in a state, as a mask."""
        found = self._opposites
        for fact in state.facts:
            # One exclusive or sets the bit of the fact and clears that of its opposite.
            found ^= self._turned.get(fact, 0)
        return found

    def holding(self, state: State) -> list[int]:
        """Return the facts that hold in a state, ascending."""
        return members(self.mask(state))


def mask_of(facts: Iterable[int]) -> int:
    """Return facts as a mask."""
    return sum(1 << fact for fact in facts)
