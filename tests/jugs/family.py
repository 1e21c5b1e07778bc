"""The jugs family.

Moves fill a jug, empty one, or pour one into another until it is empty or the other is full.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ferryplan.generator.difficulty import Difficulty, grade_effort
from ferryplan.generator.errors import InvalidPlanError
from ferryplan.generator.families import strategy_of
from ferryplan.generator.family import Family
from ferryplan.generator.formulation import Formulation
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.narrator import Narrator, StateLine
from ferryplan.generator.page_table import tabulate_space
from ferryplan.generator.pddl.grounding import PlanStep
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.state_variables import StateVariables
from ferryplan.generator.wording import NounForms
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
from jugs.state_variables import list_state_variables


class JugsNarrator(Narrator[State, Pour]):
    instance: Jugs
    move_noun = NounForms("pouring", "pourings")

    @property
    def rules(self) -> Sequence[str]:
        return WHAT_IS_THERE, NO_OVERFLOW, TO_THE_END

    @property
    def goal_description(self) -> str:
        wanted = enumerate(self.instance.goal)
        return " and ".join(f"{called(self.instance, jug)} holds {level}" for jug, level in wanted if level >= 0)

    def format_state(self, state: State) -> str:
        return " | ".join(f"{called(self.instance, jug)} holds {level}" for jug, level in enumerate(state))

    def label_move(self, move: Pour) -> str:
        if move.origin == TAP:
            return f"Fill {called(self.instance, move.destination)}"
        if move.destination == TAP:
            return f"Empty {called(self.instance, move.origin)}"
        return f"Pour {called(self.instance, move.origin)} into {called(self.instance, move.destination)}"

    def list_state_lines(self, state: State) -> Sequence[StateLine]:
        return [StateLine(str(has), called(self.instance, jug)) for jug, has in enumerate(state)]

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


def moves_of(instance: Jugs, plan: Sequence[PlanStep]) -> list[Pour]:
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
    move_noun = NounForms("pouring", "pourings")
    template_root = Path(__file__).parent.parent
    formulations = (Formulation("strips", "named", "strips", strips, moves_of),)

    space, narrator = JugsSpace, JugsNarrator

    def instantiate(self, puzzle: PuzzleFile, parameters: Mapping[str, ParameterValue]) -> Jugs:
        return instantiate(puzzle, parameters)

    def grade_difficulty(self, instance: Jugs) -> Difficulty:
        pourings = len(strategy_of(instance).find_best_solution().moves or ())
        return grade_effort(
            pourings, (4, 6, 9, 13), {"pourings": pourings}, [f"A shortest solution has {pourings} pourings."]
        )

    def make_page_data(self, instance: Jugs) -> dict[str, Any] | None:
        space, narrator = self.make_space(instance), self.make_narrator(instance)
        return tabulate_space(space, narrator, list, space.candidate_moves, narrator.label_choice)

    def make_drawing(self, instance: Jugs) -> JugsDrawing:
        return JugsDrawing(instance)

    def list_state_variables(self, instance: Jugs) -> Sequence[StateVariables[State, Pour]]:
        return list_state_variables(instance)


FAMILY = JugsFamily()
