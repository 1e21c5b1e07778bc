"""The search for interpretations by structure: conditions filter candidates, names only rank them.

A variable of the model may represent a state variable of the puzzle. It is a group of facts: at most one of them holds
in every explored state, exactly one in the initial state, and not always the same one. Variables that differ in one
word form a family. Variables with the same words for places also form a family, because a model may have one predicate
for each kind. The variables of one family represent the positions of the travelers, with the same words for the same
places. If only one traveler can row, this traveler may have a variable outside the family, and so may the boat.
Candidates with a low penalty or a high score come first.
"""

from __future__ import annotations

import functools
import heapq
import itertools
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ferryplan.generator.pddl.states import Fact, PddlState
from ferryplan.teaching.interpretation.derived_places import is_derived_place
from ferryplan.teaching.interpretation.fact_groups import HOLE, group_facts, words_of_fact
from ferryplan.teaching.interpretation.model_variables import (
    ModelVariable,
    ReadingCombination,
    VariableFamily,
    VariableLabel,
    find_facts_with_counterparts,
)
from ferryplan.teaching.interpretation.name_evidence import NameEvidence
from ferryplan.teaching.interpretation.outline import PuzzleOutline
from ferryplan.teaching.interpretation.readings import (
    FactLiteral,
    Interpretation,
    ReadingFinder,
    VariableReading,
    name_likelihood,
)

MAX_NEAR_STATES = 500
MAX_WORDS, MAX_PLACE_MAPS = 8, 6
MAX_SEPARATE_READINGS, MAX_ASSIGNMENTS, MAX_SEARCH_STEPS = 6, 120, 20_000
"""Limits on the explored states, on the values of a variable, on the assignments of words to places, on separate variables outside a
family, on the assignments of variables to travelers, and on the steps of the search for such assignments."""
MAX_MIXED_VARIABLES, MIXED_SHAPE_PENALTY = 24, 0.5
"""The largest number of variables in a family with patterns of different lengths or predicates, and the penalty for interchangeable
travelers whose variables differ in this way."""
CLEAR_NAME_LIKELIHOOD = 0.6
"""The smallest likelihood with which a name clearly shows that a variable of the model belongs to a state variable."""


class StructureSearch:
    """A search for interpretations with mutually exclusive facts for the positions, the best fit first."""

    def __init__(
        self,
        reading_finder: ReadingFinder,
        outline: PuzzleOutline,
        successors: Callable[[PddlState], Sequence[tuple[Any, PddlState]]],
    ) -> None:
        """Explore the model near its initial state.

        All state variables of ``reading_finder`` must be positions; the last one is the boat. ``outline`` is the puzzle's behavior near its
        initial state. ``successors`` returns the pairs of action and state that follow a state of the model.
        """
        self.reading_finder, self.outline = reading_finder, outline
        self.state_variables, self.space = reading_finder.state_variables, reading_finder.space
        self._evidence = NameEvidence(self.space, self.state_variables)
        self._boat_variable = len(self.state_variables.variables) - 1
        self._traveler_variables = range(self._boat_variable)
        self._rower_variable = self.state_variables.leading_variables.get(self._boat_variable)
        numbers, self._transitions = {self.space.initial: 0}, list[tuple[int, int]]()
        for number, state in enumerate(queue := [self.space.initial]):
            for _, after in successors(state):
                if after not in numbers and len(queue) < MAX_NEAR_STATES:
                    numbers[after] = len(queue)
                    queue.append(after)
                if after in numbers:
                    self._transitions.append((number, numbers[after]))
        self.near_states = queue
        self.families = self._find_families()

    def _find_families(self) -> list[VariableFamily]:
        """Return the families of the model's variables, the largest first.

        Each variable is also a family of its own. Families whose variables have different predicates or lengths come last.
        """
        families = defaultdict[tuple[str, ...], dict[VariableLabel, ModelVariable]](dict)
        mixed = defaultdict[frozenset[str], dict[VariableLabel, ModelVariable]](dict)
        for key, literals in self._group_literals(len(self.state_variables.values[self._boat_variable])):
            if variable := self._make_variable(key, literals):
                families[key][()] = variable
                for place in (place for place in range(1, len(key)) if key[place] != HOLE):
                    families[*key[:place], "@", *key[place + 1 :]][key[place],] = variable
                if all(wanted for _, wanted in literals.values()):
                    mixed[frozenset(literals)][variable.shared_words] = variable
        alike = [family for family in families.values() if len(family) > 1 or () in family]
        known = [{one.pattern for one in family.values()} for family in alike]
        several = [
            one
            for one in mixed.values()
            if 1 < len(one) <= MAX_MIXED_VARIABLES and {v.pattern for v in one.values()} not in known
        ]
        return [*sorted(alike, key=lambda one: -len(one)), *sorted(several, key=lambda one: -len(one))]

    def _group_literals(self, min_size: int) -> Iterator[tuple[Fact, Mapping[str, FactLiteral]]]:
        """Yield groups of literals that may be the values of a variable, with at least ``min_size`` literals.

        A pair has the words that the literals share, with a hole for the word in which they differ, and the literals by
        this word. Derived facts are left out, because they repeat other facts; the derived places of held things are
        kept.
        """
        facts = [
            fact
            for fact in self.reading_finder.facts
            if fact[0] not in self.space.derived_predicates or is_derived_place(fact)
        ]
        for key, group in group_facts(facts).items():
            if len(group) >= min_size:
                yield key, {word: (fact, True) for word, fact in group.items()}
        alone = (
            {*facts} - find_facts_with_counterparts(facts, self.near_states, self._transitions)
            if min_size == 2
            else set[Fact]()
        )
        for fact in sorted(alone):
            yield (*words_of_fact(fact), HOLE), {"no": (fact, False), "yes": (fact, True)}
        numbers = defaultdict[Fact, set[Fraction]](set)
        for function, value in itertools.chain.from_iterable(state.values for state in self.near_states):
            numbers[function].add(value)
        for function, values in numbers.items():
            if len(values) >= min_size:
                yield (*words_of_fact(function), HOLE), {str(value): (function, value) for value in sorted(values)}

    def _make_variable(self, key: Fact, literals: Mapping[str, FactLiteral]) -> ModelVariable | None:
        """Return the variable with the given literals; None if they are not mutually exclusive values.

        No two of the literals may ever hold at once. One must hold in the initial state, but not in all states.
        """
        held = list[list[str]]()
        for state in self.near_states:
            held.append([word for word, literal in literals.items() if self._literal_holds(state, literal)])
            if len(held[-1]) > 1:
                return None
        if not held[0] or all(some == held[0] for some in held):
            return None
        changes = sum(held[one] != held[other] for one, other in self._transitions) / max(1, len(self._transitions))
        return ModelVariable(key, literals, held[0][0], changes)

    def _literal_holds(self, state: PddlState, literal: FactLiteral) -> bool:
        """Return whether a literal holds in a state of the model."""
        fact, wanted = literal
        if isinstance(wanted, bool):
            return (self.space.fact_holds(state, fact) if is_derived_place(fact) else fact in state.facts) == wanted
        return literal in state.values

    def __iter__(self) -> Iterator[Interpretation]:
        """Yield interpretations; the families, their words for places and the boat's readings take turns."""
        fewest = len(self._traveler_variables) - (self._rower_variable is not None)
        families = [family for family in self.families if len(family) >= max(1, fewest)]
        shapes = defaultdict[Any, dict[ReadingCombination, tuple[float, float]]](dict)
        for number, family in enumerate(families):
            for doubt, places, way in self._interpret_by_family(family):
                if fit := self._rate_initial_behavior(way):
                    # The absence of a fact is weaker evidence.
                    doubt += sum(not literal[1] for reading in way for literal in reading if literal)
                    ways = shapes[number, places, way[self._boat_variable]]
                    ways[way] = min((-fit, doubt), ways.get(way, (0, 0)))
        in_order = (sorted((rank, way) for way, rank in ways.items()) for ways in shapes.values())
        turns = itertools.zip_longest(*sorted(in_order))
        for way in dict.fromkeys(one[1] for turn in turns for one in sorted(filter(None, turn))):
            yield Interpretation(way, self._evidence.confirms_all_readings(way))

    def identifies_travelers(self, interpretation: Interpretation) -> bool:
        """Return whether the names in an interpretation identify each traveler."""
        return all(
            self._evidence.confirms_reading(role, interpretation.readings[role]) for role in self._traveler_variables
        )

    def _rate_initial_behavior(self, readings: ReadingCombination) -> float:
        """Return a score from 0 to 2 for how well the model fits the puzzle near the initial state.

        The score is 0 if the model reaches no state that the puzzle reaches by its first move.
        """
        seen = {*zip(*map(self._values_in_states, readings), strict=True)}
        seen = {situation for situation in seen if -1 not in situation}
        strange = len(seen - self.outline.known_valuations) / max(1, len(seen)) if self.outline.is_complete else 0
        met = len(seen & self.outline.first_valuations) / max(1, len(self.outline.first_valuations))
        return met + met * (1 - strange)

    @functools.cache  # noqa: B019  a search is made for one comparison
    def _values_in_states(self, reading: VariableReading) -> list[int]:
        """Return the index of the value that a reading has in each explored state, -1 for no value."""
        return [
            next((value for value, one in enumerate(reading) if one and self._literal_holds(state, one)), -1)
            for state in self.near_states
        ]

    def _interpret_by_family(
        self, family: VariableFamily
    ) -> Iterator[tuple[float, tuple[str, ...], ReadingCombination]]:
        """Yield interpretations with a family's variables for the travelers: (penalty, place words, readings)."""
        for worth, places in self._rank_place_maps(family):
            for doubt, readings in itertools.islice(self._find_readings(family, places), MAX_ASSIGNMENTS):
                for more, boat in self._find_boat_readings(readings, places):
                    yield doubt + more - worth, places, (*(readings[role] for role in self._traveler_variables), boat)

    def _rank_place_maps(self, family: VariableFamily) -> list[tuple[float, tuple[str, ...]]]:
        """Return (score, words) pairs for the puzzle's places, the best first.

        The words are those of the family's variables, one for each place.
        """
        places = self.state_variables.values[self._boat_variable]
        start, goal = self.reading_finder.start, self.reading_finder.goal
        begun = {variable.initial_word for variable in family.values()}
        starts = {start[role] for role in self._traveler_variables}
        ends = {goal[role] for role in self._traveler_variables} if goal else ()
        wanted = {
            word
            for one in family.values()
            for word in one.literals
            if one.literals[word] in self.reading_finder.goal_literals
        }
        words = sorted({word for one in family.values() for word in one.literals})
        found = list[tuple[float, tuple[str, ...]]]()
        for chosen in itertools.permutations(words, len(places)) if len(words) <= MAX_WORDS else ():
            if {chosen[place] for place in starts} <= begun:
                named = sum(name_likelihood(place, [word]) for place, word in zip(places, chosen, strict=True))
                found.append((named + sum((word in wanted) == (n in ends) for n, word in enumerate(chosen)), chosen))
        return sorted(found, key=lambda way: -way[0])[:MAX_PLACE_MAPS]

    def _find_readings(
        self, family: VariableFamily, places: Sequence[str]
    ) -> Iterator[tuple[float, dict[int, VariableReading]]]:
        """Yield each way to read all travelers from a family's variables: (penalty, readings by index).

        ``places`` are the family's words for the puzzle's places. The only traveler who can row may have a reading outside the family.
        """
        ways = [self._assign_variables(self._traveler_variables, family, places)]
        if self._rower_variable is not None:
            beside = self._rank_readings_outside_families(self._rower_variable, tuple(places))[:MAX_SEPARATE_READINGS]
            ways += [self._find_readings_with_rower(family, places, reading) for _, reading in beside]
        yield from heapq.merge(*ways, key=lambda way: way[0])

    def _find_readings_with_rower(
        self, family: VariableFamily, places: Sequence[str], rower_reading: VariableReading
    ) -> Iterator[tuple[float, dict[int, VariableReading]]]:
        """Yield pairs as `_find_readings` does, with ``rower_reading`` for the only traveler who can row."""
        others = [role for role in self._traveler_variables if role != self._rower_variable]
        for doubt, found in self._assign_variables(others, family, places):
            if self._rower_variable is not None and not any(
                literal in one for one in found.values() for literal in rower_reading
            ):
                yield doubt, {**found, self._rower_variable: rower_reading}

    def _assign_variables(
        self, traveler_variables: Sequence[int], family: VariableFamily, places: Sequence[str]
    ) -> Iterator[tuple[float, dict[int, VariableReading]]]:
        """Yield (penalty, readings by index), with a family's variables for ``traveler_variables``.

        The likeliest come first. Of the assignments that differ only by exchanging interchangeable travelers, only one is yielded.
        """
        offers = [self._rank_candidates(role, family, places) for role in traveler_variables]
        told = [family[label].change_rate for label in {label for some in offers for _, label in some}]
        if sum(told) and (most := sum(self.outline.change_rates[role] for role in traveler_variables)):
            usual = sum(told) / most  # a model may take several steps for a move
            for role, some in zip(traveler_variables, offers, strict=True):
                unlike = {
                    label: abs(family[label].change_rate - usual * self.outline.change_rates[role]) for _, label in some
                }
                some[:] = sorted((doubt + unlike[label] / max(told), label) for doubt, label in some)
        labels = [{label for _, label in some} for some in offers]
        before = [
            self._find_previous_interchangeable_traveler(traveler_variables, number)
            for number in range(len(traveler_variables))
        ]
        queue: list[tuple[float, tuple[VariableLabel, ...]]] = [(0.0, ())]
        for _ in range(MAX_SEARCH_STEPS):
            if not queue:
                break
            doubt, chosen = heapq.heappop(queue)
            number = len(chosen)
            if number == len(traveler_variables):
                pairs = zip(traveler_variables, chosen, strict=True)
                yield doubt, {role: reading for role, label in pairs if (reading := family[label].make_reading(places))}
                continue
            last = before[number]
            for more, label in offers[number]:
                if label in chosen or (last is not None and labels[last] == labels[number] and label < chosen[last]):
                    continue
                is_mixed = (
                    last is not None
                    and family[label].pattern_length_and_first_word
                    != family[chosen[last]].pattern_length_and_first_word
                )
                heapq.heappush(queue, (doubt + more + MIXED_SHAPE_PENALTY * is_mixed, (*chosen, label)))

    def _find_previous_interchangeable_traveler(self, traveler_variables: Sequence[int], number: int) -> int | None:
        """Return the index of the last traveler before ``number`` that is interchangeable with it, or None."""
        groups = [
            self.state_variables.variable_groups[role]
            if role < len(self.state_variables.variable_groups)
            else -1 - role
            for role in traveler_variables
        ]
        return next((one for one in reversed(range(number)) if groups[one] == groups[number]), None)

    def _rank_candidates(
        self, state_variable: int, family: VariableFamily, places: Sequence[str]
    ) -> list[tuple[float, VariableLabel]]:
        """Return (penalty, label) of a family's variables that may represent a traveler's position.

        The penalty measures how little the label resembles the traveler's name. A variable with a clear name represents no other traveler:
        a variable called wolf does not represent the goat. Single letters are not clear, because they often have other meanings.
        """
        found = list[tuple[float, VariableLabel]]()
        for label, variable in family.items():
            like = self._label_likelihoods(label)
            is_clear = max(like) >= CLEAR_NAME_LIKELIHOOD and all(len(word) > 1 for word in label)
            starts_here = variable.initial_word == places[self.reading_finder.start[state_variable]]
            if starts_here and variable.make_reading(places) and (like[state_variable] >= max(like) or not is_clear):
                found.append((1 - like[state_variable], label))
        return sorted(found)

    @functools.cache  # noqa: B019  a search is made for one comparison
    def _label_likelihoods(self, label: VariableLabel) -> list[float]:
        """Return for each state variable the likelihood that a variable's label names it."""
        roles = enumerate(self.state_variables.variables)
        return [name_likelihood(one, self._evidence.add_names_from_types(role, label)) for role, one in roles]

    def _find_boat_readings(
        self, readings: Mapping[int, VariableReading], places: Sequence[str]
    ) -> Iterator[tuple[float, VariableReading]]:
        """Yield (penalty, reading) for the boat's position.

        If there is only one rower, the position of this rower may serve as the position of the boat.
        """
        if self._rower_variable is not None:
            yield 0.5, readings[self._rower_variable]
        used = {*itertools.chain.from_iterable(readings.values())}
        ways = self._rank_readings_outside_families(self._boat_variable, tuple(places))
        free = [way for way in ways if used.isdisjoint(way[1])]
        yield from ((1 - worth, reading) for worth, reading in free[:MAX_SEPARATE_READINGS])

    @functools.cache  # noqa: B019  a search is made for one comparison
    def _rank_readings_outside_families(
        self, state_variable: int, places: tuple[str, ...]
    ) -> list[tuple[float, VariableReading]]:
        """Return (name likelihood, reading) for one position, read from a variable outside the families.

        The likeliest readings come first. The variables have no label, that is, no word that tells them from others.
        """
        found, start = dict[VariableReading, float](), self.reading_finder.start[state_variable]
        names = self.state_variables.variables
        for variable in (variable for family in self.families for label, variable in family.items() if not label):
            named = name_likelihood(names[state_variable], variable.shared_words)
            # The only rower is always with the boat, so a variable called boat may represent the rower.
            leader = self.state_variables.leading_variables.get(state_variable, state_variable)
            led = name_likelihood(names[leader], variable.shared_words)
            others = [one for other, one in enumerate(names) if other not in (state_variable, leader)]
            enough = max(named, led, CLEAR_NAME_LIKELIHOOD)
            if any(name_likelihood(one, variable.shared_words) > enough for one in others):
                continue
            for words in self._find_place_words(variable, places, start):
                reading = variable.make_reading(words)
                if reading and words[start] == variable.initial_word:
                    found[reading] = max(named, found.get(reading, 0))
        return sorted(((named, reading) for reading, named in found.items()), key=lambda way: -way[0])

    def _find_place_words(
        self, variable: ModelVariable, places: tuple[str, ...], start: int
    ) -> Collection[tuple[str, ...]]:
        """Return the candidate assignments of a variable's words to the puzzle's places.

        Each assignment has one word for each place. If the variable has all words in ``places``, these are the only
        assignment.
        """
        if variable.literals.keys() >= {*places}:
            return [places]
        rest = [word for word in variable.literals if word != variable.initial_word]
        ways = itertools.permutations(rest, len(places) - 1) if len(rest) < MAX_WORDS else ()
        return [(*way[:start], variable.initial_word, *way[start:]) for way in ways]
