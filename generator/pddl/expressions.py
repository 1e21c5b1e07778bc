"""Conditions, effects and numbers, as the syntax tree has them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, Literal, TypeAlias, assert_never, cast

from ferryplan.generator.pddl.syntax import Expression

Duration: TypeAlias = Literal["?duration"]
Change: TypeAlias = Literal["assign", "increase", "decrease", "scale-up", "scale-down"]


@dataclass(frozen=True, slots=True)
class Typed:
    """A name with its types: one, or several of which it may be ``either``."""

    name: str
    types: tuple[str, ...]
    written: Expression | None = field(default=None, compare=False, repr=False)
    """where it stands"""


class _Listed:
    """What is written as its fields, one behind the other."""

    __slots__ = ()

    def __str__(self) -> str:
        told = (getattr(self, one.name) for one in fields(cast(Any, self)) if one.compare)
        words = (word for part in told for word in (part if isinstance(part, tuple) else (part,)))
        return f"({' '.join(map(str, words))})"


@dataclass(frozen=True, slots=True)
class Atom(_Listed):
    """A predicate with terms: names of objects, or variables, which begin with ``?``."""

    predicate: str
    terms: tuple[str, ...]
    written: Expression | None = field(default=None, compare=False, repr=False)

    @property
    def fact(self) -> tuple[str, ...]:
        """The predicate with its terms, as states have facts."""
        return self.predicate, *self.terms


@dataclass(frozen=True, slots=True)
class Function(_Listed):
    """A function with terms."""

    name: str
    terms: tuple[str, ...]
    written: Expression | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Number:
    """A number, exact."""

    value: Fraction

    def __str__(self) -> str:
        # A fraction is a finite decimal if its denominator divides a power of ten.
        digits = next((digits for digits in range(100) if not 10**digits % self.value.denominator), None)
        if digits is None:
            return str(self.value)
        whole, sign = abs(self.value.numerator) * 10**digits // self.value.denominator, "-" if self.value < 0 else ""
        text = str(whole).rjust(digits + 1, "0")
        return f"{sign}{text[:-digits]}.{text[-digits:]}" if digits else f"{sign}{text}"


@dataclass(frozen=True, slots=True)
class Operation(_Listed):
    """A sum, difference, product, quotient; with one operand, what is negative."""

    operator: Literal["+", "-", "*", "/"]
    operands: tuple[Numeric, ...]


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
class Comparison(_Listed):
    """Two numbers compared."""

    operator: Literal["=", "<", "<=", ">", ">="]
    left: Numeric
    right: Numeric


class _Composed:
    """What consists of smaller conditions or effects."""

    __slots__ = ()

    def __str__(self) -> str:
        part = cast("Condition | Effect", self)
        return f"({' '.join((head_of(part), *map(str, parts_of(part))))})"


@dataclass(frozen=True, slots=True)
class Not(_Composed):
    """The opposite of a condition."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class And(_Composed):
    """All of some conditions; of none, what is always true."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or(_Composed):
    """At least one of some conditions."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Imply(_Composed):
    """If one, then the other."""

    premise: Condition
    conclusion: Condition


@dataclass(frozen=True, slots=True)
class Exists(_Composed):
    """There are objects that make a condition true."""

    variables: tuple[Typed, ...]
    condition: Condition


@dataclass(frozen=True, slots=True)
class ForAll(_Composed):
    """A condition is true of all objects."""

    variables: tuple[Typed, ...]
    condition: Condition


Condition: TypeAlias = Atom | Equal | Comparison | Not | And | Or | Imply | Exists | ForAll


@dataclass(frozen=True, slots=True)
class Add:
    """An atom becomes true."""

    atom: Atom

    def __str__(self) -> str:
        return str(self.atom)


@dataclass(frozen=True, slots=True)
class Delete:
    """An atom becomes false, unless it is added at the same time."""

    atom: Atom

    def __str__(self) -> str:
        return f"(not {self.atom})"


@dataclass(frozen=True, slots=True)
class Assign(_Listed):
    """A function gets another value."""

    operator: Change
    function: Function
    value: Numeric


@dataclass(frozen=True, slots=True)
class When(_Composed):
    """An effect that comes only where a condition holds before."""

    condition: Condition
    effect: Effect


@dataclass(frozen=True, slots=True)
class ForEach(_Composed):
    """An effect for all objects, ``forall``."""

    variables: tuple[Typed, ...]
    effect: Effect


@dataclass(frozen=True, slots=True)
class Together(_Composed):
    """Several effects at once."""

    parts: tuple[Effect, ...]


Effect: TypeAlias = Add | Delete | Assign | When | ForEach | Together
Quantified: TypeAlias = Exists | ForAll | ForEach


def parts_of(part: Condition | Effect) -> tuple[Condition | Effect, ...]:
    """Return the conditions and effects of which one consists, in their order; none for one that has no smaller ones in it."""
    match part:
        case Atom() | Equal() | Comparison() | Add() | Delete() | Assign():
            return ()
        case Not(condition) | Exists(_, condition) | ForAll(_, condition):
            return (condition,)
        case And(conditions) | Or(conditions):
            return conditions
        case Imply(premise, conclusion):
            return premise, conclusion
        case When(condition, effect):
            return condition, effect
        case ForEach(_, effect):
            return (effect,)
        case Together(effects):
            return effects
    assert_never(part)


_HEADS = {
    Not: "not", And: "and", Or: "or", Imply: "imply", Exists: "exists", ForAll: "forall",
    When: "when", ForEach: "forall", Together: "and",
}  # fmt: skip


def head_of(part: Condition | Effect) -> str:
    """Return what stands before the parts of a condition or an effect; the empty text for one without."""
    head = _HEADS.get(type(part), "")
    return f"{head} ({typed(part.variables)})" if isinstance(part, Quantified) else head


def all_in(part: Condition | Effect) -> Iterator[Condition | Effect]:
    """Yield a condition or an effect and all that is in it."""
    yield part
    for inner in parts_of(part):
        yield from all_in(inner)


def expressions_in(*numbers: Numeric) -> Iterator[Numeric]:
    """Yield expressions and all that is in them."""
    for number in numbers:
        yield number
        if isinstance(number, Operation):
            yield from expressions_in(*number.operands)


def functions_in(*numbers: Numeric) -> Iterator[Function]:
    """Yield the functions of expressions."""
    return (one for one in expressions_in(*numbers) if isinstance(one, Function))


def typed(names: Sequence[Typed]) -> str:
    """Return names with their types as PDDL lists them, those that follow one another with the same types together."""
    groups = [
        (kinds, " ".join(one.name for one in group)) for kinds, group in itertools.groupby(names, lambda one: one.types)
    ]
    bare = groups.pop()[1:] if groups and groups[-1][0] == ("object",) else ()
    return " ".join((*(f"{some} - {either(kinds)}" for kinds, some in groups), *bare))


def either(types: Sequence[str]) -> str:
    """Return one of some types as PDDL writes it."""
    return types[0] if len(types) == 1 else f"(either {' '.join(types)})"
