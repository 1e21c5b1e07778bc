"""The family `classical`: planning tasks, from templates or as somebody wrote them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ferryplan.generator.cast import Cast
from ferryplan.generator.classical.cast import casts
from ferryplan.generator.classical.changes import changes
from ferryplan.generator.classical.speller import ClassicalSpeller
from ferryplan.generator.classical.strategy import ClassicalStrategy
from ferryplan.generator.dialects import Dialect
from ferryplan.generator.family import Family
from ferryplan.generator.family_types import Change, Conflict, SearchKind
from ferryplan.generator.formulation import Formulation, Optimum
from ferryplan.generator.instance import Value
from ferryplan.generator.isomorphism import Fact
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import State
from ferryplan.generator.tasks.formulations import FORMULATIONS, dialect_of
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.instantiation import instantiate
from ferryplan.generator.tasks.puzzle_file import TaskFile
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.tasks.teller import ACTION, TaskTeller

if TYPE_CHECKING:
    from ferryplan.generator.tasks.tableau import TaskDrawing


class ClassicalFamily(Family[TaskFile, TaskInstance, State, GroundAction]):
    """A puzzle brings its own PDDL, as templates or as files."""

    name = "classical"
    file = TaskFile
    space, teller, speller, strategy = TaskSpace, TaskTeller, ClassicalSpeller, ClassicalStrategy
    move = ACTION
    in_turn = True
    in_one_file = False
    unsupported = MappingProxyType({"backward": "planning.several-goal-states", "pddl": "planning.own-pddl"})

    @property
    def formulations(self) -> tuple[Formulation[TaskInstance], ...]:
        """The puzzle's own PDDL, in each dialect that it may be in."""
        return FORMULATIONS

    def instantiate(self, puzzle: TaskFile, parameters: Mapping[str, Value]) -> TaskInstance:
        """Return the instance for values of the parameters, with its PDDL."""
        return instantiate(puzzle, parameters)

    def get_unit(self, puzzle: TaskFile) -> str | None:
        """Return the unit of the costs."""
        return None if puzzle.cost is None else puzzle.cost.unit

    def count_sizes(self, instance: TaskInstance) -> dict[str, int]:
        """Return the numbers of objects and of facts at the start."""
        domain, problem = instance.trees
        return {"objects": len(domain.constants) + len(problem.objects), "facts": len(problem.facts)}

    def list_optima(self, puzzle: TaskFile) -> Iterator[tuple[dict[str, Any], Optimum]]:
        """Yield the optima of the file; one without moves says that there is no solution."""
        for one in puzzle.optima:
            yield one.parameters, Optimum(one.moves is not None, one.moves, one.cost, one.source)

    def describe_structure(self, instance: TaskInstance) -> Iterable[Fact]:
        """Return the canonical text of the task as the only fact, so two tasks are equal only if all names are the same."""
        return [(f"{instance.canonical}",)]

    def suggest_changes(
        self, puzzle: TaskFile, instance: TaskInstance, conflict: Conflict
    ) -> Iterable[Iterable[Change]]:
        """Yield further facts at the start, and fewer goals."""
        return changes(puzzle, instance, conflict)

    def choose_dialect(self, instance: TaskInstance) -> Dialect:
        """Return the dialect of the puzzle's own PDDL."""
        return dialect_of(instance)

    def suggest_search(self, instance: TaskInstance, dialect: str) -> SearchKind | None:
        """Return the search of the rules where a theorem gives the plan at once."""
        return "rules" if instance.theorem and not dialect else None

    def make_page_data(self, instance: TaskInstance) -> dict[str, Any] | None:
        """Return the ground actions over numbered facts."""
        from ferryplan.generator.tasks.page_data import make_page_data

        return make_page_data(instance)

    def make_drawing(self, instance: TaskInstance) -> TaskDrawing | None:
        """Return what draws the scenes, if the puzzle says what is shown where."""
        from ferryplan.generator.tasks.tableau import TaskDrawing

        return TaskDrawing(instance) if instance.file.pictures else None

    def explain_page_limit(self) -> str:
        """Return the most actions and states of a page."""
        from ferryplan.generator.tasks.page_data import explain_page_limit

        return explain_page_limit()

    def list_casts(self, instance: TaskInstance) -> Sequence[Cast[State, GroundAction]]:
        """Return the facts about each object."""
        return casts(instance)


FAMILY = ClassicalFamily()
