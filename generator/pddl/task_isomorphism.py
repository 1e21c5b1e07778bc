"""The isomorphism test for planning tasks: whether two tasks differ only in names and order.

Each task is represented by facts about nodes: one node for each name, variable and expression. Two tasks are
isomorphic if the canonical forms of these facts are equal. This test takes milliseconds; networkx's
`vf2pp_is_isomorphic` took minutes for tasks of 200 nodes.
"""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeAlias, assert_never

from ferryplan.generator.pddl.canonical_form import StateCanonicalizer
from ferryplan.generator.pddl.expressions import (
    Add,
    And,
    Assign,
    Atom,
    Condition,
    Delete,
    Effect,
    EffectConjunction,
    Equal,
    Exists,
    ForAll,
    ForEach,
    Function,
    Imply,
    Not,
    Numeric,
    NumericComparison,
    NumericConstant,
    Operation,
    Or,
    TypedName,
    When,
)  # fmt: skip
from ferryplan.generator.pddl.states import Fact, PddlState
from ferryplan.generator.pddl.syntax_tree import Action, Domain, DurativeAction, Problem, find_objects_by_type

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
        """the nodes of types by their objects: types with the same objects are equal"""
        self._members = find_objects_by_type(domain, problem)
        objects = dict.fromkeys(itertools.chain.from_iterable(self._members.values()))
        self._objects = {name: self._add_node("object") for name in objects}
        for derived in domain.derivation_rules:
            names = {**self._objects, **self._add_variables(derived.parameters)}
            self._add_compound(
                "derived", [self._add_atom(derived.atom, names)], [self._add_condition(derived.condition, names)]
            )
        for action in domain.actions:
            self._add_action(action)
        for value in problem.initial:
            if isinstance(value, Atom):
                self.facts.add(("initial", *self._atom_nodes(value, self._objects)))
            else:
                self._add_compound(f"initial {value.number}", [self._add_number(value.function, self._objects)])
        self._add_compound("goal", [self._add_condition(problem.goal, self._objects)])
        if problem.metric is not None:
            self._add_compound(problem.metric.direction, [self._add_number(problem.metric.value, self._objects)])

    @property
    def node_counts(self) -> Counter[str]:
        """The number of nodes of each kind."""
        return Counter({kind: len(nodes) for kind, nodes in self.nodes.items()})

    def canonicalize(self) -> PddlState:
        """Return the facts in canonical form, which is equal for all tasks that differ only in names."""
        forms = StateCanonicalizer([nodes for _, nodes in sorted(self.nodes.items())])
        return forms.canonicalize((PddlState(frozenset(self.facts), frozenset()),)).states[0]

    def _add_node(self, kind: str) -> Node:
        nodes = self.nodes[kind]
        nodes.append(f"{kind} {len(nodes)}")
        return nodes[-1]

    def _add_compound(self, kind: str, *groups: Iterable[Node]) -> Node:
        """Add a node that has groups of other nodes as its parts.

        The groups are ordered, the nodes in a group are not.
        """
        node = self._add_node(kind)
        self.facts.update(("part", str(place), node, part) for place, group in enumerate(groups) for part in group)
        return node

    def _atom_nodes(self, atom: Atom, names: Names) -> list[Node]:
        """Return the nodes of an atom's predicate and terms, in order."""
        if atom.predicate not in self._predicates:
            self._predicates[atom.predicate] = self._add_node("predicate")
        return [self._predicates[atom.predicate], *(names[term] for term in atom.terms)]

    def _add_variables(self, variables: Iterable[TypedName]) -> dict[str, Node]:
        """Add a node for each variable, with the node of its type as its part; return the nodes by name."""
        return {one.name: self._add_compound("variable", [self._get_type_node(one.types)]) for one in variables}

    def _get_type_node(self, types: Iterable[str]) -> Node:
        members = frozenset(itertools.chain.from_iterable(self._members.get(one, {}) for one in types))
        if members not in self._types:
            self._types[members] = self._add_compound("type", [self._objects[name] for name in members])
        return self._types[members]

    def _add_atom(self, atom: Atom, names: Names) -> Node:
        node = self._add_node("atom")
        self.facts.add(("atom", node, *self._atom_nodes(atom, names)))
        return node

    def _add_number(self, value: Numeric, names: Names) -> Node:
        match value:
            case NumericConstant(number):
                return self._add_compound(f"number {number}")
            case Function(name, terms):
                if name not in self._functions:
                    self._functions[name] = self._add_node(name if name == "total-time" else "function")
                return self._add_compound("value", [self._functions[name]], *([names[term]] for term in terms))
            case Operation(operator, operands):
                parts = [self._add_number(one, names) for one in operands]
                return (
                    self._add_compound(operator, parts)
                    if operator in "+*"
                    else self._add_compound(operator, *([one] for one in parts))
                )
            case "?duration":
                return self._add_compound("?duration")
        assert_never(value)

    def _add_condition(self, condition: Condition, names: Names) -> Node:
        match condition:
            case Atom():
                return self._add_atom(condition, names)
            case Equal(left, right):
                return self._add_compound("equal", [names[left]], [names[right]])
            case NumericComparison(operator, left, right):
                return self._add_compound(operator, [self._add_number(left, names)], [self._add_number(right, names)])
            case Not(part):
                return self._add_compound("not", [self._add_condition(part, names)])
            case And((part,)) | Or((part,)):
                return self._add_condition(part, names)
            case And(parts) | Or(parts):
                return self._add_compound(
                    type(condition).__name__, [self._add_condition(part, names) for part in parts]
                )
            case Imply(premise, conclusion):
                return self._add_compound(
                    "imply", [self._add_condition(premise, names)], [self._add_condition(conclusion, names)]
                )
            case Exists(variables, part) | ForAll(variables, part):
                declared = self._add_variables(variables)
                inner = self._add_condition(part, {**names, **declared})
                return self._add_compound(type(condition).__name__, declared.values(), [inner])
        assert_never(condition)

    def _add_effect(self, effect: Effect, names: Names) -> Node:
        match effect:
            case Add(atom) | Delete(atom):
                return self._add_compound(type(effect).__name__, [self._add_atom(atom, names)])
            case Assign(operator, function, value):
                return self._add_compound(
                    operator, [self._add_number(function, names)], [self._add_number(value, names)]
                )
            case When(condition, part):
                return self._add_compound(
                    "when", [self._add_condition(condition, names)], [self._add_effect(part, names)]
                )
            case ForEach(variables, part):
                declared = self._add_variables(variables)
                return self._add_compound("ForEach", declared.values(), [self._add_effect(part, {**names, **declared})])
            case EffectConjunction((part,)):
                return self._add_effect(part, names)
            case EffectConjunction(parts):
                return self._add_compound("Together", [self._add_effect(part, names) for part in parts])
        assert_never(effect)

    def _add_action(self, action: Action | DurativeAction) -> None:
        declared = self._add_variables(action.parameters)
        names = {**self._objects, **declared}
        match action:
            case Action():
                parts = [self._add_condition(action.precondition, names)], [self._add_effect(action.effect, names)]
                self._add_compound("action", declared.values(), *parts)
            case DurativeAction():
                duration = [self._add_condition(one, names) for one in action.duration]
                asked = [
                    self._add_compound(f"at {when}", [self._add_condition(one, names)])
                    for when, one in action.conditions
                ]
                changes = [
                    self._add_compound(f"at {when}", [self._add_effect(one, names)]) for when, one in action.effects
                ]
                self._add_compound("durative", declared.values(), duration, asked, changes)


def are_isomorphic(task: tuple[Domain, Problem], other: tuple[Domain, Problem]) -> bool:
    """Return whether two planning tasks are isomorphic: the same apart from names and order.

    The order of declarations, conjuncts, effects, facts and parameters does not matter. Tasks that are
    equivalent but have different expressions, such as ``(not (or …))`` for an ``and``, do not count as
    isomorphic.
    """
    one, two = TaskStructure(*task), TaskStructure(*other)
    return (
        one.node_counts == two.node_counts
        and len(one.facts) == len(two.facts)
        and one.canonicalize() == two.canonicalize()
    )
