"""The template values for the dialect axioms with named travelers.

Derived predicates define when a place is unsafe, and the boat is a place. Rules that compare numbers use a tally: a
derived predicate goes through the travelers that the rule counts, one by one, and adds up a difference for each place.
The difference is the number of protected travelers there minus the number of the other group.
"""

from __future__ import annotations

from typing import Any

from ferryplan.generator.crossing.constraints import BalanceConstraint
from ferryplan.generator.crossing.encodings import named
from ferryplan.generator.crossing.encodings.place_sets import PlaceSets
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.rules import BoundConstraint

BOAT_ONLY, ASHORE_ONLY = "(= ?place boat)", "(not (= ?place boat))"


class BalanceTally(named.CountingRule):
    """A balance rule (one group must not outnumber another) for the dialect axioms.

    Derived predicates count the rule's travelers one by one, in the order of ``counted_travelers``.
    """

    def __init__(self, binding: BoundConstraint[BalanceConstraint], rule_index: int, instance: Instance) -> None:
        super().__init__(binding, rule_index, instance)
        balance = binding.constraint
        self.counted_travelers = named.list_traveler_symbols(balance.many | balance.few, instance)
        """the PDDL names of the travelers that the rule counts, in the travelers' order"""
        self.forbidden_levels = (
            ()
            if self.few
            else tuple(map(named.format_level, range(balance.max_many + 1, len(self.counted_travelers) + 1)))
        )
        """the PDDL names of the levels above the maximum, if a number and not a second group limits the many"""


def make_axioms_context(instance: Instance) -> dict[str, Any]:
    """Return the Jinja template values, by variable name, for the dialect axioms.

    Raises EncodingError if the instance is too large.
    """
    charges, balances, quorums = instance.bound_constraints
    relations = [relation for relation in named.group_guard_relations(charges, instance) if relation.threatens]
    tallies = [BalanceTally(one, number, instance) for number, one in enumerate(balances)]
    followings = [named.CountingRule(one, number, instance) for number, one in enumerate(quorums)]
    exempt = not instance.boat_rules and not any(
        one.binds_in_boat for asked in instance.bound_constraints for one in asked
    )
    grounds = PlaceSets(instance)

    def format_place_condition(rule: named.GuardRelations | named.CountingRule) -> str:
        """Return the PDDL condition that ``?place`` is a place where a rule binds.

        The text is empty if no condition is needed.
        """
        if ground := grounds.condition_inside(rule.places, "?place"):
            return f"(or {BOAT_ONLY} {ground})" if rule.aboard else ground
        if exempt or (rule.places and rule.aboard):
            return ""
        return BOAT_ONLY if rule.aboard else ASHORE_ONLY

    rules: tuple[named.GuardRelations | named.CountingRule, ...] = (*relations, *followings, *tallies)
    lifted = named.make_quantified_context(instance, "axioms")
    lost = lifted["clock"] and lifted["clock"].forbidden_positions
    lowest = -max((len(tally.many) for tally in tallies if tally.few), default=0)
    highest = max((len(tally.few) or len(tally.many) for tally in tallies), default=0)
    return {
        **lifted,
        "relations": relations,
        "tallies": tallies,
        "followings": followings,
        "lost": lost,
        "ruled": bool(rules or lost),
        "levels": [named.format_level(level) for level in range(lowest, highest + 1)],
        "exempt": exempt,
        "where": {one: format_place_condition(one) for one in rules},
        "grounds": grounds,
    }
