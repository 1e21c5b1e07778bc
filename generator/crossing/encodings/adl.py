"""The dialect adl with named travelers: quantifiers look at who stays behind, who is in the boat and who meets at the landing.

A rule that counts is said by levels: every place has one, which each crossing changes by what the load is worth.
"""

from __future__ import annotations

from typing import Any

from ferryplan.generator.crossing.constraints import Balance, companies
from ferryplan.generator.crossing.encodings import named
from ferryplan.generator.crossing.encodings.grounds import Grounds
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.rules import Binding


class Levels(named.CountingRule):
    """A balance, with what it needs: a level for each place and each load, what is counted there."""

    def __init__(self, binding: Binding[Balance], number: int, instance: Instance) -> None:
        """Count how many more there are of the few; where there are no few, how many there are of the many."""
        super().__init__(binding, number, instance)
        balance, seats = binding.constraint, instance.capacity
        sign = -1 if balance.few else 1

        def weight(mask: int) -> int:
            return sign * ((mask & balance.many).bit_count() - (mask & balance.few).bit_count())

        # A level is extreme where all of one side are and none of the other.
        lowest, highest = sorted((sign * balance.many.bit_count(), -sign * balance.few.bit_count()))
        self.levels = range(lowest, highest + 1)
        self.allowed = [named.level_name(level) for level in self.levels if sign * level <= balance.most]
        """the names of those that may be"""
        # The smallest load that breaks it has one of the few with `most` + 2 of the many; where there are
        # no few, `most` + 1 of the many.
        self.aboard_from = balance.most + (3 if balance.few else 1) if binding.aboard else seats + 1
        """how many a load must have to break it, where it binds in the boat; else more than the boat carries"""
        self.measure = "balance" if balance.few else "tally"
        """the predicate that gives a place its level"""
        self.enough = "enough" if balance.few else "few-enough"
        """the predicate of the levels that may be"""
        sizes = range(1 if binding.places else self.aboard_from, seats + 1)
        weights = {
            size: [(load, weight(load)) for load in companies(range(len(instance.travellers)), [size])]
            for size in sizes
        }
        self.worth = {
            size: [(named.symbols_of(load, instance), named.level_name(worth)) for load, worth in loads]
            for size, loads in weights.items()
        }
        """for each size of load that matters, each load that the seats allow, with its level"""
        worths = sorted({worth for loads in weights.values() for _, worth in loads})
        self.less = [
            [
                tuple(map(named.level_name, (level, worth, level - worth)))
                for worth in worths
                if level - worth in self.levels
            ]
            for level in self.levels
        ]
        """for each level: (level, worth, the rest of the level without a load of that worth)"""
        companies_there = zip(instance.places, instance.start.companies, strict=True)
        self.start = [(place.symbol, named.level_name(weight(company))) for place, company in companies_there]


def adl(instance: Instance) -> dict[str, Any]:
    """Return the context of the templates of the dialect adl. Raises EncodingError if the instance is too large."""
    charges, asked, quorums = instance.bindings
    lifted = named.lifted(instance, "adl", named.MOST_LOADS if asked else None)
    guards = named.guard_relations(charges, instance)
    balances = [one for number, binding in enumerate(asked) if (one := Levels(binding, number, instance)).worth]
    followings = [named.CountingRule(one, number, instance) for number, one in enumerate(quorums)]
    grounds = Grounds(instance)
    for places in [one.places for one in guards] + [one.places for one in (*balances, *followings)]:
        grounds.at(places, "?place")
    return {
        **lifted,
        "guards": guards,
        "balances": balances,
        "followings": followings,
        "grounds": grounds,
        "levels": map(named.level_name, sorted({level for balance in balances for level in balance.levels})),
    }
