"""A summary of an instance: rules, legal loads, and numbers of arrangements of travelers and boats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.instance_description import describe_amounts, describe_boats
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.crossing.vessel import Vessel
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.narrator import InstanceFacts
from ferryplan.generator.search.breadth_first import count_reachable_states
from ferryplan.generator.templates import render_template
from ferryplan.generator.wording import format_number_or_many

TimeLimitedCall: TypeAlias = Callable[[Callable[[], Any]], Any]


def summarize_instance(space: CrossingSpace, call_with_limit: TimeLimitedCall, rules_heading: str) -> InstanceFacts:
    """Return the rules, legal loads and numbers of states of an instance, as JSON data and as paragraphs.

    ``call_with_limit`` calls a function and returns its result, or None if a time limit is reached. ``rules_heading``
    is the line above the rules.
    """
    instance = space.instance
    try:
        loads: tuple[int, ...] | None = call_with_limit(lambda: space.legal_loads)
    except EncodingError:  # there are too many to list
        loads = None
    named = None if loads is None else [instance.names_of(load) for load in loads]
    numbers = _count_arrangements(space, loads, call_with_limit)
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
        **({"fleet": [_vessel_to_json(vessel, instance) for vessel in instance.fleet]} if instance.fleet else {}),
        "boat_rules": instance.boat_rules,
        "rules": list(instance.rule_sentences),
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
        "told": {key: _format_number(number) for key, number in numbers.items()},
    }
    return InstanceFacts(data, [*render_template("crossing/narration/facts.j2", context).strip().split("\n\n")])


def _vessel_to_json(vessel: Vessel, instance: Instance) -> dict[str, Any]:
    rowers = instance.names_of(vessel.rowers)
    return {"name": vessel.name, "capacity": vessel.capacity, "max_weight": vessel.most_weight, "rowers": rowers}


def _count_arrangements(
    space: CrossingSpace, loads: tuple[int, ...] | None, call_with_limit: TimeLimitedCall
) -> dict[str, int | None]:
    """Return the numbers of all, of safe and of reachable arrangements of travelers and boats.

    The keys are those of the JSON data. A number is None if it cannot be computed in time. ``loads`` are the legal
    loads; None if there are too many to list. Reachable states are counted only if there are legal loads and crossings
    follow one another, so not for several boats without names.
    """
    places, travellers = len(space.instance.places), len(space.instance.travellers)
    return {
        "arrangements": places ** (travellers + len(space.initial.boats)) if travellers < 200 else None,
        "safe_arrangements": call_with_limit(lambda: _count_safe_arrangements(space)),
        "reachable_states": call_with_limit(lambda: count_reachable_states(space))
        if loads and (space.instance.fleet or space.instance.boats == 1)
        else None,
    }


def _count_safe_arrangements(space: CrossingSpace) -> int | None:
    """Return the number of arrangements that keep every rule at every place; None if there are too many.

    The count proceeds place by place. For each set of travelers not yet placed, it stores in how many ways the other
    travelers can be at the places so far.
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
            while True:  # all subsets of those left over, the empty one last
                if space.is_safe(company, place):
                    following[left & ~company] = following.get(left & ~company, 0) + number
                if not company:
                    break
                company = (company - 1) & left
        ways = following
    moorings: int = places ** len(space.initial.boats)
    return moorings * sum(number for left, number in ways.items() if space.is_safe(left, places - 1))


def _format_number(number: int | None) -> str:
    return f"about {number:.1e}" if number is not None and number >= 10**12 else format_number_or_many(number)
