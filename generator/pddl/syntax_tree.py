"""The syntax tree of PDDL domains and problems.

It covers PDDL 2.1 with ADL, derived predicates, action costs, numeric fluents and durative actions: Maria Fox
and Derek Long, "PDDL2.1: An Extension to PDDL for Expressing Temporal Planning Domains", JAIR 20 (2003);
derived predicates as in Stefan Edelkamp and Jörg Hoffmann, "PDDL2.2" (2004); action costs as in the language of
IPC 2008.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias

from ferryplan.generator.pddl.expressions import (
    Atom,
    Condition,
    Effect,
    Function,
    Numeric,
    NumericComparison,
    TypedName,
    format_types,
)
from ferryplan.generator.pddl.syntax import Source, SyntaxNode


@dataclass(frozen=True, slots=True)
class Signature:
    """The declaration of a predicate or a function: its name and its parameters."""

    name: str
    parameters: tuple[TypedName, ...]
    source_node: SyntaxNode | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Action:
    """An action that takes no time, with parameters."""

    name: str
    parameters: tuple[TypedName, ...]
    precondition: Condition
    effect: Effect
    source_node: SyntaxNode | None = field(default=None, compare=False, repr=False)


Moment: TypeAlias = Literal["start", "all", "end"]


@dataclass(frozen=True, slots=True)
class DurativeAction:
    """An action that takes time, with parameters."""

    name: str
    parameters: tuple[TypedName, ...]
    duration: tuple[NumericComparison, ...]
    """comparisons that ``?duration`` must satisfy at the start of the action"""
    conditions: tuple[tuple[Moment, Condition], ...]
    """conditions, each with its moment: at the start, all the time or at the end"""
    effects: tuple[tuple[Moment, Effect], ...]
    """effects at the start and at the end"""
    source_node: SyntaxNode | None = field(default=None, compare=False, repr=False)

    def conditions_and_effects_at(self, *moments: Moment) -> tuple[list[Condition], tuple[Effect, ...]]:
        """Return the conditions and the effects that the action has at some moments."""
        effects = tuple(effect for then, effect in self.effects if then in moments)
        return [condition for then, condition in self.conditions if then in moments], effects


@dataclass(frozen=True, slots=True)
class DerivationRule:
    """A rule of a derived predicate: the atom holds if the condition holds.

    A derived fact holds if the condition of at least one of its rules holds, and otherwise does not hold.
    """

    atom: Atom
    parameters: tuple[TypedName, ...]
    condition: Condition


@dataclass(frozen=True, slots=True)
class Metric:
    """The quantity that a plan should minimize or maximize."""

    direction: Literal["minimize", "maximize"]
    value: Numeric
    """an expression that may contain ``(total-time)``"""


@dataclass(frozen=True, slots=True)
class Domain:
    """A PDDL domain."""

    name: str
    requirements: tuple[str, ...]
    types: tuple[TypedName, ...]
    """each type with the types directly above it"""
    constants: tuple[TypedName, ...]
    predicates: tuple[Signature, ...]
    functions: tuple[Signature, ...]
    derivation_rules: tuple[DerivationRule, ...]
    actions: tuple[Action | DurativeAction, ...]
    source: Source = field(compare=False, repr=False)

    @property
    def is_timed(self) -> bool:
        """Whether at least one action takes time."""
        return any(isinstance(action, DurativeAction) for action in self.actions)


@dataclass(frozen=True, slots=True)
class InitialValue:
    """The initial value of a function."""

    function: Function
    number: Fraction


@dataclass(frozen=True)
class Problem:
    """A PDDL problem."""

    name: str
    domain: str
    """the name of the problem's domain"""
    objects: tuple[TypedName, ...]
    initial: tuple[Atom | InitialValue, ...]
    """the initial facts and function values, in the order of the file, each once"""
    goal: Condition
    metric: Metric | None
    source: Source = field(compare=False, repr=False)

    @functools.cached_property
    def facts(self) -> tuple[Atom, ...]:
        """The initial facts."""
        return tuple(one for one in self.initial if isinstance(one, Atom))

    @functools.cached_property
    def values(self) -> Mapping[Function, Fraction]:
        """The initial values of functions."""
        return {one.function: one.number for one in self.initial if isinstance(one, InitialValue)}


def format_signature(action: Action | DurativeAction) -> str:
    """Return an action's name and parameters in PDDL syntax."""
    return f"({' '.join((action.name, *(f'{one.name} - {format_types(one.types)}' for one in action.parameters)))})"


def find_objects_by_type(domain: Domain, problem: Problem) -> dict[str, dict[str, None]]:
    """Return the objects of each type, in the order of their declarations.

    An object also belongs to the types above its own. The keys of the inner dictionaries are the objects; they
    serve as ordered sets.
    """
    above = {one.name: one.types for one in domain.types}
    objects: dict[str, dict[str, None]] = {}
    for one in (*domain.constants, *problem.objects):
        kinds = ["object", *one.types]
        for kind in kinds:  # the list grows during the loop
            kinds += [higher for higher in above.get(kind, ()) if higher not in kinds]
            objects.setdefault(kind, {})[one.name] = None
    return objects
