"""One way to put the instances of a family into PDDL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from generator.instance import AnyInstance

__all__ = ["Dialect", "Encoding", "Formulation", "SomeInstance"]

Dialect: TypeAlias = Literal["strips", "adl", "axioms", "numeric", "costs", "temporal"]
"""The fragment of PDDL."""

Encoding: TypeAlias = Literal["named", "counted"]
"""Whether everybody is an object, or those who are alike are counted."""

SomeInstance = TypeVar("SomeInstance", bound=AnyInstance)


def no_move(instance: AnyInstance, action: str, arguments: Sequence[str]) -> None:
    """Return None: the action stands for no move by itself."""


@dataclass(frozen=True, slots=True)
class Formulation(Generic[SomeInstance]):
    """A dialect and an encoding that a family has."""

    dialect: Dialect
    encoding: Encoding
    templates: str
    """their folder in that of the family"""
    context: Callable[[SomeInstance], dict[str, Any]]
    """what the templates lay out"""
    move: Callable[[SomeInstance, str, Sequence[str]], Any] = no_move
    """the move for which the action of that name with these arguments stands, None for an auxiliary one; raises PlanError for an action that
    the domain does not have"""
