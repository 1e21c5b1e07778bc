"""The observer, which reads the values of a puzzle's state variables from states of a model."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from typing import Any

from ferryplan.generator.pddl.states import Fact, PddlState
from ferryplan.generator.state_variables import Observation, StateVariables
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.teaching.interpretation.fact_groups import expand_open_fact
from ferryplan.teaching.interpretation.readings import Interpretation, SettledCondition


class Observer:
    """A function that maps states of a model to values of the puzzle's state variables.

    The interpretation says which literal represents each value. ``settled_condition`` has the literals that hold when no move is
    unfinished; None means that every state may be settled.
    """

    def __init__(
        self,
        space: TaskSpace,
        state_variables: StateVariables[Any, Any],
        interpretation: Interpretation,
        settled_condition: SettledCondition | None = None,
    ) -> None:
        self.space, self.state_variables, self.interpretation, self.settled_condition = (
            space,
            state_variables,
            interpretation,
            settled_condition or SettledCondition(),
        )
        self.readings = readings = interpretation.readings
        literals = {literal for literal in itertools.chain(self.settled_condition.literals, *readings) if literal}
        self._expanded_facts = {fact: expand_open_fact(fact) for fact, _ in literals}
        self._default_values = [
            [one.index(None)] if state_variables.own_pddl_facts and one.count(None) == 1 else [] for one in readings
        ]
        """For each state variable, its value if none of its literals holds, as a list of at most one value."""
        facts, self._functions = (
            {fact for some in self._expanded_facts.values() for fact in some},
            {*dict(space.initial.values)},
        )
        self._objects_by_fact = self._find_interchangeable_objects() if state_variables.own_pddl_facts else []
        self._derived_facts = {fact for fact in facts if fact[0] in space.derived_predicates}
        self._static_facts = {
            fact for fact in facts if space.is_static(fact[0]) and space.fact_holds(space.initial, fact)
        }

    def read_values(self, state: PddlState) -> list[list[int]]:
        """Return the values that each state variable has in a state, as indices of values.

        A correct model gives each state variable one value; a faulty one may give none or several. A number that a function gives may lie
        outside the variable's domain.
        """
        numbers = dict(state.values)
        return [
            [round(numbers[reading[0][0]])]
            if role in self.state_variables.numeric_variables and reading and reading[0] and reading[0][0] in numbers
            else [value for value, one in enumerate(reading) if one and self._literal_holds(state, *one)]
            or self._default_values[role]
            for role, reading in enumerate(self.readings)
        ]

    def _literal_holds(self, state: PddlState, fact: Fact, expected: bool | Fraction) -> bool:
        """Return whether a fact has the expected truth value in a state, or a function the expected value.

        If ``fact`` is an open fact and ``expected`` a number, the number of true facts that it stands for is compared.
        """
        if fact in self._functions:
            return (fact, expected) in state.values
        held = sum(self._contains_fact(state, one) for one in self._expanded_facts[fact])
        return (held > 0 if isinstance(expected, bool) else held) == expected

    def _contains_fact(self, state: PddlState, fact: Fact) -> bool:
        """Return whether a fact holds in a state."""
        return (
            self.space.fact_holds(state, fact)
            if fact in self._derived_facts
            else fact in state.facts or fact in self._static_facts
        )

    def __call__(self, state: PddlState) -> Observation:
        """Return the observation in a state: the valuation, and whether a move is unfinished.

        For a puzzle that is a planning task, the observation also has the interchangeable objects at each place.
        """
        is_settled = all(self._literal_holds(state, *literal) for literal in self.settled_condition.literals)
        if self.settled_condition.hides_unsettled and not is_settled:
            return Observation(None, False)
        seen = self.state_variables.observe(self.read_values(state))
        things = tuple(
            [
                frozenset(one for fact, some in place.items() if fact in state.facts for one in some)
                for place in self._objects_by_fact
            ]
        )
        return seen._replace(is_between_moves=seen.is_between_moves and is_settled, objects_by_place=things)

    def _find_interchangeable_objects(self) -> list[dict[Fact, set[str]]]:
        """Return for each state variable the interchangeable objects in each fact of its open facts.

        An object is interchangeable if an open argument lists it, and if it occurs for several state variables. For
        example, a ball may be in every room, but a hand is in no room.
        """
        reached = self.space.relaxed_reachability[1] | self.space.initial.facts
        places, roles = list[dict[Fact, set[str]]](), Counter[str]()
        for reading in self.readings:
            facts = {fact for fact, _ in filter(None, reading) if any("|" in word for word in fact)}
            opened = [(one, fact) for fact in facts for one in self._expanded_facts[fact] if one in reached]
            ways = ((one, zip(one[1:], fact[1:], strict=True)) for one, fact in opened)
            places.append({one: {word for word, other in both if "|" in other} for one, both in ways})
            roles.update({*itertools.chain.from_iterable(places[-1].values())})
        return [{fact: {one for one in some if roles[one] > 1} for fact, some in place.items()} for place in places]
