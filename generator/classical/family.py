"""The family `classical`: puzzles that are planning tasks, from PDDL templates or finished PDDL files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ferryplan.generator.classical.notation import ClassicalNotation
from ferryplan.generator.classical.strategy import ClassicalStrategy
from ferryplan.generator.classical.task_relaxations import suggest_relaxations
from ferryplan.generator.classical.task_variables import list_state_variable_sets
from ferryplan.generator.dialects import Dialect
from ferryplan.generator.family import Family
from ferryplan.generator.family_types import PuzzleRelaxation, RuleConflict, SearchKind
from ferryplan.generator.formulation import Formulation, Optimum
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.isomorphism import StructureFact
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import PddlState
from ferryplan.generator.state_variables import StateVariables
from ferryplan.generator.tasks.formulations import FORMULATIONS, find_dialect
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.narrator import ACTION_NOUN, TaskNarrator
from ferryplan.generator.tasks.puzzle_file import TaskFile
from ferryplan.generator.tasks.space import TaskSpace

if TYPE_CHECKING:
    from ferryplan.generator.drawing import StateThumbnails
    from ferryplan.generator.tasks.task_drawing import TaskDrawing


class ClassicalFamily(Family[TaskFile, TaskInstance, PddlState, GroundAction]):
    """The family of puzzles that bring their own PDDL, as templates or as finished files."""

    name = "classical"
    file = TaskFile
    space, narrator, notation, strategy = TaskSpace, TaskNarrator, ClassicalNotation, ClassicalStrategy
    move_noun = ACTION_NOUN
    tries_engines_in_turn = True
    is_single_file = False
    unsupported = MappingProxyType({"backward": "planning.several-goal-states", "pddl": "planning.own-pddl"})

    @property
    def formulations(self) -> tuple[Formulation[TaskInstance], ...]:
        """One formulation (the puzzle's own PDDL) for each dialect that the PDDL may have."""
        return FORMULATIONS

    def instantiate(self, puzzle: TaskFile, parameters: Mapping[str, ParameterValue]) -> TaskInstance:
        """Return the instance for values of the parameters, with its PDDL texts."""
        return instantiate(puzzle, parameters)

    def get_cost_unit(self, puzzle: TaskFile) -> str | None:
        """Return the unit in which the puzzle counts costs, such as ``minute``; None if it has none."""
        return None if puzzle.cost is None else puzzle.cost.unit

    def count_sizes(self, instance: TaskInstance) -> dict[str, int]:
        """Return the numbers of ``objects`` in the task and of ``facts`` in the initial state."""
        domain, problem = instance.syntax_trees
        return {"objects": len(domain.constants) + len(problem.objects), "facts": len(problem.facts)}

    def list_optima(self, puzzle: TaskFile) -> Iterator[tuple[dict[str, Any], Optimum]]:
        """Yield the known optima of the puzzle file, each as a pair (parameters, optimum).

        An optimum without moves means that there is no solution.
        """
        for one in puzzle.optima:
            yield one.parameters, Optimum(one.moves is not None, one.moves, one.cost, one.source)

    def describe_structure(self, instance: TaskInstance) -> Iterable[StructureFact]:
        """Return a single fact, the canonical text of the task, as the structure to compare.

        Thus two tasks have the same structure only if all names in them are equal.
        """
        return [(f"{instance.canonical}",)]

    def suggest_relaxations(
        self, puzzle: TaskFile, instance: TaskInstance, conflict: RuleConflict
    ) -> Iterable[Iterable[PuzzleRelaxation]]:
        """Yield groups of relaxed tasks: with one more fact at the start, one goal fewer, or one more object."""
        return suggest_relaxations(puzzle, instance, conflict)

    def choose_dialect(self, instance: TaskInstance) -> Dialect:
        """Return the dialect of the puzzle's own PDDL."""
        return find_dialect(instance)

    def suggest_search(self, instance: TaskInstance, dialect: str) -> SearchKind | None:
        """Return the search ``rules`` if an optimal plan is known from a theorem; otherwise None.

        With ``rules``, no planner is needed.
        """
        return "rules" if instance.theorem and not dialect else None

    def make_page_data(self, instance: TaskInstance) -> dict[str, Any] | None:
        """Return the data that let a person play a task on an interactive page; None if it is too large."""
        from ferryplan.generator.tasks.page_data import make_page_data

        return make_page_data(instance)

    def make_drawing(self, instance: TaskInstance) -> TaskDrawing | None:
        """Return the object that draws the task's states; None if the puzzle file has no pictures."""
        from ferryplan.generator.tasks.task_drawing import TaskDrawing

        return TaskDrawing(instance) if instance.file.pictures else None

    def make_state_cards(
        self, instance: TaskInstance, solution: Any | None, play_data: dict[str, Any] | None
    ) -> dict[str, Any] | None:
        """Return the data with which a page shows states as cards; None if the task has too many objects."""
        from ferryplan.generator.tasks.state_cards import make_state_cards

        return make_state_cards(instance, solution, play_data)

    def draw_thumbnails(self, instance: TaskInstance, states: Sequence[PddlState]) -> StateThumbnails | None:
        """Return small scenes of states; None if the puzzle file has no pictures."""
        from ferryplan.generator.tasks.task_thumbnails import draw_thumbnails

        return draw_thumbnails(instance, states) if instance.file.pictures else None

    def explain_page_limit(self) -> str:
        """Return the largest numbers of actions and states that an interactive page can have, in words."""
        from ferryplan.generator.tasks.page_data import explain_page_limit

        return explain_page_limit()

    def list_state_variables(self, instance: TaskInstance) -> Sequence[StateVariables[PddlState, GroundAction]]:
        """Return the sets of state variables by which the task's states can be described."""
        return list_state_variable_sets(instance)


FAMILY = ClassicalFamily()
