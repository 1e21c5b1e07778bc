"""States of a task, queries of conditions and values in a state, and derived predicates.

Derived predicates are computed stratum by stratum. A predicate may be defined by the negation of predicates of
earlier strata; within a stratum, the facts are the least fixpoint (Thiébaux, Hoffmann, Nebel, "In Defense of
PDDL Axioms", Artificial Intelligence 168 (2005), 38-69).
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
from ferryplan.generator.pddl.normal_form import Binding, conjuncts, free_variables, to_normal_form
from ferryplan.generator.pddl.stratification import compute_strata
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.pddl.syntax_tree import DerivationRule

Fact: TypeAlias = tuple[str, ...]
"""A predicate or a function with its objects, such as ``("at", "wolf", "left")``."""
ObjectsByType: TypeAlias = Mapping[str, Collection[str]]
"""The objects of each type, including those of the types below it."""

_COMPARISONS: Mapping[str, Callable[[Fraction, Fraction], bool]] = {
    "=": operator.eq, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_ARITHMETIC: Mapping[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
}  # fmt: skip


def format_fact(fact: Fact) -> str:
    """Return a fact, or a function with its objects, in PDDL syntax."""
    return f"({' '.join(map(str, fact))})"


class UndefinedError(PddlError, ArithmeticError):
    """A numeric expression has no value, because of an undefined function or a division by zero."""


class PddlState(NamedTuple):
    """The changing part of a state: the facts that hold, and the values of functions."""

    facts: frozenset[Fact]
    values: frozenset[tuple[Fact, Fraction]] = frozenset()


class StateView:
    """The facts and values of a state, indexed for queries.

    A predicate or a value that is not in the view is looked up in its ``base``, a view of the static facts and
    values. Conditions must be in negation normal form.
    """

    def __init__(
        self,
        objects: ObjectsByType,
        facts: Iterable[Fact],
        values: Mapping[Fact, Fraction],
        base: StateView | None = None,
    ) -> None:
        self.objects = objects
        self._facts: dict[str, set[Fact]] = {}
        for fact in facts:
            self._facts.setdefault(fact[0], set()).add(fact)
        self._values = values
        self._base = base
        self._indexes: dict[tuple[str, tuple[int, ...], bool], dict[Fact, list[Fact]]] = {}

    def facts_of(self, predicate: str) -> Collection[Fact]:
        """Return all facts of a predicate that hold."""
        # A predicate either changes or is static, so all its facts are in one of the two views.
        found = self._facts.get(predicate)
        if found is None:
            return self._base.facts_of(predicate) if self._base else ()
        return found

    def add_facts(self, predicate: str, facts: set[Fact]) -> bool:
        """Add facts of one predicate to the view; return whether at least one of them is new."""
        known = self._facts.setdefault(predicate, set())
        new = facts - known
        known |= new
        # An ordered index would have to be sorted again, so it is dropped; other indexes grow.
        for name, places, ordered in [*self._indexes] if new else ():
            if name == predicate and ordered:
                del self._indexes[name, places, ordered]
            elif name == predicate:
                _index_facts(new, places, self._indexes[name, places, ordered])
        return bool(new)

    def holds(self, condition: pddl.Condition, binding: Binding) -> bool:
        """Return whether a condition holds. Raises UndefinedError if it needs a value that does not exist."""
        match condition:  # the frequent cases read attributes, because patterns with arguments take twice as long
            case pddl.Atom():
                terms = condition.terms
                return (condition.predicate, *map(binding.get, terms, terms)) in self.facts_of(condition.predicate)
            case pddl.Not():
                return not self.holds(condition.condition, binding)
            case pddl.And() | pddl.Or():
                deciding = isinstance(condition, pddl.Or)
                for part in condition.parts:
                    if self.holds(part, binding) is deciding:
                        return deciding
                return not deciding
            case pddl.Equal(left, right):
                return bool(binding.get(left, left) == binding.get(right, right))
            case pddl.NumericComparison(name, left, right):
                return _COMPARISONS[name](self.value(left, binding), self.value(right, binding))
            case pddl.Exists(variables, inner):
                return any(True for _ in self.bindings_satisfying(variables, inner, binding))
            case pddl.ForAll() | pddl.Imply():
                raise AssertionError  # not in negation normal form
        assert_never(condition)

    def value(self, number: pddl.Numeric, binding: Binding, duration: Fraction | None = None) -> Fraction:
        """Return the value of a numeric expression. Raises UndefinedError if it has none."""
        match number:
            case pddl.NumericConstant(value):
                return value
            case pddl.Function(name, terms):
                fact = (name, *map(binding.get, terms, terms))
                found = self._values.get(fact)
                if found is not None:
                    return found
                if self._base is None:
                    raise UndefinedError(format_message("pddl.no-value", function=format_fact(fact)))
                return self._base.value(number, binding)
            case pddl.Operation(sign, operands):
                values = [self.value(operand, binding, duration) for operand in operands]
                if sign == "/" and not values[1]:
                    raise UndefinedError(format_message("pddl.divides-by-zero", expression=number))
                return functools.reduce(_ARITHMETIC[sign], values) if len(values) > 1 else -values[0]
            case "?duration":
                assert duration is not None
                return duration
        assert_never(number)

    def bindings_satisfying(
        self, variables: Sequence[pddl.TypedName], condition: pddl.Condition, outer: Binding, ordered: bool = False
    ) -> Iterator[dict[str, str]]:
        """Yield each choice of objects for variables that makes a condition hold.

        Each choice is a binding that includes the ``outer`` bindings. The order is the same on every run if
        ``ordered`` is true, which takes longer. Facts are joined as in a database: the objects for the variables of
        an atom are taken from the facts that hold.
        """
        kinds = {one.name: one.types for one in variables}
        inner = {name: value for name, value in outer.items() if name not in kinds}
        yield from self._join_conditions(kinds, list(conjuncts(condition)), inner, ordered)

    def _join_conditions(
        self, kinds: Mapping[str, tuple[str, ...]], parts: list[pddl.Condition], binding: dict[str, str], ordered: bool
    ) -> Iterator[dict[str, str]]:
        waiting = list[pddl.Condition]()
        narrowest: tuple[bool, int, int] | None = None
        chosen: pddl.Atom | None = None
        for part in parts:
            free = free_variables(part)
            if free <= binding.keys():
                if not self.holds(part, binding):
                    return
                continue
            waiting.append(part)
            if isinstance(part, pddl.Atom):
                unknown = len(free - binding.keys())
                # Atoms that share a term with the known bindings come first, so that facts are joined along it,
                # not multiplied. Among these, the atom with the fewest unknown terms and facts comes first.
                width = unknown == len(part.terms), unknown, len(self.facts_of(part.predicate))
                if narrowest is None or width < narrowest:
                    narrowest, chosen = width, part
        if chosen is not None:
            rest = [part for part in waiting if part is not chosen]
            for extended in self._match_atom(kinds, chosen, binding, ordered):
                yield from self._join_conditions(kinds, rest, extended, ordered)
        elif waiting:
            name = next(name for name in kinds if name not in binding and name in free_variables(waiting[0]))
            for value in self._objects_of_types(kinds[name]):
                yield from self._join_conditions(kinds, waiting, {**binding, name: value}, ordered)
        else:
            free_names = [name for name in kinds if name not in binding]
            for values in itertools.product(*(self._objects_of_types(kinds[name]) for name in free_names)):
                yield {**binding, **dict(zip(free_names, values, strict=True))}

    def _match_atom(
        self, kinds: Mapping[str, tuple[str, ...]], atom: pddl.Atom, binding: dict[str, str], ordered: bool
    ) -> Iterator[dict[str, str]]:
        """Yield the bindings of the free variables of an atom that make the atom hold."""
        known = tuple(place for place, term in enumerate(atom.terms, 1) if term[0] != "?" or term in binding)
        key = tuple(binding.get(term, term) for term in (atom.terms[place - 1] for place in known))
        free = [
            (place, term, self._objects_of_types(kinds[term]))
            for place, term in enumerate(atom.terms, 1)
            if term[0] == "?" and term not in binding
        ]
        for fact in self.facts_by_terms(atom.predicate, known, ordered).get(key, ()):
            if len(fact) != len(atom.terms) + 1:
                continue
            extended = dict(binding)
            for place, term, allowed in free:
                value = fact[place]
                if value not in allowed or extended.setdefault(term, value) != value:
                    break
            else:
                yield extended

    def facts_by_terms(self, predicate: str, places: tuple[int, ...], ordered: bool) -> Mapping[Fact, Sequence[Fact]]:
        """Return the facts of a predicate, grouped by their terms at the positions ``places`` (from 1).

        The keys are tuples of these terms. The facts of a group are sorted if ``ordered`` is true.
        """
        if predicate not in self._facts:
            return self._base.facts_by_terms(predicate, places, ordered) if self._base else {}
        found = self._indexes.get((predicate, places, ordered))
        if found is None:
            facts = self._facts[predicate]
            found = self._indexes[predicate, places, ordered] = {}
            _index_facts(sorted(facts) if ordered else facts, places, found)
        return found

    def has_type(self, name: str, types: tuple[str, ...]) -> bool:
        """Return whether an object belongs to at least one of several types."""
        return any(name in self.objects.get(kind, ()) for kind in types)

    def _objects_of_types(self, types: tuple[str, ...]) -> Collection[str]:
        if len(types) == 1:
            return self.objects.get(types[0], ())
        return list(dict.fromkeys(name for kind in types for name in self.objects.get(kind, ())))


def _index_facts(facts: Iterable[Fact], places: tuple[int, ...], rows: dict[Fact, list[Fact]]) -> None:
    for fact in facts:
        if not places or len(fact) > places[-1]:
            rows.setdefault(tuple([fact[place] for place in places]), []).append(fact)


class DerivedPredicates:
    """The rules of a domain's derived predicates, ordered by strata, which are evaluated in turn."""

    def __init__(self, source: Source, rules: Sequence[DerivationRule]) -> None:
        """Order the rules by strata. Raises PddlError if a predicate depends on its own negation."""
        self.predicates = frozenset(rule.atom.predicate for rule in rules)
        stratum = compute_strata(source, rules)
        self._strata = [
            _Stratum([rule for rule in rules if stratum[rule.atom.predicate] == level])
            for level in sorted(set(stratum.values()))
        ]

    def add_derived_facts(self, view: StateView) -> None:
        """Add to a view all facts of derived predicates that follow from its facts."""
        for one in self._strata:
            one.add_derived_facts(view)


class _Stratum:
    """The rules of one stratum: derived predicates that are evaluated together.

    Each rule is evaluated once, then again when a new fact occurs in its condition.
    """

    def __init__(self, rules: Sequence[DerivationRule]) -> None:
        self._rules = [(rule, to_normal_form(rule.condition)) for rule in rules]
        self._rules_by_premise = defaultdict[Fact | str, list[int]](list)
        """the rules whose conditions mention a fact, or facts of a predicate"""
        for number, (_, condition) in enumerate(self._rules):
            for atom in dict.fromkeys(one for one in pddl.walk_parts(condition) if isinstance(one, pddl.Atom)):
                ground = all(term[0] != "?" for term in atom.terms)
                self._rules_by_premise[atom.fact if ground else atom.predicate].append(number)

    def add_derived_facts(self, view: StateView) -> None:
        """Add to a view all facts that follow from the rules of this stratum."""
        # A dict serves as a stack without repetitions. Its last item is taken first, hence the reverse order.
        waiting = dict.fromkeys(reversed(range(len(self._rules))))
        while waiting:
            rule, condition = self._rules[waiting.popitem()[0]]
            atom, known = rule.atom, view.facts_of(rule.atom.predicate)
            if rule.parameters or atom.fact not in known:
                bindings = view.bindings_satisfying(rule.parameters, condition, {})
                found = {(atom.predicate, *map(binding.get, atom.terms, atom.terms)) for binding in bindings}
                for fact in found.difference(known):
                    waiting |= dict.fromkeys(
                        (*self._rules_by_premise.get(fact, ()), *self._rules_by_premise.get(fact[0], ()))
                    )
                view.add_facts(atom.predicate, found)
