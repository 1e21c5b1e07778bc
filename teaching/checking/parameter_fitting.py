"""A search for the puzzle instance that a problem of a model describes.

Values of parameters that the user does not give come from the header of the problem, or from the names of its objects.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import family_of, list_candidates, state_space_of
from ferryplan.generator.header import read_header
from ferryplan.generator.instance import ParameterValue
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.state_variables import NamedThing, StateVariables
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.wording import format_parameter_value, join_phrases
from ferryplan.teaching.interpretation.alignment import Alignment
from ferryplan.teaching.interpretation.fact_groups import group_facts, words_of_fact
from ferryplan.teaching.interpretation.name_evidence import MIN_NAME_LIKELIHOOD
from ferryplan.teaching.interpretation.readings import ReadingFinder, name_likelihood
from ferryplan.teaching.interpretation.typed_names import TypedNames

MAX_VALUE, MAX_WORDS, MAX_VARIABLES, MISSING_WEIGHT = 24, 300, 100, 3
"""Limits: the largest value tried for a parameter, the largest number of words of a problem, the largest number of travelers in an
instance; and the number of left-over words that weigh as much as one missing traveler."""
MAX_SIZE_DISTANCE, MAX_SIZES, MAX_OBJECTS, MAX_INTERPRETATIONS = 3, 12, 16, 3
"""Limits for planning puzzles: the largest distance of a tried size from the default, the number of sizes, the number of objects of a
problem, and the number of interpretations tried for each size."""
_FACT_WITH_NUMBER = re.compile("[0-9]+ ((?:.* )?)[^ ]*?([0-9]{1,9})((?: [^0-9]*)?)")
"""Matches the words of a fact with a number, such as ``(on left m3)``: the words before the number, the number, the words after it."""


class ParticipantFit(NamedTuple):
    """How well a part of an instance (travelers, boats or places) fits the names in a problem."""

    missing_count: int
    """The number of travelers, boats or places of the instance for which the problem has no word."""
    left_over_count: int
    """The number of words of the problem that match nothing in the instance."""

    def is_at_least_as_good(self, other: ParticipantFit) -> bool:
        """Return whether this fit leaves at most as many names unexplained as another fit.

        A surplus of left-over words is allowed, because such a word may name a traveler in a way that ferryplan does
        not know.
        """
        fewer = self.missing_count <= other.missing_count and self.left_over_count <= other.left_over_count
        return self == other or (
            fewer and 0 <= self.left_over_count - self.missing_count <= abs(other.left_over_count - other.missing_count)
        )


def fit_parameters(
    puzzle: PuzzleFile, given: Mapping[str, ParameterValue], model: TaskInstance
) -> tuple[dict[str, ParameterValue], str]:
    """Return values for all parameters of the puzzle, and a note about those that are not the default.

    ``given`` values are kept; the other values are chosen so that the puzzle fits the model's problem. The note is empty if all values are
    the default values. Raises the same errors as `ferryplan.generator.families.list_candidates`, and PddlError for a problem that has no
    state space.
    """
    usual = dict(next(list_candidates(puzzle, given)).instance.parameters)
    values, key = dict[str, ParameterValue](), "check.size-by-header"
    with contextlib.suppress(FerryplanError):
        said = read_header(model.problem.text, model.problem.name).parameters
        values = dict(next(list_candidates(puzzle, {**said, **given})).instance.parameters)
    if not values or (
        (state_variables := _find_named_variables(puzzle, values)) and len(state_variables.variables) > MAX_VARIABLES
    ):
        values, key = (
            {**given, **_fit_by_participants(puzzle, given, model.get_or_make(TaskSpace))},
            "check.size-by-objects",
        )
    others = join_phrases(
        [f"{key} = {format_parameter_value(value)}" for key, value in values.items() if value != usual[key]]
    )
    return values, format_message(key, sizes=others) if others else ""


def describe_contradicted_values(puzzle: PuzzleFile, given: Mapping[str, ParameterValue], model: TaskInstance) -> str:
    """Return a sentence about given values that the objects of the model's problem contradict, or "".

    The values are numbers that the user gave for parameters.
    """
    numbers = {key: value for key, value in given.items() if type(value) is int}
    others = {key: value for key, value in given.items() if key not in numbers}
    with contextlib.suppress(FerryplanError):
        usual = dict(next(list_candidates(puzzle, others)).instance.parameters)
        found = usual | _fit_by_participants(puzzle, others, model.get_or_make(TaskSpace))
        # No name shows the size of a boat, and a default value may just mean that nothing was found.
        wrong = {
            key: found[key] for key in numbers if found.get(key, usual.get(key)) not in (numbers[key], usual.get(key))
        }
        if wrong:
            told, expected = (
                join_phrases([f"{key} = {format_parameter_value(value)}" for key, value in some.items()])
                for some in (wrong, {key: numbers[key] for key in wrong})
            )
            return format_message("check.other-size", sizes=told, given=expected)
    return ""


def _fit_by_participants(
    puzzle: PuzzleFile, given: Mapping[str, ParameterValue], model: TaskSpace
) -> dict[str, ParameterValue]:
    """Return values of missing parameters for which the puzzle fits the objects of a problem best.

    The objects are compared with the puzzle's travelers, boats and places. ``given`` holds the parameter values that must not change. The
    result is empty if the default values fit best.
    """
    keys = [key for key, one in puzzle.parameters.items() if key not in given and type(one.default) is int]
    if not keys:
        return {}
    if not (state_variables := _find_named_variables(puzzle, given)):
        return _fit_by_facts(puzzle, given, keys, model)
    beside, here, best = (
        _words_at_same_place(model, state_variables),
        dict[str, ParameterValue](),
        dict[str, ParameterValue](),
    )
    first, distance = near, _ = _fit_participants(model, beside, state_variables)
    # If nobody of a kind is found, the model uses unknown names for this kind.
    kinds = _find_participant_kinds(state_variables, numbered=True)
    while distance >= 1 and len(beside) < MAX_WORDS:
        steps = [{**here, key: value} for key in keys for value in range(min(MAX_VALUE, len(beside)) + 1)]
        found = [
            (*_fit_participants(model, beside, state_variables), values)
            for values in steps
            if (state_variables := _find_named_variables(puzzle, {**given, **values}))
            and _find_participant_kinds(state_variables) >= kinds
        ]
        near, closer, values = min(found, key=lambda one: one[1], default=(near, distance, here))
        # The fraction only measures the likelihood of names; a step must find more participants.
        if int(closer) >= int(distance):
            break
        here, distance = values, closer
        best = here if all(map(ParticipantFit.is_at_least_as_good, near, first)) else best
    return best


def _fit_by_facts(
    puzzle: PuzzleFile, given: Mapping[str, ParameterValue], keys: Sequence[str], model: TaskSpace
) -> dict[str, ParameterValue]:
    """Return the values of the missing parameters that make a planning puzzle match a problem best.

    The facts of the initial state and of the goal are compared. ``keys`` are the missing parameters. The result is empty if the default
    values match best.
    """
    usual = dict(next(list_candidates(puzzle, given)).instance.parameters)
    best, fewest = dict[str, ParameterValue](), _count_differing_facts(puzzle, given, model)
    size = len(model.objects["object"])
    for _ in keys if size <= MAX_OBJECTS else ():
        here, before = best, fewest
        for key, value in _list_values_near_default(usual, [key for key in keys if key not in here], size)[:MAX_SIZES]:
            missed = _count_differing_facts(puzzle, {**given, **here, key: value}, model) if fewest else fewest
            if missed < fewest:
                best, fewest = {**here, key: value}, missed
        if fewest in (0, before):
            break
    return best


def _list_values_near_default(
    usual: Mapping[str, ParameterValue], keys: Sequence[str], max_value: int
) -> list[tuple[str, int]]:
    """Return pairs of a parameter and a value near its usual value, the nearest first.

    The values are from 1 to ``max_value``.
    """
    numbers = {key: value for key in keys if isinstance(value := usual[key], int)}
    ways = [
        (key, one)
        for key, value in numbers.items()
        for one in range(1, max_value + 1)
        if 0 < abs(one - value) <= MAX_SIZE_DISTANCE
    ]
    return sorted(ways, key=lambda way: (abs(way[1] - numbers[way[0]]), way[1]))


def _count_differing_facts(puzzle: PuzzleFile, given: Mapping[str, ParameterValue], model: TaskSpace) -> int:
    """Return the smallest number of initial and goal facts in which an instance and a problem differ.

    The minimum is over the first `MAX_INTERPRETATIONS` interpretations of the problem. Invalid parameter values give the largest integer.
    """
    fewest = sys.maxsize
    with contextlib.suppress(FerryplanError):
        instance = next(list_candidates(puzzle, given)).instance
        for state_variables in (
            state_variables
            for state_variables in family_of(instance).list_state_variables(instance)
            if state_variables.own_pddl_facts
        ):
            start = state_variables.to_valuation(state_space_of(instance).initial)
            ways = itertools.islice(
                Alignment(ReadingFinder(model, state_variables, start, state_variables.goal_valuation)),
                MAX_INTERPRETATIONS,
            )
            fewest = min([fewest, *(way.missing_fact_count for way in ways)])
    return fewest


def _find_named_variables(puzzle: PuzzleFile, given: Mapping[str, ParameterValue]) -> StateVariables[Any, Any] | None:
    """Return the state variables of an instance, to be compared with the names in a problem.

    The result is None if the state variables have no names, if the parameter values are invalid, or if the puzzle does
    not support comparisons with models.
    """
    with contextlib.suppress(FerryplanError):
        instance = next(list_candidates(puzzle, given)).instance
        return next((one for one in family_of(instance).list_state_variables(instance) if one.variables[0].words), None)
    return None


def _find_participant_kinds(state_variables: StateVariables[Any, Any], numbered: bool = False) -> set[str]:
    """Return the names of the travelers without final numbers: "husband" for husband 1 and husband 2.

    With ``numbered``, only travelers with a number in their name count.
    """
    people = [
        role.name
        for role, sort in zip(state_variables.variables, state_variables.variable_sorts, strict=True)
        if sort == 0
    ]
    return {re.sub("[- ]?[0-9]+$", "", name) for name in people if not numbered or name[-1:].isdigit()}


def _words_at_same_place(model: TaskSpace, state_variables: StateVariables[Any, Any]) -> Mapping[str, set[str]]:
    """Return for each word of a problem the words that occur at the same argument positions in its facts.

    If some facts are about places, only these facts count. If the model only counts travelers, each counted traveler
    gets a word: two goats on the left and one on the right give the words goat1 to goat3.
    """
    told = [(words_of_fact(function)[1:], int(value)) for function, value in model.initial.values]
    for match in filter(
        None, (_FACT_WITH_NUMBER.fullmatch(" ".join(words_of_fact(fact))) for fact in model.initial.facts)
    ):
        told.append((tuple(f"{match[1]}{match[3]}".split()), int(match[2])))
    times = Counter(words for words, _ in told)
    alone = {words: range(min(number, MAX_VALUE)) for words, number in told if times[words] == 1}
    totals = Counter(word for words, number in alone.items() for word in words for _ in number)
    facts = ReadingFinder(model, state_variables, (), None).facts
    for words in alone:
        for at, word in enumerate(words):
            facts += [
                ("", *words[:at], f"{word}{one + 1}", *words[at + 1 :]) for one in range(totals[word])[:MAX_VALUE]
            ]
    groups, beside = group_facts(facts).values(), defaultdict[str, set[str]](set)
    places = {word for group in groups for word in group for one in state_variables.values[0] if _rate_name(one, word)}
    somewhere = {fact for group in groups if not places.isdisjoint(group) for fact in group.values()}
    for group in (group.keys() - (totals.keys() - places) for group in group_facts(somewhere or facts).values()):
        for word in group:
            beside[word] |= group
    return beside


def _fit_participants(
    model: TaskSpace, words_at_same_place: Mapping[str, set[str]], state_variables: StateVariables[Any, Any]
) -> tuple[list[ParticipantFit], float]:
    """Match travelers, boats and places with words of a problem; return the fits and the total distance.

    There are three fits: of the travelers, of the boats and of the places. The distance is the number of left-over
    words plus the weighted number of travelers, boats and places without a word. It also includes a small term for
    uncertain matches, which decides between equal distances.
    """
    typed, roles = (
        TypedNames(model, state_variables),
        {one: number for number, one in enumerate(state_variables.variables)},
    )
    all_of = [
        *zip(state_variables.variables, state_variables.variable_sorts, strict=True),
        *((place, 2) for place in state_variables.values[0]),
    ]
    parts = [[one for one, sort in all_of if sort == part] for part in range(3)]
    taken, fits, doubt = dict[str, NamedThing](), list[ParticipantFit](), 0.0

    def rate_name_by_type(one: NamedThing, word: str) -> float:
        words = typed.names_of_object(roles[one], word) if one in roles else (word,)
        if len(words) == 1:
            return _rate_name(one, words[0])
        return max((_rate_name(one, each) for each in words), default=0.0)

    ways = ((rate_name_by_type(one, word), one, word) for part in parts for one in part for word in words_at_same_place)
    # The likeliest pairs are taken first, so a doubtful pair cannot take away the word of a clear one.
    for like, one, word in sorted([way for way in ways if way[0]], reverse=True):
        boat = one in parts[1]  # an initial is too little evidence for a boat, which has many names
        if word not in taken and one not in taken.values() and not (boat and len(re.sub("[0-9]", "", word)) < 2):
            taken[word], doubt = one, doubt + 2 - like
    for part in parts:
        words = [word for word, one in taken.items() if one in part]
        left = set[str]().union(*(words_at_same_place[word] for word in words)) - taken.keys()
        fits.append(ParticipantFit(len(part) - len(words), len(left)))
    # Doubt about names only decides between values that fit equally well.
    return fits, sum(MISSING_WEIGHT * missing + left for missing, left in fits) + doubt / 1000


@functools.lru_cache(100_000)
def _rate_name(one: NamedThing, word: str) -> float:
    """Return the likelihood that a word names a traveler, a boat or a place; 0 if it is unlikely.

    The likelihood is higher if the name begins with the word. If the name has a number, the word must have the same number.
    """
    number, letters = re.sub("[^0-9]", "", word), re.sub("[0-9]", "", word)
    same = [name for name in one.words[0] if re.sub("[^0-9]", "", name) == number or (name.isalpha() and name[1:])]
    like = name_likelihood(
        NamedThing("", "", (frozenset(re.sub("[ 0-9]", "", name) for name in same) - {""},)), [letters]
    )
    begins = one.name.lower().startswith(word)
    return like + begins / 10 if like >= MIN_NAME_LIKELIHOOD and (like == 1 or begins or word[1:]) else 0
