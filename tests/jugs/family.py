"""Jugs: fill one, empty one, pour one into another until either it is empty or the other is full."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ferryplan.generator.cast import Cast
from ferryplan.generator.difficulty import Difficulty, graded
from ferryplan.generator.errors import InvalidPlanError
from ferryplan.generator.families import strategy_of
from ferryplan.generator.family import Family
from ferryplan.generator.formulation import Formulation
from ferryplan.generator.instance import Value
from ferryplan.generator.page_table import tabulate_space
from ferryplan.generator.pddl.grounding import Step
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.teller import Line, Teller
from ferryplan.generator.wording import Noun
from jugs.cast import list_casts
from jugs.drawing import JugsDrawing
from jugs.space import (
    NO_OVERFLOW,
    TAP,
    TO_THE_END,
    WHAT_IS_THERE,
    Jugs,
    JugsSpace,
    Pour,
    State,
    called,
    instantiate,
)


class JugsTeller(Teller[State, Pour]):
    instance: Jugs
    move = Noun("pouring", "pourings")

    @property
    def rules(self) -> Sequence[str]:
        return WHAT_IS_THERE, NO_OVERFLOW, TO_THE_END

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

    def make_page_data(self, instance: Jugs) -> dict[str, Any] | None:
        space, teller = self.make_space(instance), self.make_teller(instance)
        return tabulate_space(space, teller, list, space.candidates, teller.choice)

    def make_drawing(self, instance: Jugs) -> JugsDrawing:
        return JugsDrawing(instance)

    def list_casts(self, instance: Jugs) -> Sequence[Cast[State, Pour]]:
        return list_casts(instance)


FAMILY = JugsFamily()
