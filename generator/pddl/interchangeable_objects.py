"""The detection of interchangeable objects: objects of a problem that differ only in their names.

Two objects are interchangeable if they have the same types, and if swapping them leaves all statements of the
problem unchanged: initial facts and values, goal, metric. The domain mentions only types and constants, and
constants are never interchangeable.

M. Fox and D. Long, "The Detection and Exploitation of Symmetry in Planning Problems", IJCAI 1999, 956-961.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from fractions import Fraction

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.normal_form import Binding, conjuncts, substitute_objects, to_normal_form
from ferryplan.generator.pddl.states import Fact, ObjectsByType
from ferryplan.generator.pddl.syntax_tree import Domain, Problem

MAX_COMPARED_LENGTH = 10_000_000
"""the maximum number of characters to compare for one part of the goal; beyond it, the objects in this part
count as different"""


def find_interchangeable_objects(domain: Domain, problem: Problem, objects: ObjectsByType) -> list[list[str]]:
    """Return the classes of interchangeable objects: lists of two or more names.

    The classes are in the order of the declarations. ``objects`` lists the objects of each type. If actions take
    time, the result is empty.
    """
    if domain.is_timed:
        return []
    types = {name: [kind for kind, names in objects.items() if name in names] for name in objects.get("object", ())}
    everything, mentions = set[Hashable](), defaultdict[str, list[tuple[str, pddl.Condition, set[str]]]](list)
    fixed = {one.name for one in domain.constants}
    for kind, said in _problem_statements(problem):
        everything.add((kind, same := _condition_key_after_exchange(said, {})))
        words = same if isinstance(same, tuple) else same.replace("(", " ").replace(")", " ").split()
        named = {*words}.intersection(types)
        fixed |= named if len(named) ** 2 * len(same) > MAX_COMPARED_LENGTH else set()
        for name in named:
            mentions[name].append((kind, said, named))

    def are_interchangeable(one: str, other: str) -> bool:
        exchange, both = {one: other, other: one}, (*mentions[one], *mentions[other])
        return all((kind, _condition_key_after_exchange(said, exchange)) in everything for kind, said, _ in both)

    classes = dict[str, list[str]]()
    """the classes by their first object"""
    strangers = defaultdict[Hashable, list[str]](list)
    """the first objects by the statements about them; interchangeable objects that no statement mentions
    together have equal ones"""
    for name in (name for name in types if name not in fixed):
        without = frozenset((kind, _condition_key_after_exchange(said, {name: ""})) for kind, said, _ in mentions[name])
        leaders = strangers[tuple(types[name]), without]
        near = {one for _, _, named in mentions[name] for one in named if one in classes}
        of_types = (one for one in (*leaders, *near) if types[one] == types[name])
        first = next((one for one in of_types if are_interchangeable(one, name)), name)
        if first == name:
            leaders.append(name)
        classes.setdefault(first, []).append(name)
    return [names for names in classes.values() if len(names) > 1]


def _problem_statements(problem: Problem) -> Iterator[tuple[str, pddl.Condition]]:
    """Yield the statements of a problem, each as its kind (fact, value, goal or metric) and a condition."""
    yield from (("fact", atom) for atom in problem.facts)
    for function, value in problem.values.items():
        yield "value", pddl.NumericComparison("=", function, pddl.NumericConstant(value))
    yield from (("goal", part) for part in conjuncts(to_normal_form(problem.goal)))
    if problem.metric is not None:
        yield "metric", pddl.NumericComparison("=", problem.metric.value, pddl.NumericConstant(Fraction(0)))


def _condition_key_after_exchange(condition: pddl.Condition, replacements: Binding) -> Fact | str:
    """Replace objects in a condition; return a key that is equal for conditions that differ in order only.

    ``replacements`` maps objects to their replacements. The key is a fact, or a text that does not depend on the
    order of parts.
    """
    if isinstance(condition, pddl.Atom):
        return condition.predicate, *map(replacements.get, condition.terms, condition.terms)
    return _format_unordered(substitute_objects(condition, replacements))


def _format_unordered(condition: pddl.Condition | pddl.Effect) -> str:
    """Return a text of a condition or an effect that does not depend on the order of its parts.

    The condition must be in negation normal form.
    """
    parts = sorted(map(_format_unordered, pddl.direct_parts(condition)))
    return f"({pddl.format_head(condition)} {' '.join(parts)})" if parts else str(condition)
