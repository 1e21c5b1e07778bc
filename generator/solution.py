"""From moves to a solution: each replayed in the state space. No plan is believed."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Generic

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import InvalidPlanError
from ferryplan.generator.families import state_space, teller_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.plan_action import Action
from ferryplan.generator.rendering import Renderable
from ferryplan.generator.search.cheapest import Total
from ferryplan.generator.space import Breach, Move, State
from ferryplan.generator.teller import Teller
from ferryplan.generator.wording import Table, capital


class MoveBrokenError(InvalidPlanError):
    """A move that is not allowed.

    ``move`` is what it is called, ``number`` its number, from 1; ``rule`` what it breaks, in words; ``found`` how it does so.
    """

    def __init__(self, teller: Teller[Any, Any], number: int, breach: Breach) -> None:
        self.move, self.number, self.rule = teller.move.one, number, breach.rule
        super().__init__(
            format_message("plans.broken-rule", violation=breach.found, what=teller.rule, rule=self.rule),
            where=f"{self.move} {number}",
            found=breach.found,
            expected=self.rule,
        )


@dataclass(frozen=True, slots=True)
class Step(Generic[State, Move]):
    """A move of a solution, with the states before and after it."""

    number: int
    """The number of the move, from 1."""
    move: Move
    """The move, as searches hold it; ``aboard`` and ``to_dict`` give its parts."""
    before: State
    """The state before the move, as searches hold it."""
    state: State
    """The state after the move, as searches hold it."""
    instance: AnyInstance = field(repr=False, compare=False)
    """The puzzle with a value for each of its parameters."""

    def __str__(self) -> str:
        """Return the move as a sentence."""
        return teller_of(self.instance).sentence(self.before, self.move)

    @property
    def aboard(self) -> tuple[str, ...]:
        """The names of those who cross; empty for moves that are no crossings."""
        return tuple(self.to_dict().get("aboard", ()))

    def to_dict(self) -> dict[str, Any]:
        """Return the step, ready for JSON, as ``steps`` has it."""
        teller, space = teller_of(self.instance), state_space(self.instance)
        return {
            "number": self.number,
            **teller.move_told(self.before, self.move),
            **({"cost": teller.price(space.cost(self.before, self.move))} if teller.unit else {}),
            **self.describe_arrival(),
            "text": str(self),
        }

    def describe_arrival(self) -> dict[str, Any]:
        """Return the state after the move, ready for JSON."""
        return teller_of(self.instance).state_told(self.state)


@dataclass(frozen=True, slots=True, repr=False)
class Solution(Renderable, Generic[State, Move]):
    """Moves from the start to the goal, each checked by the puzzle's rules."""

    renderer = "ferryplan.planner.questions.narration:render_solution"
    cell_renderer = "ferryplan.planner.pictures.drawing:render_cell"

    instance: AnyInstance
    """The puzzle with a value for each of its parameters."""
    initial: State
    """The initial state, as searches hold it."""
    steps: tuple[Step[State, Move], ...]
    """The moves, with the states before and after each."""
    total: Total
    """The number of moves, and their cost."""

    def __repr__(self) -> str:
        """Return of what it is a solution, and what it takes."""
        return f"Solution({self.instance!r}, {self.told!r})"

    @property
    def final(self) -> State:
        """The last state, as searches hold it."""
        return self.steps[-1].state if self.steps else self.initial

    @property
    def told(self) -> str:
        """The number of moves, and their cost, in words."""
        return teller_of(self.instance).total(self.total)

    def table(self) -> Table:
        """Return the solution as a table: each move with the state after it, or the board at the end."""
        teller, space = teller_of(self.instance), state_space(self.instance)
        final = teller.board_of(self.final)
        if final is not None:
            return final
        told = [
            ("", format_message("narration.at-the-start")),
            *((str(number), says) for number, says in self.sentences()),
        ]
        spent = itertools.accumulate((space.cost(step.before, step.move) for step in self.steps), initial=0)
        states = [(None, self.initial), *((step.before, step.state) for step in self.steps)]
        rows = tuple(
            (*words, *([str(teller.price(cost))] if teller.unit else []), *(cell for _, cell in teller.row(*both)))
            for words, cost, both in zip(told, spent, states, strict=True)
        )
        costs = [capital(teller.unit.many)] if teller.unit else []
        places = (heading for heading, _ in teller.row(None, self.initial))
        return Table(("", capital(teller.move.one), *costs, *places), rows)

    def sentences(self) -> Iterator[tuple[int, str]]:
        """Yield the number and the sentence of each move."""
        return ((step.number, str(step)) for step in self.steps)

    def steps_as_json(self) -> list[dict[str, Any]]:
        """Return the steps, ready for JSON."""
        return [step.to_dict() for step in self.steps]

    @property
    def more_as_json(self) -> dict[str, Any]:
        """Further keys of the JSON, besides the steps."""
        return {}

    def written(self, plan: tuple[Action, ...]) -> tuple[Action, ...]:
        """Return a plan for this solution, as a plan file holds it."""
        return plan


def replay(instance: AnyInstance, moves: Iterable[Move], known: Iterable[Step[Any, Move]] = ()) -> Solution[Any, Move]:
    """Return the moves as a solution; those with which they begin as other steps, ``known``, do are not replayed once more.

    Raises MoveBrokenError at the first that is not allowed, InvalidPlanError if the goal is not reached.
    """
    space, teller, moves = state_space(instance), teller_of(instance), [*moves]
    shared = itertools.takewhile(lambda both: both[0].move == both[1], zip(known, moves, strict=False))
    steps = [step for step, _ in shared]
    state = steps[-1].state if steps else space.initial
    cost = sum(space.cost(step.before, step.move) for step in steps)
    for number, move in enumerate(moves[len(steps) :], len(steps) + 1):
        if breach := space.breach(state, move):
            raise MoveBrokenError(teller, number, breach)
        cost += space.cost(state, move)
        after = space.after(state, move)
        steps.append(Step(number, move, state, after, instance))
        state = after
    if not space.is_goal(state):
        raise InvalidPlanError(
            format_message("plans.goal-not-reached", missing=(unmet := space.unmet(state))),
            where=format_message("plans.after-last-move", moves=teller.move.counted(len(steps))),
            found=unmet,
            expected="the goal",
        )
    return Solution(instance, space.initial, tuple(steps), Total(cost, len(steps)))
