"""The style textbook: PDDL for a slide, of crossings that fit on one: a ferryman and what eats what, guards, two parties that are counted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import Balance, Charge
from ferryplan.generator.crossing.encodings.named import common, guard_relations, symbols_of
from ferryplan.generator.crossing.instance import Instance, companies_of
from ferryplan.generator.crossing.rules import Binding, Bindings
from ferryplan.generator.errors import UnsuitableError
from ferryplan.generator.masks import members, select
from ferryplan.generator.names import symbols

MOST_TRAVELLERS = 10
TAKEN = format_message("crossing.textbook-puzzles", most=MOST_TRAVELLERS)


def textbook(instance: Instance, dialect: str) -> tuple[str, dict[str, Any]]:
    """Return the folder of the templates and what they lay out. Raises UnsuitableError for what the style does not take."""
    if dialect not in ("strips", "adl"):
        raise UnsuitableError(
            format_message("crossing.textbook-dialect", dialect=dialect),
            where=instance.puzzle,
            about="dialect",
            found=dialect,
            expected="strips or adl",
        )
    timed = instance.deadlines or instance.limit or instance.backward
    plain = instance.boats == 1 and not (timed or instance.tariff or instance.weights)
    if plain and instance.routes == ((0, 1), (1, 0)) and len(instance.travellers) <= MOST_TRAVELLERS:
        match instance.bindings:
            case Bindings([_, *_] as charges, [], []) if _have_ferryman(charges, instance):
                return "ferryman", {**common(instance), **_ferryman(charges, instance)}
            case Bindings([_, *_] as charges, [], []) if dialect == "adl" and (shared := _guards(charges, instance)):
                return "guards", {**common(instance), **shared}
            case Bindings([], [balance], []) if _are_of_parties(balance, instance):
                return "parties", {**common(instance), **_parties(balance, instance, 1 if dialect == "strips" else 0)}
    statement = format_message("crossing.textbook-takes", puzzles=TAKEN)
    raise UnsuitableError(statement, where=instance.puzzle, about="style", expected=TAKEN)


def _have_ferryman(charges: Sequence[Binding[Charge]], instance: Instance) -> bool:
    """Return whether one rows and guards all others, on both banks, and the boat is where he is."""
    guarded = all(len(one.places) == 2 and one.constraint.guardians == instance.rowers for one in charges)
    if not guarded or instance.rowers.bit_count() != 1 or instance.capacity != 2:
        return False
    (rower,), boat = members(instance.rowers), instance.goal.boat
    at = instance.start.places_of([rower])[0]
    return instance.start.boat == at and boat in (None, instance.goal.travellers[rower])


def _ferryman(charges: Sequence[Binding[Charge]], instance: Instance) -> dict[str, Any]:
    """Return who rows, who else there is, who eats whom, and for the passenger of each crossing, none at first, who must be asked for."""
    names, (rower,) = [one.symbol for one in instance.travellers], symbols_of(instance.rowers, instance)
    others = [name for name in names if name != rower]
    found = [one.constraint for one in charges]
    eats = dict.fromkeys((names[threat], names[one.victim]) for one in found for threat in members(one.threats))
    left = {passenger: [pair for pair in eats if passenger not in pair] for passenger in ("", *others)}
    ways = [(one, [name for name in others if any(name in pair for pair in left[one])], left[one]) for one in left]
    return {"rower": rower, "others": others, "eats": [*eats], "ways": ways}


def _guards(charges: Sequence[Binding[Charge]], instance: Instance) -> dict[str, Any]:
    """Return who threatens and who guards whom on both banks, in a boat for 2; nothing if that is not one relation each."""
    (first, *more), rowers = guard_relations(charges, instance), symbols_of(instance.rowers, instance)
    shared = not more and len(first.places) == 2 and first.guards
    if not shared or instance.capacity != 2 or not rowers:
        return {}
    some = len(rowers) < len(instance.travellers)
    told = {"threatens": first.threatens, "guarding": first.guards, "aboard": first.aboard}
    return {**told, "rowers": rowers if some else ()}


def _are_of_parties(binding: Binding[Balance], instance: Instance) -> bool:
    """Return whether all row and are of two kinds, one never more than the other on both banks, and each kind goes to one place."""
    goals, sides = instance.goal.travellers, [members(binding.constraint.few), members(binding.constraint.many)]
    everybody = sum(map(len, sides)) == instance.rowers.bit_count() == len(goals)
    alike = (len({(instance.travellers[one].kind, goals[one]) for one in side}) == 1 for side in sides)
    return everybody and all(alike) and len(binding.places) == 2


def _parties(binding: Binding[Balance], instance: Instance, least: int) -> dict[str, Any]:
    """Return the parties and what is true of how many; of either party, ``least`` are in the loads that are listed, and subtracted."""
    balance, banks = binding.constraint, [place.symbol for place in instance.places]
    few, many = sides = [balance.few, balance.many]
    most_few, most_many = few.bit_count(), many.bit_count()
    kinds = [select(instance.travellers, side)[0].kind for side in sides]
    names = symbols([dict(instance.kinds)[kind] for kind in kinds], "party", {*banks})
    letters = [name[0] for name in names] if names[0][0] != names[1][0] else ["x", "y"]
    amounts, seats = range(max(most_few, most_many) + 1), instance.capacity
    companies = [*product(range(most_few + 1), range(most_many + 1))]
    loads = [(a, b) for a, b in companies if 0 < a + b <= seats and (not binding.aboard or balance.allows(b, a))]

    def counted(companies: Sequence[int]) -> list[tuple[str, str, int]]:
        there = product(zip(banks, companies, strict=True), zip(names, sides, strict=True))
        return [(name, bank, (company & side).bit_count()) for (bank, company), (name, side) in there]

    return {
        "parties": [*zip(names, letters, strict=True)],
        "amounts": [f"n{amount}" for amount in amounts],
        "loads": [load for load in loads if min(load) >= least],
        "minus": [(a, b, a - b) for a, b in product(amounts, repeat=2) if least <= b <= min(a, seats)],
        "at_most": [(a, b) for a, b in product(amounts, repeat=2) if a <= b],
        "safe": [(a, b) for a, b in companies if balance.allows(b, a) and balance.allows(most_many - b, most_few - a)],
        "start": counted(instance.start.companies),
        "goal": [row for row in counted(companies_of(instance.goal.travellers, 2)) if row[-1]],
    }
