"""Relaxed reachability: the ground actions and facts that are reachable if nothing is ever deleted.

Derived predicates, numeric conditions and negative conditions count as satisfied. Facts are joined as they are
found (M. Helmert, "Concise finite-domain representations for PDDL planning tasks", Artificial Intelligence 173
(2009) 503-535, section 6).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.grounding import ActionSchema, Grounding, GroundOperator
from ferryplan.generator.pddl.normal_form import Binding
from ferryplan.generator.pddl.states import Fact, StateView


def compute_relaxed_reachability(
    grounding: Grounding, schemas: Sequence[ActionSchema], start: Iterable[Fact]
) -> tuple[list[GroundOperator], frozenset[Fact]]:
    """Return the ground actions and the facts that are reachable if nothing is ever deleted.

    The ground actions are in the order of ``schemas``, and then in the alphabetical order of their arguments.
    ``start`` are the facts of the initial state.
    """
    found, queue = [dict[tuple[str, ...], GroundOperator]() for _ in schemas], list(start)
    objects, facts = grounding.static.objects, set(queue)
    view = StateView(objects, (), {}, grounding.static)
    asking = defaultdict[str, list[tuple[int, pddl.Atom, list[pddl.TypedName]]]](list)

    def apply_schema(number: int, known: Binding) -> None:
        for operator in grounding.ground_schema(schemas[number], known, view):
            if found[number].setdefault(operator.move.arguments, operator) is operator:
                queue.extend(operator.possible_additions - facts)
                facts.update(operator.possible_additions)

    for number, schema in enumerate(schemas):
        for atom in schema.required:
            free = [one for one in schema.action.parameters if one.name in atom.terms]
            asking[atom.predicate].append((number, atom, free))
        if not schema.required:
            apply_schema(number, {})
    for fact in queue:
        # Facts enter the view one by one, so an action is grounded when the last fact that it requires arrives.
        view.add_facts(fact[0], {fact})
        for number, atom, free in asking[fact[0]]:
            known = _bind_terms(atom, fact)
            if known is not None and all(view.has_type(known[one.name], one.types) for one in free):
                apply_schema(number, known)
    return [operator for those in found for _, operator in sorted(those.items())], frozenset(facts)


def _bind_terms(atom: pddl.Atom, fact: Fact) -> dict[str, str] | None:
    """Return the objects for which an atom with variables is a given fact; None if there are none."""
    binding = dict[str, str]()
    if len(fact) != len(atom.terms) + 1:
        return None
    for term, name in zip(atom.terms, fact[1:], strict=True):
        if (binding.setdefault(term, name) if term[0] == "?" else term) != name:
            return None
    return binding
