"""The search for rules that seem to name the wrong parameter, such as the origin for the destination.

A rule is a part of a precondition that quantifies, compares numbers, or negates or joins several conditions. If an
action has two rules that are equal except for the parameter, one of them is usually meant for the place that the boat
leaves, and the other one for the destination.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.fluents import conditions_and_effects_of
from ferryplan.generator.pddl.linting.condition_edits import rename_in_rule
from ferryplan.generator.pddl.linting.findings import Finding, location_of_first_name, make_finding
from ferryplan.generator.pddl.normal_form import conjuncts, direct_references, direct_terms, free_variables
from ferryplan.generator.pddl.syntax import Source
from ferryplan.generator.pddl.syntax_tree import Action, DurativeAction


def find_wrong_parameters(action: Action, source: Source) -> Iterator[Finding]:
    """Yield findings about rules of an action that seem to be meant for another parameter.

    The other parameter has the same type.
    """
    parts = list(conjuncts(action.precondition))
    rules = [part for part in parts if not isinstance(part, pddl.Atom | pddl.Equal) and not _is_negated_fact(part)]
    asked = find_condition_variables(action)
    reported = set[int]()
    for one, other in itertools.permutations(action.parameters, 2):
        pair = {one.name, other.name}
        if one.types != other.types:
            continue
        # If no condition mentions the other parameter, it is enough that two rules are about the same things.
        group_by = _key_of_mentioned_names if other.name not in asked else _key_ignoring_parameters
        groups = defaultdict[Hashable, list[pddl.Condition]](list)
        for rule in rules:
            groups[group_by(rule, pair)].append(rule)
        for alike in groups.values():
            named = [free_variables(rule) & pair for rule in alike]
            if len(alike) < 2 or {one.name} not in named or {other.name} in named or frozenset() in named:
                continue
            if not _may_share_subjects(alike, pair):
                continue
            wrong = [*alike, *(rule for rule, names in zip(alike, named, strict=True) if len(names) == 2)][-1]
            if id(wrong) not in reported and (other.name not in asked or len(free_variables(wrong) & pair) == 2):
                reported.add(id(wrong))
                words = {"name": one.name, "other": other.name, "action": action.name}
                place = location_of_first_name(wrong) or action.source_node
                edits = rename_in_rule(source, place, one.name, other.name)
                yield make_finding("wrong-parameter", source, place, other.name, edits, **words)


def find_condition_variables(action: Action | DurativeAction) -> frozenset[str]:
    """Return the variables that occur in the conditions of an action.

    Equalities and inequalities are ignored, because they say nothing about the objects of the variables.
    """
    conditions = (part for part in conditions_and_effects_of(action) if isinstance(part, pddl.Condition))
    parts = (part for condition in conditions for part in conjuncts(condition) if not _is_equation(part))
    return frozenset[str]().union(*map(free_variables, parts))


def _may_share_subjects(rules: Sequence[pddl.Condition], ignored_parameters: Collection[str]) -> bool:
    """Return whether rules may be about the same objects, apart from the ignored parameters.

    They are not if two rules have different variables: one rule for each of two passengers is no repetition.
    """
    free = [free_variables(rule) - {*ignored_parameters} for rule in rules]
    return all(one <= other or other <= one for one, other in itertools.combinations(free, 2))


def _is_negated_fact(part: pddl.Condition) -> bool:
    return isinstance(part, pddl.Not) and isinstance(part.condition, pddl.Atom | pddl.Equal)


def _is_equation(part: pddl.Condition) -> bool:
    return isinstance(part, pddl.Equal) or (isinstance(part, pddl.Not) and isinstance(part.condition, pddl.Equal))


def _key_of_mentioned_names(part: pddl.Condition, _: Collection[str]) -> Hashable:
    """Return a key of the names that a condition mentions, equal for rules about the same names.

    These are the names of predicates, functions, objects, and quantified types. A condition on a single predicate or
    function gets a key of its own, because a number may well have two bounds.
    """
    parts = list(pddl.walk_parts(part))
    things = {
        one.predicate if isinstance(one, pddl.Atom) else one.name for inner in parts for one in direct_references(inner)
    }
    terms = {term for inner in parts for term in direct_terms(inner) if not term.startswith("?")}
    kinds = {one.types for inner in parts if isinstance(inner, pddl.Exists | pddl.ForAll) for one in inner.variables}
    return (frozenset(things), frozenset(terms), frozenset(kinds)) if len(things) > 1 or kinds else id(part)


def _key_ignoring_parameters(part: pddl.Condition, ignored_parameters: Collection[str]) -> Hashable:
    """Return a key of a condition that does not depend on its numbers and the ignored parameters.

    Addition and subtraction count as equal: a traveler who leaves is one fewer at the origin and one more at the
    destination.
    """
    bound = dict[str, str]()

    def key_of_term(term: str, own: Mapping[str, str]) -> str:
        return own.get(term, "?" if term in ignored_parameters else term)

    def key_of_number(number: pddl.Numeric, own: Mapping[str, str]) -> Hashable:
        match number:
            case pddl.Function(name, terms):
                return name, *(key_of_term(term, own) for term in terms)
            case pddl.Operation(operator, operands):
                sign = "+" if operator == "-" else operator
                return sign, *(key_of_number(operand, own) for operand in operands)
            case _:
                return "number"

    def key_of_condition(part: pddl.Condition, own: Mapping[str, str]) -> Hashable:
        match part:
            case pddl.Atom(predicate, terms):
                return predicate, *(key_of_term(term, own) for term in terms)
            case pddl.Equal(left, right):
                return "=", key_of_term(left, own), key_of_term(right, own)
            case pddl.NumericComparison(operator, left, right):
                return operator, key_of_number(left, own), key_of_number(right, own)
            case pddl.Exists(variables, inner) | pddl.ForAll(variables, inner):
                # Variables count by their order and types, because two rules may use different names for them.
                own = {**own, **{one.name: f"?{len(own) + number}" for number, one in enumerate(variables)}}
                return type(part).__name__, *(one.types for one in variables), key_of_condition(inner, own)
            case _:
                inner_parts = [inner for inner in pddl.direct_parts(part) if not isinstance(inner, pddl.Effect)]
                return type(part).__name__, *(key_of_condition(inner, own) for inner in inner_parts)

    return key_of_condition(part, bound)
