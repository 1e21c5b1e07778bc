"""The named encoding: every traveller is an object.

Here an instance becomes what the templates lay out: sorted tuples of PDDL names. Which facts and actions there are
is decided here; how they look is decided in ``domains/crossing/``.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from generator.crossing.constraints import Balance, Charge
from generator.crossing.encodings.clock import clock_of
from generator.crossing.encodings.patterns import Pattern, safe_patterns
from generator.crossing.instance import Instance
from generator.crossing.masks import select
from generator.crossing.rules import charges_and_balances
from generator.errors import EncodingError

__all__ = [
    "GuardRelations", "adl", "check_size", "common", "guard_relations", "level_name", "load_parameters", "named_patterns", "order",
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
    threatens: tuple[Row, ...]
    guards: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Levels:
    """What a balance needs: a level for each place, the number of the others less that of the threats."""

    suffix: str
    says: str
    protected: Row
    """those who must not be outnumbered"""
    levels: Row
    """the levels' names, ascending"""
    enough: Row
    """the levels that are not below zero"""
    worth: list[tuple[int, list[tuple[Row, str]]]]
    """for each size of load, each load that the seats allow, with its level"""
    less: list[list[Row]]
    """for each level: (level, worth, the rest of the level without a load of that worth)"""
    start: tuple[Row, ...]
    """(place, level)"""


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


def adl(instance: Instance) -> dict[str, Any]:
    """Return the context of the templates of the dialect adl. Raises EncodingError if the instance is too large."""
    charges, asked = charges_and_balances(instance.rules)
    check_size(instance, "adl", MOST_LOADS if asked else None)
    guards = guard_relations(charges, instance)
    balances = [_levels(balance, rule.says, suffix(number), instance) for number, (rule, balance) in enumerate(asked)]
    all_row = all(traveller.rows for traveller in instance.travellers)
    return {
        **common(instance),
        "requirements": _requirements(instance, guards, balances, all_row or instance.capacity == 1),
        "fitting": fitting_loads(instance),
        "sizes": [(size, load_parameters(size)) for size in range(1, instance.capacity + 1)],
        "neighbours": itertools.pairwise,
        "before": order(instance),
        "rowers": [traveller.symbol for traveller in instance.travellers if traveller.rows],
        "all_row": all_row,
        "guards": guards,
        "balances": balances,
        "levels_of_all": _all_levels(balances),
    }


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
        (size, [" ".join(symbols_of(load, instance)) for load in _loads(size, instance) if instance.fits(load)])
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


def guard_relations(charges: Sequence[Charge], instance: Instance) -> list[GuardRelations]:
    """Return as few relations as say the charges exactly.

    They are shared, except by charges that give one victim different guardians: there a guardian against one threat
    would count against the other.
    """
    groups: list[dict[int, tuple[int, int]]] = []
    for charge in charges:
        for group in groups:
            threats, guardians = group.get(charge.victim, (0, charge.guardians))
            if guardians == charge.guardians:
                group[charge.victim] = (threats | charge.threats, guardians)
                break
        else:
            groups.append({charge.victim: (charge.threats, charge.guardians)})
    names = [traveller.symbol for traveller in instance.travellers]
    return [
        GuardRelations(
            suffix=suffix(number),
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
        for number, group in enumerate(groups)
    ]


def _levels(balance: Balance, says: str, suffix: str, instance: Instance) -> Levels:
    levels = range(-balance.many.bit_count(), balance.few.bit_count() + 1)

    def weight(mask: int) -> int:
        return (mask & balance.few).bit_count() - (mask & balance.many).bit_count()

    loads_by_size = {size: _loads(size, instance) for size in range(1, instance.capacity + 1)}
    worths = sorted({weight(load) for loads in loads_by_size.values() for load in loads})
    return Levels(
        suffix=suffix,
        says=says,
        protected=symbols_of(balance.few, instance),
        levels=tuple(map(level_name, levels)),
        enough=tuple(level_name(level) for level in levels if level >= 0),
        worth=[
            (size, [(symbols_of(load, instance), level_name(weight(load))) for load in loads])
            for size, loads in loads_by_size.items()
        ],
        less=[
            [
                (level_name(level), level_name(worth), level_name(level - worth))
                for worth in worths
                if level - worth in levels
            ]
            for level in levels
        ],
        start=tuple(
            (place.symbol, level_name(weight(company)))
            for place, company in zip(instance.places, instance.start.companies, strict=True)
        ),
    )


def _loads(size: int, instance: Instance) -> list[int]:
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


def _all_levels(balances: list[Levels]) -> Row:
    """Return the names of the levels of all rules, ascending, each once."""
    values = {
        name: value for balance in balances for value, name in enumerate(balance.levels, -balance.levels.index("zero"))
    }
    return tuple(sorted(values, key=values.__getitem__))


def _requirements(
    instance: Instance, guards: list[GuardRelations], balances: list[Levels], one_rower_suffices: bool
) -> list[str]:
    """Return the fewest requirements that hold for the domain."""
    needed = {":strips", ":typing"}
    if instance.horizon:
        needed.add(":conditional-effects")
    if instance.limit:
        needed.add(":existential-preconditions")
    if instance.deadlines:
        needed |= {":negative-preconditions", ":disjunctive-preconditions", ":equality", ":universal-preconditions"}
    if not one_rower_suffices:
        needed.add(":disjunctive-preconditions")
    if guards or balances:
        needed |= {":negative-preconditions", ":disjunctive-preconditions", ":equality", ":universal-preconditions"}
    if balances:
        needed.add(":conditional-effects")
    if any(relation.guards for relation in guards):
        needed.add(":existential-preconditions")
    return sorted(needed, key=lambda name: (name not in (":strips", ":typing"), name))
