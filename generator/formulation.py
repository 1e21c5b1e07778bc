"""The ways in which a family puts its instances into PDDL, and how plans are read back."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ferryplan.domains.messages import format_message
from ferryplan.generator.dialects import Dialect, Encoding
from ferryplan.generator.errors import InvalidPlanError
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.pddl.grounding import Step
from ferryplan.generator.pddl.states import State as PddlState

SomeInstance = TypeVar("SomeInstance", bound=AnyInstance)


@dataclass(frozen=True, slots=True)
class Formulation(Generic[SomeInstance]):
    """A dialect and an encoding that a family has."""

    dialect: Dialect
    encoding: Encoding
    templates: str
    """their folder in that of the family"""
    context: Callable[[SomeInstance], dict[str, Any]]
    """what the templates lay out"""
    decode: Callable[[SomeInstance, Sequence[Step]], Sequence[Any]]
    """the moves for which the actions of a plan stand"""
    timed: bool = False
    """whether its actions take time"""
    count: Callable[[SomeInstance, Optimum], int | None] = lambda instance, optimum: None
    """how many actions a best plan has, of the fewest moves or the least cost; None where the encoding alone does not tell"""

    def moves(self, instance: SomeInstance, plan: Sequence[Step]) -> Sequence[Any]:
        """Return the moves that a plan stands for, allowed or not; its actions are the domain's.

        Raises InvalidPlanError for actions that the domain does not allow where they are, and that stand for nothing there.
        """
        try:
            return self.decode(instance, plan)
        except (LookupError, ValueError) as error:
            action = plan[self._first_failure(instance, plan)]
            shown = " ".join((action.name, *action.arguments))
            raise InvalidPlanError(format_message("puzzles.no-move-for-action", action=f"({shown})")) from error

    def _first_failure(self, instance: SomeInstance, plan: Sequence[Step]) -> int:
        """Return the index of the first action that `decode` fails for; plans are decoded action by action, so bisection finds it."""

        def fails(index: int) -> bool:
            try:
                self.decode(instance, plan[: index + 1])
            except (LookupError, ValueError):
                return True
            return False

        return bisect.bisect_left(range(len(plan) - 1), True, key=fails)

    def check_suitable(self, instance: SomeInstance) -> None:
        """Raise UnsuitableError if it does not say what an instance asks."""


class Optimum(NamedTuple):
    """What is known of the best solutions of an instance."""

    solvable: bool | None = None
    """None if it is not known"""
    moves: int | None = None
    """the fewest, with costs the fewest for the least cost; None if there is no solution or it is not known"""
    cost: int | None = None
    """the least total; None as above, or where every move costs 1"""
    source: str | None = None
    """how it is known"""


class StateReader(Protocol):
    """Reads the states of an instance's PDDL as states of its space; both kinds of states and the moves are the family's own."""

    def is_settled(self, stated: PddlState) -> bool:
        """Return whether a state of the PDDL lies between two moves, not within one."""

    def read(self, stated: PddlState) -> Any:
        """Return the state of the space."""

    def follow(self, state: Any, after: Any) -> Any:
        """Return a state that was read after another, with what the PDDL does not say."""

    def name_moves(self, state: Any, reached: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
        """Yield the move that leads from a state to each of others, with it."""
