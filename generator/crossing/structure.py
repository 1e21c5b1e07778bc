"""The facts about a crossing that do not depend on names.

Instances that differ only in names share these facts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.isomorphism import AnonymousThing, Fact
from ferryplan.generator.masks import mask_indices


def describe_structure(instance: Instance) -> Iterator[Fact]:
    """Yield the facts about a crossing that do not depend on names."""
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
    for number, binding in enumerate([*bound.charges, *bound.counting_constraints]):
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
