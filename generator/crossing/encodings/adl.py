"""The dialect adl with named travelers.

Quantifiers check the travelers who stay behind, those in the boat, and those at the landing. Rules that compare numbers use levels:
each place has a level, which every crossing changes by the worth of the load.
"""

from __future__ import annotations

from typing import Any

from ferryplan.generator.crossing.constraints import BalanceConstraint, enumerate_companies
from ferryplan.generator.crossing.encodings import named
from ferryplan.generator.crossing.encodings.place_sets import PlaceSets
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.rules import BoundConstraint


class BalanceLevels(named.CountingRule):
    """A balance rule with the levels that the templates need: one for each place and one for each load."""

    def __init__(self, binding: BoundConstraint[BalanceConstraint], number: int, instance: Instance) -> None:
        """Define a level as the few minus the many; if there are no few, as the number of the many."""
        super().__init__(binding, number, instance)
        balance, seats = binding.constraint, instance.capacity
        sign = -1 if balance.few else 1

        def weigh(mask: int) -> int:
            return sign * ((mask & balance.many).bit_count() - (mask & balance.few).bit_count())

        # A level is extreme where all travelers of one side are present and none of the other side.
        lowest, highest = sorted((sign * balance.many.bit_count(), -sign * balance.few.bit_count()))
        self.levels = range(lowest, highest + 1)
        self.allowed_levels = [named.format_level(level) for level in self.levels if sign * level <= balance.max_many]
        """the names of the levels that the rule allows"""
        # The smallest load that breaks the rule has one of the few and `max_many` + 2 of the many; if there
        # are no few, `max_many` + 1 of the many.
        self.min_violating_load = balance.max_many + (3 if balance.few else 1) if binding.binds_in_boat else seats + 1
        """the size of the smallest load that breaks the rule in the boat; `capacity + 1` if the rule does not bind in the boat"""
        self.level_predicate = "balance" if balance.few else "tally"
        """the predicate that gives a place its level"""
        self.allowed_predicate = "enough" if balance.few else "few-enough"
        """the predicate of the levels that the rule allows"""
        sizes = range(1 if binding.places else self.min_violating_load, seats + 1)
        weights = {
            size: [(load, weigh(load)) for load in enumerate_companies(range(len(instance.travellers)), [size])]
            for size in sizes
        }
        self.loads_by_size = {
            size: [(named.list_traveler_symbols(load, instance), named.format_level(worth)) for load, worth in loads]
            for size, loads in weights.items()
        }
        """for each relevant size, the loads of that size that fit the seats, each with its level"""
        worths = sorted({worth for loads in weights.values() for _, worth in loads})
        self.subtractions = [
            [
                tuple(map(named.format_level, (level, worth, level - worth)))
                for worth in worths
                if level - worth in self.levels
            ]
            for level in self.levels
        ]
        """for each level, the triples (level, worth of a load, level after that load has left)"""
        companies_there = zip(instance.places, instance.start.companies, strict=True)
        self.start_levels = [(place.symbol, named.format_level(weigh(company))) for place, company in companies_there]


def make_adl_context(instance: Instance) -> dict[str, Any]:
    """Return the context of the templates of the dialect adl.

    Raises EncodingError if the instance is too large.
    """
    charges, asked, quorums = instance.bound_constraints
    lifted = named.make_lifted_context(instance, "adl", named.MAX_LOADS if asked else None)
    guards = named.group_guard_relations(charges, instance)
    balances = [
        one for number, binding in enumerate(asked) if (one := BalanceLevels(binding, number, instance)).loads_by_size
    ]
    followings = [named.CountingRule(one, number, instance) for number, one in enumerate(quorums)]
    grounds = PlaceSets(instance)
    for places in [one.places for one in guards] + [one.places for one in (*balances, *followings)]:
        grounds.condition_inside(places, "?place")
    return {
        **lifted,
        "guards": guards,
        "balances": balances,
        "followings": followings,
        "grounds": grounds,
        "levels": map(named.format_level, sorted({level for balance in balances for level in balance.levels})),
    }
