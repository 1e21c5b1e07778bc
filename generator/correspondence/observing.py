"""Which situation can be seen in a state of a task, by what tells the values of the roles."""

from __future__ import annotations

import itertools
from fractions import Fraction
from typing import Any

from generator.cast import Cast, Seen
from generator.classical.space import ClassicalSpace
from generator.correspondence.groups import said_by
from generator.correspondence.readings import Interpretation, Rest
from generator.pddl.states import Fact, State


class Observer:
    """What says which situation can be seen in a state of a task."""

    def __init__(
        self, space: ClassicalSpace, cast: Cast[Any, Any], interpretation: Interpretation, rest: Rest | None = None
    ) -> None:
        self.space, self.cast, self.interpretation, self.rest = space, cast, interpretation, rest or Rest()
        self.readings = readings = interpretation.readings
        literals = {literal for literal in itertools.chain(self.rest.literals, *readings) if literal}
        self._facts = {fact: said_by(fact) for fact, _ in literals}
        self._silent = [[one.index(None)] if cast.stated and one.count(None) == 1 else [] for one in readings]
        """of each role its value where nothing tells any"""
        facts, self._functions = {fact for some in self._facts.values() for fact in some}, {*dict(space.initial.values)}
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
        return seen._replace(settled=seen.settled and rests)
