"""The dialect axioms, the travellers named: derived predicates say once when a place is unsafe, and the boat is a place.

A rule that counts is said by a tally: those whom it counts stand in a row, and along the row a derived predicate adds up how
many more of the protected than of the others are at a place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from generator.crossing.constraints import Balance
from generator.crossing.encodings import named
from generator.crossing.encodings.clock import clock_of
from generator.crossing.encodings.grounds import Grounds
from generator.crossing.instance import Instance
from generator.crossing.rules import Binding

BOAT_ONLY, ASHORE_ONLY = "(= ?place boat)", "(not (= ?place boat))"


@dataclass(frozen=True, slots=True)
class Tally:
    """What an outnumber rule needs: the names of those who are counted, in the travellers' order."""

    suffix: str
    says: str
    protected: tuple[str, ...]
    """those who must not be outnumbered"""
    outnumbering: tuple[str, ...]
    """those who must not be more"""
    row: tuple[str, ...]
    """both; where only a number bounds them, whoever is counted"""
    too_many: tuple[str, ...]
    """then the levels that are too high"""
    places: frozenset[int]
    """the indices of the places where it binds"""
    aboard: bool
    """whether it binds in the boat"""


def axioms(instance: Instance) -> dict[str, Any]:
    """Return the context of the templates of the dialect axioms. Raises EncodingError if the instance is too large."""
    charges, balances, quorums = instance.bindings
    relations = [relation for relation in named.guard_relations(charges, instance) if relation.threatens]
    tallies, followings = _tallies(balances, instance), named.followings(quorums, instance)
    aboard = any(one.aboard for asked in instance.bindings for one in asked)
    exempt = not instance.boat_rules and not aboard
    clock = clock_of(instance)
    grounds = Grounds(instance)

    def where(one: named.GuardRelations | named.Following | Tally) -> str:
        """Return as a condition that it is at such a place that a rule binds."""
        if ground := grounds.at(one.places, "?place"):
            return f"(or {BOAT_ONLY} {ground})" if one.aboard else ground
        if exempt or (one.places and one.aboard):
            return ""
        return BOAT_ONLY if one.aboard else ASHORE_ONLY

    lost = clock.lost if clock else ()
    lowest = -max((len(tally.outnumbering) for tally in tallies), default=0)
    highest = max((len(tally.protected) or len(tally.row) for tally in tallies), default=0)
    context: dict[str, Any] = {
        **named.lifted(instance, "axioms"),
        "relations": relations,
        "tallies": tallies,
        "followings": followings,
        "lost": lost,
        "ruled": bool(relations or tallies or followings or lost),
        "levels": [named.level_name(level) for level in range(lowest, highest + 1)],
        "below_zero": [named.level_name(level) for level in range(lowest, 0)],
        "exempt": exempt,
        "where": where,
        "grounds": grounds,
        "may_end_aboard": instance.goal.boat is None and None in instance.goal.travellers,
    }
    for one in (*relations, *followings, *tallies):
        context["where"](one)  # so that the grounds are named
    return context


def _tallies(balances: Sequence[Binding[Balance]], instance: Instance) -> list[Tally]:
    tallies = list[Tally]()
    for balance, says, places, aboard in balances:
        row = named.symbols_of(balance.few | balance.many, instance)
        protected = named.symbols_of(balance.few, instance)
        outnumbering = named.symbols_of(balance.many, instance) if balance.few else ()
        too_many = () if balance.few else tuple(map(named.level_name, range(balance.most + 1, len(row) + 1)))
        tallies.append(Tally(named.suffix(len(tallies)), says, protected, outnumbering, row, too_many, places, aboard))
    return tallies
