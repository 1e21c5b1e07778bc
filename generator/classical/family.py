"""The family `classical`: planning tasks, from templates or as somebody wrote them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from ferryplan.generator.cast import Cast
from ferryplan.generator.classical.cast import casts
from ferryplan.generator.classical.changes import changes
from ferryplan.generator.classical.formulations import FORMULATIONS, dialect_of
from ferryplan.generator.classical.instance import ClassicalInstance
from ferryplan.generator.classical.instantiation import instantiate
from ferryplan.generator.classical.puzzle_file import ClassicalFile
from ferryplan.generator.classical.space import ClassicalSpace
from ferryplan.generator.classical.speller import ClassicalSpeller
from ferryplan.generator.classical.strategy import ClassicalStrategy
from ferryplan.generator.classical.teller import ACTION, ClassicalTeller
from ferryplan.generator.dialects import Dialect
from ferryplan.generator.family import Change, Conflict, Family, SearchKind
from ferryplan.generator.formulation import Formulation, Optimum
from ferryplan.generator.instance import Value
from ferryplan.generator.pddl.grounding import GroundAction
from ferryplan.generator.pddl.states import State
from ferryplan.generator.space import StateSpace


class ClassicalFamily(Family[ClassicalFile, ClassicalInstance, State, GroundAction]):
    """A puzzle brings its own PDDL, as templates or as files."""

    name = "classical"
    file = ClassicalFile
    move = ACTION
    drawn = "facts"
    in_turn = True
    in_one_file = False
    unsupported = MappingProxyType({"backward": "planning.several-goal-states", "pddl": "planning.own-pddl"})

    @property
    def formulations(self) -> tuple[Formulation[ClassicalInstance], ...]:
        """The puzzle's own PDDL, in each dialect that it may be in."""
        return FORMULATIONS

    def instantiate(self, puzzle: ClassicalFile, parameters: Mapping[str, Value]) -> ClassicalInstance:
        """Return the instance for values of the parameters, with its PDDL."""
        return instantiate(puzzle, parameters)

    def make_space(self, instance: ClassicalInstance) -> ClassicalSpace:
        """Return what the actions do."""
        return instance.once(ClassicalSpace)

    def make_teller(self, instance: ClassicalInstance) -> ClassicalTeller:
        """Return the sentences for actions and facts."""
        return instance.once(ClassicalTeller)

    def make_speller(self, instance: ClassicalInstance) -> ClassicalSpeller:
        """Return the notation: actions with their objects, or one that the puzzle names."""
        return ClassicalSpeller(instance, self.make_space(instance), self.make_teller(instance))

    def make_strategy(self, space: StateSpace[State, GroundAction]) -> ClassicalStrategy:
        """Return the search that uses theorems about the puzzle."""
        return ClassicalStrategy(space)

    def get_unit(self, puzzle: ClassicalFile) -> str | None:
        """Return the unit of the costs."""
        return None if puzzle.cost is None else puzzle.cost.unit

    def count_sizes(self, instance: ClassicalInstance) -> dict[str, int]:
        """Return the numbers of objects and of facts at the start."""
        domain, problem = instance.trees
        return {"objects": len(domain.constants) + len(problem.objects), "facts": len(problem.facts)}

    def list_optima(self, puzzle: ClassicalFile) -> Iterator[tuple[dict[str, Any], Optimum]]:
        """Yield the optima of the file; one without moves says that there is no solution."""
        for one in puzzle.optima:
            yield one.parameters, Optimum(one.moves is not None, one.moves, one.cost, one.source)

    def suggest_changes(
        self, puzzle: ClassicalFile, instance: ClassicalInstance, conflict: Conflict
    ) -> Iterable[Iterable[Change]]:
        """Yield further facts at the start, and fewer goals."""
        return changes(puzzle, instance, conflict)

    def choose_dialect(self, instance: ClassicalInstance) -> Dialect:
        """Return the dialect of the puzzle's own PDDL."""
        return dialect_of(instance)

    def suggest_search(self, instance: ClassicalInstance, dialect: str) -> SearchKind | None:
        """Return the search of the rules where a theorem gives the plan at once."""
        return "rules" if instance.theorem and not dialect else None

    def list_casts(self, instance: ClassicalInstance) -> Sequence[Cast[State, GroundAction]]:
        """Return the facts about each object."""
        return casts(instance)


FAMILY = ClassicalFamily()
