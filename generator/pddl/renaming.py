"""Whether a planning task is another one under other names, in another order.

Both tasks are written as facts about nodes: one node for each name, variable and expression. Two tasks are the same but for names if the
canonical forms of these facts are equal. (networkx's `vf2pp_is_isomorphic` took minutes for tasks of 200 nodes, this takes milliseconds.)
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeAlias, assert_never

from ferryplan.generator.pddl.canonical_form import CanonicalForms
from ferryplan.generator.pddl.expressions import (
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
    Number,
    Numeric,
    Operation,
    Or,
    Together,
    Typed,
    When,
)  # fmt: skip
from ferryplan.generator.pddl.states import Fact, State
from ferryplan.generator.pddl.tree import Action, Domain, DurativeAction, Problem, objects_of

Node: TypeAlias = str
"""a kind and a number, such as ``object 3``"""
Names: TypeAlias = Mapping[str, Node]


class TaskStructure:
    """A planning task without its names, as facts about nodes."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.facts = set[Fact]()
        self.nodes = defaultdict[str, list[Node]](list)
        """the nodes of each kind"""
        self._predicates, self._functions = dict[str, Node](), dict[str, Node]()
        self._types = dict[frozenset[str], Node]()
        """the nodes of types, by their objects: types with the same objects mean the same"""
        self._members = objects_of(domain, problem)
        objects = dict.fromkeys(itertools.chain.from_iterable(self._members.values()))
        self._objects = {name: self._node("object") for name in objects}
        for derived in domain.derived:
            names = {**self._objects, **self._declare(derived.parameters)}
            self._add("derived", [self._atom(derived.atom, names)], [self._condition(derived.condition, names)])
        for action in domain.actions:
            self._add_action(action)
        for value in problem.initial:
            if isinstance(value, Atom):
                self.facts.add(("initial", *self._words(value, self._objects)))
            else:
                self._add(f"initial {value.number}", [self._numeric(value.function, self._objects)])
        self._add("goal", [self._condition(problem.goal, self._objects)])
        if problem.metric is not None:
            self._add(problem.metric.direction, [self._numeric(problem.metric.value, self._objects)])

    @property
    def counts(self) -> Counter[str]:
        """How many nodes of each kind there are."""
        return Counter({kind: len(nodes) for kind, nodes in self.nodes.items()})

    def canonicalize(self) -> State:
        """Return the same facts for all tasks that differ in names alone."""
        forms = CanonicalForms([nodes for _, nodes in sorted(self.nodes.items())])
        return forms.of((State(frozenset(self.facts), frozenset()),)).images[0]

    def _node(self, kind: str) -> Node:
        nodes = self.nodes[kind]
        nodes.append(f"{kind} {len(nodes)}")
        return nodes[-1]

    def _add(self, kind: str, *groups: Iterable[Node]) -> Node:
        """Add a node above groups of others. The groups are in order, the nodes of a group are not."""
        node = self._node(kind)
        self.facts.update(("part", str(place), node, part) for place, group in enumerate(groups) for part in group)
        return node

    def _words(self, atom: Atom, names: Names) -> list[Node]:
        """Return the nodes of a predicate and its terms."""
        if atom.predicate not in self._predicates:
            self._predicates[atom.predicate] = self._node("predicate")
        return [self._predicates[atom.predicate], *(names[term] for term in atom.terms)]

    def _declare(self, variables: Iterable[Typed]) -> dict[str, Node]:
        """Add a node for each variable, below it the type."""
        return {one.name: self._add("variable", [self._type(one.types)]) for one in variables}

    def _type(self, types: Iterable[str]) -> Node:
        members = frozenset(itertools.chain.from_iterable(self._members.get(one, {}) for one in types))
        if members not in self._types:
            self._types[members] = self._add("type", [self._objects[name] for name in members])
        return self._types[members]

    def _atom(self, atom: Atom, names: Names) -> Node:
        node = self._node("atom")
        self.facts.add(("atom", node, *self._words(atom, names)))
        return node

    def _numeric(self, value: Numeric, names: Names) -> Node:
        match value:
            case Number(number):
                return self._add(f"number {number}")
            case Function(name, terms):
                if name not in self._functions:
                    self._functions[name] = self._node(name if name == "total-time" else "function")
                return self._add("value", [self._functions[name]], *([names[term]] for term in terms))
            case Operation(operator, operands):
                parts = [self._numeric(one, names) for one in operands]
                return (
                    self._add(operator, parts) if operator in "+*" else self._add(operator, *([one] for one in parts))
                )
            case "?duration":
                return self._add("?duration")
        assert_never(value)

    def _condition(self, condition: Condition, names: Names) -> Node:
        match condition:
            case Atom():
                return self._atom(condition, names)
            case Equal(left, right):
                return self._add("equal", [names[left]], [names[right]])
            case Comparison(operator, left, right):
                return self._add(operator, [self._numeric(left, names)], [self._numeric(right, names)])
            case Not(part):
                return self._add("not", [self._condition(part, names)])
            case And((part,)) | Or((part,)):
                return self._condition(part, names)
            case And(parts) | Or(parts):
                return self._add(type(condition).__name__, [self._condition(part, names) for part in parts])
            case Imply(premise, conclusion):
                return self._add("imply", [self._condition(premise, names)], [self._condition(conclusion, names)])
            case Exists(variables, part) | ForAll(variables, part):
                declared = self._declare(variables)
                inner = self._condition(part, {**names, **declared})
                return self._add(type(condition).__name__, declared.values(), [inner])
        assert_never(condition)

    def _effect(self, effect: Effect, names: Names) -> Node:
        match effect:
            case Add(atom) | Delete(atom):
                return self._add(type(effect).__name__, [self._atom(atom, names)])
            case Assign(operator, function, value):
                return self._add(operator, [self._numeric(function, names)], [self._numeric(value, names)])
            case When(condition, part):
                return self._add("when", [self._condition(condition, names)], [self._effect(part, names)])
            case ForEach(variables, part):
                declared = self._declare(variables)
                return self._add("ForEach", declared.values(), [self._effect(part, {**names, **declared})])
            case Together((part,)):
                return self._effect(part, names)
            case Together(parts):
                return self._add("Together", [self._effect(part, names) for part in parts])
        assert_never(effect)

    def _add_action(self, action: Action | DurativeAction) -> None:
        declared = self._declare(action.parameters)
        names = {**self._objects, **declared}
        match action:
            case Action():
                parts = [self._condition(action.precondition, names)], [self._effect(action.effect, names)]
                self._add("action", declared.values(), *parts)
            case DurativeAction():
                duration = [self._condition(one, names) for one in action.duration]
                asked = [self._add(f"at {when}", [self._condition(one, names)]) for when, one in action.conditions]
                changes = [self._add(f"at {when}", [self._effect(one, names)]) for when, one in action.effects]
                self._add("durative", declared.values(), duration, asked, changes)


def is_renamed(task: tuple[Domain, Problem], other: tuple[Domain, Problem]) -> bool:
    """Return whether two planning tasks are isomorphic: the same apart from names and order.

    The order of declarations, conjuncts, effects and facts does not matter; parameters may come in another order, too. Two tasks that mean the same
    in other words, such as ``(not (or …))`` for an ``and``, are not found to be the same.
    """
    one, two = TaskStructure(*task), TaskStructure(*other)
    return one.counts == two.counts and len(one.facts) == len(two.facts) and one.canonicalize() == two.canonicalize()
