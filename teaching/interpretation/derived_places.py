"""Derived predicates for the places of things that a person holds.

A model may only say who holds the torch and where people are; then the place of the torch follows.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

from ferryplan.generator.pddl.expressions import And, Atom, Exists, TypedName
from ferryplan.generator.pddl.states import Fact
from ferryplan.generator.pddl.syntax_tree import DerivationRule, Signature
from ferryplan.generator.tasks.space import TaskSpace

DERIVED_PLACE_PREFIX = "place-of-"
"""The beginning of the names of these predicates."""


def add_places_of_held_things(space: TaskSpace) -> TaskSpace:
    """Return a task with derived predicates for the places of held things.

    For example, ``(has-torch ann)`` and ``(at ann left)`` imply ``(place-of-has-torch left)``. A thing counts as held
    if exactly one of several possible holders has it in the initial state. If there are no such things, return the task
    itself.
    """
    added = list[DerivationRule]()
    for holding, at in itertools.product(space.domain.predicates, repeat=2):
        if not (space.is_static(holding.name) or space.is_static(at.name)):
            added += itertools.islice(_derive_places(space, holding, at), 1)
    taken = {one.name for one in (*space.domain.predicates, *space.domain.functions)}
    rules = {one.atom.predicate: one for one in added if one.atom.predicate not in taken}.values()
    if not rules:
        return space
    signatures = tuple([Signature(one.atom.predicate, one.parameters) for one in rules])
    domain = replace(
        space.domain,
        predicates=(*space.domain.predicates, *signatures),
        derivation_rules=(*space.domain.derivation_rules, *rules),
    )
    return TaskSpace(space.instance, domain)


def is_derived_place(fact: Fact) -> bool:
    """Return whether a fact states the derived place of a held thing, as ``(place-of-torch left)`` does."""
    return fact[0].startswith(DERIVED_PLACE_PREFIX)


def _derive_places(
    space: TaskSpace, holding_predicate: Signature, position_predicate: Signature
) -> Iterator[DerivationRule]:
    """Yield derivation rules for the place of a thing from its holder and the places of people.

    ``holding_predicate`` says who holds the thing, such as ``has-torch``; ``position_predicate`` says where people are, such as ``at``.
    """
    if len(position_predicate.parameters) != 2 or len(space.view(space.initial).facts_of(holding_predicate.name)) != 1:
        return
    people = _list_possible_objects(space, position_predicate.parameters[0])
    for number, holder in enumerate(holding_predicate.parameters):
        others = [one for one in holding_predicate.parameters if one is not holder]
        several = len(_list_possible_objects(space, holder)) > 1 and _list_possible_objects(space, holder) <= people
        if several and all(len(_list_possible_objects(space, one)) == 1 for one in others):
            words = [holding_predicate.name, *(kind for one in others for kind in one.types[:1] if kind != "object")]
            terms = [next(iter(_list_possible_objects(space, one))) for one in holding_predicate.parameters]
            terms[number] = "?holder"
            place = TypedName("?place", position_predicate.parameters[1].types)
            condition = Exists(
                (TypedName("?holder", holder.types),),
                And((Atom(holding_predicate.name, tuple(terms)), Atom(position_predicate.name, ("?holder", "?place")))),
            )
            yield DerivationRule(Atom(DERIVED_PLACE_PREFIX + "-".join(words), ("?place",)), (place,), condition)


def _list_possible_objects(space: TaskSpace, parameter: TypedName) -> set[str]:
    """Return the objects that may fill a parameter."""
    return {one for kind in parameter.types for one in space.objects[kind]}
