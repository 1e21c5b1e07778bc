"""The dialect adl with named travellers: quantifiers look at who stays behind, who is in the boat and who meets at the landing.

A rule that counts is said by levels: every place has one, which each crossing changes by what the load is worth.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from generator.crossing.constraints import Balance, companies
from generator.crossing.encodings import named
from generator.crossing.encodings.clock import Row
from generator.crossing.encodings.grounds import Grounds
from generator.crossing.instance import Instance
from generator.crossing.rules import Binding


@dataclass(frozen=True, slots=True)
class Levels:
    """What a balance needs: a level for each place and each load, what is counted there."""

    suffix: str
    says: str
    protected: Row
    """those who must not be outnumbered; nobody where only a number bounds the others"""
    places: frozenset[int]
    """the indices of the places where it binds"""
    aboard_from: int
    """how many a load must have to break it, where it binds in the boat; else more than the boat carries"""
    measure: str
    """the predicate that gives a place its level"""
    enough: str
    """the predicate of the levels that may be"""
    levels: Row
    """the levels' names, ascending"""
    allowed: Row
    """those that may be"""
    worth: list[tuple[int, list[tuple[Row, str]]]]
    """for each size of load that matters, each load that the seats allow, with its level"""
    less: list[list[Row]]
    """for each level: (level, worth, the rest of the level without a load of that worth)"""
    start: tuple[Row, ...]
    """(place, level)"""

    @property
    def sizes(self) -> set[int]:
        """The sizes of load that matter."""
        return {size for size, _ in self.worth}


def adl(instance: Instance) -> dict[str, Any]:
    """Return the context of the templates of the dialect adl. Raises EncodingError if the instance is too large."""
    charges, asked, quorums = instance.bindings
    followings = named.followings(quorums, instance)
    context = named.lifted(instance, "adl", named.MOST_LOADS if asked else None)
    guards = named.guard_relations(charges, instance)
    levels = (_levels(binding, number, instance) for number, binding in enumerate(asked))
    balances = [one for one in levels if one.worth]
    grounds = Grounds(instance)
    for places in (
        *(one.places for one in guards),
        *(one.places for one in balances),
        *(one.places for one in followings),
    ):
        grounds.at(places, "?place")
    return {
        **context,
        "guards": guards,
        "balances": balances,
        "followings": followings,
        "grounds": grounds,
        "levels_of_all": _all_levels(balances),
    }


def _levels(binding: Binding[Balance], number: int, instance: Instance) -> Levels:
    """Return the levels of a balance: how many more there are of the few; where there are no few, how many there are of the many."""
    balance, seats = binding.constraint, instance.capacity
    sign = -1 if balance.few else 1

    def weight(mask: int) -> int:
        return sign * ((mask & balance.many).bit_count() - (mask & balance.few).bit_count())

    lowest, highest = sorted((sign * balance.many.bit_count(), -sign * balance.few.bit_count()))
    levels = range(lowest, highest + 1)
    aboard_from = balance.most + (3 if balance.few else 1) if binding.aboard else seats + 1
    loads_by_size = {
        size: [*companies(range(len(instance.travellers)), [size])]
        for size in range(1 if binding.places else aboard_from, seats + 1)
    }
    worths = sorted({weight(load) for loads in loads_by_size.values() for load in loads})
    return Levels(
        suffix=named.suffix(number),
        says=binding.says,
        protected=named.symbols_of(balance.few, instance),
        places=binding.places,
        aboard_from=aboard_from,
        measure="balance" if balance.few else "tally",
        enough="enough" if balance.few else "few-enough",
        levels=tuple(map(named.level_name, levels)),
        allowed=tuple(named.level_name(level) for level in levels if sign * level <= balance.most),
        worth=[
            (size, [(named.symbols_of(load, instance), named.level_name(weight(load))) for load in loads])
            for size, loads in loads_by_size.items()
        ],
        less=[
            [
                (named.level_name(level), named.level_name(worth), named.level_name(level - worth))
                for worth in worths
                if level - worth in levels
            ]
            for level in levels
        ],
        start=tuple(
            (place.symbol, named.level_name(weight(company)))
            for place, company in zip(instance.places, instance.start.companies, strict=True)
        ),
    )


def _all_levels(balances: list[Levels]) -> Row:
    """Return the names of the levels of all rules, ascending, each once."""
    values = {
        name: value for balance in balances for value, name in enumerate(balance.levels, -balance.levels.index("zero"))
    }
    return tuple(sorted(values, key=values.__getitem__))
