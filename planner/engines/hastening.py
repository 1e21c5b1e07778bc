"""pyperplan with a faster grounding and a faster successor generator; for the worker.

pyperplan grounds an action by trying the whole product of its parameters, and in every state it tries every operator.
Here the static preconditions are joined one after the other, as in a database, and a tree of preconditions leads from a state
to the operators that are applicable in it. Operators and successors are the same, operators in alphabetical order; what is
searched, and how, stays pyperplan's own.

The join is that of M. Helmert, "Concise finite-domain representations for PDDL planning tasks", Artificial Intelligence 173
(2009) 503-535, without the reachability; the successor generator that of the same author's "The Fast Downward
planning system", Journal of Artificial Intelligence Research 26 (2006) 191-246, over facts instead of variables.
"""

from __future__ import annotations

import itertools
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pyperplan import grounding
from pyperplan.task import Operator, Task

__all__ = ["ground_action", "hasten", "successors"]

FEW = 6
"""so many operators are tried one by one"""

Assignment = dict[str, str]
Rows = list[tuple[str, ...]]


def hasten() -> None:
    """Have pyperplan ground and look for successors as this module does."""
    grounding._ground_action = ground_action
    Task.get_successor_states = successors


class _Atom(NamedTuple):
    """An atom of an action: its predicate, and its arguments, each a parameter or an object."""

    predicate: str
    arguments: tuple[str, ...]

    def ground(self, assignment: Assignment) -> str:
        """Return the atom as pyperplan writes it."""
        return sys.intern(f"({' '.join([self.predicate, *(assignment.get(name, name) for name in self.arguments)])})")


def ground_action(action: Any, type_map: Mapping[Any, set[str]], statics: Sequence[str], init: frozenset[str]) -> Any:
    """Return the operators of an action whose static preconditions hold initially, sorted by their arguments.

    The parameters are those of ``pyperplan.grounding._ground_action``: the objects of each type, the names of the static
    predicates, the atoms of the initial state.
    """
    objects = {name: set().union(*(type_map[kind] for kind in kinds)) for name, kinds in action.signature}
    static, changing = list[_Atom](), list[_Atom]()
    for predicate in action.precondition:
        (static if predicate.name in statics else changing).append(_atom(predicate))
    adds, deletes = [
        [_atom(predicate) for predicate in part] for part in (action.effect.addlist, action.effect.dellist)
    ]
    names = [name for name, _ in action.signature]
    operators = []
    for assignment in _joined(static, objects, _tables(static, init)):
        preconditions = {atom.ground(assignment) for atom in changing}
        added = {atom.ground(assignment) for atom in adds}
        deleted = {atom.ground(assignment) for atom in deletes} - added
        name = _Atom(action.name, tuple(names)).ground(assignment)
        operators.append(Operator(name, preconditions, added - preconditions, deleted))
    return sorted(operators, key=lambda operator: operator.name)


def successors(task: Any, state: frozenset[str]) -> list[tuple[Any, frozenset[str]]]:
    """Return each operator that is applicable in a state, with the state that it leads to, in the order of the task's operators."""
    try:
        root = task.root
    except AttributeError:
        root = task.root = _tree(task.operators)
    found, branches = list[tuple[int, Any]](), [root]
    for branch in branches:
        found += [entry for entry in branch.operators if entry[1].preconditions <= state]
        if branch.following:
            branches += map(branch.following.__getitem__, branch.facts & state)
    found.sort(key=lambda entry: entry[0])
    return [(operator, (state - operator.del_effects) | operator.add_effects) for _, operator in found]


class _Branch(NamedTuple):
    """Operators with certain preconditions in common: some to be tried, and for each further precondition a branch of the rest."""

    operators: list[tuple[int, Any]]
    following: dict[str, _Branch]
    facts: frozenset[str]
    """what there is a branch for"""


def _tree(operators: Sequence[Any]) -> _Branch:
    """Return the tree of the operators, numbered; the preconditions that most of them share come first."""
    shared = Counter(fact for operator in operators for fact in operator.preconditions)
    paths = [
        (sorted(operator.preconditions, key=lambda fact: (-shared[fact], fact)), (number, operator))
        for number, operator in enumerate(operators)
    ]

    def grown(entries: list[tuple[list[str], tuple[int, Any]]], depth: int) -> _Branch:
        here, following = list[tuple[int, Any]](), defaultdict[str, list[tuple[list[str], tuple[int, Any]]]](list)
        for path, operator in entries:
            if len(path) == depth or len(entries) <= FEW:
                here.append(operator)
            else:
                following[path[depth]].append((path, operator))
        branches = {fact: grown(rest, depth + 1) for fact, rest in following.items()}
        return _Branch(here, branches, frozenset(branches))

    return grown(paths, 0)


def _atom(predicate: Any) -> _Atom:
    return _Atom(predicate.name, tuple(name for name, _ in predicate.signature))


def _tables(atoms: Sequence[_Atom], init: frozenset[str]) -> dict[str, Rows]:
    """Return for each predicate of the atoms the arguments with which it holds."""
    tables: dict[str, Rows] = {atom.predicate: [] for atom in atoms}
    for fact in init:
        predicate, *arguments = fact[1:-1].split()
        if predicate in tables:
            tables[predicate].append(tuple(arguments))
    return tables


def _joined(atoms: list[_Atom], objects: Mapping[str, set[str]], tables: Mapping[str, Rows]) -> Iterator[Assignment]:
    """Yield every assignment of objects to parameters with which all atoms hold."""
    assignments: list[Assignment] = [{}]
    bound, waiting = set[str](), list(atoms)
    while waiting and assignments:
        atom = min(
            waiting, key=lambda atom: (len({*atom.arguments} & objects.keys() - bound), len(tables[atom.predicate]))
        )
        waiting.remove(atom)
        known = [place for place, name in enumerate(atom.arguments) if name in bound or name not in objects]
        index = defaultdict[tuple[str, ...], Rows](list)
        for row in tables[atom.predicate]:
            index[tuple(row[place] for place in known)].append(row)
        following = []
        for assignment in assignments:
            key = tuple(assignment.get(name := atom.arguments[place], name) for place in known)
            for row in index.get(key, ()):
                extended = dict(assignment)
                if all(
                    name not in objects or (extended.setdefault(name, value) == value and value in objects[name])
                    for name, value in zip(atom.arguments, row, strict=True)
                ):
                    following.append(extended)
        assignments = following
        bound |= {*atom.arguments} & objects.keys()
    free = [[(name, value) for value in sorted(values)] for name, values in objects.items() if name not in bound]
    for assignment in assignments:
        for choice in itertools.product(*free):
            yield assignment | dict(choice)
