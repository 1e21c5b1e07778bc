"""What a crossing asks for besides the story, in sentences: the boats, who can row, who weighs what or takes how long."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.vessel import Vessel
from ferryplan.generator.masks import select
from ferryplan.generator.wording import capital, listing


def list_conditions(instance: Instance) -> list[str]:
    """Return all that a player has to know: the rules, the time limits, what boats carry and who rows them, weights, times and fees."""
    return [*instance.told_rules, *instance.time_rules, describe_boats(instance), *describe_amounts(instance)]


def describe_boats(instance: Instance) -> str:
    """Return how many travelers each boat carries, and who can row."""
    if instance.fleet:
        boats = [_describe_vessel(vessel, instance) for vessel in instance.fleet]
    elif instance.boats == 1:
        boats = [_describe_room(instance.vessels[0])]
    else:
        boats = [
            format_message("crossing.boats", count=instance.boats),
            _describe_room(replace(instance.vessels[0], called="each")),
        ]
    everyone = instance.rowers.bit_count() == len(instance.travellers)
    rowers = listing([one.called for one in select(instance.travellers, instance.rowers)])
    if everyone:
        rowed = format_message("crossing.everyone-rows")
    elif rowers:
        rowed = format_message("crossing.only-some-row", names=rowers)
    else:
        rowed = format_message("crossing.nobody-rows")
    return " ".join([*boats, rowed])


def describe_amounts(instance: Instance) -> list[str]:
    """Return what each traveler weighs, takes to cross, or asks for rowing, as far as the puzzle has these: a sentence each."""
    described = []
    if instance.weights:
        described.append(format_message("crossing.weights", amounts=_list_amounts(instance, instance.weights)))
    if tariff := instance.tariff:
        key = "crossing.crossing-times" if tariff.by == "slowest" else "crossing.rowing-fees"
        amounts = _list_amounts(instance, tariff.amounts)
        described.append(format_message(key, units=tariff.units, amounts=amounts))
    return described


def _describe_vessel(vessel: Vessel, instance: Instance) -> str:
    """Return what a boat of a fleet carries, and who can row it if not all can who row."""
    if vessel.rowers == instance.rowers:
        return _describe_room(vessel)
    names = listing([one.called for one in select(instance.travellers, vessel.rowers)])
    rowed = format_message("crossing.only-rowers", names=names) if names else format_message("crossing.no-rowers")
    return f"{_describe_room(vessel)} {rowed}"


def _describe_room(vessel: Vessel) -> str:
    said = {"boat": capital(vessel.called), "count": vessel.capacity}
    if vessel.most_weight is None:
        return format_message("crossing.vessel-carries", **said)
    return format_message("crossing.vessel-carries-and-bears", **said, weight=vessel.most_weight)


def _list_amounts(instance: Instance, amounts: Sequence[int]) -> str:
    """Return a list with an amount for each traveler: ``A 2, B 2, C 1``."""
    named = zip(instance.travellers, amounts, strict=True)
    return ", ".join(f"{traveller.name} {amount}" for traveller, amount in named)
