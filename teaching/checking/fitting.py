"""Of which instance of a puzzle a problem is: values of parameters that nobody gave, as its first lines say, or by who takes part in it."""

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
from ferryplan.generator.cast import Cast, Named
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.families import family_of, state_space, trials
from ferryplan.generator.header import read_header
from ferryplan.generator.instance import Value
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.generator.wording import listing, told_value
from ferryplan.teaching.interpretation.alignment import Alignment
from ferryplan.teaching.interpretation.evidence import NAMED
from ferryplan.teaching.interpretation.groups import as_words, groups_of
from ferryplan.teaching.interpretation.readings import Readings, likeness
from ferryplan.teaching.interpretation.typed_names import TypedNames

MOST, MOST_WORDS, MOST_ROLES, MISSING = 24, 300, 100, 3
"""up to which value parameters are tried, for how many words of a problem; how many who take part are believed; how many left over weigh as much
as one missing"""
NEAR, MOST_SIZES, MOST_OBJECTS, MOST_READ = 3, 12, 16, 3
"""how far from the usual values sizes of planning puzzles are tried, how many of them, with how many objects of a problem, in how many ways each is
read"""
_NUMBERED = re.compile("[0-9]+ ((?:.* )?)[^ ]*?([0-9]{1,9})((?: [^0-9]*)?)")


class Fit(NamedTuple):
    """How a part of an instance fits a problem."""

    missing: int
    """how many of the instance are not found in the problem"""
    left: int
    """how many of the problem are not in the instance"""

    def betters(self, other: Fit) -> bool:
        """Return whether it explains as much as another, if not more; who is missing may be somebody left over, under another name."""
        fewer = self.missing <= other.missing and self.left <= other.left
        return self == other or (fewer and 0 <= self.left - self.missing <= abs(other.left - other.missing))


def fit_parameters(puzzle: PuzzleFile, given: Mapping[str, Value], model: TaskInstance) -> tuple[dict[str, Value], str]:
    """Return values of parameters, those given and others by which a puzzle is the instance of a problem; with a note if that is not the usual one.

    Raises as `ferryplan.generator.families.trials`, and PddlError for a problem that has no state space.
    """
    usual = dict(next(trials(puzzle, given)).instance.parameters)
    values, key = dict[str, Value](), "check.size-by-header"
    with contextlib.suppress(FerryplanError):
        said = read_header(model.problem.text, model.problem.name).parameters
        values = dict(next(trials(puzzle, {**said, **given})).instance.parameters)
    if not values or ((cast := _cast(puzzle, values)) and len(cast.roles) > MOST_ROLES):
        values, key = {**given, **_found(puzzle, given, model.once(TaskSpace))}, "check.size-by-objects"
    others = listing([f"{key} = {told_value(value)}" for key, value in values.items() if value != usual[key]])
    return values, format_message(key, sizes=others) if others else ""


def describe_other_sizes(puzzle: PuzzleFile, given: Mapping[str, Value], model: TaskInstance) -> str:
    """Return in words which of the numbers that are given are not those of a problem, by who is in it; the empty text if all may be."""
    numbers = {key: value for key, value in given.items() if type(value) is int}
    others = {key: value for key, value in given.items() if key not in numbers}
    with contextlib.suppress(FerryplanError):
        usual = dict(next(trials(puzzle, others)).instance.parameters)
        found = usual | _found(puzzle, others, model.once(TaskSpace))
        # The size of a boat is told by no name, and numbers that are as usual may be those that are not found.
        wrong = {
            key: found[key] for key in numbers if found.get(key, usual.get(key)) not in (numbers[key], usual.get(key))
        }
        if wrong:
            told, expected = (
                listing([f"{key} = {told_value(value)}" for key, value in some.items()])
                for some in (wrong, {key: numbers[key] for key in wrong})
            )
            return format_message("check.other-size", sizes=told, given=expected)
    return ""


def _found(puzzle: PuzzleFile, given: Mapping[str, Value], model: TaskSpace) -> dict[str, Value]:
    """Return values of parameters that are not given with which a puzzle fits a problem better than with the usual ones, by who takes part in it."""
    keys = [key for key, one in puzzle.parameters.items() if key not in given and type(one.default) is int]
    if not keys:
        return {}
    if not (cast := _cast(puzzle, given)):
        return _fit_sizes(puzzle, given, keys, model)
    beside, here, best = _beside(model, cast), dict[str, Value](), dict[str, Value]()
    first, distance = near, _ = _fits(model, beside, cast)
    kinds = _kinds_in(
        cast, numbered=True
    )  # a model in which nobody of a kind is found has them under names that are not known
    while distance >= 1 and len(beside) < MOST_WORDS:
        steps = [{**here, key: value} for key in keys for value in range(min(MOST, len(beside)) + 1)]
        found = [
            (*_fits(model, beside, cast), values)
            for values in steps
            if (cast := _cast(puzzle, {**given, **values})) and _kinds_in(cast) >= kinds
        ]
        near, closer, values = min(found, key=lambda one: one[1], default=(near, distance, here))
        # The fraction only says how likely names are; a step has to find more of those who take part.
        if int(closer) >= int(distance):
            break
        here, distance = values, closer
        best = here if all(map(Fit.betters, near, first)) else best
    return best


def _fit_sizes(
    puzzle: PuzzleFile, given: Mapping[str, Value], keys: Sequence[str], model: TaskSpace
) -> dict[str, Value]:
    """Return values of parameters with which a planning puzzle says more of what a problem says of the start and the end than with the usual ones."""
    usual = dict(next(trials(puzzle, given)).instance.parameters)
    best, fewest = dict[str, Value](), _count_missed_facts(puzzle, given, model)
    size = len(model.objects["object"])
    for _ in keys if size <= MOST_OBJECTS else ():
        here, before = best, fewest
        for key, value in _near(usual, [key for key in keys if key not in here], size)[:MOST_SIZES]:
            missed = _count_missed_facts(puzzle, {**given, **here, key: value}, model) if fewest else fewest
            if missed < fewest:
                best, fewest = {**here, key: value}, missed
        if fewest in (0, before):
            break
    return best


def _near(usual: Mapping[str, Value], keys: Sequence[str], most: int) -> list[tuple[str, int]]:
    """Return other values of parameters up to a number, those first that are nearest to the usual ones."""
    numbers = {key: value for key in keys if isinstance(value := usual[key], int)}
    ways = [(key, one) for key, value in numbers.items() for one in range(1, most + 1) if 0 < abs(one - value) <= NEAR]
    return sorted(ways, key=lambda way: (abs(way[1] - numbers[way[0]]), way[1]))


def _count_missed_facts(puzzle: PuzzleFile, given: Mapping[str, Value], model: TaskSpace) -> int:
    """Return how many facts of the start and the end of an instance a problem lacks, or has besides, where these are the fewest."""
    fewest = sys.maxsize
    with contextlib.suppress(FerryplanError):
        instance = next(trials(puzzle, given)).instance
        for cast in (cast for cast in family_of(instance).list_casts(instance) if cast.stated):
            start = cast.situation(state_space(instance).initial)
            ways = itertools.islice(Alignment(Readings(model, cast, start, cast.goal)), MOST_READ)
            fewest = min([fewest, *(way.missed for way in ways)])
    return fewest


def _cast(puzzle: PuzzleFile, given: Mapping[str, Value]) -> Cast[Any, Any] | None:
    """Return who takes part in an instance; None where that makes no sense, where models are not compared, and where names tell nothing of them."""
    with contextlib.suppress(FerryplanError):
        instance = next(trials(puzzle, given)).instance
        return next((one for one in family_of(instance).list_casts(instance) if one.roles[0].words), None)
    return None


def _kinds_in(cast: Cast[Any, Any], numbered: bool = False) -> set[str]:
    """Return the names of those who take part without their numbers, of all or of those alone who are numbered."""
    people = [role.name for role, sort in zip(cast.roles, cast.sorts, strict=True) if sort == 0]
    return {re.sub("[- ]?[0-9]+$", "", name) for name in people if not numbered or name[-1:].isdigit()}


def _beside(model: TaskSpace, cast: Cast[Any, Any]) -> Mapping[str, set[str]]:
    """Return by each word of a problem those that stand where it stands, in what tells of places if anything does.

    Who is counted stands there, one by one: where two goats are on the left and one is on the right, goat1 to goat3.
    """
    told = [(as_words(function)[1:], int(value)) for function, value in model.initial.values]
    for match in filter(None, (_NUMBERED.fullmatch(" ".join(as_words(fact))) for fact in model.initial.facts)):
        told.append((tuple(f"{match[1]}{match[3]}".split()), int(match[2])))
    times = Counter(words for words, _ in told)
    alone = {words: range(min(number, MOST)) for words, number in told if times[words] == 1}
    totals = Counter(word for words, number in alone.items() for word in words for _ in number)
    facts = Readings(model, cast, (), None).facts
    for words in alone:
        for at, word in enumerate(words):
            facts += [("", *words[:at], f"{word}{one + 1}", *words[at + 1 :]) for one in range(totals[word])[:MOST]]
    groups, beside = groups_of(facts).values(), defaultdict[str, set[str]](set)
    places = {word for group in groups for word in group for one in cast.values[0] if _like(one, word)}
    somewhere = {fact for group in groups if not places.isdisjoint(group) for fact in group.values()}
    for group in (group.keys() - (totals.keys() - places) for group in groups_of(somewhere or facts).values()):
        for word in group:
            beside[word] |= group
    return beside


def _fits(model: TaskSpace, beside: Mapping[str, set[str]], cast: Cast[Any, Any]) -> tuple[list[Fit], float]:
    """Return how those who take part fit, each called by a word of his own, then the boats, then the places; and how far all are apart."""
    typed, roles = TypedNames(model, cast), {one: number for number, one in enumerate(cast.roles)}
    all_of = [*zip(cast.roles, cast.sorts, strict=True), *((place, 2) for place in cast.values[0])]
    parts = [[one for one, sort in all_of if sort == part] for part in range(3)]
    taken, fits, doubt = dict[str, Named](), list[Fit](), 0.0

    def like_by_type(one: Named, word: str) -> float:
        words = typed.of(roles[one], word) if one in roles else (word,)
        return max((_like(one, each) for each in words), default=0.0)

    ways = ((like_by_type(one, word), one, word) for part in parts for one in part for word in beside)
    # The likeliest pairs are taken first, so a doubtful one cannot take away a word that is clearly meant.
    for like, one, word in sorted(ways, reverse=True):
        boat = one in parts[1]  # an initial is too little for what has so many names
        if (
            like
            and word not in taken
            and one not in taken.values()
            and not (boat and len(re.sub("[0-9]", "", word)) < 2)
        ):
            taken[word], doubt = one, doubt + 2 - like
    for part in parts:
        words = [word for word, one in taken.items() if one in part]
        left = set[str]().union(*(beside[word] for word in words)) - taken.keys()
        fits.append(Fit(len(part) - len(words), len(left)))
    # Doubt about names only decides between values that fit equally well.
    return fits, sum(MISSING * missing + left for missing, left in fits) + doubt / 1000


@functools.lru_cache(100_000)
def _like(one: Named, word: str) -> float:
    """Return how likely it is that a word names somebody, 0 where it hardly does, more if his name begins so; who is numbered has that number."""
    number, letters = re.sub("[^0-9]", "", word), re.sub("[0-9]", "", word)
    same = [name for name in one.words[0] if re.sub("[^0-9]", "", name) == number or (name.isalpha() and name[1:])]
    like = likeness(Named("", "", (frozenset(re.sub("[ 0-9]", "", name) for name in same) - {""},)), [letters])
    begins = one.name.lower().startswith(word)
    return like + begins / 10 if like >= NAMED and (like == 1 or begins or word[1:]) else 0
