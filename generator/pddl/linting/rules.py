"""Rules that seem to name the wrong parameter: a rule about the place that is left, written twice, where one is meant for the destination.

A rule is a part of a precondition that forbids something: it quantifies, compares numbers, denies or joins several conditions. If an action has two
rules about the same things, one is usually meant for the place that is left, and the other for the destination.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import parts_of_action
from ferryplan.generator.pddl.linting.findings import Finding, found, place_of
from ferryplan.generator.pddl.normal_form import conjuncts, free_in, named_in, terms_in
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.pddl.tree import Action, DurativeAction


def find_wrong_parameters(action: Action, source: Source) -> Iterator[Finding]:
    """Yield the rules of an action that name a parameter for which another one, of the same type, seems to be meant."""
    parts = list(conjuncts(action.precondition))
    rules = [part for part in parts if not isinstance(part, pddl.Atom | pddl.Equal) and not _is_denied_fact(part)]
    asked = asked_variables(action)
    reported = set[int]()
    for one, other in itertools.permutations(action.parameters, 2):
        pair = {one.name, other.name}
        if one.types != other.types:
            continue
        # Where nothing is asked of the other parameter, rules about the same things are enough to see that one is meant for it.
        group_by = _subject if other.name not in asked else _shape
        groups = defaultdict[Hashable, list[pddl.Condition]](list)
        for rule in rules:
            groups[group_by(rule, pair)].append(rule)
        for alike in groups.values():
            named = [free_in(rule) & pair for rule in alike]
            if len(alike) < 2 or {one.name} not in named or {other.name} in named or frozenset() in named:
                continue
            if not _are_of_the_same(alike, pair):
                continue
            wrong = [*alike, *(rule for rule, names in zip(alike, named, strict=True) if len(names) == 2)][-1]
            if id(wrong) not in reported and (other.name not in asked or len(free_in(wrong) & pair) == 2):
                reported.add(id(wrong))
                words = {"name": one.name, "other": other.name, "action": action.name}
                yield found("wrong-parameter", source, place_of(wrong) or action.written, other.name, **words)


def asked_variables(action: Action | DurativeAction) -> frozenset[str]:
    """Return the variables of an action that its conditions name; an inequality says nothing of what they stand for."""
    conditions = (part for part in parts_of_action(action) if isinstance(part, pddl.Condition))
    parts = (part for condition in conditions for part in conjuncts(condition) if not _is_equation(part))
    return frozenset[str]().union(*map(free_in, parts))


def _are_of_the_same(rules: Sequence[pddl.Condition], names: Collection[str]) -> bool:
    """Return whether rules may be about the same persons: one for each of two passengers is no repetition."""
    free = [free_in(rule) - {*names} for rule in rules]
    return all(one <= other or other <= one for one, other in itertools.combinations(free, 2))


def _is_denied_fact(part: pddl.Condition) -> bool:
    return isinstance(part, pddl.Not) and isinstance(part.condition, pddl.Atom | pddl.Equal)


def _is_equation(part: pddl.Condition) -> bool:
    return isinstance(part, pddl.Equal) or (isinstance(part, pddl.Not) and isinstance(part.condition, pddl.Equal))


def _subject(part: pddl.Condition, _: Collection[str]) -> Hashable:
    """Return what a condition is about: predicates, functions, objects, and the types of quantified variables.

    A single number may well have two bounds; it is taken for a rule of its own.
    """
    parts = list(pddl.all_in(part))
    things = {one.predicate if isinstance(one, pddl.Atom) else one.name for inner in parts for one in named_in(inner)}
    terms = {term for inner in parts for term in terms_in(inner) if not term.startswith("?")}
    kinds = {one.types for inner in parts if isinstance(inner, pddl.Exists | pddl.ForAll) for one in inner.variables}
    return (frozenset(things), frozenset(terms), frozenset(kinds)) if len(things) > 1 or kinds else id(part)


def _shape(part: pddl.Condition, names: Collection[str]) -> Hashable:
    """Return a condition without the difference between some parameters, and without the numbers in it, added or subtracted.

    Someone who leaves is one fewer there and one more at the destination.
    """
    bound = dict[str, str]()

    def of_term(term: str, own: Mapping[str, str]) -> str:
        return own.get(term, "?" if term in names else term)

    def of_number(number: pddl.Numeric, own: Mapping[str, str]) -> Hashable:
        match number:
            case pddl.Function(name, terms):
                return name, *(of_term(term, own) for term in terms)
            case pddl.Operation(operator, operands):
                sign = "+" if operator == "-" else operator
                return sign, *(of_number(operand, own) for operand in operands)
            case _:
                return "number"

    def of_condition(part: pddl.Condition, own: Mapping[str, str]) -> Hashable:
        match part:
            case pddl.Atom(predicate, terms):
                return predicate, *(of_term(term, own) for term in terms)
            case pddl.Equal(left, right):
                return "=", of_term(left, own), of_term(right, own)
            case pddl.Comparison(operator, left, right):
                return operator, of_number(left, own), of_number(right, own)
            case pddl.Exists(variables, inner) | pddl.ForAll(variables, inner):
                # Variables count by their order and types: two rules may call them by different names.
                own = {**own, **{one.name: f"?{len(own) + number}" for number, one in enumerate(variables)}}
                return type(part).__name__, *(one.types for one in variables), of_condition(inner, own)
            case _:
                inner_parts = [inner for inner in pddl.parts_of(part) if not isinstance(inner, pddl.Effect)]
                return type(part).__name__, *(of_condition(inner, own) for inner in inner_parts)

    return of_condition(part, bound)
