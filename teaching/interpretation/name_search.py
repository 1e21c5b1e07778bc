"""The search for interpretations by names.

The names in a model propose readings: literals for the values of each state variable. Of their combinations, the one that fits the puzzle
best comes first.
"""

from __future__ import annotations

import heapq
import itertools
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from typing import Any, TypeAlias

from ferryplan.generator.state_variables import NamedThing, StateVariables
from ferryplan.teaching.interpretation.fact_groups import HOLE, words_of_fact
from ferryplan.teaching.interpretation.name_evidence import MIN_NAME_LIKELIHOOD, NameEvidence
from ferryplan.teaching.interpretation.readings import (
    Interpretation,
    ReadingFinder,
    ScoredReading,
    VariableReading,
    name_likelihood,
)

MAX_READINGS, MAX_COMBINATIONS = 12, 5_000
"""The largest numbers of readings of a state variable, and of combinations of readings, that are tried."""
NAMED_SCORE_MARGIN, UNNAMED_SCORE_MARGIN = 0.75, 3
"""How far the score of a reading may be below the best score of its state variable: with a matching name, and without."""

DIGITS = "0123456789"
"""The characters that are stripped from the ends of names."""

NO_READING = ScoredReading(-1, 0, ())
"""The choice of no reading for a state variable that a model may leave out."""

FactPattern: TypeAlias = tuple[tuple[str, ...], ...]
"""The words of a reading's facts, with holes in place of names; readings with a common pattern represent variables in the same way."""


class VariableNotFoundError(ValueError):
    """Raised when no facts of a model can represent a state variable, which is given by its index."""

    def __init__(self, variable: int) -> None:
        super().__init__(variable)
        self.variable = variable


def _find_value_words(reading: VariableReading) -> dict[int, str]:
    """Return the word or number that stands for each value of a reading, by the index of the value.

    The result is empty if the facts differ in several words.
    """
    if reading and reading[0] and not isinstance(reading[0][1], bool):
        return {value: str(literal[1]) for value, literal in enumerate(reading) if literal}
    facts = {value: words_of_fact(literal[0]) for value, literal in enumerate(reading) if literal}
    apart = [place for place, words in enumerate(zip(*facts.values(), strict=False)) if len({*words}) > 1]
    return {value: fact[apart[0]] for value, fact in facts.items()} if len(apart) == 1 else {}


def find_fact_patterns(reading: VariableReading, hole_count: int = 1, strip_numbers: bool = False) -> set[FactPattern]:
    """Return the patterns of a reading: the words of its facts, some of them replaced by holes.

    Each choice of ``hole_count`` words that all facts share gives a pattern. With ``strip_numbers``, the words in which the facts differ
    lose their final numbers.
    """
    facts = [words_of_fact(literal[0]) for literal in reading if literal]
    if strip_numbers:
        apart = [len({*words}) > 1 for words in zip(*facts, strict=True)]
        told = (zip(fact, apart, strict=True) for fact in facts)
        facts = [*dict.fromkeys(tuple(word.rstrip(DIGITS) if one else word for word, one in fact) for fact in told)]
    same = [place for place in range(1, min(map(len, facts), default=0)) if len({fact[place] for fact in facts}) == 1]
    return {
        tuple(tuple(HOLE if place in holes else word for place, word in enumerate(fact)) for fact in facts)
        for holes in itertools.combinations(same, min(hole_count, len(same)))
    }


def find_interpretations(reading_finder: ReadingFinder) -> Iterator[Interpretation]:
    """Yield interpretations of all state variables, the likeliest first.

    Variables with matching names get readings by name; the other variables get readings that are left over. Raises VariableNotFoundError if
    a variable that the model needs gets no reading.
    """
    state_variables = reading_finder.state_variables
    candidates = [reading_finder.rank_readings(role) for role in range(len(state_variables.variables))]
    named_candidates = [
        [
            one
            for one in some
            if one.name_likelihood >= MIN_NAME_LIKELIHOOD and one.score >= some[0].score - NAMED_SCORE_MARGIN
        ]
        for some in candidates
    ]
    names, words = (
        [[value.name for value in some] for some in state_variables.values],
        defaultdict[str, Counter[str]](Counter),
    )
    told = [_find_value_words(named[0].reading) if named else {} for named in named_candidates]
    places = {word for apart in told for word in apart.values()}
    for variable, apart in enumerate(told):
        for value, word in apart.items():
            words[names[variable][value]][word] += 1
    usual_words = {name: some.most_common(1)[0] for name, some in words.items()}

    def agrees_with_usual_words(variable: int, value_words: Mapping[int, str]) -> bool:
        return all(
            usual_words.get(names[variable][one], ("", 0))[0] == word for one, word in value_words.items()
        ) and bool(value_words)

    for variable, apart in enumerate(told):
        by_number = [
            one for one in named_candidates[variable] if one.reading[0] and not isinstance(one.reading[0][1], bool)
        ]
        if not agrees_with_usual_words(variable, apart) and by_number:
            named_candidates[variable] = [
                one for one in by_number if agrees_with_usual_words(variable, _find_value_words(one.reading))
            ] or named_candidates[variable]
        elif not agrees_with_usual_words(variable, apart) and all(
            usual_words.get(one, ("", 0))[1] > bool(named_candidates[variable]) for one in names[variable]
        ):
            partial = reading_finder.find_partial_readings(
                variable, {name: usual_words[name][0] for name in names[variable]}
            )
            named_candidates[variable] = [
                one for one in partial if one.name_likelihood >= MIN_NAME_LIKELIHOOD
            ] or named_candidates[variable]
    for variable, named in enumerate(named_candidates):
        by_others = [
            one for one in named if _words_name_thing(one.reading, [state_variables.variables[variable]], places)
        ]
        named_candidates[variable] = by_others if by_others or variable in state_variables.leading_variables else named
    guessed, taken = False, {one for some in named_candidates for scored in some for one in scored.reading if one}
    usual_patterns = defaultdict[int, set[FactPattern]](set)
    for variable, named in enumerate(named_candidates):
        usual_patterns[state_variables.variable_sorts[variable]] |= (
            find_fact_patterns(named[0].reading, *_pattern_arguments(state_variables, variable)) if named else set()
        )
    for variable, named in enumerate(named_candidates):
        leader = state_variables.leading_variables.get(variable, variable)
        if named or named_candidates[leader] or leader < variable:
            candidates[variable] = named
        else:
            like = usual_patterns[state_variables.variable_sorts[variable]]
            people = [named for other, named in enumerate(state_variables.variables) if other not in (variable, leader)]
            banks = places if variable in state_variables.numeric_variables else ()
            others = [
                one
                for one in candidates[variable]
                if taken.isdisjoint(one.reading)
                and _find_open_words(one.reading).isdisjoint(banks)
                and not _words_name_thing(one.reading, people, places)
            ]
            candidates[variable] = [
                one
                for one in others
                if not like or like & find_fact_patterns(one.reading, *_pattern_arguments(state_variables, variable))
            ]
            at = {
                word
                for place, (word, _) in usual_words.items()
                if state_variables.variables[variable].name.endswith(place)
            }
            there = [
                one for one in candidates[variable] if any(at & {*literal[0]} for literal in one.reading if literal)
            ]
            candidates[variable] = (
                there if variable in state_variables.numeric_variables and there else candidates[variable]
            )
            if variable not in state_variables.numeric_variables and variable not in state_variables.leading_variables:
                candidates[variable] = [
                    one
                    for one in candidates[variable]
                    if one.score > candidates[variable][0].score - UNNAMED_SCORE_MARGIN
                ]
            if not candidates[variable] and leader != variable:  # accept any reading that is left over
                candidates[variable], guessed = others, True
            if not candidates[variable] and variable not in state_variables.optional_variables:
                raise VariableNotFoundError(variable)
    unknown = {
        role
        for role, some in enumerate(candidates)
        if some and not named_candidates[role] and not usual_patterns[state_variables.variable_sorts[role]]
    }
    offered = [some[:MAX_READINGS] for some in candidates]
    counting = [one.reading for role in unknown & state_variables.numeric_variables for one in offered[role]]
    silent = (
        unknown & state_variables.optional_variables
        if counting and all(map(_find_open_words, counting)) and not places
        else ()
    )
    without = [[NO_READING] if role in silent else some for role, some in enumerate(offered)]
    ways = _combine_readings(state_variables, offered, unknown)
    ways = (
        itertools.chain([first], ways)
        if (first := next(ways, None))
        else _combine_readings(state_variables, without, unknown)
    )
    evidence = NameEvidence(reading_finder.space, state_variables)
    for way in ways:
        yield Interpretation(way, evidence.confirms_all_readings(way), guessed)


def _find_open_words(reading: VariableReading) -> set[str]:
    """Return the words that the open arguments in the facts of a reading list."""
    return {one for literal in reading if literal for word in literal[0] if "|" in word for one in word.split("|")}


def _words_name_thing(reading: VariableReading, things: Sequence[NamedThing], place_words: Collection[str]) -> bool:
    """Return whether the words of a reading, other than words for places, name one of some things."""
    words = {word for literal in reading if literal for word in words_of_fact(literal[0])[1:]}.difference(place_words)
    return any(name_likelihood(role, words) >= MIN_NAME_LIKELIHOOD for role in things)


def _pattern_arguments(state_variables: StateVariables[Any, Any], variable: int) -> tuple[int, bool]:
    """Return the arguments of `find_fact_patterns` for a state variable: (hole_count, strip_numbers).

    Readings of numbers differ in two names: the kind that is counted, and the place.
    """
    return (2, True) if variable in state_variables.numeric_variables else (1, False)


def _have_common_patterns(state_variables: StateVariables[Any, Any], chosen: Mapping[int, VariableReading]) -> bool:
    """Return whether the readings of state variables of the same sort share a pattern.

    ``chosen`` has the readings by the indices of the state variables.
    """
    sorts = defaultdict[int, list[set[FactPattern]]](list)
    for role, reading in chosen.items():
        sorts[state_variables.variable_sorts[role]].append(
            find_fact_patterns(reading, *_pattern_arguments(state_variables, role))
        )
    for one, other in itertools.combinations(sorted(state_variables.numeric_variables & chosen.keys()), 2):
        # Both count the same kind, or at the same place.
        related = not {*state_variables.variables[one].words}.isdisjoint(state_variables.variables[other].words)
        if related and find_fact_patterns(chosen[one], 1, True).isdisjoint(find_fact_patterns(chosen[other], 1, True)):
            return False
    return all(len(some) == 1 or set.intersection(*some) for some in sorts.values())


def _are_facts_distinct(
    state_variables: StateVariables[Any, Any], chosen: Mapping[int, VariableReading], unnamed: Set[int]
) -> bool:
    """Return whether the state variables without a matching name share no fact with other state variables.

    A variable may share facts with its leading variable, which always has the same value, such as the only rower for
    the boat. ``chosen`` has the readings by the indices of the state variables; ``unnamed`` are indices.
    """
    return not any(
        {*filter(None, chosen[role])} & {*filter(None, reading)}
        for role in unnamed & chosen.keys()
        for other, reading in chosen.items()
        if other not in (role, state_variables.leading_variables.get(role))
    )


def _combine_readings(
    state_variables: StateVariables[Any, Any], candidates: Sequence[Sequence[ScoredReading]], unnamed: Set[int]
) -> Iterator[tuple[VariableReading, ...]]:
    """Yield combinations of readings for all state variables, the best sum of scores first.

    ``candidates`` has the scored readings of each state variable. No two variables have the same reading, except a variable and its leading
    variable; ``unnamed`` variables of a sort share a pattern.
    """
    roles = [role for role, some in enumerate(candidates) if some]
    first = (0,) * len(roles)

    def negative_score(chosen: tuple[int, ...]) -> float:
        return -sum(candidates[role][one].score for role, one in zip(roles, chosen, strict=True))

    queue, seen = [(negative_score(first), first)], {first}
    for _ in range(MAX_COMBINATIONS):
        if not queue:
            break
        _, chosen = heapq.heappop(queue)
        taken = ((role, candidates[role][one].reading) for role, one in zip(roles, chosen, strict=True))
        by_role = {role: reading for role, reading in taken if reading}
        led = sum(
            by_role.get(leader) == by_role.get(role)
            for role, leader in state_variables.leading_variables.items()
            if role < leader
        )
        told = {frozenset(fact for fact, _ in filter(None, reading)) for reading in by_role.values()}
        apart = len(told) == len(by_role) - led and _are_facts_distinct(state_variables, by_role, unnamed)
        if apart and _have_common_patterns(state_variables, {role: by_role[role] for role in unnamed & by_role.keys()}):
            yield tuple(
                by_role.get(role, by_role.get(state_variables.leading_variables.get(role, -1), ()))
                for role in range(len(candidates))
            )
        for place, role in enumerate(roles):
            if chosen[place] + 1 < len(candidates[role]):
                following = (*chosen[:place], chosen[place] + 1, *chosen[place + 1 :])
                if following not in seen:
                    seen.add(following)
                    heapq.heappush(queue, (negative_score(following), following))
