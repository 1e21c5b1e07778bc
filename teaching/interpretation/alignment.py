"""The predicates and the objects of a puzzle's own PDDL found in somebody else's: by their names, and by what is so at the start and in the goal.

A predicate of the puzzle is one of the task's, which may have places for more: any object of a sort may stand there. How often something is so
may be told by as many facts, or by the value of a function. Objects are matched one after the other: each time that which goes with one far
better than with any other, as W. Reinfeld and W. Vogel do with costs (Mathematical Programming, 1958).
"""

from __future__ import annotations

import difflib
import itertools
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from ferryplan.generator.cast import Named, Stated
from ferryplan.generator.naming import number_of_words
from ferryplan.generator.pddl.expressions import Typed
from ferryplan.generator.pddl.normal_form import conjuncts
from ferryplan.teaching.interpretation.readings import Interpretation, Literal, Readings, likeness

MOST_FORMS, MOST_TOGETHER, MOST_MATCHED, WIDER, SILENT, CLOSE, NAMED, TWICE = 12, 30, 8, 2, 0.5, 0.2, 3, 2
"""how many forms of a predicate, of all together, ties are tried; how much longer facts may be; what a lack is worth, how little less is as good"""
TIED = 1e-6
"""how little apart two forms of all predicates are that are as likely as each other"""
NUMBERED = 0.6
"""how alike names are of which only the numbers are the same"""

Terms: TypeAlias = tuple[str, ...]
Claims: TypeAlias = Mapping[tuple[str, int, Terms], int]
"""how often something is so: with which predicate, at the start (0) or in the goal (1), of which objects"""
Said: TypeAlias = tuple[int, int, Terms]  # of an object: when something is so, how often, and of which objects
Place: TypeAlias = tuple[str, int]


class Form(NamedTuple):
    """How a predicate is written in a task: where in its facts the puzzle's objects stand, what may stand in each place, and what is so."""

    name: str
    places: tuple[int, ...]
    sorts: tuple[Terms, ...]
    claims: Claims
    steady: bool
    """whether no action changes what it says"""

    def literal(self, one: Stated, found: Mapping[str, str]) -> Literal:
        """Return what says what a puzzle says."""
        theirs = zip(self.places, [found[name] for name in one.objects], strict=True)
        words = (dict(enumerate(map("|".join, self.sorts))) | dict(theirs)).values()
        return (self.name, *words), True if one.amount is None else Fraction(one.amount)


def alike(one: str, other: str, numbers: bool = False) -> float:
    """Return how alike the names of two objects are, from 0 to 1.

    disc-1 may be d1, or n1 if ``numbers`` alone tell something; block-a may be a, and a number in words, as five, n5 in any case.
    """
    words, number = re.findall("[a-z]+|[0-9]+", one), number_of_words(one)
    short = "".join([word if word.isdigit() else word[0] for word in words])
    numbered = numbers and words[-1].isdigit() and words[-1:] == re.findall("[0-9]+", other)
    numbered = numbered or (number is not None and re.fullmatch(f"[a-z]?[-_]?{number}", other) is not None)
    letter = {words[-1]} if len(words[-1]) == 1 and words[-1].isalpha() else set[str]()
    return max(likeness(Named("", "", (frozenset({"".join(words), short} | letter),)), [other]), NUMBERED * numbered)


class Alignment:
    """A task beside what a puzzle says."""

    def __init__(self, readings: Readings) -> None:
        self.readings, self.space, self.stated = readings, readings.space, readings.cast.stated
        space, goal = self.space, dict(readings.numbers(conjuncts(self.space.goal)))
        begun = dict.fromkeys((fact for fact in sorted(readings.all_facts) if space.has(space.initial, fact)), 1)
        begun |= {fact: round(value) for fact, value in space.initial.values}
        self.moments = begun, dict.fromkeys(space.goal_facts, 1) | {fact: round(goal[fact]) for fact in goal}
        self.facts, self.sorts = {*readings.facts, *begun}, {kind: [*names] for kind, names in space.objects.items()}
        # A unary predicate that never changes serves as a type.
        for name, *objects in begun:
            if len(objects) == 1 and space.never_changes(name):
                self.sorts.setdefault(f"({name})", []).extend(objects)
        self.predicates, self.places = dict[str, Stated](), defaultdict[str, set[Place]](set)
        for one in (one for some in self.stated for one in some if one):
            self.predicates[one.predicate] = one
            for place, name in enumerate(one.objects):
                self.places[name].add((one.predicate, place))
        moments = [zip(self.stated, situation or (), strict=False) for situation in (readings.start, readings.goal)]
        said = [(number, some[value]) for number, all_ in enumerate(moments) for some, value in all_ if value >= 0]
        self.claims = Counter({(one[0], n, one[1]): 1 if one.amount is None else one.amount for n, one in said if one})

    def _sorts(self, parameter: Typed) -> list[Terms]:
        """Return what may stand in a place: all that its type allows, then sort by sort."""
        allowed = {one for kind in parameter.types for one in self.space.objects[kind]}
        found = {tuple([one for one in names if one in allowed]) for names in self.sorts.values()}
        return sorted(found - {()}, key=lambda some: (-len(some), some))

    def _forms(self, stated: Stated) -> Iterator[tuple[float, dict[str, Form]]]:
        """Yield the forms of a predicate, each with how likely it is; none if the task lacks it."""
        predicate, length, known = stated.predicate, len(stated.objects), set[object]()
        mine = _profile({key: amount for key, amount in (+self.claims).items() if key[0] == predicate})
        yield SILENT, {}
        functions = self.space.domain.functions if stated.amount is not None else ()
        for theirs in (*self.space.domain.predicates, *functions):
            steady = self.space.never_changes(theirs.name)
            named, arity = difflib.SequenceMatcher(None, predicate, theirs.name).ratio(), len(theirs.parameters)
            for sorts in itertools.product(*map(self._sorts, theirs.parameters)) if arity <= length + WIDER else ():
                told = (fact for fact in self.facts if fact[0] == theirs.name)
                facts = frozenset(fact for fact in told if all(map(tuple.__contains__, sorts, fact[1:])))
                for places in itertools.permutations(range(arity), length) if facts and facts not in known else ():
                    claims = Counter[tuple[str, int, Terms]]()
                    for at, fact in itertools.product((0, 1), facts):
                        claims[predicate, at, tuple([fact[1 + n] for n in places])] += self.moments[at].get(fact, 0)
                    profile = _profile(+claims)
                    fits = (2 * (mine & profile).total() + 1) / (mine.total() + profile.total() + 1)
                    yield named + fits - steady, {predicate: Form(theirs.name, places, sorts, +claims, steady)}
                known.add(facts)

    def __iter__(self) -> Iterator[Interpretation]:
        """Yield interpretations, the likeliest first."""
        together: list[tuple[float, dict[str, Form]]] = [(0, {})]
        for stated in self.predicates.values():
            offers = sorted(self._forms(stated), key=itemgetter(0), reverse=True)[:MOST_FORMS]
            both = ((one, two) for one, two in itertools.product(together, offers) if _apart(one[1], two[1]))
            ways = ((worth + more, forms | form) for (worth, forms), (more, form) in both)
            together = sorted(ways, key=itemgetter(0), reverse=True)[:MOST_TOGETHER]
        matched = [[*self._matchings(forms)] for _, forms in together]
        fewest = [min((missed for _, missed, _ in some), default=math.inf) for some in matched]
        best_unsure = math.inf
        for (worth, forms), ways_to_match, least in zip(together, matched, fewest, strict=True):
            # Where other predicates are as likely and explain as much, none is sure: those of facts without objects may be exchanged for each other.
            called = {predicate: form.name for predicate, form in forms.items()}
            rivals = [
                other
                for (likely, other), its_least in zip(together, fewest, strict=True)
                if abs(likely - worth) < TIED and len(other) == len(forms) and its_least <= least
            ]
            alone = all({predicate: form.name for predicate, form in other.items()} == called for other in rivals)
            for sure, missed, found in ways_to_match:
                told = self._told(forms)
                literals = ([one and forms[one.predicate].literal(one, found) for one in some] for some in told)
                readings = (self.readings.given.get(role, tuple(some)) for role, some in enumerate(literals))
                # Nor is anything sure that explains less than something that is not.
                certain = sure and alone and missed <= best_unsure
                best_unsure = best_unsure if certain else min(best_unsure, missed)
                yield Interpretation(tuple(readings), certain, missed=missed)

    def _told(self, forms: Mapping[str, Form]) -> list[list[Stated | None]]:
        """Return for each role what is said of its values in these forms."""
        return [[one if one and one.predicate in forms else None for one in some] for some in self.stated]

    def _matchings(self, forms: Mapping[str, Form]) -> Iterator[tuple[bool, int, dict[str, str]]]:
        """Yield what may stand for the puzzle's objects in these forms; nothing if too little of a role is said in them."""
        if all(some.count(None) < 2 for some in self._told(forms)):
            yield from Matching(self, forms)


def _about(claims: Claims) -> Mapping[tuple[Place, str], list[Said]]:
    """Return what is said of the objects in each place: when, how often, and of what."""
    found = defaultdict[tuple[Place, str], list[Said]](list)
    for (predicate, moment, objects), amount in claims.items():
        for place, name in enumerate(objects or ("",)):
            found[(predicate, place), name].append((moment, amount, objects))
    return found


def _profile(claims: Claims) -> Counter[object]:
    """Return what is said but for the names: of each object in each place when what is so, and how much."""
    return Counter((place, *sorted(one[:2] for one in some)) for (place, _), some in _about(claims).items())


def _apart(some: Mapping[str, Form], others: Mapping[str, Form]) -> bool:
    """Return whether no fact is of two forms."""
    same = (zip(a.sorts, b.sorts, strict=True) for a in some.values() for b in others.values() if a.name == b.name)
    return all(any({*x}.isdisjoint(y) for x, y in sorts) for sorts in same)


def _agree(one: Said, two: Said, found: Mapping[str, str]) -> bool:
    """Return whether the same is said of objects as far as these are found."""
    return one[:2] == two[:2] and all(found.get(a, b) == b for a, b in zip(one[2], two[2], strict=True))


class Matching:
    """Objects of a task for those of a puzzle, where its predicates have some forms."""

    def __init__(self, alignment: Alignment, forms: Mapping[str, Form]) -> None:
        self.claims = Counter({key: amount for key, amount in alignment.claims.items() if key[0] in forms})
        self.said = {key: amount for form in forms.values() for key, amount in form.claims.items()}
        self.steady = {predicate for predicate, form in forms.items() if form.steady}
        self.said_in_all = (
            len(alignment.claims) + len(self.said) + sum(key[0] in self.steady for key in alignment.claims)
        )
        self.ours, self.theirs = _about(+self.claims), _about(self.said)
        self.places, self.may = alignment.places, dict[str, list[str]]()
        cast = alignment.readings.cast
        self.numbers = cast.by_end or bool(cast.numbers)
        for name, places in self.places.items():
            some = [forms[one].sorts[forms[one].places[place]] for one, place in sorted(places) if one in forms]
            if some:
                self.may[name] = [one for one in some[0] if all(one in other for other in some)]

    def __iter__(self) -> Iterator[tuple[bool, int, dict[str, str]]]:
        """Yield an object of the task for each of the puzzle's, behind whether that is sure and how much of what is said is not so then."""
        # A first round finds where nothing was clear; each such choice is then tried the other way.
        ties = self._matched({})[1]
        for fixed in ({}, *({name: other} for name, other in ties[:MOST_MATCHED])):
            found = self._matched(fixed)[0]
            if "" not in found.values():
                theirs = {key: (*key[:2], tuple([found[one] for one in key[2]])) for key in self.claims}
                held = [key for key, amount in self.claims.items() if self.said.get(theirs[key], 0) == amount]
                known = {key[0] for key in held} == {key[0] for key in self.claims}
                said = self.said.keys() & {theirs[key] for key in held}
                # What never changes tells a value only in a model that lacks an action. There it says nothing else, unlike a table of sums, and it
                # explains nothing: where nothing else tells the value, the lack of other facts may.
                steady = {key for key in self.said if key[0] in self.steady}
                agreed = 2 * len(held) >= len(self.claims) and steady <= said
                sure = known and agreed and len(dict(ties)) < 2
                held = [key for key in held if key[0] not in self.steady]
                said -= steady
                if sure or all(key in held or key[0] in self.steady or key[1] for key in self.claims):
                    yield sure, self.said_in_all - len(held) - len(said), found

    def _matched(self, fixed: Mapping[str, str]) -> tuple[dict[str, str], list[tuple[str, str]]]:
        """Return objects of the task, the clearest first, and what could be instead where nothing was clear."""
        found, ties = {**fixed}, list[tuple[str, str]]()
        while left := [name for name in self.may if name not in found]:
            ranked = {name: [*self._ranked(name, found), *[(-1_000_000, "")] * 2] for name in left}
            # The object whose best match is farthest ahead of its second best goes first, as later ones
            # depend on it.
            name = min(left, key=lambda one: ranked[one][1][0] - ranked[one][0][0])
            (score, found[name]), *others = ranked[name]
            ties += [(name, other) for one, other in others if one > score - CLOSE]
        return found, ties

    def _ranked(self, name: str, found: Mapping[str, str]) -> list[tuple[float, str]]:
        """Return what may be matched with an object and stands for no other in a place with it, with how well that goes, the best first."""
        # Objects that never stand in the same place of a predicate may be one and the same in the task.
        taken = {other for one, other in found.items() if not self.places[one].isdisjoint(self.places[name])}
        ways = list[tuple[float, str]]()
        for one in (one for one in self.may[name] if one not in taken):
            worth = self._fits(name, one, found) + NAMED * alike(name, one, self.numbers)
            ways.append((worth - TWICE * (one in found.values()), one))
        return sorted(ways, key=itemgetter(0), reverse=True)

    def _fits(self, name: str, other: str, found: Mapping[str, str]) -> float:
        """Return how much of what is said of two objects is the same, less what is said of one of them alone."""
        worth = 0
        for place in self.places[name]:
            ours, theirs = self.ours.get((place, name), ()), self.theirs.get((place, other), ())
            same = [both for both in itertools.product(ours, theirs) if _agree(*both, found)]
            held = min(len({*some}) for some in zip(*same, strict=True)) if same else 0
            worth += 3 * held - len(ours) - len(theirs)
        return worth
