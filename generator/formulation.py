"""One way to put the instances of a family into PDDL."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from generator.instance import AnyInstance

__all__ = ["Formulation", "SomeInstance"]

SomeInstance = TypeVar("SomeInstance", bound=AnyInstance)


@dataclass(frozen=True, slots=True)
class Formulation(Generic[SomeInstance]):
    """A dialect and an encoding that a family has."""

    dialect: str
    encoding: str
    templates: str
    """their folder in that of the family"""
    context: Callable[[SomeInstance], dict[str, Any]]
    """what the templates lay out"""
