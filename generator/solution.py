"""The replay of moves in the state space, which checks each move and returns a solution.

Every plan is replayed in this way, no matter which planner found it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import InvalidPlanError
from ferryplan.generator.families import narrator_of, state_space_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.narrator import Narrator
from ferryplan.generator.pddl.plan_action import PlanAction
from ferryplan.generator.rendering import Renderable
from ferryplan.generator.search.uniform_cost_search import TotalCost
from ferryplan.generator.space import Move, State, Violation
from ferryplan.generator.wording import Table, capitalize


class IllegalMoveError(InvalidPlanError):
    """A move of a plan breaks a rule of the puzzle.

    ``move`` is the noun for a move, such as ``crossing``; ``number`` is the number of the move, from 1. ``rule`` is the broken rule in words, and
    ``found`` a clause about how the move breaks the rule.
    """

    def __init__(self, narrator: Narrator[Any, Any], number: int, violation: Violation) -> None:
        self.move, self.number, self.rule = narrator.move_noun.one, number, violation.rule
        super().__init__(
            format_message("plans.broken-rule", violation=violation.found, what=narrator.rule_noun, rule=self.rule),
            where=f"{self.move} {number}",
            found=violation.found,
            expected=self.rule,
        )


@dataclass(frozen=True, slots=True)
class Step(Generic[State, Move]):
    """A move of a solution, with the states before and after it."""

    number: int
    """The number of the move, from 1."""
    move: Move
    """The move in the state space's own representation; ``to_dict`` gives its parts by name."""
    before: State
    """The state before the move, in the state space's own representation."""
    state: State
    """The state after the move, in the state space's own representation."""
    instance: AnyInstance = field(repr=False, compare=False)
    """The puzzle with a value for each of its parameters."""

    def __str__(self) -> str:
        """Return a sentence that describes the move."""
        return narrator_of(self.instance).describe_move(self.before, self.move)

    @property
    def aboard(self) -> tuple[str, ...]:
        """The names of the travelers in the boat; empty for moves other than crossings."""
        return tuple(self.to_dict().get("aboard", ()))

    def to_dict(self) -> dict[str, Any]:
        """Return the step as an item of the list ``steps`` in JSON output: number, move, cost, state and text."""
        narrator, space = narrator_of(self.instance), state_space_of(self.instance)
        return {
            "number": self.number,
            **narrator.solution_move_as_json(self.before, self.move),
            **({"cost": narrator.scale_cost(space.cost(self.before, self.move))} if narrator.cost_unit else {}),
            **self.describe_arrival(),
            "text": str(self),
        }

    def describe_arrival(self) -> dict[str, Any]:
        """Return the JSON entries for the state after the move."""
        return narrator_of(self.instance).solution_state_as_json(self.state)


@dataclass(frozen=True, slots=True, repr=False)
class Solution(Renderable, Generic[State, Move]):
    """The moves from the start to the goal, each checked by the puzzle's rules."""

    renderer = "ferryplan.planner.questions.narration:render_solution"
    cell_renderer = "ferryplan.planner.pictures.result_drawing:render_jupyter_cell"

    instance: AnyInstance
    """The puzzle with a value for each of its parameters."""
    initial: State
    """The initial state, in the state space's own representation."""
    steps: tuple[Step[State, Move], ...]
    """The steps: each a move with the states before and after it."""
    total: TotalCost
    """The number of moves and their total cost."""

    def __repr__(self) -> str:
        """Return a short description with the instance and a summary of the solution."""
        return f"Solution({self.instance!r}, {self.summary!r})"

    @property
    def final(self) -> State:
        """The last state, in the state space's own representation."""
        return self.steps[-1].state if self.steps else self.initial

    @property
    def summary(self) -> str:
        """The number of moves, and their cost if they have costs, in words: ``17 minutes in 5 crossings``."""
        return narrator_of(self.instance).format_total_cost(self.total)

    def to_table(self) -> Table:
        """Return the solution as a table: a row for each move with the state after it, or the final board."""
        narrator, space = narrator_of(self.instance), state_space_of(self.instance)
        final = narrator.tabulate_board(self.final)
        if final is not None:
            return final
        told = [
            ("", format_message("narration.at-the-start")),
            *((str(number), says) for number, says in self.numbered_sentences()),
        ]
        spent = itertools.accumulate((space.cost(step.before, step.move) for step in self.steps), initial=0)
        states = [(None, self.initial), *((step.before, step.state) for step in self.steps)]
        rows = tuple(
            (
                *words,
                *([str(narrator.scale_cost(cost))] if narrator.cost_unit else []),
                *(cell for _, cell in narrator.list_step_cells(*both)),
            )
            for words, cost, both in zip(told, spent, states, strict=True)
        )
        costs = [capitalize(narrator.cost_unit.many)] if narrator.cost_unit else []
        places = (heading for heading, _ in narrator.list_step_cells(None, self.initial))
        return Table(("", capitalize(narrator.move_noun.one), *costs, *places), rows)

    def numbered_sentences(self) -> Iterator[tuple[int, str]]:
        """Yield pairs of a move's number, from 1, and the sentence that describes the move."""
        return ((step.number, str(step)) for step in self.steps)

    def steps_as_json(self) -> list[dict[str, Any]]:
        """Return the list ``steps`` of the JSON output, one dictionary for each move."""
        return [step.to_dict() for step in self.steps]

    @property
    def extra_json(self) -> dict[str, Any]:
        """The entries that the JSON output of this kind of solution adds to ``steps``; by default none."""
        return {}

    def format_plan(self, plan: tuple[PlanAction, ...]) -> tuple[PlanAction, ...]:
        """Return a plan for this solution with the actions as a plan file lists them; by default unchanged.

        The override for temporal plans keeps gaps between the times of events that affect each other.
        """
        return plan


def replay_moves(
    instance: AnyInstance, moves: Iterable[Move], known_steps: Iterable[Step[Any, Move]] = ()
) -> Solution[Any, Move]:
    """Carry out moves from the initial state, check each against the rules, and return the solution.

    ``known_steps`` are steps of an earlier replay; moves at the beginning that are equal to the moves of these steps are not replayed again. Raises
    IllegalMoveError for the first move that is not allowed, InvalidPlanError if the goal is not reached.
    """
    space, narrator, moves = state_space_of(instance), narrator_of(instance), [*moves]
    shared = itertools.takewhile(lambda both: both[0].move == both[1], zip(known_steps, moves, strict=False))
    steps = [step for step, _ in shared]
    state = steps[-1].state if steps else space.initial
    cost = sum(space.cost(step.before, step.move) for step in steps)
    for number, move in enumerate(moves[len(steps) :], len(steps) + 1):
        if violation := space.find_violation(state, move):
            raise IllegalMoveError(narrator, number, violation)
        cost += space.cost(state, move)
        after = space.apply_move(state, move)
        steps.append(Step(number, move, state, after, instance))
        state = after
    if not space.is_goal(state):
        raise InvalidPlanError(
            format_message("plans.goal-not-reached", missing=(unmet := space.describe_unmet_goals(state))),
            where=format_message("plans.after-last-move", moves=narrator.move_noun.format_count(len(steps))),
            found=unmet,
            expected="the goal",
        )
    return Solution(instance, space.initial, tuple(steps), TotalCost(cost, len(steps)))
