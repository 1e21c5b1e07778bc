"""The replay of moves in the state space, which turns them into a solution.

Every plan is replayed, even the plans of planners.
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
    """Raised when a move breaks a rule.

    ``move`` is the noun for a move, ``number`` the number of the move, from 1; ``rule`` the broken rule in words; ``found`` how the move breaks it.
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
    """The move, as searches represent it; ``aboard`` and ``to_dict`` give its parts."""
    before: State
    """The state before the move, as searches represent it."""
    state: State
    """The state after the move, as searches represent it."""
    instance: AnyInstance = field(repr=False, compare=False)
    """The puzzle with a value for each of its parameters."""

    def __str__(self) -> str:
        """Return the move as a sentence."""
        return narrator_of(self.instance).describe_move(self.before, self.move)

    @property
    def aboard(self) -> tuple[str, ...]:
        """The names of the travelers in the boat; empty for moves other than crossings."""
        return tuple(self.to_dict().get("aboard", ()))

    def to_dict(self) -> dict[str, Any]:
        """Return the step as a JSON-ready dictionary, as in the key ``steps``."""
        narrator, space = narrator_of(self.instance), state_space_of(self.instance)
        return {
            "number": self.number,
            **narrator.solution_move_as_json(self.before, self.move),
            **({"cost": narrator.scale_cost(space.cost(self.before, self.move))} if narrator.cost_unit else {}),
            **self.describe_arrival(),
            "text": str(self),
        }

    def describe_arrival(self) -> dict[str, Any]:
        """Return the state after the move as a JSON-ready dictionary."""
        return narrator_of(self.instance).solution_state_as_json(self.state)


@dataclass(frozen=True, slots=True, repr=False)
class Solution(Renderable, Generic[State, Move]):
    """The moves from the start to the goal, each checked by the puzzle's rules."""

    renderer = "ferryplan.planner.questions.narration:render_solution"
    cell_renderer = "ferryplan.planner.pictures.result_drawing:render_cell"

    instance: AnyInstance
    """The puzzle with a value for each of its parameters."""
    initial: State
    """The initial state, as searches represent it."""
    steps: tuple[Step[State, Move], ...]
    """The moves, with the states before and after each."""
    total: TotalCost
    """The number of moves, and their cost."""

    def __repr__(self) -> str:
        """Return the instance and the summary of the solution."""
        return f"Solution({self.instance!r}, {self.summary!r})"

    @property
    def final(self) -> State:
        """The last state, as searches represent it."""
        return self.steps[-1].state if self.steps else self.initial

    @property
    def summary(self) -> str:
        """The number of moves, and their cost, in words."""
        return narrator_of(self.instance).format_total(self.total)

    def to_table(self) -> Table:
        """Return the solution as a table: each move with the state after it, or the board at the end."""
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
        """Yield the number and the sentence of each move."""
        return ((step.number, str(step)) for step in self.steps)

    def steps_as_json(self) -> list[dict[str, Any]]:
        """Return the steps, ready for JSON."""
        return [step.to_dict() for step in self.steps]

    @property
    def extra_json(self) -> dict[str, Any]:
        """Additional keys of the JSON, besides the steps."""
        return {}

    def format_plan(self, plan: tuple[PlanAction, ...]) -> tuple[PlanAction, ...]:
        """Return a plan for this solution, as a plan file contains it."""
        return plan


def replay_moves(
    instance: AnyInstance, moves: Iterable[Move], known_steps: Iterable[Step[Any, Move]] = ()
) -> Solution[Any, Move]:
    """Replay moves and return them as a solution.

    ``known_steps`` are already replayed steps; the moves that begin in the same way are not replayed again. Raises IllegalMoveError for the first
    move that is not allowed, InvalidPlanError if the goal is not reached.
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
