"""The evidence from names that the readings found in a task represent the intended state variables.

A reading says which literal of the task represents each value of a state variable.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from ferryplan.generator.state_variables import NamedThing, StateVariables
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.teaching.interpretation.fact_groups import words_of_fact
from ferryplan.teaching.interpretation.readings import VariableReading, name_likelihood
from ferryplan.teaching.interpretation.typed_names import TypedNames

MIN_NAME_LIKELIHOOD = 0.6
"""The smallest likelihood with which a name counts as evidence."""


class NameEvidence:
    """Judges by the names in a task whether readings represent the puzzle's state variables."""

    def __init__(self, space: TaskSpace, state_variables: StateVariables[Any, Any]) -> None:
        self.space, self.state_variables, self._typed_names = space, state_variables, TypedNames(space, state_variables)

    def confirms_reading(self, variable: int, reading: VariableReading) -> bool:
        """Return whether names show that a reading represents a state variable, and no other of its sort.

        ``variable`` is the index of the state variable. If the variable is a number, the names need only identify the kind that is counted.
        """
        shared, (kind, *_) = self._shared_words(variable, reading), self.state_variables.variables[variable].words
        words = self.add_names_from_types(variable, shared)
        same = (
            one.words[0]
            for one, sort in zip(self.state_variables.variables, self.state_variables.variable_sorts, strict=True)
            if sort == self.state_variables.variable_sorts[variable]
        )
        rivals = {other for other in same if other != kind}
        alike = name_likelihood(NamedThing("", "", (kind,)), words, frozenset[str]().union(*rivals) - kind)
        return alike >= MIN_NAME_LIKELIHOOD and all(
            name_likelihood(NamedThing("", "", (other,)), words) < alike for other in rivals
        )

    def add_names_from_types(self, variable: int, words: Iterable[str]) -> set[str]:
        """Return the words with the names that follow from types, such as missionary1 for ``p1``.

        ``variable`` is the index of the state variable that the words may name.
        """
        return {one for word in words for one in self._typed_names.names_of_object(variable, word)}

    def confirms_all_readings(self, readings: Sequence[VariableReading]) -> bool:
        """Return whether names confirm the reading of each state variable.

        For at most one state variable, it suffices that names confirm its values. All readings must use the same word
        for a place, except for words that already name the place.
        """
        state_variables, doubtful = self.state_variables, list[int]()
        if not self._are_place_words_consistent(readings):
            return False
        for role, reading in enumerate(readings):
            told = any(reading) or role not in state_variables.optional_variables
            leader = state_variables.leading_variables.get(role, role)
            if (
                told
                and not self.confirms_reading(role, reading)
                and not (self.confirms_reading(leader, reading) and readings[leader] == reading)
            ):
                doubtful.append(role)
        return not doubtful or (len(doubtful) == 1 and self._are_values_named(doubtful[0], readings[doubtful[0]]))

    def _are_values_named(self, variable: int, reading: VariableReading) -> bool:
        """Return whether, for each value of a state variable, the words of its literal name the value."""
        apart = _distinguishing_words(reading)
        return all(
            name_likelihood(named, some) >= MIN_NAME_LIKELIHOOD
            for named, some in zip(self.state_variables.values[variable], apart, strict=True)
        )

    def _are_place_words_consistent(self, readings: Sequence[VariableReading]) -> bool:
        """Return whether all readings use the same word for a place, except words that name the place."""
        state_variables, known = self.state_variables, list[set[str]]()
        for role, reading in enumerate(readings):
            apart = _distinguishing_words(reading)
            if role in state_variables.numeric_variables or not all(apart) or self._are_values_named(role, reading):
                continue
            if any(one and two and one.isdisjoint(two) for one, two in zip(known, apart, strict=False)):
                return False
            known = known or apart
        counted = [
            self._shared_words(role, readings[role])
            for role in sorted(state_variables.numeric_variables)
            if any(readings[role])
        ]
        return not (known and counted) or all(any(one & some for some in counted) for one in known)

    def _shared_words(self, variable: int, reading: VariableReading) -> set[str]:
        """Return the words that all facts of a reading share, which may name the state variable.

        For open facts, this includes the name of the parameter that varies. For numbers, this includes the words before the numbers.
        """
        facts = [literal[0] for literal in reading if literal]
        told = [words_of_fact(fact)[1:] for fact in facts]
        words = set.intersection(*map(set, told)) if told else set[str]()
        if variable in self.state_variables.numeric_variables:
            stems = [{re.sub("[-_]?[0-9]+$", "", word) for word in some} - {""} for some in told]
            words |= set.intersection(*stems) if stems else set()
        if any("|" in word for fact in facts for word in fact):
            [parameters] = [one.parameters for one in self.space.domain.predicates if one.name == facts[0][0]]
            apart = [n for n, some in enumerate(zip(*facts, strict=True)) if len({*some}) > 1]
            names = [parameters[n - 1].name.removeprefix("?") for n in apart if n]
            words |= {
                name for name in names if len(name) > 1 or variable in self.state_variables.numeric_variables
            }  # a single letter is ambiguous: ?b may be a bank
        return words


def _distinguishing_words(reading: VariableReading) -> list[set[str]]:
    """Return for each value of a reading the words, or the number, that only its literal has.

    A value that is represented by the absence of a fact has no words.
    """
    words = [
        set[str]() if not literal or literal[1] is False else {*words_of_fact(literal[0])[1:], str(literal[1])}
        for literal in reading
    ]
    return [some.difference(*words[:value], *words[value + 1 :]) for value, some in enumerate(words)]
