"""States of a task: the facts that hold and the values of its functions, what can be asked of them, and what follows from them.

Derived predicates: one of a later stratum may ask that one of an earlier does not hold; within a stratum the least fixpoint is taken
(Thiébaux, Hoffmann, Nebel, "In Defense of PDDL Axioms", Artificial Intelligence 168 (2005), 38-69).
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias, assert_never

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PddlError
from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.circles import strata
from ferryplan.generator.pddl.normal_form import Binding, conjuncts, free_in, normal
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.pddl.tree import Derived

Fact: TypeAlias = tuple[str, ...]
"""A predicate, or a function, with objects."""
Objects: TypeAlias = Mapping[str, Collection[str]]
"""The objects of each type, with those of the types below it."""

_COMPARED: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    "=": operator.eq, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_CALCULATED: Mapping[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
}  # fmt: skip


def format_fact(fact: Fact) -> str:
    """Return a fact, or a function, as PDDL writes it."""
    return f"({' '.join(map(str, fact))})"


class UndefinedError(PddlError, ArithmeticError):
    """A function without a value, or a division by zero."""


class State(NamedTuple):
    """What may change: the facts that hold, and the values of functions."""

    facts: frozenset[Fact]
    values: frozenset[tuple[Fact, Fraction]] = frozenset()


class View:
    """Facts and values, asked by predicate; what is not found is asked of another view ``below``: what never changes.

    Conditions must be in negation normal form.
    """

    def __init__(
        self, objects: Objects, facts: Iterable[Fact], values: Mapping[Fact, Fraction], below: View | None = None
    ) -> None:
        self.objects = objects
        self._facts: dict[str, set[Fact]] = {}
        for fact in facts:
            self._facts.setdefault(fact[0], set()).add(fact)
        self._values = values
        self._below = below
        self._rows: dict[tuple[str, tuple[int, ...], bool], dict[Fact, list[Fact]]] = {}

    def of(self, predicate: str) -> Collection[Fact]:
        """Return the facts with a predicate."""
        # A predicate either changes or never does, so all its facts are in one of the two views.
        found = self._facts.get(predicate)
        if found is None:
            return self._below.of(predicate) if self._below else ()
        return found

    def add(self, predicate: str, facts: set[Fact]) -> bool:
        """Add facts with one predicate; return whether any is new."""
        known = self._facts.setdefault(predicate, set())
        new = facts - known
        known |= new
        # An ordered index would have to be sorted anew, so it is dropped; the others grow.
        for name, places, ordered in [*self._rows] if new else ():
            if name == predicate and ordered:
                del self._rows[name, places, ordered]
            elif name == predicate:
                _index(new, places, self._rows[name, places, ordered])
        return bool(new)

    def holds(self, condition: pddl.Condition, binding: Binding) -> bool:
        """Return whether a condition holds. Raises UndefinedError if it asks for a value that is none."""
        match condition:
            case pddl.Atom(predicate, terms):
                return (predicate, *map(binding.get, terms, terms)) in self.of(predicate)
            case pddl.Not(inner):
                return not self.holds(inner, binding)
            case pddl.And(parts) | pddl.Or(parts):  # no generator: this is asked most often of all
                deciding = isinstance(condition, pddl.Or)
                for part in parts:
                    if self.holds(part, binding) is deciding:
                        return deciding
                return not deciding
            case pddl.Equal(left, right):
                return bool(binding.get(left, left) == binding.get(right, right))
            case pddl.Comparison(name, left, right):
                return _COMPARED[name](self.value(left, binding), self.value(right, binding))
            case pddl.Exists(variables, inner):
                return any(True for _ in self.bindings(variables, inner, binding))
            case pddl.ForAll() | pddl.Imply():
                raise AssertionError  # not in negation normal form
        assert_never(condition)

    def value(self, number: pddl.Numeric, binding: Binding, duration: Fraction | None = None) -> Fraction:
        """Return the value of an expression. Raises UndefinedError if it has none."""
        match number:
            case pddl.Number(value):
                return value
            case pddl.Function(name, terms):
                fact = (name, *map(binding.get, terms, terms))
                found = self._values.get(fact)
                if found is not None:
                    return found
                if self._below is None:
                    raise UndefinedError(format_message("pddl.no-value", function=format_fact(fact)))
                return self._below.value(number, binding)
            case pddl.Operation(sign, operands):
                values = [self.value(operand, binding, duration) for operand in operands]
                if sign == "/" and not values[1]:
                    raise UndefinedError(format_message("pddl.divides-by-zero", expression=number))
                return functools.reduce(_CALCULATED[sign], values) if len(values) > 1 else -values[0]
            case "?duration":
                assert duration is not None
                return duration
        assert_never(number)

    def bindings(
        self, variables: Sequence[pddl.Typed], condition: pddl.Condition, outer: Binding, ordered: bool = False
    ) -> Iterator[dict[str, str]]:
        """Yield every way to choose objects for variables that makes a condition hold, beside what is bound already.

        The order is the same on every run if it is to be ``ordered``, which takes longer.

        Facts are joined: an atom with variables that are still free offers only what makes it hold.
        """
        kinds = {one.name: one.types for one in variables}
        inner = {name: value for name, value in outer.items() if name not in kinds}
        yield from self._joined(kinds, list(conjuncts(condition)), inner, ordered)

    def _joined(
        self, kinds: Mapping[str, tuple[str, ...]], parts: list[pddl.Condition], binding: dict[str, str], ordered: bool
    ) -> Iterator[dict[str, str]]:
        waiting = list[pddl.Condition]()
        narrowest: tuple[bool, int, int] | None = None
        chosen: pddl.Atom | None = None
        for part in parts:
            free = free_in(part)
            if free <= binding.keys():
                if not self.holds(part, binding):
                    return
                continue
            waiting.append(part)
            if isinstance(part, pddl.Atom):
                unknown = len(free - binding.keys())
                # Atoms that share a term with what is known come first, so that facts are joined along it,
                # not multiplied; of these the one with the fewest unknown terms and facts.
                width = unknown == len(part.terms), unknown, len(self.of(part.predicate))
                if narrowest is None or width < narrowest:
                    narrowest, chosen = width, part
        if chosen is not None:
            rest = [part for part in waiting if part is not chosen]
            for extended in self._matched(kinds, chosen, binding, ordered):
                yield from self._joined(kinds, rest, extended, ordered)
        elif waiting:
            name = next(name for name in kinds if name not in binding and name in free_in(waiting[0]))
            for value in self._of_types(kinds[name]):
                yield from self._joined(kinds, waiting, {**binding, name: value}, ordered)
        else:
            free_names = [name for name in kinds if name not in binding]
            for values in itertools.product(*(self._of_types(kinds[name]) for name in free_names)):
                yield {**binding, **dict(zip(free_names, values, strict=True))}

    def _matched(
        self, kinds: Mapping[str, tuple[str, ...]], atom: pddl.Atom, binding: dict[str, str], ordered: bool
    ) -> Iterator[dict[str, str]]:
        """Yield the ways to bind the free variables of an atom so that it holds."""
        known = tuple(place for place, term in enumerate(atom.terms, 1) if term[0] != "?" or term in binding)
        key = tuple(binding.get(term, term) for term in (atom.terms[place - 1] for place in known))
        free = [
            (place, term, self._of_types(kinds[term]))
            for place, term in enumerate(atom.terms, 1)
            if term[0] == "?" and term not in binding
        ]
        for fact in self.rows(atom.predicate, known, ordered).get(key, ()):
            if len(fact) != len(atom.terms) + 1:
                continue
            extended = dict(binding)
            for place, term, allowed in free:
                value = fact[place]
                if value not in allowed or extended.setdefault(term, value) != value:
                    break
            else:
                yield extended

    def rows(self, predicate: str, places: tuple[int, ...], ordered: bool) -> Mapping[Fact, Sequence[Fact]]:
        """Return the facts with a predicate by what stands at some places in them, which are numbered from 1."""
        if predicate not in self._facts:
            return self._below.rows(predicate, places, ordered) if self._below else {}
        found = self._rows.get((predicate, places, ordered))
        if found is None:
            facts = self._facts[predicate]
            found = self._rows[predicate, places, ordered] = {}
            _index(sorted(facts) if ordered else facts, places, found)
        return found

    def is_of(self, name: str, types: tuple[str, ...]) -> bool:
        """Return whether an object is of one of some types."""
        return any(name in self.objects.get(kind, ()) for kind in types)

    def _of_types(self, types: tuple[str, ...]) -> Collection[str]:
        if len(types) == 1:
            return self.objects.get(types[0], ())
        return list(dict.fromkeys(name for kind in types for name in self.objects.get(kind, ())))


def _index(facts: Iterable[Fact], places: tuple[int, ...], rows: dict[Fact, list[Fact]]) -> None:
    for fact in facts:
        if not places or len(fact) > places[-1]:
            rows.setdefault(tuple([fact[place] for place in places]), []).append(fact)


class Derivation:
    """The derived predicates of a domain, in strata."""

    def __init__(self, source: Source, rules: Sequence[Derived]) -> None:
        """Raises PddlError if one depends on its own opposite."""
        self.predicates = frozenset(rule.atom.predicate for rule in rules)
        stratum = strata(source, rules)
        self._strata = [
            _Stratum([rule for rule in rules if stratum[rule.atom.predicate] == level])
            for level in sorted(set(stratum.values()))
        ]

    def complete(self, view: View) -> None:
        """Add to a view what follows from its facts."""
        for one in self._strata:
            one.complete(view)


class _Stratum:
    """Rules that are carried out together: each first, then again where a fact is new for which it asks."""

    def __init__(self, rules: Sequence[Derived]) -> None:
        self._rules = [(rule, normal(rule.condition)) for rule in rules]
        self._asking = defaultdict[Fact | str, list[int]](list)
        """the rules that ask for a fact, or for facts with a predicate"""
        for number, (_, condition) in enumerate(self._rules):
            for atom in dict.fromkeys(one for one in pddl.all_in(condition) if isinstance(one, pddl.Atom)):
                ground = all(term[0] != "?" for term in atom.terms)
                self._asking[atom.fact if ground else atom.predicate].append(number)

    def complete(self, view: View) -> None:
        """Add to a view what follows from its facts."""
        # A dict is a stack without repetitions; what comes last in it is taken first, hence in reverse.
        waiting = dict.fromkeys(reversed(range(len(self._rules))))
        while waiting:
            rule, condition = self._rules[waiting.popitem()[0]]
            atom, known = rule.atom, view.of(rule.atom.predicate)
            if rule.parameters or atom.fact not in known:
                bindings = view.bindings(rule.parameters, condition, {})
                found = {(atom.predicate, *map(binding.get, atom.terms, atom.terms)) for binding in bindings}
                for fact in found.difference(known):
                    waiting |= dict.fromkeys((*self._asking.get(fact, ()), *self._asking.get(fact[0], ())))
                view.add(atom.predicate, found)
