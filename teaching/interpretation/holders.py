"""Where a thing is that somebody has: a model may say of a torch who holds it, and of people alone where they are."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from ferryplan.generator.pddl.expressions import And, Atom, Exists, Typed
from ferryplan.generator.pddl.states import Fact
from ferryplan.generator.pddl.tree import Derived, Signature
from ferryplan.generator.tasks.space import TaskSpace

PREFIX = "place-of-"


def add_places_of_holders(space: TaskSpace) -> TaskSpace:
    """Return a task with derived predicates for the places of things that one of several has at the start; the same task if there are none.

    From ``(has-torch ann)`` and ``(at ann left)`` follows ``(place-of-has-torch left)``.
    """
    added = list[Derived]()
    for holding, at in itertools.product(space.domain.predicates, repeat=2):
        if not (space.never_changes(holding.name) or space.never_changes(at.name)):
            added += itertools.islice(_places(space, holding, at), 1)
    taken = {one.name for one in (*space.domain.predicates, *space.domain.functions)}
    rules = {one.atom.predicate: one for one in added if one.atom.predicate not in taken}.values()
    if not rules:
        return space
    signatures = tuple([Signature(one.atom.predicate, one.parameters) for one in rules])
    domain = replace(
        space.domain,
        predicates=(*space.domain.predicates, *signatures),
        derived=(*space.domain.derived, *rules),
    )
    return TaskSpace(space.instance, domain)


def is_place(fact: Fact) -> bool:
    """Return whether a fact says where a thing is that somebody has."""
    return fact[0].startswith(PREFIX)


def _places(space: TaskSpace, holding: Signature, at: Signature) -> Iterator[Derived]:
    """Yield what says where the thing is that somebody has, if a predicate says who has it, and another one where people are."""
    if len(at.parameters) != 2 or len(space.view(space.initial).of(holding.name)) != 1:
        return
    people = _objects(space, at.parameters[0])
    for number, holder in enumerate(holding.parameters):
        others = [one for one in holding.parameters if one is not holder]
        several = len(_objects(space, holder)) > 1 and _objects(space, holder) <= people
        if several and all(len(_objects(space, one)) == 1 for one in others):
            words = [holding.name, *(kind for one in others for kind in one.types[:1] if kind != "object")]
            terms = [next(iter(_objects(space, one))) for one in holding.parameters]
            terms[number] = "?holder"
            place = Typed("?place", at.parameters[1].types)
            condition = Exists(
                (Typed("?holder", holder.types),),
                And((Atom(holding.name, tuple(terms)), Atom(at.name, ("?holder", "?place")))),
            )
            yield Derived(Atom(PREFIX + "-".join(words), ("?place",)), (place,), condition)


def _objects(space: TaskSpace, parameter: Typed) -> set[str]:
    """Return the objects that a parameter may stand for."""
    return {one for kind in parameter.types for one in space.objects[kind]}
