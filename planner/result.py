"""The answer to one question about an instance of whatever family."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from generator.family import SomeInstance
from generator.instance import Value
from planner.plans.action import Action
from planner.shown import Shown
from planner.status import Status

__all__ = ["AnyResult", "Result", "Steps"]


class Steps(Protocol):
    """What a solution consists of."""

    @property
    def steps(self) -> tuple[Any, ...]:
        """The moves, in order."""


SomeSolution = TypeVar("SomeSolution", bound=Steps)


@dataclass(frozen=True, slots=True)
class Result(Shown, Generic[SomeInstance, SomeSolution]):
    """The answer to one question. ``status`` is one of those of ``plan solve --format json``."""

    instance: SomeInstance
    status: Status
    engine: str
    dialect: str
    encoding: str
    solution: SomeSolution | None = None
    plan: tuple[Action, ...] = ()
    """the engine's plan, as it came"""
    notes: tuple[str, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    """for ``generate``, ``read``, ``solve``, ``total``, and ``ground`` and ``search`` where the engine tells them"""
    expanded: int | None = None
    """states that the engine expanded, for all the instances tried; None if it does not tell"""

    @property
    def parameters(self) -> dict[str, Value | None]:
        """Every parameter with the value used."""
        return dict(self.instance.parameters)


AnyResult: TypeAlias = Result[Any, Any]
