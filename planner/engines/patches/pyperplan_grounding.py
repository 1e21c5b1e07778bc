"""pyperplan grounds an action by trying the whole product of its parameters; here the static preconditions are joined, as in a database.

The operators are the same, in alphabetical order; what is searched, and how, stays pyperplan's own.
The join is that of `ferryplan.generator.pddl.states`.

Used by the worker only.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from ferryplan.generator.pddl.expressions import And, Atom, Typed
from ferryplan.generator.pddl.normal_form import Binding
from ferryplan.generator.pddl.states import View
from ferryplan.planner.engines.patches.guard import patch

PATCH = patch("pyperplan-grounding")


def apply() -> None:
    """Have pyperplan ground as this module does, if it is as expected."""
    if PATCH.fits():
        from pyperplan import grounding

        grounding._ground_action = ground_action


def ground_action(action: Any, type_map: Mapping[Any, set[str]], statics: Sequence[str], init: frozenset[str]) -> Any:
    """Return the operators of an action whose static preconditions hold initially, sorted by their arguments.

    The parameters are those of ``pyperplan.grounding._ground_action``: the objects of each type, the names of the static
    predicates, the atoms of the initial state.
    """
    from pyperplan.task import Operator

    parameters = {name: f"?{name}" for name, _ in action.signature}

    def atoms(predicates: Any) -> list[Atom]:
        return [Atom(one.name, tuple([parameters.get(name, name) for name, _ in one.signature])) for one in predicates]

    preconditions, adds, deletes = map(atoms, (action.precondition, action.effect.addlist, action.effect.dellist))
    changing = [atom for atom in preconditions if atom.predicate not in statics]
    static = [atom for atom in preconditions if atom.predicate in statics]
    asked = {atom.predicate for atom in static}
    facts = (fact for fact in (tuple(text[1:-1].split()) for text in init) if fact[0] in asked)
    variables = [Typed(parameters[name], kinds) for name, kinds in action.signature]
    called, operators = Atom(action.name, tuple(parameters.values())), []
    for binding in View(type_map, facts, {}).bindings(variables, And(tuple(static)), {}):
        needed, added, deleted = ({_ground(atom, binding) for atom in part} for part in (changing, adds, deletes))
        operators.append(Operator(_ground(called, binding), needed, added - needed, deleted - added))
    return sorted(operators, key=lambda operator: operator.name)


def _ground(atom: Atom, binding: Binding) -> str:
    """Return an atom as pyperplan writes it, with objects for its variables."""
    return sys.intern(f"({' '.join([atom.predicate, *map(binding.get, atom.terms, atom.terms)])})")
