"""The dialect axioms, the travelers named: derived predicates say once when a place is unsafe, and the boat is a place.

A rule that counts is said by a tally: those whom it counts stand in a row, and along the row a derived predicate adds up how
many more of the protected than of the others are at a place.
"""

from __future__ import annotations

from typing import Any

from ferryplan.generator.crossing.constraints import Balance
from ferryplan.generator.crossing.encodings import named
from ferryplan.generator.crossing.encodings.grounds import Grounds
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.rules import Binding

BOAT_ONLY, ASHORE_ONLY = "(= ?place boat)", "(not (= ?place boat))"


class Tally(named.CountingRule):
    """A balance; those whom it counts stand in a row."""

    def __init__(self, binding: Binding[Balance], number: int, instance: Instance) -> None:
        super().__init__(binding, number, instance)
        balance = binding.constraint
        self.row = named.symbols_of(balance.many | balance.few, instance)
        """in the travelers' order"""
        self.too_many = () if self.few else tuple(map(named.level_name, range(balance.most + 1, len(self.row) + 1)))
        """the levels that are too high, where only a number bounds them"""


def axioms(instance: Instance) -> dict[str, Any]:
    """Return the context of the templates of the dialect axioms. Raises EncodingError if the instance is too large."""
    charges, balances, quorums = instance.bindings
    relations = [relation for relation in named.guard_relations(charges, instance) if relation.threatens]
    tallies = [Tally(one, number, instance) for number, one in enumerate(balances)]
    followings = [named.CountingRule(one, number, instance) for number, one in enumerate(quorums)]
    exempt = not instance.boat_rules and not any(one.aboard for asked in instance.bindings for one in asked)
    grounds = Grounds(instance)

    def where(one: named.GuardRelations | named.CountingRule) -> str:
        """Return as a condition that it is at such a place that a rule binds."""
        if ground := grounds.at(one.places, "?place"):
            return f"(or {BOAT_ONLY} {ground})" if one.aboard else ground
        if exempt or (one.places and one.aboard):
            return ""
        return BOAT_ONLY if one.aboard else ASHORE_ONLY

    rules: tuple[named.GuardRelations | named.CountingRule, ...] = (*relations, *followings, *tallies)
    lifted = named.lifted(instance, "axioms")
    lost = lifted["clock"] and lifted["clock"].lost
    lowest = -max((len(tally.many) for tally in tallies if tally.few), default=0)
    highest = max((len(tally.few) or len(tally.many) for tally in tallies), default=0)
    return {
        **lifted,
        "relations": relations,
        "tallies": tallies,
        "followings": followings,
        "lost": lost,
        "ruled": bool(rules or lost),
        "levels": [named.level_name(level) for level in range(lowest, highest + 1)],
        "exempt": exempt,
        "where": {one: where(one) for one in rules},
        "grounds": grounds,
    }
