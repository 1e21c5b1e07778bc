"""Formulations: pairs of a PDDL dialect and an encoding in which a family can write instances."""

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
    """A way to write a family's instances in PDDL, and to decode plans: a dialect with an encoding."""

    dialect: Dialect
    encoding: Encoding
    template_folder: str
    """the folder of the PDDL templates within the family's folder"""
    make_context: Callable[[SomeInstance], dict[str, Any]]
    """a function that returns the values for the variables of the templates, by the variables' names"""
    decode: Callable[[SomeInstance, Sequence[PlanStep]], Sequence[Any]]
    """a function that decodes the actions of a plan into moves of the state space"""
    is_timed: bool = False
    """whether the actions have durations (temporal PDDL)"""
    count_actions: Callable[[SomeInstance, Optimum], int | None] = lambda instance, optimum: None
    """a function that returns the number of actions of an optimal plan (fewest moves or least cost); None if the encoding does not determine it"""

    def decode_plan(self, instance: SomeInstance, plan: Sequence[PlanStep]) -> Sequence[Any]:
        """Return the moves that the actions of a plan stand for, without a check against the rules.

        The actions must be actions of the domain. Raises InvalidPlanError for an action that stands for no move at its position in the plan.
        """
        try:
            return self.decode(instance, plan)
        except (LookupError, ValueError) as error:
            action = plan[self._find_first_undecodable_action(instance, plan)]
            shown = " ".join((action.name, *action.arguments))
            raise InvalidPlanError(format_message("puzzles.no-move-for-action", action=f"({shown})")) from error

    def _find_first_undecodable_action(self, instance: SomeInstance, plan: Sequence[PlanStep]) -> int:
        """Return the index of the plan's first action that `decode` rejects.

        `decode` reads plans action by action, so bisection finds the index.
        """

        def fails(index: int) -> bool:
            try:
                self.decode(instance, plan[: index + 1])
            except (LookupError, ValueError):
                return True
            return False

        return bisect.bisect_left(range(len(plan) - 1), True, key=fails)

    def check_expressible(self, instance: SomeInstance) -> None:
        """Raise UnsuitableError if the formulation cannot express an instance, for example several boats."""


class Optimum(NamedTuple):
    """The known facts about the best solutions of an instance: existence, length and cost."""

    solvable: bool | None = None
    """whether there is a solution; None if this is unknown"""
    moves: int | None = None
    """the number of moves of a shortest solution, or with costs, of a shortest among the cheapest solutions; None if unsolvable or unknown"""
    cost: int | None = None
    """the cost of a cheapest solution; None if unsolvable or unknown, or if every move costs 1"""
    source: str | None = None
    """the evidence for these facts, such as a book, a theorem or an exploration, in words"""


class StateReader(Protocol):
    """A converter of states of an instance's PDDL (sets of facts) into states of its state space.

    The types of states and moves depend on the family.
    """

    def is_between_moves(self, pddl_state: PddlState) -> bool:
        """Return whether a PDDL state is at the end of a move rather than in the middle of one.

        One move may consist of several actions.
        """

    def read_state(self, pddl_state: PddlState) -> Any:
        """Return the state of the space that a PDDL state represents."""

    def complete_state(self, previous_state: Any, incomplete_state: Any) -> Any:
        """Return a state with the values that the PDDL lacks, such as the clock, filled in.

        ``incomplete_state`` is the state as `read_state` returns it, and ``previous_state`` is the complete state one
        move earlier. In the ``crossing`` family, for instance, the clock is one crossing later than in
        ``previous_state``.
        """

    def find_moves_to(self, state: Any, target_states: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        """Yield the moves from a state that lead to one of the states ``target_states``, each with that state."""
