"""The named encoding: every traveller is an object.

Here an instance becomes what the templates of several dialects lay out: sorted tuples of PDDL names. Which facts and actions there are
is decided here; how they look is decided in ``domains/crossing/``.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from generator.crossing.constraints import Charge, select
from generator.crossing.encodings.clock import clock_of
from generator.crossing.encodings.patterns import Pattern, safe_patterns
from generator.crossing.instance import Instance
from generator.crossing.rules import Binding
from generator.errors import EncodingError

__all__ = [
    "MOST_LOADS", "GuardRelations", "check_size", "common", "guard_relations", "level_name", "load_parameters", "loads_of", "named_patterns", "order",
    "suffix", "symbols_of",
]  # fmt: skip

MOST_TRAVELLERS = 200
MOST_SEATS = 12
MOST_LOADS = 5_000

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GuardRelations:
    """The relations of guard rules that can share them: who threatens whom, who guards whom."""

    suffix: str
    ashore: bool
    """whether they bind at the places"""
    aboard: bool
    """whether they bind in the boat"""
    threatens: tuple[Row, ...]
    guards: tuple[Row, ...]


def load_parameters(size: int) -> Row:
    """Return the names of an action's parameters for a load of so many travellers."""
    words = ("?first", "?second", "?third", "?fourth", "?fifth", "?sixth", "?seventh", "?eighth", "?ninth", "?tenth")
    return tuple(words[index] if index < len(words) else f"?traveller-{index + 1}" for index in range(size))


def named_patterns(instance: Instance) -> dict[str, Pattern]:
    """Return the safe patterns by the names of the actions that find a place safe: ``safe-with-a-b-without-c-cw``.

    Names that come out alike (of ``a`` and ``b``, and of ``a-b``) are numbered. Raises EncodingError as ``safe_patterns``.
    """
    patterns: dict[str, Pattern] = {}
    for pattern in safe_patterns(instance):
        here, away = symbols_of(pattern.here, instance), symbols_of(pattern.away, instance)
        base = "-".join(("safe", *(("with", *here) if here else ()), *(("without", *away) if away else ())))
        numbered = (base if number == 1 else f"{base}-{number}" for number in itertools.count(1))
        patterns[next(name for name in numbered if name not in patterns)] = pattern
    return patterns


def check_size(instance: Instance, dialect: str, most_loads: int | None = None) -> None:
    """Raise EncodingError if an instance has too many travellers or seats for a dialect with quantifiers, or too many loads."""
    travellers, seats = len(instance.travellers), instance.capacity
    if instance.most_weight is not None:
        most_loads = MOST_LOADS
    listed = most_loads is not None and travellers <= MOST_TRAVELLERS
    loads = sum(math.comb(travellers, size) for size in range(1, seats + 1)) if listed else 0
    for found, most, what in (
        (travellers, MOST_TRAVELLERS, "travellers"),
        (seats, MOST_SEATS, "seats in the boat"),
        (loads, most_loads or 0, "loads"),
    ):
        if found > most:
            raise EncodingError(
                f"{instance.puzzle}: found {found} {what}, expected at most {most} in the dialect {dialect} with named travellers"
            )


def fitting_loads(instance: Instance) -> list[tuple[int, list[str]]]:
    """Return the loads that are not too heavy, by size, as PDDL names them; none if weights do not matter."""
    if instance.most_weight is None:
        return []
    return [
        (size, [" ".join(symbols_of(load, instance)) for load in loads_of(size, instance) if instance.fits(load)])
        for size in range(1, instance.capacity + 1)
    ]


def order(instance: Instance) -> list[list[Row]]:
    """Return for each traveller but the last one the pairs with those after him; none if nobody crosses with another."""
    names = [traveller.symbol for traveller in instance.travellers]
    if instance.capacity == 1:
        return []
    return [[(name, other) for other in names[index + 1 :]] for index, name in enumerate(names[:-1])]


def common(instance: Instance) -> dict[str, Any]:
    """Return what the templates of all dialects lay out."""
    places = [place.symbol for place in instance.places]
    clock = clock_of(instance)
    whereabouts = [
        (traveller.symbol, place)
        for index, traveller in enumerate(instance.travellers)
        for place, company in zip(places, instance.start.companies, strict=True)
        if company >> index & 1
    ]
    return {
        "instance": instance,
        "kinds": [
            (plural if len(names) > 1 else kind, names)
            for kind, plural in instance.kinds
            for names in [[traveller.symbol for traveller in instance.travellers if traveller.kind == kind]]
        ],
        "places": places,
        "clock": clock,
        "problem_places": [place for place in places if clock is None or place not in clock.places],
        "routes": [(places[origin], places[destination]) for origin, destination in instance.routes],
        "start": whereabouts,
        "start_boat": places[instance.start.boat],
        "goal": [
            (t.symbol, places[at])
            for t, at in zip(instance.travellers, instance.goal.travellers, strict=True)
            if at is not None
        ],
        "goal_boat": None if instance.goal.boat is None else places[instance.goal.boat],
    }


def symbols_of(mask: int, instance: Instance) -> Row:
    """Return the PDDL names of the travellers in a mask, in the travellers' order."""
    return tuple(traveller.symbol for traveller in select(instance.travellers, mask))


def guard_relations(charges: Sequence[Binding[Charge]], instance: Instance) -> list[GuardRelations]:
    """Return as few relations as say the charges exactly.

    They are shared, except by charges that bind elsewhere, and by those that give one victim different guardians: there a guardian
    against one threat would count against the other.
    """
    groups: list[tuple[dict[int, tuple[int, int]], bool, bool]] = []
    for charge, _, ashore, aboard in charges:
        for group, *where in groups:
            if where != [ashore, aboard]:
                continue
            threats, guardians = group.get(charge.victim, (0, charge.guardians))
            if guardians == charge.guardians:
                group[charge.victim] = (threats | charge.threats, guardians)
                break
        else:
            groups.append(({charge.victim: (charge.threats, charge.guardians)}, ashore, aboard))
    names = [traveller.symbol for traveller in instance.travellers]
    return [
        GuardRelations(
            suffix=suffix(number),
            ashore=ashore,
            aboard=aboard,
            threatens=tuple(
                (threat, names[victim])
                for victim, (threats, _) in group.items()
                for threat in symbols_of(threats, instance)
            ),
            guards=tuple(
                (guardian, names[victim])
                for victim, (_, guardians) in group.items()
                for guardian in symbols_of(guardians, instance)
            ),
        )
        for number, (group, ashore, aboard) in enumerate(groups)
    ]


def loads_of(size: int, instance: Instance) -> list[int]:
    """Return every load of a size, legal or not, in the travellers' order."""
    return [
        sum(1 << index for index in members)
        for members in itertools.combinations(range(len(instance.travellers)), size)
    ]


def level_name(level: int) -> str:
    """Return the name of a number that may be below zero."""
    return "zero" if level == 0 else f"{'plus' if level > 0 else 'minus'}-{abs(level)}"


def suffix(number: int) -> str:
    """Return what tells the names of a rule from those of the rules before it."""
    return f"-{number + 1}" if number else ""
