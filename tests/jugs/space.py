"""The state space of jugs.

Moves fill a jug, empty one, or pour one into another until it is empty or the other is full.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ferryplan.generator.errors import ParameterError
from ferryplan.generator.instance import AnyInstance, ParameterValue
from ferryplan.generator.parameters import PuzzleEvaluation, complete_parameters
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.space import StateSpace, Violation
from ferryplan.generator.wording import join_phrases

WHAT_IS_THERE = "Only what is there is poured."
NO_OVERFLOW = "No jug overflows."
TO_THE_END = "One pours until one jug is empty or the other full."
ONE_AT_A_TIME = "One jug is poured into one other at a time."
NO_TAP = "Nothing is added or poured away."
TAP = -1  # the source is the tap if a jug is filled, the target is the sink if one is emptied


@dataclass(frozen=True, slots=True, repr=False)
class Jugs(AnyInstance):
    values: tuple[
        tuple[str, ParameterValue], ...
    ]  # stated again, since the parameters are for people and this is the meaning of the instance

    def numbers(self, parameter: str) -> tuple[int, ...]:
        value = dict(self.values)[parameter]
        assert isinstance(value, tuple)
        return value

    @property
    def capacities(self) -> tuple[int, ...]:
        return self.numbers("capacities")

    @property
    def goal(self) -> tuple[int, ...]:
        return self.numbers("goal")

    @property
    def tap(self) -> bool:
        return bool(dict(self.values)["tap"])


class Pour(NamedTuple):
    origin: int
    destination: int


State = tuple[int, ...]


def instantiate(puzzle: PuzzleFile, parameters: Mapping[str, ParameterValue]) -> Jugs:
    evaluation = PuzzleEvaluation(puzzle, complete_parameters(puzzle, parameters))
    made = Jugs(**evaluation.make_instance_fields(), values=tuple(evaluation.values.items()))
    for key in ("start", "goal"):
        if len(made.numbers(key)) != len(made.capacities) or any(map(int.__gt__, made.numbers(key), made.capacities)):
            raise ParameterError(f"{puzzle.name}: {key}: found {made.numbers(key)}, expected at most {made.capacities}")
    return made


class JugsSpace(StateSpace[State, Pour]):
    def __init__(self, instance: Jugs) -> None:
        self.instance = instance

    @property
    def initial(self) -> State:
        return self.instance.numbers("start")

    def candidate_moves(self, state: State) -> Iterator[Pour]:
        jugs = range(len(state))
        if self.instance.tap:
            yield from (Pour(TAP, jug) for jug in jugs)
            yield from (Pour(jug, TAP) for jug in jugs)
        yield from (Pour(one, other) for one in jugs for other in jugs if one != other)

    def find_violation(self, state: State, move: Pour) -> Violation | None:
        if TAP in move and not self.instance.tap:
            return Violation(NO_TAP, "there is no tap")
        if move.origin != TAP and not state[move.origin]:
            return Violation(WHAT_IS_THERE, f"{called(self.instance, move.origin)} is empty")
        if move.destination != TAP and state[move.destination] == self.instance.capacities[move.destination]:
            return Violation(NO_OVERFLOW, f"{called(self.instance, move.destination)} is full")
        return None

    def apply_move(self, state: State, move: Pour) -> State:
        levels, (origin, destination) = list(state), move
        room = 10**9 if destination == TAP else self.instance.capacities[destination] - levels[destination]
        poured = min(room, 10**9 if origin == TAP else levels[origin])
        if origin != TAP:
            levels[origin] -= poured
        if destination != TAP:
            levels[destination] += poured
        return tuple(levels)

    def is_goal(self, state: State) -> bool:
        return self.count_goals_met(state) == self.goal_count

    def describe_unmet_goals(self, state: State) -> str:
        levels = enumerate(zip(state, self.instance.goal, strict=True))
        return join_phrases(
            [
                f"{called(self.instance, jug)} holds {has}, not {wants}"
                for jug, (has, wants) in levels
                if 0 <= wants != has
            ]
        )

    def count_goals_met(self, state: State) -> int:
        return sum(has == wants for has, wants in zip(state, self.instance.goal, strict=True) if wants >= 0)

    @property
    def goal_count(self) -> int:
        return sum(wants >= 0 for wants in self.instance.goal)


def called(instance: Jugs, jug: int) -> str:
    return f"the jug for {instance.capacities[jug]}"
