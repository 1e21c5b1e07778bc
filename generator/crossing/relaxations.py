"""Relaxations of an instance: changes that make it easier, such as a larger boat or one rule fewer.

Each relaxation makes one change, whether or not a parameter of the puzzle could make it, too.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Instance, Place
from ferryplan.generator.crossing.puzzle_file import CrossingFile
from ferryplan.generator.crossing.symmetry import TravelerSymmetry
from ferryplan.generator.crossing.vessel import largest_boat_limits
from ferryplan.generator.family_types import PuzzleRelaxation

MAX_STEPS_PER_RELAXATION = 3


class CrossingRelaxation(NamedTuple):
    """An instance that is easier to solve than another instance because of one change."""

    kind: str
    """the kind of change: ``boat`` (of a fleet: ``boat 0``, …), ``weight``, ``rower``, ``island``, ``number`` (a higher
    limit in a rule), ``rule``, ``boat-rules``, ``time`` or ``limit``"""
    says: str
    """the change as a phrase that follows "it would work": ``with a boat for 3 travelers``"""
    instance: Instance
    """the instance after the change"""


def list_relaxations_beyond_parameters(puzzle: CrossingFile, instance: Instance) -> Iterator[list[PuzzleRelaxation]]:
    """Yield groups of relaxations that the user cannot make by choosing parameters of the puzzle.

    The groups are those of `list_relaxations`; a group may be empty.
    """
    numbers = [number for table in puzzle.rules for number in table.traveler_count_limits()]
    numbers += [place.holds for place in puzzle.places if place.holds is not None]
    covered = {
        "boat": puzzle.boat.capacity in puzzle.parameters,
        **{f"boat {row}": one.capacity in puzzle.parameters for row, one in enumerate(puzzle.boats)},
        "island": any(isinstance(place.count, str) for place in puzzle.places),
        "boat-rules": puzzle.boat.rules in puzzle.parameters,
        "number": all(number in puzzle.parameters for number in numbers),
    }
    for group in list_relaxations(instance):
        yield [PuzzleRelaxation(repair.says, repair.instance) for repair in group if not covered.get(repair.kind)]


def list_relaxations(instance: Instance) -> Iterator[list[CrossingRelaxation]]:
    """Yield groups of relaxations of the same kind, such as ever larger boats.

    In a group, the smallest change comes first. Once a relaxation makes the puzzle solvable, the rest of its group need
    not be tried.
    """
    fleet = bool(instance.fleet)
    for boat, vessel in enumerate(instance.fleet or instance.vessels[:1]):
        seats = range(
            vessel.capacity + 1, min(vessel.capacity + MAX_STEPS_PER_RELAXATION, len(instance.travellers)) + 1
        )
        kind, larger = (f"boat {boat}", "crossing.larger-vessel") if fleet else ("boat", "crossing.larger-boat")
        called = {"boat": vessel.called} if fleet else {}
        yield [
            CrossingRelaxation(
                kind, format_message(larger, count=more, **called), _change_boat(instance, boat, capacity=more)
            )
            for more in seats
        ]
        if (most := vessel.most_weight) is not None:
            heavier = sorted({weight for weight in instance.weights if weight > most})[:MAX_STEPS_PER_RELAXATION]
            stronger = "crossing.stronger-vessel" if fleet else "crossing.stronger-boat"
            yield [
                CrossingRelaxation(
                    "weight",
                    format_message(stronger, weight=weight, **called),
                    _change_boat(instance, boat, most_weight=weight),
                )
                for weight in heavier
            ]
        for units in instance.get_or_make(TravelerSymmetry).classes:
            for index in units[0]:
                if not vessel.rowers >> index & 1:
                    yield [_make_rower_relaxation(instance, boat, index)]
    yield [_make_island_relaxation(instance)]
    for position, rule in enumerate(instance.rules):
        before, after = instance.rules[:position], instance.rules[position + 1 :]
        yield [
            CrossingRelaxation(kind, says, replace(instance, rules=(*before, milder, *after)))
            for kind, says, milder in itertools.islice(rule.relaxed_rules(), MAX_STEPS_PER_RELAXATION)
        ]
        yield [CrossingRelaxation("rule", _describe_dropped_rule(rule.says), replace(instance, rules=before + after))]
    if instance.rules_at("boat") != replace(instance, boat_rules=False).rules_at("boat"):
        says = format_message("crossing.no-rules-in-the-boat")
        yield [CrossingRelaxation("boat-rules", says, replace(instance, boat_rules=False))]
    for position, deadline in enumerate(instance.deadlines):
        others = instance.deadlines[:position] + instance.deadlines[position + 1 :]
        yield [CrossingRelaxation("time", _describe_dropped_rule(deadline.says), replace(instance, deadlines=others))]
    if instance.limit:
        yield [CrossingRelaxation("limit", _describe_dropped_rule(instance.limit.says), replace(instance, limit=None))]


def _describe_dropped_rule(rule: str) -> str:
    return format_message("crossing.without-rule", rule=rule)


def _change_boat(instance: Instance, boat: int, **changes: Any) -> Instance:
    """Return the instance with changes to one boat: its capacity, its weight limit or its rowers.

    ``boat`` is the boat's index. ``changes`` are fields of `Vessel` with their new values.
    """
    if not instance.fleet:
        return replace(instance, **changes)
    rows = enumerate(instance.fleet)
    fleet = tuple(replace(vessel, **changes) if row == boat else vessel for row, vessel in rows)
    return replace(instance, fleet=fleet, **largest_boat_limits(fleet, len(instance.travellers)))


def _make_rower_relaxation(instance: Instance, boat: int, index: int) -> CrossingRelaxation:
    traveller, vessel = instance.travellers[index], instance.vessels[boat]
    travellers = list(instance.travellers)
    travellers[index] = replace(traveller, rows=True)
    tariff = instance.tariff and replace(instance.tariff, rowers=instance.tariff.rowers | 1 << index)
    able = replace(instance, travellers=tuple(travellers), tariff=tariff)
    if not instance.fleet:
        return CrossingRelaxation("rower", format_message("crossing.another-rower", name=traveller.called), able)
    able = _change_boat(able, boat, rowers=vessel.rowers | 1 << index)
    says = format_message("crossing.another-rower-of-vessel", name=traveller.called, boat=vessel.called)
    return CrossingRelaxation("rower", says, able)


def _make_island_relaxation(instance: Instance) -> CrossingRelaxation:
    """Return the relaxation with one more place, which has routes to and from every other place."""
    number = len(instance.places)
    taken = {place.symbol for place in instance.places} | {traveller.symbol for traveller in instance.travellers}
    more = (f"island-{count}" for count in itertools.count(2))
    symbol = next(name for name in itertools.chain(["island", "other-island"], more) if name not in taken)
    ways = tuple(way for other in range(number) for way in ((number, other), (other, number)))
    return CrossingRelaxation(
        "island",
        format_message("crossing.with-an-island" if number == 2 else "crossing.with-another-island"),
        replace(
            instance,
            places=(*instance.places, Place(symbol, f"the {symbol.replace('-', ' ')}", symbol)),
            routes=tuple(sorted((*instance.routes, *ways))),
            start=instance.start._replace(companies=(*instance.start.companies, 0)),
        ),
    )
