"""The template values for the dialect adl with named travelers.

Quantifiers check the travelers who stay behind, those in the boat, and those at the landing. A rule that compares two
groups of travelers uses levels: the level of a place is the difference between the sizes of the groups there, and every
crossing changes it by the level of the load.
"""

from __future__ import annotations

from typing import Any

from ferryplan.generator.crossing.constraints import BalanceConstraint, enumerate_companies
from ferryplan.generator.crossing.encodings import named
from ferryplan.generator.crossing.encodings.place_sets import PlaceSets
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.rules import BoundConstraint


class BalanceLevels(named.CountingRule):
    """A balance rule (one group must not outnumber another) with its levels, for the dialect adl.

    A level is the number of protected travelers (the few) minus the number of travelers that must not outnumber them
    (the many). The templates list the levels of places and of loads.
    """

    def __init__(self, binding: BoundConstraint[BalanceConstraint], rule_index: int, instance: Instance) -> None:
        """Compute the levels of places and loads for a rule.

        ``rule_index`` is the index of the rule among the balance rules. If a fixed number limits the many, a level is
        the number of the many.
        """
        super().__init__(binding, rule_index, instance)
        balance, seats = binding.constraint, instance.capacity
        sign = -1 if balance.few else 1

        def compute_level(mask: int) -> int:
            return sign * ((mask & balance.many).bit_count() - (mask & balance.few).bit_count())

        # A level is extreme where all travelers of one side are present and none of the other side.
        lowest, highest = sorted((sign * balance.many.bit_count(), -sign * balance.few.bit_count()))
        self.levels = range(lowest, highest + 1)
        self.allowed_levels = [named.format_level(level) for level in self.levels if sign * level <= balance.max_many]
        """the PDDL names of the levels that the rule allows, such as ``plus-1``"""
        # The smallest load that breaks the rule has one of the few and `max_many` + 2 of the many; if there
        # are no few, `max_many` + 1 of the many.
        self.min_violating_load = balance.max_many + (3 if balance.few else 1) if binding.binds_in_boat else seats + 1
        """the size of the smallest load that breaks the rule in the boat; `capacity + 1` if the rule does not bind in the boat"""
        self.level_predicate = "balance" if balance.few else "tally"
        """the predicate that relates a place to its level"""
        self.allowed_predicate = "enough" if balance.few else "few-enough"
        """the predicate of the levels that the rule allows"""
        sizes = range(1 if binding.places else self.min_violating_load, seats + 1)
        weights = {
            size: [(load, compute_level(load)) for load in enumerate_companies(range(len(instance.travellers)), [size])]
            for size in sizes
        }
        self.loads_by_size = {
            size: [(named.list_traveler_symbols(load, instance), named.format_level(worth)) for load, worth in loads]
            for size, loads in weights.items()
        }
        """for each relevant size, pairs: the PDDL names of the travelers in a load of that size, and the load's level"""
        worths = sorted({worth for loads in weights.values() for _, worth in loads})
        self.subtractions = [
            [
                tuple(map(named.format_level, (level, worth, level - worth)))
                for worth in worths
                if level - worth in self.levels
            ]
            for level in self.levels
        ]
        """for each level of a place, triples of PDDL names: this level, the level of a load, the level after the load has left"""
        companies_there = zip(instance.places, instance.start.companies, strict=True)
        self.start_levels = [
            (place.symbol, named.format_level(compute_level(company))) for place, company in companies_there
        ]


def make_adl_context(instance: Instance) -> dict[str, Any]:
    """Return the Jinja template values, by variable name, for the dialect adl.

    Raises EncodingError if the instance is too large.
    """
    charges, asked, quorums = instance.bound_constraints
    lifted = named.make_quantified_context(instance, "adl", named.MAX_NAMED_LOADS if asked else None)
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
