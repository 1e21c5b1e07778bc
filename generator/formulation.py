"""Formulations: ways to write a family's instances in PDDL and to decode plans into moves."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ferryplan.domains.messages import format_message
from ferryplan.generator.dialects import Dialect, Encoding
from ferryplan.generator.errors import InvalidPlanError
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.grounding import PlanStep
from ferryplan.generator.pddl.states import PddlState as PddlState

SomeInstance = TypeVar("SomeInstance", bound=AnyInstance)


@dataclass(frozen=True, slots=True)
class Formulation(Generic[SomeInstance]):
    """A dialect and an encoding that a family supports."""

    dialect: Dialect
    encoding: Encoding
    template_folder: str
    """the folder of its templates within the family's folder"""
    make_context: Callable[[SomeInstance], dict[str, Any]]
    """a function that returns the values for the templates' slots"""
    decode: Callable[[SomeInstance, Sequence[PlanStep]], Sequence[Any]]
    """a function that decodes the actions of a plan into moves"""
    is_timed: bool = False
    """whether the actions have durations"""
    count_actions: Callable[[SomeInstance, Optimum], int | None] = lambda instance, optimum: None
    """a function that returns the number of actions of an optimal plan (fewest moves or least cost); None if the encoding does not determine it"""

    def decode_plan(self, instance: SomeInstance, plan: Sequence[PlanStep]) -> Sequence[Any]:
        """Return the moves that a plan stands for, whether the rules allow them or not.

        The plan's actions must be actions of the domain. Raises InvalidPlanError for an action that is impossible at its place in the plan and stands
        for no move.
        """
        try:
            return self.decode(instance, plan)
        except (LookupError, ValueError) as error:
            action = plan[self._find_first_failure(instance, plan)]
            shown = " ".join((action.name, *action.arguments))
            raise InvalidPlanError(format_message("puzzles.no-move-for-action", action=f"({shown})")) from error

    def _find_first_failure(self, instance: SomeInstance, plan: Sequence[PlanStep]) -> int:
        """Return the index of the first action that `decode` rejects.

        `decode` reads plans action by action, so bisection finds the index.
        """

        def fails(index: int) -> bool:
            try:
                self.decode(instance, plan[: index + 1])
            except (LookupError, ValueError):
                return True
            return False

        return bisect.bisect_left(range(len(plan) - 1), True, key=fails)

    def check_suitable(self, instance: SomeInstance) -> None:
        """Raise UnsuitableError if the formulation cannot express a feature of an instance."""


class Optimum(NamedTuple):
    """The known facts about the best solutions of an instance."""

    solvable: bool | None = None
    """whether there is a solution; None if this is unknown"""
    moves: int | None = None
    """the fewest moves (with costs, the fewest among the cheapest solutions); None if unsolvable or unknown"""
    cost: int | None = None
    """the least cost; None if unsolvable or unknown, or if every move costs 1"""
    source: str | None = None
    """the source of these facts"""


class StateReader(Protocol):
    """A reader that turns states of an instance's PDDL into states of its space.

    The types of states and moves depend on the family.
    """

    def is_settled(self, stated: PddlState) -> bool:
        """Return whether a PDDL state lies between two moves rather than in the middle of one."""

    def read(self, stated: PddlState) -> Any:
        """Return the state of the space that a PDDL state represents."""

    def complete_state(self, state: Any, after: Any) -> Any:
        """Return the second of two states read in sequence, completed with values that the PDDL lacks.

        ``state`` is the first state, already complete; ``after`` is the state that was read after it. In the ``crossing`` family, for instance, the
        missing value is the clock, one crossing later than in ``state``.
        """

    def find_moves(self, state: Any, reached: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        """Yield the moves that lead from a state to the reached states, each with its reached state."""
