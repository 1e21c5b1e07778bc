"""What there is to know of a river crossing: its rules, its legal loads, how many arrangements there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ferryplan.generator.crossing.conditions import describe_amounts, describe_boats
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.vessel import Vessel
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.search.breadth_first import reachable
from ferryplan.generator.teller import Facts
from ferryplan.generator.templates import render
from ferryplan.generator.wording import counted_or_many

Attempted: TypeAlias = Callable[[Callable[[], Any]], Any]


def facts(space: CrossingSpace, attempted: Attempted, rules_heading: str) -> Facts:
    """Return what there is to know, as tellers do; ``rules_heading`` stands before the rules."""
    instance = space.instance
    try:
        loads: tuple[int, ...] | None = attempted(lambda: space.loads)
    except EncodingError:  # they are too many to list
        loads = None
    named = None if loads is None else [instance.names(load) for load in loads]
    numbers = _numbers(space, loads, attempted)
    data = {
        "travelers": [
            {"name": traveller.name, "kind": traveller.kind, "can_row": traveller.rows}
            for traveller in instance.travellers
        ],
        "places": [place.symbol for place in instance.places],
        "routes": [
            [instance.places[origin].symbol, instance.places[destination].symbol]
            for origin, destination in instance.routes
        ],
        "capacity": instance.capacity,
        "max_weight": instance.most_weight,
        "boats": instance.boats,
        **({"fleet": [_as_json(vessel, instance) for vessel in instance.fleet]} if instance.fleet else {}),
        "boat_rules": instance.boat_rules,
        "rules": list(instance.told_rules),
        "time_rules": list(instance.time_rules),
        "legal_loads": named,
        **numbers,
    }
    context = {
        "instance": instance,
        "rules_heading": rules_heading,
        "boats": describe_boats(instance),
        "amounts": describe_amounts(instance),
        "loads": None if named is None else list(map(" + ".join, named)),
        "told": {key: _number(number) for key, number in numbers.items()},
    }
    return Facts(data, [*render("crossing/narration/facts.j2", context).strip().split("\n\n")])


def _as_json(vessel: Vessel, instance: Instance) -> dict[str, Any]:
    rowers = instance.names(vessel.rowers)
    return {"name": vessel.name, "capacity": vessel.capacity, "max_weight": vessel.most_weight, "rowers": rowers}


def _numbers(space: CrossingSpace, loads: tuple[int, ...] | None, attempted: Attempted) -> dict[str, int | None]:
    """Return how many arrangements of travellers and boat there are, how many are safe, how many can be reached where
    crossings follow one another.

    What is not found in time is None.
    """
    places, travellers = len(space.instance.places), len(space.instance.travellers)
    return {
        "arrangements": places ** (travellers + len(space.initial.boats)) if travellers < 200 else None,
        "safe_arrangements": attempted(lambda: _safe_arrangements(space)),
        "reachable_states": attempted(lambda: reachable(space))
        if loads and (space.instance.fleet or space.instance.boats == 1)
        else None,
    }


def _safe_arrangements(space: CrossingSpace) -> int | None:
    """Return in how many arrangements every rule is kept everywhere, or None if they are too many to look at.

    Place by place: the number of ways to fill the places so far such that a given company is left over.
    """
    instance = space.instance
    places, travellers = len(instance.places), len(instance.travellers)
    if 3**travellers * (places - 1) > 2_000_000:
        return None
    everyone = (1 << travellers) - 1
    ways = {everyone: 1}
    for place in range(places - 1):
        following: dict[int, int] = {}
        for left, number in ways.items():
            company = left
            while True:  # every subset of those left over, the empty one last
                if space.is_safe(company, place):
                    following[left & ~company] = following.get(left & ~company, 0) + number
                if not company:
                    break
                company = (company - 1) & left
        ways = following
    moorings: int = places ** len(space.initial.boats)
    return moorings * sum(number for left, number in ways.items() if space.is_safe(left, places - 1))


def _number(number: int | None) -> str:
    return f"about {number:.1e}" if number is not None and number >= 10**12 else counted_or_many(number)
