"""The ground actions that can be reached if nothing is ever deleted, where derived predicates, numbers and what must not hold allow everything.

Facts are joined as they are found (M. Helmert, "Concise finite-domain representations for PDDL planning tasks", Artificial Intelligence 173
(2009) 503-535, section 6).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.grounding import Grounding, Operator, Schema
from ferryplan.generator.pddl.normal_form import Binding
from ferryplan.generator.pddl.states import Fact, View


def reachable(
    grounding: Grounding, schemas: Sequence[Schema], start: Iterable[Fact]
) -> tuple[list[Operator], frozenset[Fact]]:
    """Return the ground actions, in the order of ``schemas`` and, of each, of their arguments as words; and the facts that can be reached."""
    found, queue = [dict[tuple[str, ...], Operator]() for _ in schemas], list(start)
    objects, facts = grounding.static.objects, set(queue)
    view = View(objects, (), {}, grounding.static)
    asking = defaultdict[str, list[tuple[int, pddl.Atom, list[pddl.Typed]]]](list)

    def apply(number: int, known: Binding) -> None:
        for operator in grounding.operators(schemas[number], known, view):
            if found[number].setdefault(operator.move.arguments, operator) is operator:
                queue.extend(operator.gained - facts)
                facts.update(operator.gained)

    for number, schema in enumerate(schemas):
        for atom in schema.required:
            free = [one for one in schema.action.parameters if one.name in atom.terms]
            asking[atom.predicate].append((number, atom, free))
        if not schema.required:
            apply(number, {})
    for fact in queue:
        # Facts enter the view one by one, so an action is joined when the last fact that it requires comes.
        view.add(fact[0], {fact})
        for number, atom, free in asking[fact[0]]:
            for known in View(objects, [fact], {}).bindings(free, atom, {}):
                apply(number, known)
    return [operator for those in found for _, operator in sorted(those.items())], frozenset(facts)
