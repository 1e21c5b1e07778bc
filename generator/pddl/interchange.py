"""Which objects of a problem differ in nothing but their names.

Two objects may change places if they are of the same types and the exchange of the two leaves everything as it is that a problem says of
objects: facts and values at the start, goal, metric. What the domain says it says of types and of constants, which stay where they are.
M. Fox and D. Long, "The Detection and Exploitation of Symmetry in Planning Problems", IJCAI 1999, 956-961.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from fractions import Fraction

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.normal_form import Binding, conjuncts, normal, substituted
from ferryplan.generator.pddl.states import Fact, Objects
from ferryplan.generator.pddl.tree import Domain, Problem

MOST_COMPARED = 10_000_000
"""so many characters of one part of the goal are compared; if it takes more, its objects stay where they are"""


def interchangeable(domain: Domain, problem: Problem, objects: Objects) -> list[list[str]]:
    """Return the classes of objects of which any two may change places, at least two in each, in the order in which they are declared.

    ``objects`` are those of each type. There are no classes where actions take time.
    """
    if domain.is_timed:
        return []
    types = {name: [kind for kind, names in objects.items() if name in names] for name in objects.get("object", ())}
    everything, mentions = set[Hashable](), defaultdict[str, list[tuple[str, pddl.Condition, set[str]]]](list)
    fixed = {one.name for one in domain.constants}
    for kind, said in _said(problem):
        everything.add((kind, same := _exchanged(said, {})))
        words = same if isinstance(same, tuple) else same.replace("(", " ").replace(")", " ").split()
        named = {*words}.intersection(types)
        fixed |= named if len(named) ** 2 * len(same) > MOST_COMPARED else set()
        for name in named:
            mentions[name].append((kind, said, named))

    def alike(one: str, other: str) -> bool:
        exchange, both = {one: other, other: one}, (*mentions[one], *mentions[other])
        return all((kind, _exchanged(said, exchange)) in everything for kind, said, _ in both)

    classes = dict[str, list[str]]()
    """by the first of each"""
    strangers = defaultdict[Hashable, list[str]](list)
    """the first ones, by what is said of them: that is the same of objects that are alike and nowhere together"""
    for name in (name for name in types if name not in fixed):
        without = frozenset((kind, _exchanged(said, {name: ""})) for kind, said, _ in mentions[name])
        leaders = strangers[tuple(types[name]), without]
        near = {one for _, _, named in mentions[name] for one in named if one in classes}
        of_types = (one for one in (*leaders, *near) if types[one] == types[name])
        first = next((one for one in of_types if alike(one, name)), name)
        if first == name:
            leaders.append(name)
        classes.setdefault(first, []).append(name)
    return [names for names in classes.values() if len(names) > 1]


def _said(problem: Problem) -> Iterator[tuple[str, pddl.Condition]]:
    """Yield what a problem says, each with what kind it is of."""
    yield from (("fact", atom) for atom in problem.facts)
    for function, value in problem.values.items():
        yield "value", pddl.Comparison("=", function, pddl.Number(value))
    yield from (("goal", part) for part in conjuncts(normal(problem.goal)))
    if problem.metric is not None:
        yield "metric", pddl.Comparison("=", problem.metric.value, pddl.Number(Fraction(0)))


def _exchanged(said: pddl.Condition, exchange: Binding) -> Fact | str:
    """Return a condition with other objects for some: a fact, or a text that is the same for all orders of its parts."""
    if isinstance(said, pddl.Atom):
        return said.predicate, *map(exchange.get, said.terms, said.terms)
    return _unordered(substituted(said, exchange))


def _unordered(condition: pddl.Condition | pddl.Effect) -> str:
    """Return a condition in negation normal form as a text, the same whatever the order of the parts of a conjunction or a disjunction."""
    parts = sorted(map(_unordered, pddl.parts_of(condition)))
    return f"({pddl.head_of(condition)} {' '.join(parts)})" if parts else str(condition)
