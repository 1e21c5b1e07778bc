"""The facts about a river-crossing instance that do not depend on names.

They serve to recognize a puzzle that has other names: if two instances have the same facts up to a renaming, they
differ only in names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.isomorphism import AnonymousThing, StructureFact
from ferryplan.generator.masks import mask_indices


def describe_structure(instance: Instance) -> Iterator[StructureFact]:
    """Yield the facts about an instance that do not depend on names.

    A fact is a tuple of a keyword and its arguments, such as the route between two anonymous places.
    """
    people = [AnonymousThing("traveller", number) for number in range(len(instance.travellers))]
    places = [AnonymousThing("place", number) for number in range(len(instance.places))]
    tariff, weights = instance.tariff, instance.weights
    ends: dict[int | None, object] = {None: "anywhere", **dict(enumerate(places))}
    boat = instance.capacity, instance.boats, instance.most_weight, tariff and tariff.by
    yield "boat", *boat, places[instance.start.boat]
    yield "ends", ends[instance.goal.boat]
    for origin, destination in instance.routes:
        yield "route", places[origin], places[destination]
    starts = instance.start.places_of(range(len(people)))
    for number, (one, start, goal) in enumerate(zip(people, starts, instance.goal.travellers, strict=True)):
        carried = weights[number] if weights else 0, tariff.amounts[number] if tariff else 0
        yield "traveller", one, instance.travellers[number].rows, *carried, places[start], ends[goal]
    bound = instance.bound_constraints
    for number, binding in enumerate([*bound.guards, *bound.counting_constraints]):
        rule = AnonymousThing("rule", number)
        yield "rule", rule, type(binding.constraint).__name__, binding.binds_in_boat
        yield from (("binds", rule, places[place]) for place in binding.places)
        for part, value in asdict(binding.constraint).items():
            if part in ("victim", "max_many"):
                yield part, rule, people[value] if part == "victim" else value
            else:
                yield from ((part, rule, people[member]) for member in mask_indices(value))
    for late in instance.deadlines:
        yield from (
            ("late", places[late.place], late.crossings, people[member]) for member in mask_indices(late.travellers)
        )
    yield "limit", instance.limit and instance.limit.crossings
