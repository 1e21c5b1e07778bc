"""Which situation can be seen in a state of a task, by what tells the values of the roles."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from typing import Any

from ferryplan.generator.cast import Cast, Seen
from ferryplan.generator.pddl.states import Fact, State
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.teaching.interpretation.groups import said_by
from ferryplan.teaching.interpretation.readings import Interpretation, Rest


class Observer:
    """What says which situation can be seen in a state of a task."""

    def __init__(
        self, space: TaskSpace, cast: Cast[Any, Any], interpretation: Interpretation, rest: Rest | None = None
    ) -> None:
        self.space, self.cast, self.interpretation, self.rest = space, cast, interpretation, rest or Rest()
        self.readings = readings = interpretation.readings
        literals = {literal for literal in itertools.chain(self.rest.literals, *readings) if literal}
        self._facts = {fact: said_by(fact) for fact, _ in literals}
        self._silent = [[one.index(None)] if cast.stated and one.count(None) == 1 else [] for one in readings]
        """of each role its value where nothing tells any"""
        facts, self._functions = {fact for some in self._facts.values() for fact in some}, {*dict(space.initial.values)}
        self._things = self._find_things() if cast.stated else []
        self._asked = {fact for fact in facts if fact[0] in space.derived_predicates}
        self._always = {fact for fact in facts if space.never_changes(fact[0]) and space.has(space.initial, fact)}

    def values(self, state: State) -> list[list[int]]:
        """Return for each role its values in a state, of which there should be no more than one; of what a function counts whatever it is."""
        numbers = dict(state.values)
        return [
            [round(numbers[reading[0][0]])]
            if role in self.cast.numbers and reading and reading[0] and reading[0][0] in numbers
            else [value for value, one in enumerate(reading) if one and self._holds(state, *one)] or self._silent[role]
            for role, reading in enumerate(self.readings)
        ]

    def _holds(self, state: State, fact: Fact, wanted: bool | Fraction) -> bool:
        if fact in self._functions:
            return (fact, wanted) in state.values
        held = sum(self._has(state, one) for one in self._facts[fact])
        return (held > 0 if isinstance(wanted, bool) else held) == wanted

    def _has(self, state: State, fact: Fact) -> bool:
        return self.space.has(state, fact) if fact in self._asked else fact in state.facts or fact in self._always

    def __call__(self, state: State) -> Seen:
        """Return what can be seen in a state."""
        rests = all(self._holds(state, *literal) for literal in self.rest.literals)
        if self.rest.hides and not rests:
            return Seen(None, False)
        seen = self.cast.seen(self.values(state))
        things = tuple(
            [
                frozenset(one for fact, some in place.items() if fact in state.facts for one in some)
                for place in self._things
            ]
        )
        return seen._replace(settled=seen.settled and rests, things=things)

    def _find_things(self) -> list[dict[Fact, set[str]]]:
        """Return for each role the facts any of which may tell its value, with the interchangeable objects in each.

        Interchangeable are the objects that may stand there for several roles: a ball may be in every room, and a hand is in none.
        """
        reached = self.space.within_reach[1] | self.space.initial.facts
        places, roles = list[dict[Fact, set[str]]](), Counter[str]()
        for reading in self.readings:
            facts = {fact for fact, _ in filter(None, reading) if any("|" in word for word in fact)}
            opened = [(one, fact) for fact in facts for one in self._facts[fact] if one in reached]
            ways = ((one, zip(one[1:], fact[1:], strict=True)) for one, fact in opened)
            places.append({one: {word for word, other in both if "|" in other} for one, both in ways})
            roles.update({*itertools.chain.from_iterable(places[-1].values())})
        return [{fact: {one for one in some if roles[one] > 1} for fact, some in place.items()} for place in places]
