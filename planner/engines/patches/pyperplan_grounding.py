"""Faster grounding for pyperplan, by joins over the static preconditions, as in a database.

pyperplan itself tries every combination of objects for an action's parameters. The patch finds the same operators and
sorts them by name; the search stays pyperplan's own. `ferryplan.generator.pddl.states` computes the joins.

Used by the worker only.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any

from ferryplan.generator.pddl.expressions import And, Atom, TypedName
from ferryplan.generator.pddl.normal_form import Binding
from ferryplan.generator.pddl.states import StateView
from ferryplan.planner.engines.patches.guard import load_patch

PATCH = load_patch("pyperplan-grounding")


def apply_patch() -> None:
    """Replace pyperplan's grounding by `ground_action`, unless its code differs from the tested code."""
    if PATCH.is_applicable():
        from pyperplan import grounding

        grounding._ground_action = ground_action


def ground_action(action: Any, type_map: Mapping[Any, set[str]], statics: Sequence[str], init: frozenset[str]) -> Any:
    """Return an action's ground operators whose static preconditions hold initially, sorted by name.

    The parameters are those of ``pyperplan.grounding._ground_action``: ``type_map`` has the objects of each type,
    ``statics`` the names of the static predicates, and ``init`` the atoms of the initial state.
    """
    from pyperplan.task import Operator

    parameters = {name: f"?{name}" for name, _ in action.signature}

    def to_atoms(predicates: Any) -> list[Atom]:
        return [Atom(one.name, tuple([parameters.get(name, name) for name, _ in one.signature])) for one in predicates]

    preconditions, adds, deletes = map(to_atoms, (action.precondition, action.effect.addlist, action.effect.dellist))
    changing = [atom for atom in preconditions if atom.predicate not in statics]
    static = [atom for atom in preconditions if atom.predicate in statics]
    asked = {atom.predicate for atom in static}
    facts = (fact for fact in (tuple(text[1:-1].split()) for text in init) if fact[0] in asked)
    variables = [TypedName(parameters[name], kinds) for name, kinds in action.signature]
    called, operators = Atom(action.name, tuple(parameters.values())), []
    for binding in StateView(type_map, facts, {}).bindings_satisfying(variables, And(tuple(static)), {}):
        needed, added, deleted = (
            {_format_ground_atom(atom, binding) for atom in part} for part in (changing, adds, deletes)
        )
        operators.append(Operator(_format_ground_atom(called, binding), needed, added - needed, deleted - added))
    return sorted(operators, key=lambda operator: operator.name)


def _format_ground_atom(atom: Atom, binding: Binding) -> str:
    """Return an atom with its variables replaced by objects, in pyperplan's notation: ``(at boat left)``."""
    return sys.intern(f"({' '.join([atom.predicate, *map(binding.get, atom.terms, atom.terms)])})")
