"""Conditions, effects and numeric expressions of the syntax tree."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import Any, Literal, TypeAlias, assert_never, cast

from ferryplan.generator.pddl.syntax import SyntaxNode

Duration: TypeAlias = Literal["?duration"]
AssignOperator: TypeAlias = Literal["assign", "increase", "decrease", "scale-up", "scale-down"]


@dataclass(frozen=True, slots=True)
class TypedName:
    """A name, such as a variable or an object, with its types; several types mean ``(either …)``."""

    name: str
    types: tuple[str, ...]
    source_node: SyntaxNode | None = field(default=None, compare=False, repr=False)
    """the place of the name in the file"""


class _FieldPrinting:
    """A base class for nodes of the syntax tree that prints a node as a list of its fields."""

    __slots__ = ()

    def __str__(self) -> str:
        told = (getattr(self, one.name) for one in fields(cast(Any, self)) if one.compare)
        words = (word for part in told for word in (part if isinstance(part, tuple) else (part,)))
        return f"({' '.join(map(str, words))})"


@dataclass(frozen=True, slots=True)
class Atom(_FieldPrinting):
    """A predicate with terms: names of objects, or variables, which begin with ``?``."""

    predicate: str
    terms: tuple[str, ...]
    source_node: SyntaxNode | None = field(default=None, compare=False, repr=False)

    @property
    def fact(self) -> tuple[str, ...]:
        """The predicate and its terms as a tuple, the form that facts have in states."""
        return self.predicate, *self.terms


@dataclass(frozen=True, slots=True)
class Function(_FieldPrinting):
    """A numeric function with terms, such as ``(size ?x)``."""

    name: str
    terms: tuple[str, ...]
    source_node: SyntaxNode | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class NumericConstant:
    """A number in an expression, with its exact value."""

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
class Operation(_FieldPrinting):
    """A sum, difference, product or quotient; ``-`` with one operand is negation."""

    operator: Literal["+", "-", "*", "/"]
    operands: tuple[Numeric, ...]


Numeric: TypeAlias = NumericConstant | Function | Operation | Duration
"""An expression whose value is a number."""


@dataclass(frozen=True, slots=True)
class Equal:
    """The condition that two terms are the same object."""

    left: str
    right: str

    def __str__(self) -> str:
        return f"(= {self.left} {self.right})"


@dataclass(frozen=True, slots=True)
class NumericComparison(_FieldPrinting):
    """A condition that compares the values of two numeric expressions."""

    operator: Literal["=", "<", "<=", ">", ">="]
    left: Numeric
    right: Numeric


class _PartPrinting:
    """A base class for nodes of the syntax tree that prints a node as its head and its direct parts."""

    __slots__ = ()

    def __str__(self) -> str:
        part = cast("Condition | Effect", self)
        return f"({' '.join((format_head(part), *map(str, direct_parts(part))))})"


@dataclass(frozen=True, slots=True)
class Not(_PartPrinting):
    """The negation of a condition."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class And(_PartPrinting):
    """A conjunction of conditions; the empty one is always true."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or(_PartPrinting):
    """A disjunction of conditions; the empty one is always false."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Imply(_PartPrinting):
    """An implication: the condition holds if the premise does not hold or the conclusion holds."""

    premise: Condition
    conclusion: Condition


@dataclass(frozen=True, slots=True)
class Exists(_PartPrinting):
    """An existential quantifier: the condition holds for some choice of objects."""

    variables: tuple[TypedName, ...]
    condition: Condition


@dataclass(frozen=True, slots=True)
class ForAll(_PartPrinting):
    """A universal quantifier: the condition holds for all choices of objects."""

    variables: tuple[TypedName, ...]
    condition: Condition


Condition: TypeAlias = Atom | Equal | NumericComparison | Not | And | Or | Imply | Exists | ForAll


@dataclass(frozen=True, slots=True)
class Add:
    """The effect that an atom becomes true."""

    atom: Atom

    def __str__(self) -> str:
        return str(self.atom)


@dataclass(frozen=True, slots=True)
class Delete:
    """The effect that an atom becomes false, unless the action also adds it."""

    atom: Atom

    def __str__(self) -> str:
        return f"(not {self.atom})"


@dataclass(frozen=True, slots=True)
class Assign(_FieldPrinting):
    """The effect that a function gets another value, which an operator such as ``increase`` computes."""

    operator: AssignOperator
    function: Function
    value: Numeric


@dataclass(frozen=True, slots=True)
class When(_PartPrinting):
    """A conditional effect: it applies if the condition holds before the action."""

    condition: Condition
    effect: Effect


@dataclass(frozen=True, slots=True)
class ForEach(_PartPrinting):
    """A quantified effect, ``forall``: it applies for all choices of objects."""

    variables: tuple[TypedName, ...]
    effect: Effect


@dataclass(frozen=True, slots=True)
class EffectConjunction(_PartPrinting):
    """A conjunction of effects, which happen at the same time; the empty one changes nothing."""

    parts: tuple[Effect, ...]


Effect: TypeAlias = Add | Delete | Assign | When | ForEach | EffectConjunction
Quantified: TypeAlias = Exists | ForAll | ForEach


def direct_parts(part: Condition | Effect) -> tuple[Condition | Effect, ...]:
    """Return the direct parts of a condition or an effect, in order; none if it has no parts."""
    match part:
        case Atom() | Equal() | NumericComparison() | Add() | Delete() | Assign():
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
        case EffectConjunction(effects):
            return effects
    assert_never(part)


_KEYWORDS = {
    Not: "not", And: "and", Or: "or", Imply: "imply", Exists: "exists", ForAll: "forall",
    When: "when", ForEach: "forall", EffectConjunction: "and",
}  # fmt: skip


def format_head(part: Condition | Effect) -> str:
    """Return the keyword and the variables of a condition or an effect; empty if it has no keyword."""
    head = _KEYWORDS.get(type(part), "")
    return f"{head} ({format_typed_list(part.variables)})" if isinstance(part, Quantified) else head


def walk_parts(part: Condition | Effect) -> Iterator[Condition | Effect]:
    """Yield a condition or an effect, and all its direct and indirect parts."""
    yield part
    for inner in direct_parts(part):
        yield from walk_parts(inner)


def walk_numeric_expressions(*numbers: Numeric) -> Iterator[Numeric]:
    """Yield numeric expressions, and all their direct and indirect operands."""
    for number in numbers:
        yield number
        if isinstance(number, Operation):
            yield from walk_numeric_expressions(*number.operands)


def functions_in(*numbers: Numeric) -> Iterator[Function]:
    """Yield the functions that occur in numeric expressions."""
    return (one for one in walk_numeric_expressions(*numbers) if isinstance(one, Function))


def format_typed_list(names: Sequence[TypedName]) -> str:
    """Return names with their types as a PDDL list; neighbors with the same types share one type."""
    groups = [
        (kinds, " ".join(one.name for one in group)) for kinds, group in itertools.groupby(names, lambda one: one.types)
    ]
    bare = groups.pop()[1:] if groups and groups[-1][0] == ("object",) else ()
    return " ".join((*(f"{some} - {format_types(kinds)}" for kinds, some in groups), *bare))


def format_types(types: Sequence[str]) -> str:
    """Return types in PDDL syntax: one type, or ``(either …)`` for several."""
    return types[0] if len(types) == 1 else f"(either {' '.join(types)})"
