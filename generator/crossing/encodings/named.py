"""The named encoding: every traveler is an object.

Here an instance becomes what the templates of several dialects lay out: sorted tuples of PDDL names. Which facts and actions there are
is decided here; how they look is decided in ``domains/crossing/``.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import Balance, Charge, Quorum, companies
from ferryplan.generator.crossing.encodings.clock import Row, clock_of
from ferryplan.generator.crossing.encodings.grounds import Grounds
from ferryplan.generator.crossing.encodings.patterns import Way, safe_looks
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.rules import Binding
from ferryplan.generator.crossing.space import CrossingSpace
from ferryplan.generator.errors import check_size
from ferryplan.generator.masks import select

MOST_TRAVELLERS = 200
MOST_SEATS = 12
MOST_LOADS = 5_000

Counting = Binding[Balance] | Binding[Quorum]
"""what asks how many are together"""


class GuardRelations:
    """The relations of guard rules that can share them, since they bind at the same places, or in the boat: who threatens whom, who guards whom."""

    def __init__(
        self, number: int, places: frozenset[int], aboard: bool, charges: Iterable[Charge], instance: Instance
    ) -> None:
        self.suffix, self.places, self.aboard = suffix(number), places, aboard
        victims = [(charge, instance.travellers[charge.victim].symbol) for charge in charges]
        self.threatens = [(one, victim) for charge, victim in victims for one in symbols_of(charge.threats, instance)]
        self.guards = [(one, victim) for charge, victim in victims for one in symbols_of(charge.guardians, instance)]

    @property
    def least_aboard(self) -> int:
        """How many must be in the boat so that one of them may be threatened: one who is a threat to itself suffices."""
        return 1 if any(threat == victim for threat, victim in self.threatens) else 2


class CountingRule:
    """A balance or a quorum as templates ask for it: what it says, where it binds, and the names of the many and of the few."""

    def __init__(self, binding: Counting, number: int, instance: Instance) -> None:
        self.says, self.places, self.aboard = binding.says, binding.places, binding.aboard
        self.suffix = suffix(number)
        self.many = symbols_of(binding.constraint.many, instance)
        self.few = symbols_of(binding.constraint.few, instance)

    @property
    def follows(self) -> list[Row]:
        """Of a quorum: (who is there only with the other, the other)."""
        return list(itertools.product(self.few, self.many))


def load_parameters(size: int) -> Row:
    """Return the names of an action's parameters for a load of so many travelers."""
    words = ("?first", "?second", "?third", "?fourth", "?fifth", "?sixth", "?seventh", "?eighth", "?ninth", "?tenth")
    return tuple(words[index] if index < len(words) else f"?traveller-{index + 1}" for index in range(size))


class Look(NamedTuple):
    """An action that looks at a place."""

    name: str
    ground: str
    """where it may be, as a condition; the empty text for everywhere"""
    here: Row
    away: Row
    asked: str
    """the question that it answers; the empty text if there is one look only"""
    left: str
    """the question that it leaves; the empty text if it finds the place safe"""


def named_looks(instance: Instance, grounds: Grounds) -> list[list[Look]]:
    """Return the `safe_looks` by the names of the actions that find a place safe: ``safe-with-a-b-without-c-cw``.

    Names that come out alike (of ``a`` and ``b``, and of ``a-b``) are numbered. Raises EncodingError as ``safe_looks``.
    """
    looks, names = instance.once(safe_looks), set[str]()

    def named(number: int, way: Way) -> Look:
        here, away = symbols_of(way.pattern.here, instance), symbols_of(way.pattern.away, instance)
        base = "-".join(("safe", *(("with", *here) if here else ()), *(("without", *away) if away else ())))
        numbered = (base if number == 1 else f"{base}-{number}" for number in itertools.count(1))
        name = next(name for name in numbered if name not in names)
        names.add(name)
        last = number == len(looks)
        first = number == 1
        ground = grounds.at(instance.areas[way.asked].places, "?place") if first else ""
        asked = f"question-{number}-{1 if first else way.asked + 1}" if len(looks) > 1 else ""
        return Look(name, ground, here, away, asked, "" if last else f"question-{number + 1}-{way.left + 1}")

    return [[named(number, way) for way in ways] for number, ways in enumerate(looks, 1)]


def lifted(instance: Instance, dialect: str, most_loads: int | None = None) -> dict[str, Any]:
    """Return what the templates of the dialects with quantifiers lay out.

    Raises EncodingError if there are too many travelers or seats, or too many loads where these are listed, too.
    """
    travellers, seats = len(instance.travellers), instance.capacity
    heavy = any(vessel.most_weight is not None for vessel in instance.vessels)
    if heavy:
        most_loads = MOST_LOADS
    listed = most_loads is not None and travellers <= MOST_TRAVELLERS
    number = sum(math.comb(travellers, size) for size in range(1, seats + 1)) if listed else 0
    where = format_message("crossing.in-dialect-named", dialect=dialect)
    for found, key, most in (
        (travellers, "crossing.travelers", MOST_TRAVELLERS),
        (seats, "crossing.seats", MOST_SEATS),
        (number, "crossing.loads", most_loads or 0),
    ):
        check_size(instance.puzzle, found, format_message(key), most, where)
    names = [traveller.symbol for traveller in instance.travellers]
    sizes = range(1, seats + 1)
    return {
        **common(instance),
        "sizes": [(size, load_parameters(size)) for size in sizes],
        # A static order takes the place of (not (= ?a ?b)), at which unified-planning's remover of negative
        # conditions fails; and each load is ground once, not once for each order of its travelers.
        "before": [
            [(name, other) for other in names[index + 1 :]] for index, name in enumerate(names[:-1]) if seats > 1
        ],
        "seats": [
            (f"seats-{size}", *name)
            for boat, name in crafts(instance)
            if name
            for size in range(1, min(instance.vessels[boat].capacity, seats) + 1)
        ],
        "rowers": [
            " ".join((symbol, *name))
            for boat, name in crafts(instance)
            for symbol in symbols_of(instance.vessels[boat].rowers, instance)
        ],
        "all_row": all(vessel.rowers.bit_count() == travellers for vessel in instance.vessels),
        "heavy": heavy,
        "fitting": [
            (size, " ".join((*symbols_of(load, instance), *name)))
            for size in (sizes if heavy else ())
            for boat, name in crafts(instance)
            for load in companies(range(travellers), [size])
            if instance.vessels[boat].bears(load, instance.weights)
        ],
    }


def loads_by_size(instance: Instance, told: Callable[[int, int], Row]) -> dict[str, Any]:
    """Return the sizes of the legal loads, each with its parameters, and the legal loads by size, each as ``told`` of a load and a boat.

    Of a fleet the boat's name stands behind.
    """
    loads = [(load.bit_count(), " ".join((*told(load, boat), *name))) for load, boat, name in carried_loads(instance)]
    sizes = sorted({load.bit_count() for load in instance.once(CrossingSpace).loads})
    return {
        "sizes": [(size, load_parameters(size)) for size in sizes],
        "loads": sorted(loads, key=itemgetter(0)),
    }


def carried_loads(instance: Instance) -> list[tuple[int, int, Row]]:
    """Return the legal loads of each of the `crafts`, with the index of the boat and its name, if it has one."""
    loads = instance.once(CrossingSpace).loads
    return [(load, boat, name) for boat, name in crafts(instance) for load in loads if instance.carries(load, boat)]


def crafts(instance: Instance) -> list[tuple[int, Row]]:
    """Return the index of each boat of a fleet with its name in PDDL; of boats that differ in nothing, one without a name."""
    return [(number, (name,)) for number, name in enumerate(boat_symbols(instance))] if instance.fleet else [(0, ())]


def boat_symbols(instance: Instance) -> Row:
    """Return the boats' names in PDDL."""
    return tuple(f"boat-{number}" for number in range(1, instance.boats + 1))


def common(instance: Instance) -> dict[str, Any]:
    """Return what the templates of all dialects lay out."""
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
        "boats": boat_symbols(instance),
        "craft": " ?boat" if instance.fleet else "",
        "typed_craft": " ?boat - vessel" if instance.fleet else "",
        "goal_boat": None if instance.goal.boat is None else places[instance.goal.boat],
    }


def symbols_of(mask: int, instance: Instance) -> Row:
    """Return the PDDL names of the travelers in a mask, in the travelers' order."""
    return tuple(traveller.symbol for traveller in select(instance.travellers, mask))


def guard_relations(charges: Sequence[Binding[Charge]], instance: Instance) -> list[GuardRelations]:
    """Return as few relations as say the charges exactly.

    They are shared, except by charges that bind elsewhere, and by those that give one victim different guardians: there a guardian
    against one threat would count against the other.
    """
    groups: list[tuple[tuple[frozenset[int], bool], dict[int, Charge]]] = []
    for charge, _, places, aboard in charges:
        fitting = (
            group
            for where, group in groups
            if where == (places, aboard) and group.get(charge.victim, charge).guardians == charge.guardians
        )
        if (group := next(fitting, None)) is None:
            groups.append(((places, aboard), group := {}))
        known = group.get(charge.victim, charge)
        group[charge.victim] = Charge(charge.victim, known.threats | charge.threats, charge.guardians)
    return [GuardRelations(number, *where, group.values(), instance) for number, (where, group) in enumerate(groups)]


def level_name(level: int) -> str:
    """Return the name of a number that may be below zero."""
    return "zero" if level == 0 else f"{'plus' if level > 0 else 'minus'}-{abs(level)}"


def suffix(number: int) -> str:
    """Return what tells the names of a rule from those of the rules before it."""
    return f"-{number + 1}" if number else ""
