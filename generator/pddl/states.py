"""States of a task: the facts that hold and the values of its functions, and what can be asked of them."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, assert_never

from generator.pddl.expressions import (
    And,
    Atom,
    Comparison,
    Condition,
    Equal,
    Exists,
    ForAll,
    Function,
    Imply,
    Not,
    Number,
    Numeric,
    Operation,
    Or,
    Typed,
)
from generator.pddl.normal_form import Binding, FreeVariables

__all__ = ["Fact", "Facts", "State", "UndefinedError", "View"]

Fact: TypeAlias = tuple[str, ...]
"""A predicate, or a function, with objects."""
Facts: TypeAlias = Mapping[str, Collection[Fact]]
"""Facts by their predicates."""

_COMPARED: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    "=": operator.eq, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


class UndefinedError(ArithmeticError):
    """A function without a value, or a division by zero."""


@dataclass(frozen=True)
class State:
    """What may change: the facts that hold, and the values of functions."""

    facts: frozenset[Fact]
    values: Mapping[Fact, Fraction]

    def __hash__(self) -> int:
        return hash((self.facts, frozenset(self.values.items())))


class View:
    """A state with what never changes beside it: asked by predicate. Conditions must be in negation normal form."""

    def __init__(
        self,
        objects: Mapping[str, Collection[str]],
        facts: Facts,
        values: Mapping[Fact, Fraction],
        free: FreeVariables | None = None,
    ) -> None:
        self.objects = objects
        """those of each type, with those of the types below it"""
        self.facts = facts
        self.values = values
        self._free = free or FreeVariables()

    def holds(self, condition: Condition, binding: Binding) -> bool:
        """Return whether a condition holds. Raises UndefinedError if it asks for a value that is none."""
        match condition:
            case Atom(predicate, terms):
                return (predicate, *(binding.get(term, term) for term in terms)) in self.facts.get(predicate, ())
            case Equal(left, right):
                return bool(binding.get(left, left) == binding.get(right, right))
            case Comparison(name, left, right):
                return _COMPARED[name](self.value(left, binding), self.value(right, binding))
            case Not(inner):
                return not self.holds(inner, binding)
            case And(parts):
                return all(self.holds(part, binding) for part in parts)
            case Or(parts):
                return any(self.holds(part, binding) for part in parts)
            case Exists(variables, inner):
                return any(True for _ in self.bindings(variables, inner, binding))
            case ForAll() | Imply():
                raise AssertionError  # not in negation normal form
        assert_never(condition)

    def value(self, number: Numeric, binding: Binding, duration: Fraction | None = None) -> Fraction:
        """Return the value of an expression. Raises UndefinedError if it has none."""
        match number:
            case Number(value):
                return value
            case Function(name, terms):
                fact = (name, *(binding.get(term, term) for term in terms))
                if fact not in self.values:
                    raise UndefinedError(f"({' '.join(fact)}) has no value")
                return self.values[fact]
            case Operation(sign, operands):
                values = [self.value(operand, binding, duration) for operand in operands]
                return _calculated(sign, values, number)
            case "?duration":
                assert duration is not None
                return duration
        assert_never(number)

    def bindings(
        self, variables: Sequence[Typed], condition: Condition, outer: Binding, ordered: bool = False
    ) -> Iterator[dict[str, str]]:
        """Yield every way to choose objects for variables that makes a condition hold, beside what is bound already.

        The order is the same on every run if it is to be ``ordered``, which takes longer.

        Facts are joined: an atom with variables that are still free offers only what makes it hold.
        """
        kinds = {one.name: one.types for one in variables}
        inner = {name: value for name, value in outer.items() if name not in kinds}
        yield from self._joined(kinds, list(_conjuncts(condition)), inner, ordered)

    def _joined(
        self, kinds: Mapping[str, tuple[str, ...]], parts: list[Condition], binding: dict[str, str], ordered: bool
    ) -> Iterator[dict[str, str]]:
        waiting = list[Condition]()
        narrowest: Atom | None = None
        for part in parts:
            if self._free.of(part) <= binding.keys():
                if not self.holds(part, binding):
                    return
                continue
            waiting.append(part)
            if isinstance(part, Atom) and (narrowest is None or self._size(part) < self._size(narrowest)):
                narrowest = part
        if narrowest is not None:
            rest = [part for part in waiting if part is not narrowest]
            for extended in self._matched(kinds, narrowest, binding, ordered):
                yield from self._joined(kinds, rest, extended, ordered)
        elif waiting:
            name = next(name for name in kinds if name not in binding and name in self._free.of(waiting[0]))
            for value in self._of_types(kinds[name]):
                yield from self._joined(kinds, waiting, {**binding, name: value}, ordered)
        else:
            free = [name for name in kinds if name not in binding]
            for values in itertools.product(*(self._of_types(kinds[name]) for name in free)):
                yield {**binding, **dict(zip(free, values, strict=True))}

    def _size(self, atom: Atom) -> int:
        return len(self.facts.get(atom.predicate, ()))

    def _matched(
        self, kinds: Mapping[str, tuple[str, ...]], atom: Atom, binding: dict[str, str], ordered: bool
    ) -> Iterator[dict[str, str]]:
        """Yield the ways to bind the free variables of an atom so that it holds."""
        facts = self.facts.get(atom.predicate, ())
        for fact in sorted(facts) if ordered else tuple(facts):
            if len(fact) != len(atom.terms) + 1:
                continue
            extended = dict(binding)
            for term, value in zip(atom.terms, fact[1:], strict=True):
                if term[0] != "?":
                    if term != value:
                        break
                elif term in extended:
                    if extended[term] != value:
                        break
                elif not self.is_of(value, kinds[term]):
                    break
                else:
                    extended[term] = value
            else:
                yield extended

    def is_of(self, name: str, types: tuple[str, ...]) -> bool:
        """Return whether an object is of one of some types."""
        return any(name in self.objects.get(kind, ()) for kind in types)

    def _of_types(self, types: tuple[str, ...]) -> Collection[str]:
        if len(types) == 1:
            return self.objects.get(types[0], ())
        return list(dict.fromkeys(name for kind in types for name in self.objects.get(kind, ())))


def _conjuncts(condition: Condition) -> Iterator[Condition]:
    if isinstance(condition, And):
        for part in condition.parts:
            yield from _conjuncts(part)
    else:
        yield condition


def _calculated(sign: str, values: Sequence[Fraction], number: Operation) -> Fraction:
    match sign, values:
        case "+", _:
            return sum(values, Fraction(0))
        case "-", [value]:
            return -value
        case "-", [left, right]:
            return left - right
        case "*", _:
            product = Fraction(1)
            for value in values:
                product *= value
            return product
        case "/", [left, right]:
            if not right:
                raise UndefinedError(f"{number} divides by zero")
            return left / right
    raise AssertionError  # the reader lets nothing else through
