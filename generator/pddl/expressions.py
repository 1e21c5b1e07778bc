"""Conditions, effects and numbers, as the syntax tree has them."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, TypeAlias

from generator.pddl.syntax import Expression

__all__ = [
    "Add", "And", "Assign", "Atom", "Comparison", "Condition", "Delete", "Duration", "Effect", "Equal", "Exists", "ForAll", "ForEach",
    "Function", "Imply", "Not", "Number", "Numeric", "Operation", "Or", "Together", "Typed", "When",
]  # fmt: skip

Duration: TypeAlias = Literal["?duration"]


@dataclass(frozen=True, slots=True)
class Typed:
    """A name with its types: one, or several of which it may be ``either``."""

    name: str
    types: tuple[str, ...]
    written: Expression | None = field(default=None, compare=False, repr=False)
    """where it stands"""


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate with terms: names of objects, or variables, which begin with ``?``."""

    predicate: str
    terms: tuple[str, ...]
    written: Expression | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"({' '.join((self.predicate, *self.terms))})"


@dataclass(frozen=True, slots=True)
class Function:
    """A function with terms."""

    name: str
    terms: tuple[str, ...]
    written: Expression | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        return f"({' '.join((self.name, *self.terms))})"


@dataclass(frozen=True, slots=True)
class Number:
    """A number, exact."""

    value: Fraction

    def __str__(self) -> str:
        return f"{self.value.numerator}" if self.value.denominator == 1 else f"{float(self.value):g}"


@dataclass(frozen=True, slots=True)
class Operation:
    """A sum, difference, product, quotient; with one operand, what is negative."""

    operator: Literal["+", "-", "*", "/"]
    operands: tuple[Numeric, ...]

    def __str__(self) -> str:
        return f"({' '.join((self.operator, *map(str, self.operands)))})"


Numeric: TypeAlias = Number | Function | Operation | Duration
"""An expression whose value is a number."""


@dataclass(frozen=True, slots=True)
class Equal:
    """Two terms are the same object."""

    left: str
    right: str

    def __str__(self) -> str:
        return f"(= {self.left} {self.right})"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two numbers compared."""

    operator: Literal["=", "<", "<=", ">", ">="]
    left: Numeric
    right: Numeric

    def __str__(self) -> str:
        return f"({self.operator} {self.left} {self.right})"


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of a condition."""

    condition: Condition

    def __str__(self) -> str:
        return f"(not {self.condition})"


@dataclass(frozen=True, slots=True)
class And:
    """All of some conditions; of none, what is always true."""

    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        return f"({' '.join(('and', *map(str, self.parts)))})"


@dataclass(frozen=True, slots=True)
class Or:
    """At least one of some conditions."""

    parts: tuple[Condition, ...]

    def __str__(self) -> str:
        return f"({' '.join(('or', *map(str, self.parts)))})"


@dataclass(frozen=True, slots=True)
class Imply:
    """If one, then the other."""

    premise: Condition
    conclusion: Condition

    def __str__(self) -> str:
        return f"(imply {self.premise} {self.conclusion})"


@dataclass(frozen=True, slots=True)
class Exists:
    """There are objects that make a condition true."""

    variables: tuple[Typed, ...]
    condition: Condition

    def __str__(self) -> str:
        return f"(exists ({_listed(self.variables)}) {self.condition})"


@dataclass(frozen=True, slots=True)
class ForAll:
    """A condition is true of all objects."""

    variables: tuple[Typed, ...]
    condition: Condition

    def __str__(self) -> str:
        return f"(forall ({_listed(self.variables)}) {self.condition})"


Condition: TypeAlias = Atom | Equal | Comparison | Not | And | Or | Imply | Exists | ForAll


@dataclass(frozen=True, slots=True)
class Add:
    """An atom becomes true."""

    atom: Atom


@dataclass(frozen=True, slots=True)
class Delete:
    """An atom becomes false, unless it is added at the same time."""

    atom: Atom


@dataclass(frozen=True, slots=True)
class Assign:
    """A function gets another value."""

    operator: Literal["assign", "increase", "decrease", "scale-up", "scale-down"]
    function: Function
    value: Numeric


@dataclass(frozen=True, slots=True)
class When:
    """An effect that comes only where a condition holds before."""

    condition: Condition
    effect: Effect


@dataclass(frozen=True, slots=True)
class ForEach:
    """An effect for all objects, ``forall``."""

    variables: tuple[Typed, ...]
    effect: Effect


@dataclass(frozen=True, slots=True)
class Together:
    """Several effects at once."""

    parts: tuple[Effect, ...]


Effect: TypeAlias = Add | Delete | Assign | When | ForEach | Together


def _listed(variables: tuple[Typed, ...]) -> str:
    return " ".join(f"{one.name} - {one.types[0] if len(one.types) == 1 else one.types}" for one in variables)
