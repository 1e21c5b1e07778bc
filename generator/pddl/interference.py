"""What happens at one moment and must not interfere: which facts and functions it looks at, and which it changes.

Mutual exclusion as in Fox and Long 2003, definition 12 ("no moving targets").
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from generator.pddl.expressions import (
    Add,
    And,
    Assign,
    Atom,
    Comparison,
    Condition,
    Delete,
    Effect,
    Equal,
    Exists,
    ForAll,
    ForEach,
    Function,
    Imply,
    Not,
    Or,
    Together,
    Typed,
    When,
)
from generator.pddl.normal_form import Binding, functions_in
from generator.pddl.states import Fact

__all__ = ["Touched", "touched"]


@dataclass(frozen=True, slots=True)
class Touched:
    """The facts and functions that something looks at or changes."""

    asked: frozenset[Fact]
    added: frozenset[Fact]
    deleted: frozenset[Fact]
    read: frozenset[Fact]
    """functions whose values are asked for"""
    assigned: frozenset[Fact]
    """functions that get a value or are scaled"""
    increased: frozenset[Fact]
    """functions to whose values something is added, in whatever order"""

    def interferes(self, other: Touched) -> Fact | None:
        """Return a fact or a function through which the two interfere, the first in order; None if they do not."""
        shared = set[Fact]()
        for one, two in ((self, other), (other, self)):
            shared |= one.asked & (two.added | two.deleted)
            shared |= one.added & two.deleted
            shared |= one.read & (two.assigned | two.increased)
            shared |= one.assigned & (two.assigned | two.increased)
        return min(shared, default=None)


def touched(
    objects: Mapping[str, Collection[str]], conditions: Iterable[Condition], effects: Iterable[Effect], binding: Binding
) -> Touched:
    """Return what conditions and effects touch, with objects for their variables; ``objects`` are those of each type."""
    found: dict[str, set[Fact]] = {name: set() for name in Touched.__slots__}
    for condition in conditions:
        _ask(condition, objects, binding, found)
    for effect in effects:
        _change(effect, objects, binding, found)
    return Touched(**{name: frozenset(facts) for name, facts in found.items()})


def _ask(
    condition: Condition, objects: Mapping[str, Collection[str]], binding: Binding, found: dict[str, set[Fact]]
) -> None:
    match condition:
        case Atom():
            found["asked"].add(_filled(condition.predicate, condition.terms, binding))
        case Comparison(_, left, right):
            _read((*functions_in(left), *functions_in(right)), binding, found)
        case Not(inner):
            _ask(inner, objects, binding, found)
        case And(parts) | Or(parts):
            for part in parts:
                _ask(part, objects, binding, found)
        case Imply(premise, conclusion):
            _ask(premise, objects, binding, found)
            _ask(conclusion, objects, binding, found)
        case Exists(variables, inner) | ForAll(variables, inner):
            for extended in _choices(variables, objects, binding):
                _ask(inner, objects, extended, found)
        case Equal():
            pass
        case _:
            assert_never(condition)


def _change(
    effect: Effect, objects: Mapping[str, Collection[str]], binding: Binding, found: dict[str, set[Fact]]
) -> None:
    match effect:
        case Add(atom):
            found["added"].add(_filled(atom.predicate, atom.terms, binding))
        case Delete(atom):
            found["deleted"].add(_filled(atom.predicate, atom.terms, binding))
        case Assign(operator, function, value):
            kind = "increased" if operator in ("increase", "decrease") else "assigned"
            found[kind].add(_filled(function.name, function.terms, binding))
            _read(functions_in(value), binding, found)
        case When(condition, inner):
            _ask(condition, objects, binding, found)
            _change(inner, objects, binding, found)
        case ForEach(variables, inner):
            for extended in _choices(variables, objects, binding):
                _change(inner, objects, extended, found)
        case Together(parts):
            for part in parts:
                _change(part, objects, binding, found)
        case _:
            assert_never(effect)


def _read(functions: Iterable[Function], binding: Binding, found: dict[str, set[Fact]]) -> None:
    found["read"] |= {_filled(function.name, function.terms, binding) for function in functions}


def _choices(variables: Sequence[Typed], objects: Mapping[str, Collection[str]], binding: Binding) -> Iterator[Binding]:
    names = [one.name for one in variables]
    for values in itertools.product(
        *([name for kind in one.types for name in objects.get(kind, ())] for one in variables)
    ):
        yield {**binding, **dict(zip(names, values, strict=True))}


def _filled(name: str, terms: Sequence[str], binding: Binding) -> Fact:
    return (name, *(binding.get(term, term) for term in terms))
