"""The syntax tree of PDDL 2.1 with ADL, derived predicates, action costs, numeric fluents and durative actions.

Maria Fox and Derek Long, "PDDL2.1: An Extension to PDDL for Expressing Temporal Planning Domains", JAIR 20 (2003); derived
predicates as in Stefan Edelkamp and Jörg Hoffmann, "PDDL2.2" (2004); action costs as in the language of IPC 2008.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias

from ferryplan.generator.pddl.expressions import Atom, Comparison, Condition, Effect, Function, Numeric, Typed, either
from ferryplan.generator.pddl.syntax import Expression, Source


@dataclass(frozen=True, slots=True)
class Signature:
    """A predicate or a function: its name and its parameters."""

    name: str
    parameters: tuple[Typed, ...]
    written: Expression | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Action:
    """An action that takes no time, with parameters."""

    name: str
    parameters: tuple[Typed, ...]
    precondition: Condition
    effect: Effect
    written: Expression | None = field(default=None, compare=False, repr=False)


Moment: TypeAlias = Literal["start", "all", "end"]


@dataclass(frozen=True, slots=True)
class DurativeAction:
    """An action that takes time, with parameters."""

    name: str
    parameters: tuple[Typed, ...]
    duration: tuple[Comparison, ...]
    """what holds of ``?duration`` when it starts"""
    conditions: tuple[tuple[Moment, Condition], ...]
    effects: tuple[tuple[Moment, Effect], ...]
    """at the start and at the end"""
    written: Expression | None = field(default=None, compare=False, repr=False)

    def at(self, *moments: Moment) -> tuple[list[Condition], tuple[Effect, ...]]:
        """Return what is asked, and what comes about, at some moments."""
        effects = tuple(effect for then, effect in self.effects if then in moments)
        return [condition for then, condition in self.conditions if then in moments], effects


@dataclass(frozen=True, slots=True)
class Derived:
    """A predicate that holds exactly where one of its conditions does."""

    atom: Atom
    parameters: tuple[Typed, ...]
    condition: Condition


@dataclass(frozen=True, slots=True)
class Metric:
    """What a plan should have little or much of."""

    direction: Literal["minimize", "maximize"]
    value: Numeric
    """in which ``(total-time)`` may stand"""


@dataclass(frozen=True, slots=True)
class Domain:
    """A domain."""

    name: str
    requirements: tuple[str, ...]
    types: tuple[Typed, ...]
    """each type with those directly above it"""
    constants: tuple[Typed, ...]
    predicates: tuple[Signature, ...]
    functions: tuple[Signature, ...]
    derived: tuple[Derived, ...]
    actions: tuple[Action | DurativeAction, ...]
    source: Source = field(compare=False, repr=False)

    @property
    def is_timed(self) -> bool:
        """Whether an action takes time."""
        return any(isinstance(action, DurativeAction) for action in self.actions)


@dataclass(frozen=True, slots=True)
class Value:
    """What a function is at the start."""

    function: Function
    number: Fraction


@dataclass(frozen=True)
class Problem:
    """A problem of a domain."""

    name: str
    domain: str
    objects: tuple[Typed, ...]
    initial: tuple[Atom | Value, ...]
    """the facts and the values of functions at the start, in the order of the file, each once"""
    goal: Condition
    metric: Metric | None
    source: Source = field(compare=False, repr=False)

    @functools.cached_property
    def facts(self) -> tuple[Atom, ...]:
        """The facts at the start."""
        return tuple(one for one in self.initial if isinstance(one, Atom))

    @functools.cached_property
    def values(self) -> Mapping[Function, Fraction]:
        """What functions are at the start."""
        return {one.function: one.number for one in self.initial if isinstance(one, Value)}


def signature_of(action: Action | DurativeAction) -> str:
    """Return an action's name and parameters as PDDL writes them."""
    return f"({' '.join((action.name, *(f'{one.name} - {either(one.types)}' for one in action.parameters)))})"


def objects_of(domain: Domain, problem: Problem) -> dict[str, dict[str, None]]:
    """Return the objects of each type, in the order in which they are declared; they are also of the types above their own."""
    above = {one.name: one.types for one in domain.types}
    objects: dict[str, dict[str, None]] = {}
    for one in (*domain.constants, *problem.objects):
        kinds = ["object", *one.types]
        for kind in kinds:  # which grows meanwhile
            kinds += [higher for higher in above.get(kind, ()) if higher not in kinds]
            objects.setdefault(kind, {})[one.name] = None
    return objects
