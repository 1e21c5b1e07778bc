"""What in a planning task may tell the value of a role: for each value a literal that holds exactly then.

Facts that differ in one word tell values by it; a fact alone tells two, by whether it holds.
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

from ferryplan.generator.cast import SYNONYM, Cast, Named, Situation
from ferryplan.generator.pddl.expressions import Atom, Comparison, Condition, Function, Number
from ferryplan.generator.pddl.normal_form import conjuncts
from ferryplan.generator.pddl.states import Fact, State
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.teaching.interpretation.groups import HOLE, as_words, groups_of, opened_groups, said_by
from ferryplan.teaching.interpretation.typed_names import TypedNames

MOST_NEAR, MOST_WORDS, MOST_MAPS, MOST_RESTS, MOST_UNREACHED = 100, 8, 3, 20, 50
"""in how many states it is looked what holds, how many words are tried for values, how many ways to assign them are kept, how many
predicates are tried that may tell where all has settled, how many facts of a predicate there may be that are never reached"""

Literal: TypeAlias = tuple[Fact, bool | Fraction]
"""A fact, and whether it is to hold; or a function, and its value."""
Reading: TypeAlias = tuple[Literal | None, ...]
"""For each value of a role what says that it has it; None where nothing does."""


class Interpretation(NamedTuple):
    """What tells the value of each role."""

    readings: tuple[Reading, ...]
    certain: bool = False
    """whether names, or all that the puzzle says of its objects, leave no doubt"""
    guessed: bool = False
    """whether some role got a reading that was left over"""
    missed: int = 0
    """how many facts of the puzzle's start and goal the model lacks"""

    @property
    def facts(self) -> frozenset[Fact]:
        """The facts and functions that tell anything."""
        return frozenset(literal[0] for reading in self.readings for literal in reading if literal)


class Rest(NamedTuple):
    """What holds wherever all has settled."""

    literals: tuple[Literal, ...] = ()
    hides: bool = False
    """whether elsewhere nothing can be seen"""


class Scored(NamedTuple):
    """A reading, and how likely it is."""

    score: float
    alike: float
    """how well it fits by its name, from 0 to 1"""
    reading: Reading


_NUMBERED = re.compile(r"([^\W\d]{3,})(\d+)")
"""a word, or its first letters, with a number"""


def likeness(named: Named, words: Collection[str], others: frozenset[str] = frozenset()) -> float:
    """Return how likely it is that words name something, from 0 to 1; ``others`` are the names of what else there is."""
    parts = [max((_likeness(part, word, others) for word in words), default=0.0) for part in named.words]
    return sum(parts) / max(len(parts), 1)


@functools.lru_cache(100_000)
def _likeness(names: frozenset[str], word: str, others: frozenset[str]) -> float:
    joined = re.sub("[-_]", "", word)
    parts = {word, joined, *re.split("[-_]", word)}
    if not {word, joined}.isdisjoint(names):
        return 1
    if any(SYNONYM + one in names or SYNONYM + one.removesuffix("s") in names for one in parts):
        return 0.9
    if not {*parts, *(part.removesuffix("s") for part in parts)}.isdisjoint(names):
        return 0.9
    if not parts.isdisjoint(others):
        return 0
    if len(word) == 1 and any(one[0] == word for one in names):
        return 0.7
    if len(word) > 2 and any(one.startswith(word) for one in names):
        return 0.8
    if any(_is_short_for(joined, one) for one in names):
        return 0.8
    if any(len(one) > 3 and one in joined for one in (name.removeprefix(SYNONYM) for name in names)):
        return 0.7
    long = [one for one in names if len(one) > 3]
    best = max((difflib.SequenceMatcher(None, one, part).ratio() for one in long for part in parts), default=0.0)
    return best * 0.8 if best >= 0.75 else 0


def _is_short_for(word: str, name: str) -> bool:
    """Return whether a word is the first letters of a name, both with the same number: ``miss1`` for ``missionary1``."""
    short, long = _NUMBERED.fullmatch(word), _NUMBERED.fullmatch(name)
    return short is not None and long is not None and short[2] == long[2] and long[1].startswith(short[1])


class Readings:
    """What a task has to offer."""

    def __init__(
        self,
        space: TaskSpace,
        cast: Cast[Any, Any],
        start: Situation,
        goal: Situation | None,
        given: Mapping[int, Reading] = MappingProxyType({}),
    ) -> None:
        """Of roles whose readings are ``given`` there are no others."""
        self.given, self._typed = given, TypedNames(space, cast)
        self.space, self.cast, self.start, self.goal = space, cast, start, goal
        wanted = {part.fact for part in conjuncts(space.goal) if isinstance(part, Atom)}
        counted = {*self.numbers(conjuncts(space.goal))}
        self._begun: set[Literal] = {(fact, True) for fact in space.initial.facts} | {*space.initial.values}
        self.wanted: set[Literal] = {(fact, True) for fact in wanted} | counted
        facts = space.initial.facts | space.within_reach[1] | wanted | self._derived()
        facts |= {*self._unreached(facts)}
        self.facts, opened = sorted(facts), opened_groups(facts, space, self.near)
        several = {fact[0] for *_, group in opened for fact in group.values()}
        self._simple = [fact for fact in self.facts if fact[0] not in several]
        single = groups_of(self._simple).items()
        self._groups = [*single, *(((*key, name), some) for key, name, some in opened)]
        words = (((*key, *[name] * (len(name) > 1)), some) for key, name, some in opened)  # ?b may be a bank
        self._told = [(key, {word: (one, True) for word, one in some.items()}) for key, some in (*single, *words)]
        for fact in (one for *_, some in opened for one in some.values()):
            for held in (self._begun, self.wanted):
                held |= {(fact, True)} if any((one, True) in held for one in said_by(fact)) else set()

    @functools.cached_property
    def all_facts(self) -> set[Fact]:
        """These with those that never change."""
        begun = self.space.view(self.space.initial)
        names = [one.name for one in self.space.domain.predicates if self.space.never_changes(one.name)]
        return {*self.facts, *itertools.chain.from_iterable(map(begun.of, names))}

    @functools.cached_property
    def near(self) -> list[State]:
        """The states that are near."""
        near = {self.space.initial: None}
        for state in (queue := [self.space.initial]):
            for _, after in self.space.moves(state) if len(near) < MOST_NEAR else ():
                queue += [after] if after not in near else []
                near.setdefault(after)
        return queue

    def _unreached(self, facts: Collection[Fact]) -> Iterator[Fact]:
        """Yield facts that the model could have beside those that it reaches.

        Where one object alone stands at a place, as in ``(boat-at west)`` if the boat never leaves, others of its type could stand there. A
        predicate of one object without a type that never changes is a type itself.
        """
        for one in self.space.domain.predicates:
            if self.space.never_changes(one.name) and [each.types for each in one.parameters] == [("object",)]:
                continue
            known = [fact[1:] for fact in facts if fact[0] == one.name]
            words = [{*some} for some in zip(*known, strict=True)]
            if any(len(some) == 1 for some in words):
                typed = (
                    {thing for kind in each.types for thing in self.space.objects[kind]} for each in one.parameters
                )
                words = [some if len(some) > 1 else may for some, may in zip(words, typed, strict=True)]
                if math.prod(map(len, words)) <= MOST_UNREACHED:
                    yield from ((one.name, *way) for way in itertools.product(*words))

    def _derived(self) -> set[Fact]:
        """Return what is derived in the states that are near."""
        space = self.space
        return {fact for state in self.near for one in space.derived_predicates for fact in space.view(state).of(one)}

    def of(self, role: int) -> list[Scored]:
        """Return the readings of a role, those first that are likelier by their names and by what is so at the start and in the goal."""
        if role in self.given:
            return [Scored(0, 1, self.given[role])]
        found = list[Scored]()
        if role in self.cast.numbers:
            found += self._scored(role, self._counts(role))
        else:
            groups = [*self._told, *self._functions(len(self.cast.values[role]))]
            maps = ((key[1:], *one) for key, told in groups for one in self._maps(role, told))
            found += self._scored(role, maps)
            told = {literal[0] for one in found if one.alike for literal in one.reading if literal}
            alone = (fact for fact in self._simple if fact not in told)
            switches = ((as_words(fact)[1:], *one) for fact in alone for one in self._switches(role, fact))
            found += self._scored(role, switches)
        in_order = sorted(found, key=lambda one: (one.score, one.alike, str(one.reading)))
        return sorted({one.reading: one for one in in_order}.values(), key=lambda one: -one.score)

    def partial(self, role: int, words: Mapping[str, str]) -> list[Scored]:
        """Return the readings of a role in which nothing tells some values: the model never gets there. ``words`` tell values by their names."""
        offers = list[tuple[Fact, float, Reading]]()
        fixed = [fact for fact in self.all_facts.difference(self.facts) if len(fact) == 2]
        alone = [
            fact for fact in fixed if sum(fact[0] == other[0] for other in fixed) == 1
        ]  # the boat, if it never moves
        for key, facts in groups_of([*self.facts, *alone, *self._unreached(alone)]).items():
            told = [facts.get(words[value.name]) for value in self.cast.values[role]]
            if any(told):
                score = sum(self._fits(role, value, (fact, True), "") for value, fact in enumerate(told) if fact)
                offers.append((key[1:], score, tuple((fact, True) if fact else None for fact in told)))
        return sorted(self._scored(role, offers), key=lambda one: -one.score)

    def rests(self, readings: Sequence[Reading]) -> Iterator[Rest]:
        """Yield what may hold just where all has settled: all that tells no value as at the start, or all with one predicate."""
        names = {literal[0][0] for reading in readings for literal in reading if literal}
        begun = self.space.initial.facts
        others: list[Literal] = [(fact, fact in begun) for fact in self.facts if fact[0] not in names]
        apart = [tuple(some) for _, some in itertools.groupby(others, key=lambda one: one[0][0])]
        ways = dict.fromkeys([tuple(others), *apart[:MOST_RESTS]]) if others else ()
        return itertools.starmap(Rest, itertools.product(ways, (False, True)))

    def _scored(self, role: int, offers: Iterable[tuple[Fact, float, Reading]]) -> Iterator[Scored]:
        """Yield readings with how likely they are by their words, too; words that name another of the sort as well name neither."""
        named, sorts = self.cast.roles[role], self.cast.sorts
        others = frozenset[str]().union(*(words for one in self.cast.roles for words in one.words))
        others = others.difference(*named.words)
        alone = role in self.cast.numbers
        same = [] if alone else [one for one, sort in enumerate(sorts) if one != role and sort == sorts[role]]
        rivals = [self.cast.roles[one] for one in same]
        for words, score, reading in offers:
            plain = [one for word in words if word != HOLE for one in self._typed.of(role, word)]
            joined = map("".join, itertools.pairwise(plain))
            told = [*plain, *(word for word in joined if any(word in names for names in named.words))]
            alike = likeness(named, told, others)
            if alike and any(likeness(one, told) >= alike for one in rivals):
                alike = 0
            yield Scored(3 * alike + score, alike, reading)

    def _counts(self, role: int) -> Iterator[tuple[Fact, float, Reading]]:
        """Yield the functions, and the groups of facts that differ in a number, that may count something."""
        most = len(self.cast.values[role])
        wanted = dict(self.numbers(conjuncts(self.space.goal)))
        for function, value in self.space.initial.values:
            score = float(value == self.start[role])
            if self.goal is not None and function in wanted:
                score += wanted[function] == self.goal[role]
            yield as_words(function)[1:], score, tuple((function, Fraction(number)) for number in range(most))
        for key, facts in self._groups:
            words = [(re.split("[-_]?([0-9]+)$", word), fact) for word, fact in facts.items()]
            numbered = {int(parts[1]): fact for parts, fact in words if parts[1:]}
            kinds = {parts[0] for parts, _ in words if parts[1:]}
            some = [value for value in range(most) if value in numbered]
            if len(some) > 1:
                score = sum(self._fits(role, value, (numbered[value], True), "") for value in some) / most
                reading = tuple((numbered[value], True) if value in some else None for value in range(most))
                yield (*key[1:], *kinds), score, reading

    def numbers(self, parts: Iterable[Condition]) -> Iterator[tuple[Fact, Fraction]]:
        """Yield the functions for whose values a goal asks."""
        for part in parts:
            match part:
                case Comparison("=", Function(name, terms), Number(value)):
                    yield (name, *terms), value

    def _functions(self, size: int) -> Iterator[tuple[Fact, Mapping[str, Literal]]]:
        """Yield functions with the values by which they may tell so many: from 0 on, or others between those at the start and those wanted."""
        counted = dict(one for one in sorted(self._begun | self.wanted) if not isinstance(one[1], bool))
        ends = {0, size - 1, *(int(value) for _, value in self._begun | self.wanted if not isinstance(value, bool))}
        numbers = range(min(ends), max(ends) + 1)[:MOST_WORDS]
        for function in counted:
            yield as_words(function), {str(number): (function, Fraction(number)) for number in numbers}

    def _maps(self, role: int, told: Mapping[str, Literal]) -> Iterator[tuple[float, Reading]]:
        """Yield the likeliest ways to take words for the values of a role."""
        size, ways = len(self.cast.values[role]), list[tuple[float, Reading]]()
        fits = {word: [self._fits(role, value, one, word) for value in range(size)] for word, one in told.items()}
        words = sorted(fits, key=lambda word: -max(fits[word]))[:MOST_WORDS]
        alone = 0.5 * (len(told) == size)  # nothing else is told so
        for chosen in itertools.permutations(words, size):
            score = alone + sum(fits[word][value] for value, word in enumerate(chosen))
            ways.append((score, tuple(told[word] for word in chosen)))
        yield from sorted(ways, key=lambda one: -one[0])[:MOST_MAPS]

    def _fits(self, role: int, value: int, literal: Literal, word: str) -> float:
        """Return what speaks for it that a value is told by a literal, in which a word tells it from others."""
        told = likeness(self.cast.values[role][value], [word])
        told += (literal in self._begun) == (self.start[role] == value)
        if self.goal is not None and self.goal[role] >= 0:
            told += (literal in self.wanted) == (self.goal[role] == value)
        return told

    def _switches(self, role: int, fact: Fact) -> Iterator[tuple[float, Reading]]:
        """Yield the ways in which a fact alone may tell two values."""
        if len(self.cast.values[role]) == 2:
            for value in (0, 1):
                yield self._fits(role, value, (fact, True), ""), ((fact, value == 0), (fact, value == 1))
