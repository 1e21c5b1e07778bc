"""What could be changed in an instance, one thing at a time: a larger boat, another rower, an island, a rule less.

These are the changes for which a puzzle need not have a parameter.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Instance, Place
from ferryplan.generator.crossing.puzzle_file import CrossingFile
from ferryplan.generator.crossing.symmetry import ExchangeOfTravellers
from ferryplan.generator.crossing.vessel import bounds_of
from ferryplan.generator.family_types import Change, Conflict

FARTHEST = 3


class Repair(NamedTuple):
    """One thing changed."""

    kind: str
    """``boat`` (of a fleet ``boat 0``), ``weight``, ``rower``, ``island``, ``number`` (of a rule), ``rule``, ``boat-rules``, ``time`` or ``limit``"""
    says: str
    """the change in words, behind "it would work": ``with a boat for 3 travelers``"""
    instance: Instance


def changes(puzzle: CrossingFile, instance: Instance, conflict: Conflict) -> Iterator[list[Change]]:
    """Yield the changes that could be made for which the puzzle has no parameter, in groups, as ``repairs`` has them."""
    numbers = [number for table in puzzle.rules for number in table.bounds()]
    numbers += [place.holds for place in puzzle.places if place.holds is not None]
    covered = {
        "boat": puzzle.boat.capacity in puzzle.parameters,
        **{f"boat {row}": one.capacity in puzzle.parameters for row, one in enumerate(puzzle.boats)},
        "island": any(isinstance(place.count, str) for place in puzzle.places),
        "boat-rules": puzzle.boat.rules in puzzle.parameters,
        "number": all(number in puzzle.parameters for number in numbers),
    }
    for group in repairs(instance):
        yield [Change(repair.says, repair.instance) for repair in group if not covered.get(repair.kind)]


def repairs(instance: Instance) -> Iterator[list[Repair]]:
    """Yield the changes that could be made, in groups: within a group the smallest comes first, and one that helps is enough."""
    fleet = bool(instance.fleet)
    for boat, vessel in enumerate(instance.fleet or instance.vessels[:1]):
        seats = range(vessel.capacity + 1, min(vessel.capacity + FARTHEST, len(instance.travellers)) + 1)
        kind, larger = (f"boat {boat}", "crossing.larger-vessel") if fleet else ("boat", "crossing.larger-boat")
        called = {"boat": vessel.called} if fleet else {}
        yield [
            Repair(kind, format_message(larger, count=more, **called), _refitted(instance, boat, capacity=more))
            for more in seats
        ]
        if (most := vessel.most_weight) is not None:
            heavier = sorted({weight for weight in instance.weights if weight > most})[:FARTHEST]
            stronger = "crossing.stronger-vessel" if fleet else "crossing.stronger-boat"
            yield [
                Repair(
                    "weight",
                    format_message(stronger, weight=weight, **called),
                    _refitted(instance, boat, most_weight=weight),
                )
                for weight in heavier
            ]
        for units in instance.once(ExchangeOfTravellers).classes:
            for index in units[0]:
                if not vessel.rowers >> index & 1:
                    yield [_with_rower(instance, boat, index)]
    yield [_with_island(instance)]
    for position, rule in enumerate(instance.rules):
        before, after = instance.rules[:position], instance.rules[position + 1 :]
        yield [
            Repair(kind, says, replace(instance, rules=(*before, milder, *after)))
            for kind, says, milder in itertools.islice(rule.milder(), FARTHEST)
        ]
        yield [Repair("rule", _without(rule.says), replace(instance, rules=before + after))]
    if instance.rules_at("boat") != replace(instance, boat_rules=False).rules_at("boat"):
        says = format_message("crossing.no-rules-in-the-boat")
        yield [Repair("boat-rules", says, replace(instance, boat_rules=False))]
    for position, deadline in enumerate(instance.deadlines):
        others = instance.deadlines[:position] + instance.deadlines[position + 1 :]
        yield [Repair("time", _without(deadline.says), replace(instance, deadlines=others))]
    if instance.limit:
        yield [Repair("limit", _without(instance.limit.says), replace(instance, limit=None))]


def _without(rule: str) -> str:
    return format_message("crossing.without-rule", rule=rule)


def _refitted(instance: Instance, boat: int, **changes: Any) -> Instance:
    """Return the instance with another capacity, weight or rowers of the boat, of a fleet of one of its boats."""
    if not instance.fleet:
        return replace(instance, **changes)
    rows = enumerate(instance.fleet)
    fleet = tuple(replace(vessel, **changes) if row == boat else vessel for row, vessel in rows)
    return replace(instance, fleet=fleet, **bounds_of(fleet, len(instance.travellers)))


def _with_rower(instance: Instance, boat: int, index: int) -> Repair:
    traveller, vessel = instance.travellers[index], instance.vessels[boat]
    travellers = list(instance.travellers)
    travellers[index] = replace(traveller, rows=True)
    tariff = instance.tariff and replace(instance.tariff, rowers=instance.tariff.rowers | 1 << index)
    able = replace(instance, travellers=tuple(travellers), tariff=tariff)
    if not instance.fleet:
        return Repair("rower", format_message("crossing.another-rower", name=traveller.called), able)
    able = _refitted(able, boat, rowers=vessel.rowers | 1 << index)
    says = format_message("crossing.another-rower-of-vessel", name=traveller.called, boat=vessel.called)
    return Repair("rower", says, able)


def _with_island(instance: Instance) -> Repair:
    """Return the instance with one more place, to which the boat goes from every other."""
    number = len(instance.places)
    taken = {place.symbol for place in instance.places} | {traveller.symbol for traveller in instance.travellers}
    more = (f"island-{count}" for count in itertools.count(2))
    symbol = next(name for name in itertools.chain(["island", "other-island"], more) if name not in taken)
    ways = tuple(way for other in range(number) for way in ((number, other), (other, number)))
    return Repair(
        "island",
        format_message("crossing.with-an-island" if number == 2 else "crossing.with-another-island"),
        replace(
            instance,
            places=(*instance.places, Place(symbol, f"the {symbol.replace('-', ' ')}", symbol)),
            routes=tuple(sorted((*instance.routes, *ways))),
            start=instance.start._replace(companies=(*instance.start.companies, 0)),
        ),
    )
