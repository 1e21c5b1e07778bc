"""A planning task in plain STRIPS: numbered facts and operators.

If a condition requires that a fact does not hold, the negation becomes a fact of its own. A ground action with conditional effects becomes
several operators, one for each case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.masks import mask_indices
from ferryplan.generator.pddl.fluents import has_action_costs
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.sequential_task import SequentialTask
from ferryplan.generator.pddl.states import Fact, PddlState
from ferryplan.generator.pddl.strips import NotStripsError, StripsTask
from ferryplan.generator.pddl.task import Task

EstimateFunction: TypeAlias = Callable[[Any], float]
"""A function that estimates the goal distance of a state, in costs; infinite for recognized dead ends."""


class NumberedOperator(NamedTuple):
    """One case of a ground action in plain STRIPS, with facts as numbers in ascending order."""

    move: GroundAction | None
    """The ground action; None for an artificial operator that tests the goal and costs nothing."""
    cost: int
    """The cost of the action, in the integer cost unit of the task."""
    preconditions: tuple[int, ...]
    """The facts that must hold before."""
    add_effects: tuple[int, ...]
    """The facts that the operator makes true."""
    delete_effects: tuple[int, ...]
    """The facts that the operator makes false."""


class OperatorSet:
    """A planning task in plain STRIPS: its facts, its goal and its operators.

    A fact is known by its number, the index in ``facts``.
    """

    def __init__(self, task: Task) -> None:
        """Compile a task; raises NotStripsError if it cannot be compiled to plain STRIPS."""
        if isinstance(task, SequentialTask) and task.has_durations:
            raise NotStripsError(format_message("pddl.durations"))
        if not (task.has_unit_costs or has_action_costs(task.domain, task.problem)):
            raise NotStripsError(format_message("pddl.costs-by-state"))
        strips = StripsTask(task)
        told: Any = strips.json_task
        parts = [told["initial"], told["goal"], *(part for one in told["operators"] for part in one)]
        literals = sorted({literal for part in parts for literal in part}, key=lambda one: (abs(one), -one))
        facts = {number: fact for fact, number in strips.fact_numbers.items()}
        self._place_by_literal = {literal: place for place, literal in enumerate(literals)}
        self.facts = [(facts.get(abs(literal), ()), literal > 0) for literal in literals]
        """The facts in the order of their numbers, each with whether it is positive; the empty fact marks an artificial goal."""
        self.goal = self._number_facts(told["goal"])
        prices = {move: 0 if move is None else task.cost(task.initial, move) for move in {*strips.moves}}
        self.all = [
            NumberedOperator(move, prices[move], *map(self._number_facts, one))
            for move, one in zip(strips.moves, told["operators"], strict=True)
        ]
        self._opposites_mask = mask_of_facts(place for place, (_, holds) in enumerate(self.facts) if not holds)
        self._flip_masks = dict[Fact, int]()
        """For each fact, the bits that differ in the mask of a state if the fact holds."""
        for place, (fact, _) in enumerate(self.facts):
            self._flip_masks[fact] = self._flip_masks.get(fact, 0) | 1 << place

    @property
    def goal_fact_sets(self) -> list[tuple[int, ...]]:
        """The sets of facts that satisfy the goal, as fact numbers; a disjunctive goal has several."""
        return [one.preconditions for one in self.all if one.move is None] or [self.goal]

    def _number_facts(self, literals: Iterable[int]) -> tuple[int, ...]:
        """Return the numbers of literals of the compiled task, in ascending order."""
        return tuple(sorted(self._place_by_literal[literal] for literal in literals))

    def mask_of_state(self, state: PddlState) -> int:
        """Return the facts that hold in a state, as a bit mask of fact numbers."""
        found = self._opposites_mask
        for fact in state.facts:
            # One exclusive or sets the bit of the fact and clears the bit of its negation.
            found ^= self._flip_masks.get(fact, 0)
        return found

    def facts_of_state(self, state: PddlState) -> list[int]:
        """Return the numbers of the facts that hold in a state, in ascending order."""
        return mask_indices(self.mask_of_state(state))


def mask_of_facts(facts: Iterable[int]) -> int:
    """Return a bit mask with the bits of the given fact numbers."""
    return sum(1 << fact for fact in facts)
