"""Candidate readings of a puzzle's state variable in a planning task that somebody else wrote.

A reading maps each value of the state variable to a literal of the task that is true exactly when the variable has this value. The values
are either the words in which a group of facts differs, as in ``(at goat left)`` and ``(at goat right)``, or the truth and falsity of a
single fact.
"""

from __future__ import annotations

import difflib
import functools
import itertools
import math
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from ferryplan.generator.pddl.expressions import Atom, Condition, Function, NumericComparison, NumericConstant
from ferryplan.generator.pddl.normal_form import conjuncts
from ferryplan.generator.pddl.states import Fact, PddlState
from ferryplan.generator.state_variables import SYNONYM_MARK, NamedThing, StateVariables, Valuation
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.teaching.interpretation.fact_groups import (
    HOLE,
    expand_open_fact,
    group_facts,
    group_open_facts,
    words_of_fact,
)
from ferryplan.teaching.interpretation.typed_names import TypedNames

MAX_NEAR_STATES, MAX_WORDS, MAX_WORD_MAPS, MAX_SETTLED_PREDICATES, MAX_UNREACHED_FACTS = 100, 8, 3, 20, 50
"""Limits on the explored states, on the words tried for the values of a state variable, on the assignments of words to values that are
kept, on the predicates tried for settled conditions, and on the unreached facts of a predicate."""

FactLiteral: TypeAlias = tuple[Fact, bool | Fraction]
"""A fact and its truth value, or a function and its value."""
VariableReading: TypeAlias = tuple[FactLiteral | None, ...]
"""The literal that represents each value of a state variable; None for a value without a literal."""


class Interpretation(NamedTuple):
    """A reading for each state variable of a puzzle: the literals of a model that represent its values."""

    readings: tuple[VariableReading, ...]
    """The readings, in the order of the state variables; an empty one for a variable that the model leaves out."""
    is_certain: bool = False
    """Whether names, or the facts that the puzzle states, confirm all readings."""
    is_guessed: bool = False
    """Whether some state variable got a reading only because it was left over."""
    missing_fact_count: int = 0
    """The number of initial and goal facts in which the puzzle and the model disagree."""

    @property
    def used_facts(self) -> frozenset[Fact]:
        """The facts and functions that occur in the readings."""
        return frozenset(literal[0] for reading in self.readings for literal in reading if literal)


class SettledCondition(NamedTuple):
    """A condition for settled states of a model, in which no move of the puzzle is unfinished."""

    literals: tuple[FactLiteral, ...] = ()
    """The literals that hold in settled states."""
    hides_unsettled: bool = False
    """Whether the values of state variables cannot be read from states that are not settled."""


class ScoredReading(NamedTuple):
    """A reading of a state variable with the evidence for it; a higher score is better."""

    score: float
    """The evidence from names, initial state and goal together."""
    name_likelihood: float
    """The likelihood, from 0 to 1, that the words of the reading name the state variable."""
    reading: VariableReading
    """The literal for each value of the state variable."""


_WORD_WITH_NUMBER = re.compile(r"([^\W\d]{3,})(\d+)")
"""Matches a word of at least three letters that is followed by a number."""


def name_likelihood(thing: NamedThing, words: Collection[str], other_names: frozenset[str] = frozenset()) -> float:
    """Return the likelihood, from 0 to 1, that some words name a thing.

    ``other_names`` are the names of all other things. A word that names another thing counts only if it equals a name
    of this thing; it is neither an abbreviation of such a name nor similar to one.
    """
    parts = [max((_word_likelihood(part, word, other_names) for word in words), default=0.0) for part in thing.words]
    return sum(parts) / max(len(parts), 1)


@functools.lru_cache(100_000)
def _word_likelihood(names: frozenset[str], word: str, other_names: frozenset[str]) -> float:
    """Return the likelihood that a word is a name of a thing, a form of a name, or an abbreviation of one."""
    joined = re.sub("[-_]", "", word)
    parts = {word, joined, *re.split("[-_]", word)}
    if not {word, joined}.isdisjoint(names):
        return 1
    if any(SYNONYM_MARK + one in names or SYNONYM_MARK + one.removesuffix("s") in names for one in parts):
        return 0.9
    if not {*parts, *(part.removesuffix("s") for part in parts)}.isdisjoint(names):
        return 0.9
    if not parts.isdisjoint(other_names):
        return 0
    if len(word) == 1 and any(one[0] == word for one in names):
        return 0.7
    if len(word) > 2 and any(one.startswith(word) for one in names):
        return 0.8
    if any(_is_abbreviation(joined, one) for one in names):
        return 0.8
    if any(len(one) > 3 and one in joined for one in (name.removeprefix(SYNONYM_MARK) for name in names)):
        return 0.7
    long = [one for one in names if len(one) > 3]
    best = max((difflib.SequenceMatcher(None, one, part).ratio() for one in long for part in parts), default=0.0)
    return best * 0.8 if best >= 0.75 else 0


def _is_abbreviation(word: str, name: str) -> bool:
    """Return whether a word abbreviates a name with the same number: ``miss1`` for ``missionary1``."""
    short, long = _WORD_WITH_NUMBER.fullmatch(word), _WORD_WITH_NUMBER.fullmatch(name)
    return short is not None and long is not None and short[2] == long[2] and long[1].startswith(short[1])


class ReadingFinder:
    """Finds the readings that a planning task offers for each state variable of a puzzle."""

    def __init__(
        self,
        space: TaskSpace,
        state_variables: StateVariables[Any, Any],
        start: Valuation,
        goal: Valuation | None,
        given_readings: Mapping[int, VariableReading] = MappingProxyType({}),
    ) -> None:
        """Collect the facts of a task.

        ``start`` and ``goal`` are the puzzle's initial and goal valuation. A state variable in ``given_readings``, by its index, has only
        the given reading.
        """
        self.given_readings, self._typed_names = given_readings, TypedNames(space, state_variables)
        self.space, self.state_variables, self.start, self.goal = space, state_variables, start, goal
        wanted = {part.fact for part in conjuncts(space.goal) if isinstance(part, Atom)}
        counted = {*self.find_required_values(conjuncts(space.goal))}
        self._initial_literals: set[FactLiteral] = {(fact, True) for fact in space.initial.facts} | {
            *space.initial.values
        }
        self.goal_literals: set[FactLiteral] = {(fact, True) for fact in wanted} | counted
        facts = space.initial.facts | space.relaxed_reachability[1] | wanted | self._find_derived_facts()
        facts |= {*self._find_unreached_facts(facts)}
        self.facts, opened = sorted(facts), group_open_facts(facts, space, self.near_states)
        several = {fact[0] for *_, group in opened for fact in group.values()}
        self._simple_facts = [fact for fact in self.facts if fact[0] not in several]
        single = group_facts(self._simple_facts).items()
        self._fact_groups = [*single, *(((*key, name), some) for key, name, some in opened)]
        words = (((*key, *[name] * (len(name) > 1)), some) for key, name, some in opened)  # ?b may mean a bank
        self._literals_by_word = [
            (key, {word: (one, True) for word, one in some.items()}) for key, some in (*single, *words)
        ]
        for fact in (one for *_, some in opened for one in some.values()):
            for held in (self._initial_literals, self.goal_literals):
                held |= {(fact, True)} if any((one, True) in held for one in expand_open_fact(fact)) else set()

    @functools.cached_property
    def all_facts(self) -> set[Fact]:
        """The facts that are possible in the task, including facts that never change."""
        begun = self.space.view(self.space.initial)
        names = [one.name for one in self.space.domain.predicates if self.space.is_static(one.name)]
        return {*self.facts, *itertools.chain.from_iterable(map(begun.facts_of, names))}

    @functools.cached_property
    def near_states(self) -> list[PddlState]:
        """Some states near the initial state, about `MAX_NEAR_STATES` at most, in breadth-first order."""
        near = {self.space.initial: None}
        for state in (queue := [self.space.initial]):
            for _, after in self.space.successors(state) if len(near) < MAX_NEAR_STATES else ():
                queue += [after] if after not in near else []
                near.setdefault(after)
        return queue

    def _find_unreached_facts(self, facts: Collection[Fact]) -> Iterator[Fact]:
        """Yield facts that the model declares but never reaches, because of a mistake in an action.

        For example, if the model reaches only ``(boat-at west)``, the facts with other objects of the type of ``west``
        are yielded. Static unary predicates of untyped objects are left out, because they serve as types.
        """
        for one in self.space.domain.predicates:
            if self.space.is_static(one.name) and [each.types for each in one.parameters] == [("object",)]:
                continue
            known = [fact[1:] for fact in facts if fact[0] == one.name]
            words = [{*some} for some in zip(*known, strict=True)]
            if any(len(some) == 1 for some in words):
                typed = (
                    {thing for kind in each.types for thing in self.space.objects[kind]} for each in one.parameters
                )
                words = [some if len(some) > 1 else may for some, may in zip(words, typed, strict=True)]
                if math.prod(map(len, words)) <= MAX_UNREACHED_FACTS:
                    yield from ((one.name, *way) for way in itertools.product(*words))

    def _find_derived_facts(self) -> set[Fact]:
        """Return the derived facts that hold in states near the initial state."""
        space = self.space
        return {
            fact
            for state in self.near_states
            for one in space.derived_predicates
            for fact in space.view(state).facts_of(one)
        }

    def rank_readings(self, variable: int) -> list[ScoredReading]:
        """Return the readings of a state variable, the likeliest first, by names, initial state and goal.

        ``variable`` is the index of the state variable.
        """
        if variable in self.given_readings:
            return [ScoredReading(0, 1, self.given_readings[variable])]
        found = list[ScoredReading]()
        if variable in self.state_variables.numeric_variables:
            found += self._score_readings(variable, self._find_counting_readings(variable))
        else:
            groups = [
                *self._literals_by_word,
                *self._find_function_literals(len(self.state_variables.values[variable])),
            ]
            maps = ((key[1:], *one) for key, told in groups for one in self._rank_word_maps(variable, told))
            found += self._score_readings(variable, maps)
            told = {literal[0] for one in found if one.name_likelihood for literal in one.reading if literal}
            alone = (fact for fact in self._simple_facts if fact not in told)
            switches = (
                (words_of_fact(fact)[1:], *one) for fact in alone for one in self._find_boolean_readings(variable, fact)
            )
            found += self._score_readings(variable, switches)
        in_order = sorted(found, key=lambda one: (one.score, one.name_likelihood, str(one.reading)))
        return sorted({one.reading: one for one in in_order}.values(), key=lambda one: -one.score)

    def find_partial_readings(self, variable: int, word_by_value: Mapping[str, str]) -> list[ScoredReading]:
        """Return readings of a state variable without literals for values that the model never reaches.

        ``word_by_value`` has the model's word for each value, by the value's name.
        """
        offers = list[tuple[Fact, float, VariableReading]]()
        fixed = [fact for fact in self.all_facts.difference(self.facts) if len(fact) == 2]
        alone = [
            fact for fact in fixed if sum(fact[0] == other[0] for other in fixed) == 1
        ]  # such as the position of a boat that never moves
        for key, facts in group_facts([*self.facts, *alone, *self._find_unreached_facts(alone)]).items():
            told = [facts.get(word_by_value[value.name]) for value in self.state_variables.values[variable]]
            if any(told):
                score = sum(
                    self._rate_literal(variable, value, (fact, True), "") for value, fact in enumerate(told) if fact
                )
                offers.append((key[1:], score, tuple((fact, True) if fact else None for fact in told)))
        return sorted(self._score_readings(variable, offers), key=lambda one: -one.score)

    def find_settled_conditions(self, readings: Sequence[VariableReading]) -> Iterator[SettledCondition]:
        """Yield candidate conditions for settled states, in which no move is unfinished.

        The first condition requires that all facts outside the readings are as in the initial state. Each other
        condition requires this only of the facts with one predicate.
        """
        names = {literal[0][0] for reading in readings for literal in reading if literal}
        begun = self.space.initial.facts
        others: list[FactLiteral] = [(fact, fact in begun) for fact in self.facts if fact[0] not in names]
        apart = [tuple(some) for _, some in itertools.groupby(others, key=lambda one: one[0][0])]
        ways = dict.fromkeys([tuple(others), *apart[:MAX_SETTLED_PREDICATES]]) if others else ()
        return itertools.starmap(SettledCondition, itertools.product(ways, (False, True)))

    def _score_readings(
        self, variable: int, candidates: Iterable[tuple[Fact, float, VariableReading]]
    ) -> Iterator[ScoredReading]:
        """Yield candidate readings as scored readings, whose scores include the evidence from names.

        A candidate is (words that may name the state variable, score of the literals, reading). A name does not count
        if it fits another state variable of the same sort as well.
        """
        named, sorts = self.state_variables.variables[variable], self.state_variables.variable_sorts
        others = frozenset[str]().union(*(words for one in self.state_variables.variables for words in one.words))
        others = others.difference(*named.words)
        alone = variable in self.state_variables.numeric_variables
        same = [] if alone else [one for one, sort in enumerate(sorts) if one != variable and sort == sorts[variable]]
        rivals = [self.state_variables.variables[one] for one in same]
        for words, score, reading in candidates:
            plain = [one for word in words if word != HOLE for one in self._typed_names.names_of_object(variable, word)]
            joined = map("".join, itertools.pairwise(plain))
            told = [*plain, *(word for word in joined if any(word in names for names in named.words))]
            alike = name_likelihood(named, told, others)
            if alike and any(name_likelihood(one, told) >= alike for one in rivals):
                alike = 0
            yield ScoredReading(3 * alike + score, alike, reading)

    def _find_counting_readings(self, variable: int) -> Iterator[tuple[Fact, float, VariableReading]]:
        """Yield candidate readings of a numeric state variable: (words, score, reading).

        They are made from functions, and from groups of facts that differ in a number. The words may name the state variable.
        """
        most = len(self.state_variables.values[variable])
        wanted = dict(self.find_required_values(conjuncts(self.space.goal)))
        for function, value in self.space.initial.values:
            score = float(value == self.start[variable])
            if self.goal is not None and function in wanted:
                score += wanted[function] == self.goal[variable]
            yield words_of_fact(function)[1:], score, tuple((function, Fraction(number)) for number in range(most))
        for key, facts in self._fact_groups:
            words = [(re.split("[-_]?([0-9]+)$", word), fact) for word, fact in facts.items()]
            numbered = {int(parts[1]): fact for parts, fact in words if parts[1:]}
            kinds = {parts[0] for parts, _ in words if parts[1:]}
            some = [value for value in range(most) if value in numbered]
            if len(some) > 1:
                score = sum(self._rate_literal(variable, value, (numbered[value], True), "") for value in some) / most
                reading = tuple((numbered[value], True) if value in some else None for value in range(most))
                yield (*key[1:], *kinds), score, reading

    def find_required_values(self, goal_conjuncts: Iterable[Condition]) -> Iterator[tuple[Fact, Fraction]]:
        """Yield each function that a goal compares with a constant, together with the constant.

        ``goal_conjuncts`` are the conjuncts of the goal.
        """
        for part in goal_conjuncts:
            match part:
                case NumericComparison("=", Function(name, terms), NumericConstant(value)):
                    yield (name, *terms), value

    def _find_function_literals(self, value_count: int) -> Iterator[tuple[Fact, Mapping[str, FactLiteral]]]:
        """Yield each function, as its words, with a literal for each of its possible values.

        The literals are given by the value as a word. The values range from 0 to ``value_count`` - 1, and include the function's initial
        and goal value.
        """
        counted = dict(
            one for one in sorted(self._initial_literals | self.goal_literals) if not isinstance(one[1], bool)
        )
        ends = {
            0,
            value_count - 1,
            *(int(value) for _, value in self._initial_literals | self.goal_literals if not isinstance(value, bool)),
        }
        numbers = range(min(ends), max(ends) + 1)[:MAX_WORDS]
        for function in counted:
            yield words_of_fact(function), {str(number): (function, Fraction(number)) for number in numbers}

    def _rank_word_maps(
        self, variable: int, literal_by_word: Mapping[str, FactLiteral]
    ) -> Iterator[tuple[float, VariableReading]]:
        """Yield (score, reading) for the likeliest assignments of words to the values of a state variable.

        ``literal_by_word`` is a group of literals, by the word in which they differ.
        """
        size, ways = len(self.state_variables.values[variable]), list[tuple[float, VariableReading]]()
        fits = {
            word: [self._rate_literal(variable, value, one, word) for value in range(size)]
            for word, one in literal_by_word.items()
        }
        words = sorted(fits, key=lambda word: -max(fits[word]))[:MAX_WORDS]
        alone = 0.5 * (len(literal_by_word) == size)  # all words are used
        for chosen in itertools.permutations(words, size):
            score = alone + sum(fits[word][value] for value, word in enumerate(chosen))
            ways.append((score, tuple(literal_by_word[word] for word in chosen)))
        yield from sorted(ways, key=lambda one: -one[0])[:MAX_WORD_MAPS]

    def _rate_literal(self, variable: int, value: int, literal: FactLiteral, word: str) -> float:
        """Return the evidence that a literal represents a value of a state variable; larger is better.

        The evidence is the name of the value in ``word``, and whether the literal holds in the initial state and the goal exactly if the
        value does.
        """
        told = name_likelihood(self.state_variables.values[variable][value], [word])
        told += (literal in self._initial_literals) == (self.start[variable] == value)
        if self.goal is not None and self.goal[variable] >= 0:
            told += (literal in self.goal_literals) == (self.goal[variable] == value)
        return told

    def _find_boolean_readings(self, variable: int, fact: Fact) -> Iterator[tuple[float, VariableReading]]:
        """Yield the two readings, each with a score, in which a fact represents one of two values.

        The absence of the fact represents the other value. There are no such readings for a state variable with more than two values.
        """
        if len(self.state_variables.values[variable]) == 2:
            for value in (0, 1):
                yield self._rate_literal(variable, value, (fact, True), ""), ((fact, value == 0), (fact, value == 1))
