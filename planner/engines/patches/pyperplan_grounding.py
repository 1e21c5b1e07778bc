"""pyperplan grounds an action by trying the whole product of its parameters; here the static preconditions are joined, as in a database.

The operators are the same, in alphabetical order; what is searched, and how, stays pyperplan's own. The join is that of M. Helmert,
"Concise finite-domain representations for PDDL planning tasks", Artificial Intelligence 173 (2009) 503-535, without the reachability.

Used by the worker only.
"""

from __future__ import annotations

import itertools
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from planner.engines.patches.guard import Original, Patch

PATCH = Patch(
    "pyperplan-grounding",
    "pyperplan",
    ("2.0", "2.1"),
    (
        Original("pyperplan.grounding:_ground_action", ("ffc397d21d14675e",), "(action, type_map, statics, init)"),
        Original("pyperplan.grounding:_ground_actions", ("bf5fe37d95f37456",), "(actions, type_map, statics, init)"),
        Original("pyperplan.grounding:_create_operator", ("f4e9f26f34996388",), "(action, assignment, statics, init)"),
        Original(
            "pyperplan.task:Operator.__init__",
            ("d5ca0580ba42b04e",),
            "(self, name, preconditions, add_effects, del_effects)",
        ),
    ),
)

Assignment = dict[str, str]
Rows = list[tuple[str, ...]]


def apply() -> None:
    """Have pyperplan ground as this module does, if it is as expected."""
    if PATCH.fits():
        from pyperplan import grounding

        grounding._ground_action = ground_action


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
    from pyperplan.task import Operator

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
