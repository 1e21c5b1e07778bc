"""Jugs: fill one, empty one, pour one into another until either it is empty or the other is full."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ferryplan.generator.difficulty import Difficulty, graded
from ferryplan.generator.errors import InvalidPlanError, ParameterError
from ferryplan.generator.families import strategy_of
from ferryplan.generator.family import Family
from ferryplan.generator.formulation import Formulation
from ferryplan.generator.instance import AnyInstance, Value
from ferryplan.generator.parameters import Evaluation, check_parameters
from ferryplan.generator.pddl.grounding import Step
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.space import Breach, StateSpace
from ferryplan.generator.teller import Line, Teller
from ferryplan.generator.wording import Noun

TAP = -1  # for the tap where a jug is poured from, for the sink where one is poured into


@dataclass(frozen=True, slots=True, repr=False)
class Jugs(AnyInstance):
    values: tuple[tuple[str, Value], ...]  # once more, as what the instance means: the parameters are what people see

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


def instantiate(puzzle: PuzzleFile, parameters: Mapping[str, Value]) -> Jugs:
    evaluation = Evaluation(puzzle, check_parameters(puzzle, parameters))
    made = Jugs(**evaluation.described(), values=tuple(evaluation.values.items()))
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

    def candidates(self, state: State) -> Iterator[Pour]:
        jugs = range(len(state))
        if self.instance.tap:
            yield from (Pour(TAP, jug) for jug in jugs)
            yield from (Pour(jug, TAP) for jug in jugs)
        yield from (Pour(one, other) for one in jugs for other in jugs if one != other)

    def breach(self, state: State, move: Pour) -> Breach | None:
        if TAP in move and not self.instance.tap:
            return Breach("Nothing is added or poured away.", "there is no tap")
        if move.origin != TAP and not state[move.origin]:
            return Breach("Only what is there is poured.", f"{called(self.instance, move.origin)} is empty")
        if move.destination != TAP and state[move.destination] == self.instance.capacities[move.destination]:
            return Breach("No jug overflows.", f"{called(self.instance, move.destination)} is full")
        return None

    def after(self, state: State, move: Pour) -> State:
        levels, (origin, destination) = list(state), move
        room = 10**9 if destination == TAP else self.instance.capacities[destination] - levels[destination]
        poured = min(room, 10**9 if origin == TAP else levels[origin])
        if origin != TAP:
            levels[origin] -= poured
        if destination != TAP:
            levels[destination] += poured
        return tuple(levels)

    def is_goal(self, state: State) -> bool:
        return self.goals_met(state) == self.goals

    def goals_met(self, state: State) -> int:
        return sum(has == wants for has, wants in zip(state, self.instance.goal, strict=True) if wants >= 0)

    @property
    def goals(self) -> int:
        return sum(wants >= 0 for wants in self.instance.goal)


def called(instance: Jugs, jug: int) -> str:
    return f"the jug for {instance.capacities[jug]}"


class JugsTeller(Teller[State, Pour]):
    instance: Jugs
    move = Noun("pouring", "pourings")

    @property
    def rules(self) -> Sequence[str]:
        return (
            "Only what is there is poured.",
            "No jug overflows.",
            "One pours until one jug is empty or the other full.",
        )

    @property
    def goal(self) -> str:
        wanted = enumerate(self.instance.goal)
        return " and ".join(f"{called(self.instance, jug)} holds {level}" for jug, level in wanted if level >= 0)

    def state(self, state: State) -> str:
        return " | ".join(f"{called(self.instance, jug)} holds {level}" for jug, level in enumerate(state))

    def label(self, move: Pour) -> str:
        if move.origin == TAP:
            return f"Fill {called(self.instance, move.destination)}"
        if move.destination == TAP:
            return f"Empty {called(self.instance, move.origin)}"
        return f"Pour {called(self.instance, move.origin)} into {called(self.instance, move.destination)}"

    def lines(self, state: State) -> Sequence[Line]:
        return [Line(str(has), called(self.instance, jug)) for jug, has in enumerate(state)]

    def state_as_json(self, state: State) -> dict[str, Any]:
        return {"levels": list(state)}

    def move_as_json(self, state: State, move: Pour) -> dict[str, Any]:
        return {"source": move.origin, "target": move.destination}


def strips(instance: Jugs) -> dict[str, Any]:
    jugs = range(len(instance.capacities))
    pourings = [
        (one, other, has, there, has - (poured := min(has, instance.capacities[other] - there)), there + poured)
        for one in jugs
        for other in jugs
        if one != other
        for has in range(1, instance.capacities[one] + 1)
        for there in range(instance.capacities[other])
    ]
    return {"most": max(instance.capacities), "pourings": pourings}


def moves_of(instance: Jugs, plan: Sequence[Step]) -> list[Pour]:
    return [move_of(instance, action.name, action.arguments) for action in plan]


def move_of(instance: Jugs, action: str, arguments: Sequence[str]) -> Pour:
    names = {f"jug-{jug}": jug for jug in range(len(instance.capacities))}
    jugs = [names[argument] for argument in arguments if argument in names]
    match action, jugs:
        case "fill", [jug]:
            return Pour(TAP, jug)
        case "empty", [jug]:
            return Pour(jug, TAP)
        case "pour", [origin, destination]:
            return Pour(origin, destination)
    raise InvalidPlanError(f"found ({action} {' '.join(arguments)}), which is no action of this problem")


class JugsFamily(Family[PuzzleFile, Jugs, State, Pour]):
    name = "jugs"
    file = PuzzleFile
    move = Noun("pouring", "pourings")
    root = Path(__file__).parent.parent
    formulations = (Formulation("strips", "named", "strips", strips, moves_of),)

    space, teller = JugsSpace, JugsTeller

    def instantiate(self, puzzle: PuzzleFile, parameters: Mapping[str, Value]) -> Jugs:
        return instantiate(puzzle, parameters)

    def grade_difficulty(self, instance: Jugs) -> Difficulty:
        pourings = len(strategy_of(instance).best().moves or ())
        return graded(
            pourings, (4, 6, 9, 13), {"pourings": pourings}, [f"A shortest solution has {pourings} pourings."]
        )


FAMILY = JugsFamily()
