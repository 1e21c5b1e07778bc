"""Interpretations of a model by its structure: hard conditions first, names only rank what is left.

What tells a role is a variable of the model: facts of which at most one holds in every state that was looked at, exactly one at the start, and
not always the same one. Variables that differ in one word are a family, and so are all variables that have the same words for places: a model may
have a predicate for each kind. Variables of one family tell where the travelers are, with the same words for the same places; who alone can row
may have a variable of his own, and so may the boat.
"""

from __future__ import annotations

import functools
import heapq
import itertools
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ferryplan.generator.pddl.states import Fact, State
from ferryplan.teaching.interpretation.evidence import NameEvidence
from ferryplan.teaching.interpretation.groups import HOLE, as_words, groups_of
from ferryplan.teaching.interpretation.holders import is_place
from ferryplan.teaching.interpretation.outline import Outline
from ferryplan.teaching.interpretation.readings import Interpretation, Literal, Reading, Readings, likeness
from ferryplan.teaching.interpretation.variables import Family, Label, Variable, Way, find_counterparts

MOST_NEAR, MOST_WORDS, MOST_PLACE_MAPS, MOST_OTHERS, MOST_ASSIGNMENTS, MOST_QUEUED = 500, 8, 6, 6, 120, 20_000
"""how many states are looked at, how many values a variable may have of which those for places are chosen, how many such choices are tried,
how many variables beside a family, how many ways to tell who is who, of how many that were begun"""
MOST_MIXED, MIXED = 24, 0.5
"""how many variables of different shapes make a family; what speaks against it that travelers who differ in their names alone have such"""
CLEAR = 0.6
"""how alike the names of a role and of a variable are that are not taken for those of others"""


class StructureSearch:
    """The interpretations of a model, those first that fit better near its start, then those whose names fit better."""

    def __init__(
        self, readings: Readings, outline: Outline, following: Callable[[State], Sequence[tuple[Any, State]]]
    ) -> None:
        """``readings`` are of roles that all have places as values, the last one the boat; ``following`` returns what may follow a state."""
        self.readings, self.cast, self.space, self.outline = readings, readings.cast, readings.space, outline
        self._evidence = NameEvidence(self.space, self.cast)
        self._boat = len(self.cast.roles) - 1
        self._travellers, self._rower = range(self._boat), self.cast.leaders.get(self._boat)
        numbers, self._steps = {self.space.initial: 0}, list[tuple[int, int]]()
        for number, state in enumerate(queue := [self.space.initial]):
            for _, after in following(state):
                if after not in numbers and len(queue) < MOST_NEAR:
                    numbers[after] = len(queue)
                    queue.append(after)
                if after in numbers:
                    self._steps.append((number, numbers[after]))
        self.near = queue
        self.families = self._families()

    def _families(self) -> list[Family]:
        """Return the families, each by the words that tell its variables apart, the largest first; each variable is a family of its own, too.

        Families of several shapes come last.
        """
        families = defaultdict[tuple[str, ...], dict[Label, Variable]](dict)
        mixed = defaultdict[frozenset[str], dict[Label, Variable]](dict)
        for key, literals in self._groups(len(self.cast.values[self._boat])):
            if variable := self._variable(key, literals):
                families[key][()] = variable
                for place in (place for place in range(1, len(key)) if key[place] != HOLE):
                    families[*key[:place], "@", *key[place + 1 :]][key[place],] = variable
                if all(wanted for _, wanted in literals.values()):
                    mixed[frozenset(literals)][variable.words] = variable
        alike = [family for family in families.values() if len(family) > 1 or () in family]
        known = [{one.key for one in family.values()} for family in alike]
        several = [
            one for one in mixed.values() if 1 < len(one) <= MOST_MIXED and {v.key for v in one.values()} not in known
        ]
        return [*sorted(alike, key=lambda one: -len(one)), *sorted(several, key=lambda one: -len(one))]

    def _groups(self, size: int) -> Iterator[tuple[Fact, Mapping[str, Literal]]]:
        """Yield what some literals share, a hole for the word in which they differ among it, and the literals by that word.

        Derived facts are left out, as the facts that they are derived from say the same, but for the places of holders.
        """
        facts = [fact for fact in self.readings.facts if fact[0] not in self.space.derived_predicates or is_place(fact)]
        for key, group in groups_of(facts).items():
            if len(group) >= size:
                yield key, {word: (fact, True) for word, fact in group.items()}
        alone = {*facts} - find_counterparts(facts, self.near, self._steps) if size == 2 else set[Fact]()
        for fact in sorted(alone):
            yield (*as_words(fact), HOLE), {"no": (fact, False), "yes": (fact, True)}
        numbers = defaultdict[Fact, set[Fraction]](set)
        for function, value in itertools.chain.from_iterable(state.values for state in self.near):
            numbers[function].add(value)
        for function, values in numbers.items():
            if len(values) >= size:
                yield (*as_words(function), HOLE), {str(value): (function, value) for value in sorted(values)}

    def _variable(self, key: Fact, literals: Mapping[str, Literal]) -> Variable | None:
        """Return the variable that some literals are; None if two of them hold somewhere, none at the start, or the same one everywhere."""
        held = list[list[str]]()
        for state in self.near:
            held.append([word for word, literal in literals.items() if self._holds(state, literal)])
            if len(held[-1]) > 1:
                return None
        if not held[0] or all(some == held[0] for some in held):
            return None
        changes = sum(held[one] != held[other] for one, other in self._steps) / max(1, len(self._steps))
        return Variable(key, literals, held[0][0], changes)

    def _holds(self, state: State, literal: Literal) -> bool:
        fact, wanted = literal
        if isinstance(wanted, bool):
            return (self.space.has(state, fact) if is_place(fact) else fact in state.facts) == wanted
        return literal in state.values

    def __iter__(self) -> Iterator[Interpretation]:
        """Yield interpretations: in turn of each family with each way to tell the places and the boat."""
        fewest = len(self._travellers) - (self._rower is not None)
        families = [family for family in self.families if len(family) >= max(1, fewest)]
        shapes = defaultdict[Any, dict[Way, tuple[float, float]]](dict)
        for number, family in enumerate(families):
            for doubt, places, way in self._by_family(family):
                if fit := self._fit(way):
                    doubt += sum(
                        not literal[1] for reading in way for literal in reading if literal
                    )  # absence tells less
                    ways = shapes[number, places, way[self._boat]]
                    ways[way] = min((-fit, doubt), ways.get(way, (0, 0)))
        in_order = (sorted((rank, way) for way, rank in ways.items()) for ways in shapes.values())
        turns = itertools.zip_longest(*sorted(in_order))
        for way in dict.fromkeys(one[1] for turn in turns for one in sorted(filter(None, turn))):
            yield Interpretation(way, self._evidence.are_named(way))

    def is_clear(self, way: Interpretation) -> bool:
        """Return whether the names of an interpretation tell who each of the travelers is."""
        return all(self._evidence.names(role, way.readings[role]) for role in self._travellers)

    def _fit(self, way: Way) -> float:
        """Return how well what is seen of a model near its start fits the puzzle: 0 if none of the first moves is seen."""
        seen = {*zip(*map(self._course, way), strict=True)}
        seen = {situation for situation in seen if -1 not in situation}
        strange = len(seen - self.outline.known) / max(1, len(seen)) if self.outline.complete else 0
        met = len(seen & self.outline.first) / max(1, len(self.outline.first))
        return met + met * (1 - strange)

    @functools.cache  # noqa: B019  a search is made for one comparison
    def _course(self, reading: Reading) -> list[int]:
        """Return what a reading tells in each of the states, -1 where it tells nothing."""
        values = (
            [value for value, one in enumerate(reading) if one and self._holds(state, one)] for state in self.near
        )
        return [(some or [-1])[0] for some in values]

    def _by_family(self, family: Family) -> Iterator[tuple[float, tuple[str, ...], Way]]:
        """Yield interpretations in which a family tells where the travelers are, behind how much speaks against each and the words for places."""
        for worth, places in self._place_maps(family):
            for doubt, readings in itertools.islice(self._readings(family, places), MOST_ASSIGNMENTS):
                for more, boat in self._boats(readings, places):
                    yield doubt + more - worth, places, (*(readings[role] for role in self._travellers), boat)

    def _place_maps(self, family: Family) -> list[tuple[float, tuple[str, ...]]]:
        """Return words of a family that may stand for the places, behind how well they fit, the best first."""
        places, start, goal = self.cast.values[self._boat], self.readings.start, self.readings.goal
        begun = {variable.start for variable in family.values()}
        starts, ends = (
            {start[role] for role in self._travellers},
            {goal[role] for role in self._travellers} if goal else (),
        )
        wanted = {
            word for one in family.values() for word in one.literals if one.literals[word] in self.readings.wanted
        }
        words, found = (
            sorted({word for one in family.values() for word in one.literals}),
            list[tuple[float, tuple[str, ...]]](),
        )
        for chosen in itertools.permutations(words, len(places)) if len(words) <= MOST_WORDS else ():
            if {chosen[place] for place in starts} <= begun:
                named = sum(likeness(place, [word]) for place, word in zip(places, chosen, strict=True))
                found.append((named + sum((word in wanted) == (n in ends) for n, word in enumerate(chosen)), chosen))
        return sorted(found, key=lambda way: -way[0])[:MOST_PLACE_MAPS]

    def _readings(self, family: Family, places: Sequence[str]) -> Iterator[tuple[float, dict[int, Reading]]]:
        """Yield for each traveler what tells where it is, behind how much speaks against that; who alone can row may be beside the family."""
        ways = [self._assignments(self._travellers, family, places)]
        if self._rower is not None:
            beside = self._beside(self._rower, tuple(places))[:MOST_OTHERS]
            ways += [self._with_rower(family, places, worth, reading) for worth, reading in beside]
        yield from heapq.merge(*ways, key=lambda way: way[0])

    def _with_rower(
        self, family: Family, places: Sequence[str], worth: float, reading: Reading
    ) -> Iterator[tuple[float, dict[int, Reading]]]:
        """Yield the same where a reading tells where who alone can row is, and a family where the others are."""
        others = [role for role in self._travellers if role != self._rower]
        for doubt, found in self._assignments(others, family, places):
            if self._rower is not None and not any(literal in one for one in found.values() for literal in reading):
                yield doubt + 1 - worth, {**found, self._rower: reading}

    def _assignments(
        self, roles: Sequence[int], family: Family, places: Sequence[str]
    ) -> Iterator[tuple[float, dict[int, Reading]]]:
        """Yield for each of some roles the reading of another variable of a family, behind how unlike their names are, the likeliest first.

        Of the ways that differ only by an exchange of interchangeable travelers there is one.
        """
        offers = [self._offers(role, family, places) for role in roles]
        told = [family[label].changes for label in {label for some in offers for _, label in some}]
        if sum(told) and (most := sum(self.outline.changes[role] for role in roles)):
            usual = sum(told) / most  # a model may take several steps for a move
            for role, some in zip(roles, offers, strict=True):
                unlike = {label: abs(family[label].changes - usual * self.outline.changes[role]) for _, label in some}
                some[:] = sorted((doubt + unlike[label] / max(told), label) for doubt, label in some)
        labels = [{label for _, label in some} for some in offers]
        before = [self._interchangeable_before(roles, number) for number in range(len(roles))]
        queue: list[tuple[float, tuple[Label, ...]]] = [(0.0, ())]
        for _ in range(MOST_QUEUED):
            if not queue:
                break
            doubt, chosen = heapq.heappop(queue)
            number = len(chosen)
            if number == len(roles):
                pairs = zip(roles, chosen, strict=True)
                yield doubt, {role: reading for role, label in pairs if (reading := family[label].reading(places))}
                continue
            last = before[number]
            for more, label in offers[number]:
                if label in chosen or (last is not None and labels[last] == labels[number] and label < chosen[last]):
                    continue
                is_mixed = last is not None and family[label].shape != family[chosen[last]].shape
                heapq.heappush(queue, (doubt + more + MIXED * is_mixed, (*chosen, label)))

    def _interchangeable_before(self, roles: Sequence[int], number: int) -> int | None:
        """Return the position of the last role before one that is interchangeable with it."""
        groups = [self.cast.groups[role] if role < len(self.cast.groups) else -1 - role for role in roles]
        return next((one for one in reversed(range(number)) if groups[one] == groups[number]), None)

    def _offers(self, role: int, family: Family, places: Sequence[str]) -> list[tuple[float, Label]]:
        """Return the variables of a family that may tell where a traveler is, behind how unlike their names are.

        Where names are clear, no others are offered: a variable called wolf tells nothing of the goat.
        """
        found, clear = list[tuple[float, Label]](), list[tuple[float, Label]]()
        initials = self._are_initials(family)
        for label, variable in family.items():
            like = self._likenesses(label)
            is_clear = max(like) >= CLEAR and (initials or all(len(word) > 1 for word in label))
            fits = variable.start == places[self.readings.start[role]] and variable.reading(places)
            if fits and (like[role] >= max(like) or not is_clear):
                found.append((1 - like[role], label))
                clear += found[-1:] if is_clear else []
        return sorted(clear or found)

    @functools.cache  # noqa: B019  a search is made for one comparison
    def _likenesses(self, label: Label) -> list[float]:
        """Return for each role how likely it is that a label names it."""
        roles = enumerate(self.cast.roles)
        return [likeness(one, self._evidence.words_for(role, label)) for role, one in roles]

    def _are_initials(self, family: Family) -> bool:
        """Return whether the words of a family that are single letters are the initials of travelers: w, g and c are, but not a, b and c."""
        letters = sorted({word for label in family for word in label if len(word) == 1})
        likely = [
            [role for role in self._travellers if likeness(self.cast.roles[role], [letter]) >= CLEAR]
            for letter in letters
        ]
        return all(likely) and len({*map(tuple, likely)}) == len(likely)

    def _boats(self, readings: Mapping[int, Reading], places: Sequence[str]) -> Iterator[tuple[float, Reading]]:
        """Yield what may tell where the boat is, behind how much speaks against it: where who alone can row is, so is the boat."""
        if self._rower is not None:
            yield 0.5, readings[self._rower]
        used = {*itertools.chain.from_iterable(readings.values())}
        free = [way for way in self._beside(self._boat, tuple(places)) if used.isdisjoint(way[1])]
        yield from ((1 - worth, reading) for worth, reading in free[:MOST_OTHERS])

    @functools.cache  # noqa: B019  a search is made for one comparison
    def _beside(self, role: int, places: tuple[str, ...]) -> list[tuple[float, Reading]]:
        """Return what may tell where something is whatever tells of the others, behind how well its name fits, the best first."""
        found, start = dict[Reading, float](), self.readings.start[role]
        for variable in (variable for family in self.families for label, variable in family.items() if not label):
            named = likeness(self.cast.roles[role], variable.words)
            # Who alone can row is where the boat is: what is called the boat may tell of him.
            leader = self.cast.leaders.get(role, role)
            led = likeness(self.cast.roles[leader], variable.words)
            others = [one for other, one in enumerate(self.cast.roles) if other not in (role, leader)]
            if any(likeness(one, variable.words) > max(named, led, CLEAR) for one in others):
                continue
            for words in self._words_of(variable, places, start):
                reading = variable.reading(words)
                if reading and words[start] == variable.start:
                    found[reading] = max(named, led / 2, found.get(reading, 0))
        return sorted(((named, reading) for reading, named in found.items()), key=lambda way: -way[0])

    def _words_of(self, variable: Variable, places: tuple[str, ...], start: int) -> Collection[tuple[str, ...]]:
        """Return the words by which a variable may tell the places: the same by which others do, if it has them, else words of its own."""
        if variable.literals.keys() >= {*places}:
            return [places]
        rest = [word for word in variable.literals if word != variable.start]
        ways = itertools.permutations(rest, len(places) - 1) if len(rest) < MOST_WORDS else ()
        return [(*way[:start], variable.start, *way[start:]) for way in ways]
