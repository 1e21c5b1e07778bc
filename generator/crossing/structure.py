"""The facts about a crossing that stay the same when everything in it is renamed; equal crossings share them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.isomorphism import Fact, Thing
from ferryplan.generator.masks import members


def describe_structure(instance: Instance) -> Iterator[Fact]:
    """Yield the facts about a crossing that do not depend on names."""
    people = [Thing("traveller", number) for number in range(len(instance.travellers))]
    places = [Thing("place", number) for number in range(len(instance.places))]
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
    bound = instance.bindings
    for number, binding in enumerate([*bound.charges, *bound.counting]):
        rule = Thing("rule", number)
        yield "rule", rule, type(binding.constraint).__name__, binding.aboard
        yield from (("binds", rule, places[place]) for place in binding.places)
        for part, value in asdict(binding.constraint).items():
            if part in ("victim", "most"):
                yield part, rule, people[value] if part == "victim" else value
            else:
                yield from ((part, rule, people[member]) for member in members(value))
    for late in instance.deadlines:
        yield from (("late", places[late.place], late.crossings, people[member]) for member in members(late.travellers))
    yield "limit", instance.limit and instance.limit.crossings
