"""The named encoding: every traveler is an object.

This module turns an instance into the values that the templates of several dialects share: sorted tuples of PDDL names. It decides which
facts and actions exist; the templates in ``domains/crossing/`` decide their PDDL text.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import (
    BalanceConstraint,
    GuardConstraint,
    QuorumConstraint,
    enumerate_companies,
)
from ferryplan.generator.crossing.encodings.clock import Symbols, clock_of
from ferryplan.generator.crossing.encodings.patterns import CheckOutcome, plan_safety_checks
from ferryplan.generator.crossing.encodings.place_sets import PlaceSets
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.rules import BoundConstraint
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.errors import check_size
from ferryplan.generator.masks import select_by_mask

MAX_TRAVELLERS = 200
MAX_SEATS = 12
MAX_LOADS = 5_000

CountingBinding = BoundConstraint[BalanceConstraint] | BoundConstraint[QuorumConstraint]
"""a constraint that compares numbers of travelers"""


class GuardRelations:
    """The relations "threatens" and "guards" that several guard constraints share.

    These constraints bind at the same places, or all in the boat.
    """

    def __init__(
        self, number: int, places: frozenset[int], aboard: bool, charges: Iterable[GuardConstraint], instance: Instance
    ) -> None:
        self.suffix, self.places, self.aboard = format_suffix(number), places, aboard
        victims = [(charge, instance.travellers[charge.victim].symbol) for charge in charges]
        self.threatens = [
            (one, victim) for charge, victim in victims for one in list_traveler_symbols(charge.threats, instance)
        ]
        self.guards = [
            (one, victim) for charge, victim in victims for one in list_traveler_symbols(charge.guardians, instance)
        ]

    @property
    def least_aboard(self) -> int:
        """The smallest number of travelers in the boat that can break these rules.

        It is 1 if a traveler is a threat to itself, otherwise 2.
        """
        return 1 if any(threat == victim for threat, victim in self.threatens) else 2


class CountingRule:
    """A balance or a quorum for the templates: a rule about two groups, the many and the few.

    In a balance, the many must not outnumber the few. In a quorum, the few may be only where all of the many are.
    It has the rule's text, the places where it binds, and the PDDL names of the many and of the few.
    """

    def __init__(self, binding: CountingBinding, number: int, instance: Instance) -> None:
        self.says, self.places, self.aboard = binding.says, binding.places, binding.binds_in_boat
        self.suffix = format_suffix(number)
        self.many = list_traveler_symbols(binding.constraint.many, instance)
        self.few = list_traveler_symbols(binding.constraint.few, instance)

    @property
    def companion_pairs(self) -> list[Symbols]:
        """For a quorum, the pairs (one of the few, one of the many).

        The first may only be where the second is.
        """
        return list(itertools.product(self.few, self.many))


def list_load_parameters(size: int) -> Symbols:
    """Return the names of an action's parameters for a load of ``size`` travelers."""
    words = ("?first", "?second", "?third", "?fourth", "?fifth", "?sixth", "?seventh", "?eighth", "?ninth", "?tenth")
    return tuple(words[index] if index < len(words) else f"?traveller-{index + 1}" for index in range(size))


class NamedSafetyCheck(NamedTuple):
    """An action that checks the safety of a place."""

    name: str
    place_condition: str
    """the condition that the check applies to a place; the empty text if it applies everywhere"""
    here: Symbols
    away: Symbols
    question: str
    """the question that the check answers; the empty text if there is only one round of checks"""
    next_question: str
    """the question that the check leaves open; the empty text if it proves the place safe"""


def name_safety_checks(instance: Instance, grounds: PlaceSets) -> list[list[NamedSafetyCheck]]:
    """Return the checks of `plan_safety_checks` with names for their actions.

    A name looks like ``safe-with-a-b-without-c-cw``. Equal names (``a`` and ``b`` together, and ``a-b``) get numbers. Raises EncodingError
    as `plan_safety_checks` does.
    """
    looks, names = instance.get_or_make(plan_safety_checks), set[str]()

    def name_check(number: int, way: CheckOutcome) -> NamedSafetyCheck:
        here, away = (
            list_traveler_symbols(way.pattern.here, instance),
            list_traveler_symbols(way.pattern.away, instance),
        )
        base = "-".join(("safe", *(("with", *here) if here else ()), *(("without", *away) if away else ())))
        numbered = (base if number == 1 else f"{base}-{number}" for number in itertools.count(1))
        name = next(name for name in numbered if name not in names)
        names.add(name)
        last = number == len(looks)
        first = number == 1
        ground = grounds.condition_inside(instance.areas[way.question].places, "?place") if first else ""
        asked = f"question-{number}-{1 if first else way.question + 1}" if len(looks) > 1 else ""
        return NamedSafetyCheck(
            name, ground, here, away, asked, "" if last else f"question-{number + 1}-{way.next_question + 1}"
        )

    return [[name_check(number, way) for way in ways] for number, ways in enumerate(looks, 1)]


def make_lifted_context(instance: Instance, dialect: str, max_loads: int | None = None) -> dict[str, Any]:
    """Return the context that the templates of the dialects with quantifiers share.

    Raises EncodingError if there are too many travelers or seats; where the templates list the loads, also if there are too many loads.
    """
    travellers, seats = len(instance.travellers), instance.capacity
    heavy = any(vessel.most_weight is not None for vessel in instance.vessels)
    if heavy:
        max_loads = MAX_LOADS
    listed = max_loads is not None and travellers <= MAX_TRAVELLERS
    number = sum(math.comb(travellers, size) for size in range(1, seats + 1)) if listed else 0
    where = format_message("crossing.in-dialect-named", dialect=dialect)
    for found, key, most in (
        (travellers, "crossing.travelers", MAX_TRAVELLERS),
        (seats, "crossing.seats", MAX_SEATS),
        (number, "crossing.loads", max_loads or 0),
    ):
        check_size(instance.puzzle, found, format_message(key), most, where)
    names = [traveller.symbol for traveller in instance.travellers]
    sizes = range(1, seats + 1)
    return {
        **make_common_context(instance),
        "sizes": [(size, list_load_parameters(size)) for size in sizes],
        # A static order replaces (not (= ?a ?b)), which unified-planning's remover of negative conditions
        # cannot handle. It also grounds each load once, not once for each order of its travelers.
        "before": [
            [(name, other) for other in names[index + 1 :]] for index, name in enumerate(names[:-1]) if seats > 1
        ],
        "seats": [
            (f"seats-{size}", *name)
            for boat, name in list_boats(instance)
            if name
            for size in range(1, min(instance.vessels[boat].capacity, seats) + 1)
        ],
        "rowers": [
            " ".join((symbol, *name))
            for boat, name in list_boats(instance)
            for symbol in list_traveler_symbols(instance.vessels[boat].rowers, instance)
        ],
        "all_row": all(vessel.rowers.bit_count() == travellers for vessel in instance.vessels),
        "heavy": heavy,
        "fitting": [
            (size, " ".join((*list_traveler_symbols(load, instance), *name)))
            for size in (sizes if heavy else ())
            for boat, name in list_boats(instance)
            for load in enumerate_companies(range(travellers), [size])
            if instance.vessels[boat].can_bear_weight(load, instance.weights)
        ],
    }


def group_loads_by_size(instance: Instance, format_load: Callable[[int, int], Symbols]) -> dict[str, Any]:
    """Return the sizes of the legal loads with parameters for each size, and the loads sorted by size.

    ``format_load`` formats a load for a boat. In a fleet, the boat's name follows the load.
    """
    loads = [
        (load.bit_count(), " ".join((*format_load(load, boat), *name)))
        for load, boat, name in list_carried_loads(instance)
    ]
    sizes = sorted({load.bit_count() for load in instance.get_or_make(CrossingSpace).legal_loads})
    return {
        "sizes": [(size, list_load_parameters(size)) for size in sizes],
        "loads": sorted(loads, key=itemgetter(0)),
    }


def list_carried_loads(instance: Instance) -> list[tuple[int, int, Symbols]]:
    """Return a triple (load, boat, name of the boat) for each legal load and each boat that can carry it.

    The boats and their names are those of `list_boats`.
    """
    loads = instance.get_or_make(CrossingSpace).legal_loads
    return [
        (load, boat, name) for boat, name in list_boats(instance) for load in loads if instance.can_carry(load, boat)
    ]


def list_boats(instance: Instance) -> list[tuple[int, Symbols]]:
    """Return the index and the PDDL name of each boat in a fleet.

    Identical boats have a single entry without a name.
    """
    return (
        [(number, (name,)) for number, name in enumerate(list_boat_symbols(instance))] if instance.fleet else [(0, ())]
    )


def list_boat_symbols(instance: Instance) -> Symbols:
    """Return the PDDL names of the boats."""
    return tuple(f"boat-{number}" for number in range(1, instance.boats + 1))


def make_common_context(instance: Instance) -> dict[str, Any]:
    """Return the context that the templates of all dialects share."""
    places = [place.symbol for place in instance.places]
    clock = clock_of(instance)
    names = [traveller.symbol for traveller in instance.travellers]
    start = instance.start.places_of(range(len(names)))
    return {
        "instance": instance,
        "kinds": [
            (plural if len(alike) > 1 else kind, alike)
            for kind, plural in instance.kinds
            for alike in [[traveller.symbol for traveller in instance.travellers if traveller.kind == kind]]
        ],
        "places": places,
        "clock": clock,
        "problem_places": [place for place in places if clock is None or place not in clock.places],
        "routes": [(places[origin], places[destination]) for origin, destination in instance.routes],
        "start": [(name, places[at]) for name, at in zip(names, start, strict=True)],
        "start_boat": places[instance.start.boat],
        "goal": [
            (name, places[at]) for name, at in zip(names, instance.goal.travellers, strict=True) if at is not None
        ],
        "boats": list_boat_symbols(instance),
        "craft": " ?boat" if instance.fleet else "",
        "typed_craft": " ?boat - vessel" if instance.fleet else "",
        "goal_boat": None if instance.goal.boat is None else places[instance.goal.boat],
    }


def list_traveler_symbols(mask: int, instance: Instance) -> Symbols:
    """Return the PDDL names of the travelers in a mask, in the travelers' order."""
    return tuple(traveller.symbol for traveller in select_by_mask(instance.travellers, mask))


def group_guard_relations(
    charges: Sequence[BoundConstraint[GuardConstraint]], instance: Instance
) -> list[GuardRelations]:
    """Return the smallest number of relations that express the guard constraints exactly.

    Constraints share a relation unless they bind at different places, or give one victim different guardians: there, a guardian against one
    threat would also count against the other.
    """
    groups: list[tuple[tuple[frozenset[int], bool], dict[int, GuardConstraint]]] = []
    for charge, _, places, aboard in charges:
        fitting = (
            group
            for where, group in groups
            if where == (places, aboard) and group.get(charge.victim, charge).guardians == charge.guardians
        )
        if (group := next(fitting, None)) is None:
            groups.append(((places, aboard), group := {}))
        known = group.get(charge.victim, charge)
        group[charge.victim] = GuardConstraint(charge.victim, known.threats | charge.threats, charge.guardians)
    return [GuardRelations(number, *where, group.values(), instance) for number, (where, group) in enumerate(groups)]


def format_level(level: int) -> str:
    """Return the name of a number that may be negative, such as ``minus-2``."""
    return "zero" if level == 0 else f"{'plus' if level > 0 else 'minus'}-{abs(level)}"


def format_suffix(number: int) -> str:
    """Return a suffix that makes the names of a rule unique; the first rule has none."""
    return f"-{number + 1}" if number else ""
