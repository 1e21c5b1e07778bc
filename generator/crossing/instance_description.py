"""Sentences about the conditions of an instance, which a player needs to know besides the story.

They are about the rules, the boats, those who can row, weights, crossing times and rowing fees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.vessel import Vessel
from ferryplan.generator.masks import select_by_mask
from ferryplan.generator.wording import capitalize, join_phrases

MAX_LISTED_AMOUNTS = 12
"""the largest number of travelers of a kind whose different amounts a legend lists one by one"""


def describe_conditions(instance: Instance) -> list[str]:
    """Return all sentences that a player needs: rules, deadlines, boats, rowers, weights, times, fees."""
    return [*instance.rule_sentences, *instance.time_rules, describe_boats(instance), *describe_amounts(instance)]


def describe_boats(instance: Instance) -> str:
    """Return sentences about the capacity of each boat, and about the travelers who can row."""
    if instance.fleet:
        boats = [_describe_vessel(vessel, instance) for vessel in instance.fleet]
    elif instance.boats == 1:
        boats = [_describe_capacity(instance.vessels[0])]
    else:
        boats = [
            format_message("crossing.boats", count=instance.boats),
            _describe_capacity(replace(instance.vessels[0], called="each")),
        ]
    everyone = instance.rowers.bit_count() == len(instance.travellers)
    rowers = join_phrases([one.called for one in select_by_mask(instance.travellers, instance.rowers)])
    if everyone:
        rowed = format_message("crossing.everyone-rows")
    elif rowers:
        rowed = format_message("crossing.only-some-row", names=rowers)
    else:
        rowed = format_message("crossing.nobody-rows")
    return " ".join([*boats, rowed])


def describe_amounts(instance: Instance) -> list[str]:
    """Return sentences about the travelers' weights and their crossing times or rowing fees.

    There is one sentence for each kind of amount that the puzzle has.
    """
    described = []
    if instance.weights:
        described.append(
            format_message("crossing.weights", amounts=_format_amounts_by_traveler(instance, instance.weights))
        )
    if tariff := instance.tariff:
        key = "crossing.crossing-times" if tariff.by == "slowest" else "crossing.rowing-fees"
        amounts = _format_amounts_by_traveler(instance, tariff.amounts)
        described.append(format_message(key, units=tariff.units, amounts=amounts))
    return described


def describe_amounts_of_kind(instance: Instance, kind: str) -> str:
    """Return the weights, and the crossing times or fees, of the travelers of a kind in a few words.

    Examples are ``1 coin`` and ``weight: A 2, B 1; minutes: A 1, B 2``. The text is empty if the puzzle has no such
    amounts.
    """
    members = [index for index, one in enumerate(instance.travellers) if one.kind == kind]
    told = []
    if instance.weights:
        weights = _summarize_amounts(instance, members, instance.weights)
        told.append(format_message("crossing.legend-weights", amounts=weights))
    if tariff := instance.tariff:
        amounts, units = _summarize_amounts(instance, members, tariff.amounts), tariff.units
        if len({tariff.amounts[index] for index in members}) == 1:
            units = tariff.unit if tariff.amounts[members[0]] == 1 else tariff.units
            told.append(f"{amounts} {units}")
        else:
            told.append(format_message("crossing.legend-amounts", units=units, amounts=amounts))
    return "; ".join(told)


def _summarize_amounts(instance: Instance, members: Sequence[int], amounts: Sequence[int]) -> str:
    """Return the amounts of some travelers: one number if all are equal, and the range if they are many."""
    found = sorted({amounts[index] for index in members})
    if len(found) == 1:
        return str(found[0])
    if len(members) > MAX_LISTED_AMOUNTS:
        return f"{found[0]}–{found[-1]}"
    return ", ".join(f"{instance.travellers[index].name} {amounts[index]}" for index in members)


def _describe_vessel(vessel: Vessel, instance: Instance) -> str:
    """Return sentences about a boat's capacity and about the travelers who can row it.

    These travelers are named only if somebody else can row another boat.
    """
    if vessel.rowers == instance.rowers:
        return _describe_capacity(vessel)
    names = join_phrases([one.called for one in select_by_mask(instance.travellers, vessel.rowers)])
    rowed = format_message("crossing.only-rowers", names=names) if names else format_message("crossing.no-rowers")
    return f"{_describe_capacity(vessel)} {rowed}"


def _describe_capacity(vessel: Vessel) -> str:
    said = {"boat": capitalize(vessel.called), "count": vessel.capacity}
    if vessel.most_weight is None:
        return format_message("crossing.vessel-carries", **said)
    return format_message("crossing.vessel-carries-and-bears", **said, weight=vessel.most_weight)


def _format_amounts_by_traveler(instance: Instance, amounts: Sequence[int]) -> str:
    """Return a list of travelers with their amounts, such as weights: ``A 2, B 2, C 1``."""
    named = zip(instance.travellers, amounts, strict=True)
    return ", ".join(f"{traveller.name} {amount}" for traveller, amount in named)
