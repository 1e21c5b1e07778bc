"""From moves to a solution: each replayed in the state space. No plan is believed."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic

from ferryplan.generator.errors import InvalidPlanError
from ferryplan.generator.families import state_space, teller_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.search.cheapest import Total
from ferryplan.generator.space import Breach, Move, State
from ferryplan.generator.teller import Teller
from ferryplan.generator.wording import Table, capital
from ferryplan.planner.plans.plan import Action
from ferryplan.planner.telling import Shown


class MoveBrokenError(InvalidPlanError):
    """A move that is not allowed.

    ``move`` is what it is called, ``number`` its number, from 1; ``rule`` what it breaks, in words; ``found`` how it does so.
    """

    def __init__(self, teller: Teller[Any, Any], number: int, breach: Breach) -> None:
        self.move, self.number, (self.rule, self.found) = teller.move.one, number, breach
        super().__init__(f"{self.move} {number}: {self.found}; this breaks the {teller.rule}: {self.rule}")


@dataclass(frozen=True, slots=True)
class Step(Generic[State, Move]):
    """One move of a solution."""

    number: int
    move: Move
    before: State
    state: State
    """the state after it"""


@dataclass(frozen=True, slots=True, repr=False)
class Solution(Shown, Generic[State, Move]):
    """Moves, each allowed, that lead from the start to the goal."""

    instance: AnyInstance
    initial: State
    steps: tuple[Step[State, Move], ...]
    total: Total

    def __repr__(self) -> str:
        """Return of what it is a solution, and what it takes."""
        return f"Solution({self.instance!r}, {self.told!r})"

    @property
    def final(self) -> State:
        """The state in the end."""
        return self.steps[-1].state if self.steps else self.initial

    @property
    def told(self) -> str:
        """How many moves there are, and what they cost, in words."""
        return teller_of(self.instance).total(self.total)

    def table(self) -> Table:
        """Return the start, then each move as a sentence, what it all costs so far, and the state after it; or what all comes to in the end."""
        teller, space = teller_of(self.instance), state_space(self.instance)
        final = teller.board_of(self.final)
        if final is not None:
            return final
        told = [("", "At the start."), *((str(number), says) for number, says in self.sentences())]
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
        """Yield each move as a sentence, behind its number."""
        teller = teller_of(self.instance)
        return ((step.number, teller.sentence(step.before, step.move)) for step in self.steps)

    def steps_as_json(self) -> list[dict[str, Any]]:
        """Return each move as ``steps`` has it."""
        teller, space = teller_of(self.instance), state_space(self.instance)
        return [
            {
                "number": step.number,
                **teller.move_told(step.before, step.move),
                **({"cost": teller.price(space.cost(step.before, step.move))} if teller.unit else {}),
                **self._after_as_json(step),
                "text": teller.sentence(step.before, step.move),
            }
            for step in self.steps
        ]

    def _after_as_json(self, step: Step[State, Move]) -> dict[str, Any]:
        return teller_of(self.instance).state_told(step.state)

    @property
    def more_as_json(self) -> dict[str, Any]:
        """What a program is told besides the steps."""
        return {}

    def written(self, plan: tuple[Action, ...]) -> tuple[Action, ...]:
        """Return a plan that stands for this as a plan file has it."""
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
        steps.append(Step(number, move, state, after))
        state = after
    if not space.is_goal(state):
        raise InvalidPlanError(
            f"after {teller.move.one} {len(steps)}, the last: {space.unmet(state)}, expected the goal"
        )
    return Solution(instance, space.initial, tuple(steps), Total(cost, len(steps)))
