"""The template values for the style textbook: PDDL short enough for a slide.

Three kinds of puzzles have such PDDL: a ferryman and passengers that eat each other, guards, and two parties where one
must not outnumber the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.constraints import BalanceConstraint, GuardConstraint
from ferryplan.generator.crossing.encodings.named import (
    group_guard_relations,
    list_traveler_symbols,
    make_common_context,
)
from ferryplan.generator.crossing.instance import Instance, companies_by_place
from ferryplan.generator.crossing.rules import BoundConstraint, BoundConstraints
from ferryplan.generator.errors import UnsuitableError
from ferryplan.generator.masks import mask_indices, select_by_mask
from ferryplan.generator.names import make_pddl_symbols

MAX_TRAVELLERS = 10
TEXTBOOK_PUZZLES = format_message("crossing.textbook-puzzles", most=MAX_TRAVELLERS)


def make_textbook_context(instance: Instance, dialect: str) -> tuple[str, dict[str, Any]]:
    """Return the name of the template folder for a puzzle, and the values of the template variables.

    The values are given by the names of the variables. The folder depends on the kind of puzzle: ``ferryman``,
    ``guards`` or ``parties``. Raises UnsuitableError for an unsupported dialect or puzzle.
    """
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
    if plain and instance.routes == ((0, 1), (1, 0)) and len(instance.travellers) <= MAX_TRAVELLERS:
        match instance.bound_constraints:
            case BoundConstraints([_, *_] as charges, [], []) if _is_ferryman_puzzle(charges, instance):
                return "ferryman", {**make_common_context(instance), **_make_ferryman_context(charges, instance)}
            case BoundConstraints([_, *_] as charges, [], []) if dialect == "adl" and (
                shared := _make_guards_context(charges, instance)
            ):
                return "guards", {**make_common_context(instance), **shared}
            case BoundConstraints([], [balance], []) if _is_two_party_puzzle(balance, instance):
                return "parties", {
                    **make_common_context(instance),
                    **_make_two_party_context(balance, instance, 1 if dialect == "strips" else 0),
                }
    statement = format_message("crossing.textbook-takes", puzzles=TEXTBOOK_PUZZLES)
    raise UnsuitableError(statement, where=instance.puzzle, about="style", expected=TEXTBOOK_PUZZLES)


def _is_ferryman_puzzle(bound_guards: Sequence[BoundConstraint[GuardConstraint]], instance: Instance) -> bool:
    """Return whether one traveler is the only rower, and the only guardian of all victims on both banks.

    The boat must have two seats, and it must start at the rower's place and end there if the goal mentions the boat.
    """
    guarded = all(len(one.places) == 2 and one.constraint.guardians == instance.rowers for one in bound_guards)
    if not guarded or instance.rowers.bit_count() != 1 or instance.capacity != 2:
        return False
    (rower,), boat = mask_indices(instance.rowers), instance.goal.boat
    at = instance.start.places_of([rower])[0]
    return instance.start.boat == at and boat in (None, instance.goal.travellers[rower])


def _make_ferryman_context(
    bound_guards: Sequence[BoundConstraint[GuardConstraint]], instance: Instance
) -> dict[str, Any]:
    """Return the template values of a ferryman puzzle: its travelers, conflicts and crossings.

    ``eats`` contains the pairs (eater, victim) as PDDL names. ``ways`` contains a crossing without a passenger, and
    then a crossing for each passenger. A crossing is a triple: the passenger, the travelers whose places the action
    must check, and the pairs of ``eats`` without the passenger.
    """
    names, (rower,) = [one.symbol for one in instance.travellers], list_traveler_symbols(instance.rowers, instance)
    others = [name for name in names if name != rower]
    found = [one.constraint for one in bound_guards]
    eats = dict.fromkeys((names[threat], names[one.victim]) for one in found for threat in mask_indices(one.threats))
    left = {passenger: [pair for pair in eats if passenger not in pair] for passenger in ("", *others)}
    ways = [(one, [name for name in others if any(name in pair for pair in left[one])], left[one]) for one in left]
    return {"rower": rower, "others": others, "eats": [*eats], "ways": ways}


def _make_guards_context(
    bound_guards: Sequence[BoundConstraint[GuardConstraint]], instance: Instance
) -> dict[str, Any]:
    """Return the template values of a puzzle with guards on both banks and two seats.

    The dict is empty if the puzzle is of a different kind, or if it needs more than one pair of relations (threatens,
    guards).
    """
    (first, *more), rowers = (
        group_guard_relations(bound_guards, instance),
        list_traveler_symbols(instance.rowers, instance),
    )
    shared = not more and len(first.places) == 2 and first.guards
    if not shared or instance.capacity != 2 or not rowers:
        return {}
    some = len(rowers) < len(instance.travellers)
    told = {"threatens": first.threatens, "guarding": first.guards, "aboard": first.aboard}
    return {**told, "rowers": rowers if some else ()}


def _is_two_party_puzzle(bound_balance: BoundConstraint[BalanceConstraint], instance: Instance) -> bool:
    """Return whether the puzzle has two kinds, and one must not outnumber the other on both banks.

    Everybody must be able to row, and all travelers of a kind must have the same goal.
    """
    goals, sides = (
        instance.goal.travellers,
        [mask_indices(bound_balance.constraint.few), mask_indices(bound_balance.constraint.many)],
    )
    everybody = sum(map(len, sides)) == instance.rowers.bit_count() == len(goals)
    alike = (len({(instance.travellers[one].kind, goals[one]) for one in side}) == 1 for side in sides)
    return everybody and all(alike) and len(bound_balance.places) == 2


def _make_two_party_context(
    bound_balance: BoundConstraint[BalanceConstraint], instance: Instance, min_listed_per_party: int
) -> dict[str, Any]:
    """Return the template values of a puzzle with two parties, such as loads and safe companies.

    A load or a safe company (a set of travelers on a bank) is a pair: the number of travelers of each party. ``loads``
    leaves out loads with less than ``min_listed_per_party`` travelers of a party, and ``minus`` the subtraction of such
    numbers.
    """
    balance, banks = bound_balance.constraint, [place.symbol for place in instance.places]
    few, many = sides = [balance.few, balance.many]
    most_few, most_many = few.bit_count(), many.bit_count()
    kinds = [select_by_mask(instance.travellers, side)[0].kind for side in sides]
    names = make_pddl_symbols([dict(instance.kinds)[kind] for kind in kinds], "party", {*banks})
    letters = [name[0] for name in names] if names[0][0] != names[1][0] else ["x", "y"]
    amounts, seats = range(max(most_few, most_many) + 1), instance.capacity
    companies = [*product(range(most_few + 1), range(most_many + 1))]
    loads = [
        (a, b)
        for a, b in companies
        if 0 < a + b <= seats and (not bound_balance.binds_in_boat or balance.allows_counts(b, a))
    ]

    def count_members(companies: Sequence[int]) -> list[tuple[str, str, int]]:
        there = product(zip(banks, companies, strict=True), zip(names, sides, strict=True))
        return [(name, bank, (company & side).bit_count()) for (bank, company), (name, side) in there]

    return {
        "parties": [*zip(names, letters, strict=True)],
        "amounts": [f"n{amount}" for amount in amounts],
        "loads": [load for load in loads if min(load) >= min_listed_per_party],
        "minus": [(a, b, a - b) for a, b in product(amounts, repeat=2) if min_listed_per_party <= b <= min(a, seats)],
        "at_most": [(a, b) for a, b in product(amounts, repeat=2) if a <= b],
        "safe": [
            (a, b)
            for a, b in companies
            if balance.allows_counts(b, a) and balance.allows_counts(most_many - b, most_few - a)
        ],
        "start": count_members(instance.start.companies),
        "goal": [row for row in count_members(companies_by_place(instance.goal.travellers, 2)) if row[-1]],
    }
