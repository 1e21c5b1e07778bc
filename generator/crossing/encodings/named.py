"""The template values that all dialects of the named encoding share: every traveler is a PDDL object.

This module turns an instance into template values: sorted tuples of PDDL names. It decides which facts and actions
exist; the templates in ``domains/crossing/`` decide their PDDL text.
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
from ferryplan.generator.crossing.encodings.patterns import CheckOutcome, list_safety_check_rounds
from ferryplan.generator.crossing.encodings.place_sets import PlaceSets
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.rules import BoundConstraint
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.errors import check_count_limit
from ferryplan.generator.masks import select_by_mask

MAX_TRAVELLERS = 200
MAX_SEATS = 12
MAX_NAMED_LOADS = 5_000

CountingBinding = BoundConstraint[BalanceConstraint] | BoundConstraint[QuorumConstraint]
"""a constraint that compares numbers of travelers, with the places where it binds"""


class GuardRelations:
    """Two PDDL relations, "threatens" and "guards", that express one or several guard constraints.

    These constraints bind at the same places, and either all or none of them bind in the boat.
    """

    def __init__(
        self,
        group_index: int,
        places: frozenset[int],
        binds_in_boat: bool,
        guard_constraints: Iterable[GuardConstraint],
        instance: Instance,
    ) -> None:
        self.suffix, self.places, self.aboard = format_rule_suffix(group_index), places, binds_in_boat
        victims = [(charge, instance.travellers[charge.victim].symbol) for charge in guard_constraints]
        self.threatens = [
            (one, victim) for charge, victim in victims for one in list_traveler_symbols(charge.threats, instance)
        ]
        self.guards = [
            (one, victim) for charge, victim in victims for one in list_traveler_symbols(charge.guardians, instance)
        ]

    @property
    def least_aboard(self) -> int:
        """The smallest number of travelers in the boat that can break the guard constraints.

        It is 1 if a traveler is a threat to itself, otherwise 2.
        """
        return 1 if any(threat == victim for threat, victim in self.threatens) else 2


class CountingRule:
    """A rule about two groups of travelers, the many and the few, as PDDL names for the templates.

    In a balance, the many must not outnumber the few. In a quorum, the few may be only where all of the many are. The
    attributes are the rule's text, the places where the rule binds, and the names of the travelers of both groups.
    """

    def __init__(self, binding: CountingBinding, rule_index: int, instance: Instance) -> None:
        self.says, self.places, self.aboard = binding.says, binding.places, binding.binds_in_boat
        self.suffix = format_rule_suffix(rule_index)
        self.many = list_traveler_symbols(binding.constraint.many, instance)
        self.few = list_traveler_symbols(binding.constraint.few, instance)

    @property
    def companion_pairs(self) -> list[Symbols]:
        """For a quorum, the pairs of PDDL names (one of the few, one of the many).

        The first traveler of a pair may be only where the second traveler is.
        """
        return list(itertools.product(self.few, self.many))


def list_load_parameters(size: int) -> Symbols:
    """Return PDDL parameters for the ``size`` travelers of a load: ``?first``, ``?second`` and so on."""
    words = ("?first", "?second", "?third", "?fourth", "?fifth", "?sixth", "?seventh", "?eighth", "?ninth", "?tenth")
    return tuple(words[index] if index < len(words) else f"?traveller-{index + 1}" for index in range(size))


class NamedSafetyCheck(NamedTuple):
    """A PDDL action that helps to prove a place safe: some travelers must be there, others must not."""

    name: str
    place_condition: str
    """the PDDL condition that the check applies to a place; the empty text if the check applies everywhere"""
    here: Symbols
    """the PDDL names of the travelers that must be at the place"""
    away: Symbols
    """the PDDL names of the travelers that must not be at the place"""
    question: str
    """the PDDL object for the question that earlier checks left open and this check answers; the empty text if there is only one round"""
    next_question: str
    """the PDDL object for the question that this check leaves open; the empty text if the check proves the place safe"""


def make_named_safety_checks(instance: Instance, place_sets: PlaceSets) -> list[list[NamedSafetyCheck]]:
    """Return the actions of the safety checks, a list for each of `list_safety_check_rounds`.

    The name of an action looks like ``safe-with-a-b-without-c-cw``. If two names are equal (because one traveler is
    called ``a-b``), the second gets a number. ``place_sets`` supplies predicates for sets of places. Raises EncodingError
    as `list_safety_check_rounds` does.
    """
    looks, names = instance.get_or_make(list_safety_check_rounds), set[str]()

    def make_named_check(number: int, outcome: CheckOutcome) -> NamedSafetyCheck:
        here, away = (
            list_traveler_symbols(outcome.pattern.here, instance),
            list_traveler_symbols(outcome.pattern.away, instance),
        )
        base = "-".join(("safe", *(("with", *here) if here else ()), *(("without", *away) if away else ())))
        numbered = (base if number == 1 else f"{base}-{number}" for number in itertools.count(1))
        name = next(name for name in numbered if name not in names)
        names.add(name)
        last = number == len(looks)
        first = number == 1
        ground = place_sets.condition_inside(instance.rule_areas[outcome.question].places, "?place") if first else ""
        asked = f"question-{number}-{1 if first else outcome.question + 1}" if len(looks) > 1 else ""
        return NamedSafetyCheck(
            name, ground, here, away, asked, "" if last else f"question-{number + 1}-{outcome.next_question + 1}"
        )

    return [[make_named_check(number, way) for way in ways] for number, ways in enumerate(looks, 1)]


def make_quantified_context(instance: Instance, dialect: str, max_loads: int | None = None) -> dict[str, Any]:
    """Return the template values, by variable name, that the dialects adl and axioms share.

    Both dialects have quantifiers. ``max_loads`` is the largest number of loads that the templates may list; None if
    they list no loads. Raises EncodingError if there are too many travelers, seats or listed loads.
    """
    travellers, seats = len(instance.travellers), instance.capacity
    heavy = any(vessel.most_weight is not None for vessel in instance.vessels)
    if heavy:
        max_loads = MAX_NAMED_LOADS
    listed = max_loads is not None and travellers <= MAX_TRAVELLERS
    number = sum(math.comb(travellers, size) for size in range(1, seats + 1)) if listed else 0
    where = format_message("crossing.in-dialect-named", dialect=dialect)
    for found, key, most in (
        (travellers, "crossing.travelers", MAX_TRAVELLERS),
        (seats, "crossing.seats", MAX_SEATS),
        (number, "crossing.loads", max_loads or 0),
    ):
        check_count_limit(instance.puzzle, found, format_message(key), most, where)
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
            for boat, name in list_named_boats(instance)
            if name
            for size in range(1, min(instance.vessels[boat].capacity, seats) + 1)
        ],
        "rowers": [
            " ".join((symbol, *name))
            for boat, name in list_named_boats(instance)
            for symbol in list_traveler_symbols(instance.vessels[boat].rowers, instance)
        ],
        "all_row": all(vessel.rowers.bit_count() == travellers for vessel in instance.vessels),
        "heavy": heavy,
        "fitting": [
            (size, " ".join((*list_traveler_symbols(load, instance), *name)))
            for size in (sizes if heavy else ())
            for boat, name in list_named_boats(instance)
            for load in enumerate_companies(range(travellers), [size])
            if instance.vessels[boat].can_bear_weight(load, instance.weights)
        ],
    }


def make_loads_context(instance: Instance, format_load: Callable[[int, int], Symbols]) -> dict[str, Any]:
    """Return the template values ``sizes`` and ``loads`` for the legal loads.

    ``sizes`` has pairs (number of travelers, PDDL parameters for them). ``loads`` has pairs (number of travelers, PDDL
    names separated by blanks), sorted by number. ``format_load`` returns these names for the bit mask of a load and the
    index of a boat. In a fleet, the boat's name is added.
    """
    loads = [
        (load.bit_count(), " ".join((*format_load(load, boat), *name)))
        for load, boat, name in list_loads_by_boat(instance)
    ]
    sizes = sorted({load.bit_count() for load in instance.get_or_make(CrossingSpace).legal_loads})
    return {
        "sizes": [(size, list_load_parameters(size)) for size in sizes],
        "loads": sorted(loads, key=itemgetter(0)),
    }


def list_loads_by_boat(instance: Instance) -> list[tuple[int, int, Symbols]]:
    """Return a triple (load, boat, boat's name) for each legal load and each boat that can carry it.

    The load is a bit mask of travelers and the boat an index. The name is a tuple with one PDDL name; it is empty if
    all boats are identical.
    """
    loads = instance.get_or_make(CrossingSpace).legal_loads
    return [
        (load, boat, name)
        for boat, name in list_named_boats(instance)
        for load in loads
        if instance.can_carry(load, boat)
    ]


def list_named_boats(instance: Instance) -> list[tuple[int, Symbols]]:
    """Return a pair for each boat of a fleet: its index, and a tuple with its PDDL name.

    A fleet consists of boats that differ. If the boats are identical, there is a single pair: the index 0 and an empty
    tuple.
    """
    return (
        [(number, (name,)) for number, name in enumerate(list_boat_symbols(instance))] if instance.fleet else [(0, ())]
    )


def list_boat_symbols(instance: Instance) -> Symbols:
    """Return the PDDL names of the boats: ``boat-1``, ``boat-2`` and so on."""
    return tuple(f"boat-{number}" for number in range(1, instance.boats + 1))


def make_common_context(instance: Instance) -> dict[str, Any]:
    """Return the template values, by variable name, that all dialects and encodings share."""
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
    """Return the PDDL names of the travelers in a bit mask, in the travelers' order."""
    return tuple(traveller.symbol for traveller in select_by_mask(instance.travellers, mask))


def group_guard_relations(
    bound_guards: Sequence[BoundConstraint[GuardConstraint]], instance: Instance
) -> list[GuardRelations]:
    """Return the guard constraints as relations of threats and guards, with as few relations as possible.

    Constraints share their relations if they bind at the same places and do not give one victim different guardians. If
    they did, a guardian against one threat would also count against another threat.
    """
    groups: list[tuple[tuple[frozenset[int], bool], dict[int, GuardConstraint]]] = []
    for charge, _, places, aboard in bound_guards:
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
    """Return the PDDL name of a number that may be negative: ``minus-2``, ``zero``, ``plus-1``."""
    return "zero" if level == 0 else f"{'plus' if level > 0 else 'minus'}-{abs(level)}"


def format_rule_suffix(number: int) -> str:
    """Return a suffix that makes the PDDL names of a rule unique: ``-2`` for the second rule.

    ``number`` is the rule's index; the first rule has no suffix.
    """
    return f"-{number + 1}" if number else ""
