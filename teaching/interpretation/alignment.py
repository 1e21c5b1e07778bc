"""A matching of the predicates and objects of a puzzle's own PDDL with those of somebody else's task.

The puzzle is a planning task, and each value of its state variables is a fact of its own PDDL, such as ``(on a b)``.
The search finds for each predicate of the puzzle its form in the task: a predicate or function, and the argument places
that correspond to the puzzle's arguments. A form may have additional arguments. The evidence is the names, the initial
state and the goal. A number in the puzzle may be the number of true facts, or the value of a function.

Objects are matched one after the other; the next one is the object whose best match is farthest ahead of its second
best, as in Vogel's approximation for costs (N. Reinfeld and W. Vogel, Mathematical Programming, 1958).
"""

from __future__ import annotations

import difflib
import functools
import itertools
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from ferryplan.generator.name_lookup import parse_numeral
from ferryplan.generator.pddl.expressions import TypedName
from ferryplan.generator.pddl.normal_form import conjuncts
from ferryplan.generator.state_variables import NamedThing, OwnPddlFact
from ferryplan.teaching.interpretation.readings import FactLiteral, Interpretation, ReadingFinder, name_likelihood

(
    MAX_FORMS,
    MAX_FORM_SETS,
    MAX_RETRIED_TIES,
    MAX_EXTRA_ARGUMENTS,
    MISSING_FORM_SCORE,
    TIE_MARGIN,
    NAME_WEIGHT,
    REUSE_PENALTY,
) = 12, 30, 8, 2, 0.5, 0.2, 3, 2
"""Limits on the forms of a predicate, on sets of forms (one for each predicate), on retried ties between objects and on additional
arguments; the score of a predicate without a form, the score margin within which objects tie, the weight of names, and the penalty for
using an object twice."""
SCORE_TOLERANCE = 1e-6
"""The largest difference between the scores of two sets of forms that count as equally likely."""
NUMBER_ONLY_SIMILARITY = 0.6
"""The similarity of two names that agree only in their numbers."""

ObjectNames: TypeAlias = tuple[str, ...]
"""The names of the objects in a fact, in order."""
FactCounts: TypeAlias = Mapping[tuple[str, int, ObjectNames], int]
"""How often a statement of the puzzle is true: by the puzzle's predicate, the moment (0 for the initial state, 1 for the goal) and the
objects."""
ObjectStatement: TypeAlias = tuple[
    int, int, ObjectNames
]  # a statement about an object: its moment, its count and its objects
ArgumentPlace: TypeAlias = tuple[str, int]
"""A predicate of the puzzle, and the index of one of its arguments."""


class PredicateForm(NamedTuple):
    """A predicate or function of the task that may represent a predicate of the puzzle."""

    name: str
    """The name of the predicate or function in the task."""
    argument_places: tuple[int, ...]
    """For each argument of the puzzle's predicate, the index of the argument in the task."""
    allowed_objects: tuple[ObjectNames, ...]
    """For each argument in the task, the objects that may fill it."""
    fact_counts: FactCounts
    """The statements that the task makes if read in this form, with the task's objects."""
    is_static: bool
    """Whether no action changes the predicate."""

    def make_literal(self, puzzle_fact: OwnPddlFact, matched_objects: Mapping[str, str]) -> FactLiteral:
        """Return the task's literal for a fact of the puzzle's own PDDL.

        ``matched_objects`` has the task's object for each of the puzzle's objects. In place of each additional
        argument, the literal lists all objects that are allowed there.
        """
        theirs = zip(self.argument_places, [matched_objects[name] for name in puzzle_fact.objects], strict=True)
        words = (dict(enumerate(map("|".join, self.allowed_objects))) | dict(theirs)).values()
        return (self.name, *words), True if puzzle_fact.amount is None else Fraction(puzzle_fact.amount)


@functools.lru_cache(100_000)
def name_similarity(puzzle_name: str, task_name: str, match_numbers: bool = False) -> float:
    """Return the similarity, from 0 to 1, of an object's name in the puzzle and a name in the task.

    For example, disc-1 is similar to d1 and block-a to a; a numeral such as five is similar to n5. With
    ``match_numbers``, equal numbers suffice: disc-1 is then also similar to n1.
    """
    words, number = re.findall("[a-z]+|[0-9]+", puzzle_name), parse_numeral(puzzle_name)
    short = "".join([word if word.isdigit() else word[0] for word in words])
    numbered = match_numbers and words[-1].isdigit() and words[-1:] == re.findall("[0-9]+", task_name)
    numbered = numbered or (number is not None and re.fullmatch(f"[a-z]?[-_]?{number}", task_name) is not None)
    letter = {words[-1]} if len(words[-1]) == 1 and words[-1].isalpha() else set[str]()
    return max(
        name_likelihood(NamedThing("", "", (frozenset({"".join(words), short} | letter),)), [task_name]),
        NUMBER_ONLY_SIMILARITY * numbered,
    )


class Alignment:
    """The search for interpretations of a task by matching predicates and objects; iteration yields them."""

    def __init__(self, reading_finder: ReadingFinder) -> None:
        self.reading_finder, self.space, self.stated_facts = (
            reading_finder,
            reading_finder.space,
            reading_finder.state_variables.own_pddl_facts,
        )
        space, goal = self.space, dict(reading_finder.find_required_values(conjuncts(self.space.goal)))
        begun = dict.fromkeys(
            (fact for fact in sorted(reading_finder.all_facts) if space.fact_holds(space.initial, fact)), 1
        )
        begun |= {fact: round(value) for fact, value in space.initial.values}
        self.facts_by_moment = begun, dict.fromkeys(space.goal_facts, 1) | {fact: round(goal[fact]) for fact in goal}
        self.facts, self.objects_by_sort = (
            {*reading_finder.facts, *begun},
            {kind: [*names] for kind, names in space.objects.items()},
        )
        # A unary predicate that never changes serves as a type.
        for name, *objects in begun:
            if len(objects) == 1 and space.is_static(name):
                self.objects_by_sort.setdefault(f"({name})", []).extend(objects)
        self.stated_facts_by_predicate, self.places_by_object = (
            dict[str, OwnPddlFact](),
            defaultdict[str, set[ArgumentPlace]](set),
        )
        for one in (one for some in self.stated_facts for one in some if one):
            self.stated_facts_by_predicate[one.predicate] = one
            for place, name in enumerate(one.objects):
                self.places_by_object[name].add((one.predicate, place))
        moments = [
            zip(self.stated_facts, situation or (), strict=False)
            for situation in (reading_finder.start, reading_finder.goal)
        ]
        said = [(number, some[value]) for number, all_ in enumerate(moments) for some, value in all_ if value >= 0]
        self.fact_counts = Counter(
            {(one[0], n, one[1]): 1 if one.amount is None else one.amount for n, one in said if one}
        )

    def _list_allowed_objects(self, parameter: TypedName) -> list[ObjectNames]:
        """Return the sets of objects that may be allowed for a parameter, the largest first.

        They are the set of all objects of the parameter's type, and its subsets that belong to one type or satisfy one
        unary predicate that never changes.
        """
        allowed = {one for kind in parameter.types for one in self.space.objects[kind]}
        found = {tuple([one for one in names if one in allowed]) for names in self.objects_by_sort.values()}
        return sorted(found - {()}, key=lambda some: (-len(some), some))

    def _find_forms(self, puzzle_fact: OwnPddlFact) -> Iterator[tuple[float, dict[str, PredicateForm]]]:
        """Yield the forms that a predicate of the puzzle may have in the task, each with a score.

        A form is a mapping from the predicate to its `PredicateForm`; an empty mapping means that the task lacks the predicate.
        """
        predicate, length, known = puzzle_fact.predicate, len(puzzle_fact.objects), set[object]()
        mine = _count_objects_by_statements(
            {key: amount for key, amount in (+self.fact_counts).items() if key[0] == predicate}
        )
        yield MISSING_FORM_SCORE, {}
        functions = self.space.domain.functions if puzzle_fact.amount is not None else ()
        for theirs in (*self.space.domain.predicates, *functions):
            steady = self.space.is_static(theirs.name)
            named, arity = difflib.SequenceMatcher(None, predicate, theirs.name).ratio(), len(theirs.parameters)
            for sorts in (
                itertools.product(*map(self._list_allowed_objects, theirs.parameters))
                if arity <= length + MAX_EXTRA_ARGUMENTS
                else ()
            ):
                told = (fact for fact in self.facts if fact[0] == theirs.name)
                facts = frozenset(fact for fact in told if all(map(tuple.__contains__, sorts, fact[1:])))
                for places in itertools.permutations(range(arity), length) if facts and facts not in known else ():
                    claims = Counter[tuple[str, int, ObjectNames]]()
                    for at, fact in itertools.product((0, 1), facts):
                        claims[predicate, at, tuple([fact[1 + n] for n in places])] += self.facts_by_moment[at].get(
                            fact, 0
                        )
                    profile = _count_objects_by_statements(+claims)
                    fits = (2 * (mine & profile).total() + 1) / (mine.total() + profile.total() + 1)
                    yield named + fits - steady, {predicate: PredicateForm(theirs.name, places, sorts, +claims, steady)}
                known.add(facts)

    def __iter__(self) -> Iterator[Interpretation]:
        """Yield interpretations, the likeliest first."""
        together: list[tuple[float, dict[str, PredicateForm]]] = [(0, {})]
        for stated in self.stated_facts_by_predicate.values():
            offers = sorted(self._find_forms(stated), key=itemgetter(0), reverse=True)[:MAX_FORMS]
            both = ((one, two) for one, two in itertools.product(together, offers) if _are_disjoint(one[1], two[1]))
            ways = ((worth + more, forms | form) for (worth, forms), (more, form) in both)
            together = sorted(ways, key=itemgetter(0), reverse=True)[:MAX_FORM_SETS]
        matched = [[*self._find_matchings(forms)] for _, forms in together]
        fewest = [min((missed for _, missed, _ in some), default=math.inf) for some in matched]
        best_unsure = math.inf
        for (worth, forms), ways_to_match, least in zip(together, matched, fewest, strict=True):
            # If other predicates are equally likely and explain as much, no choice is certain: predicates without objects could be exchanged.
            called = {predicate: form.name for predicate, form in forms.items()}
            rivals = [
                other
                for (likely, other), its_least in zip(together, fewest, strict=True)
                if abs(likely - worth) < SCORE_TOLERANCE and len(other) == len(forms) and its_least <= least
            ]
            alone = all({predicate: form.name for predicate, form in other.items()} == called for other in rivals)
            for sure, missed, found in ways_to_match:
                told = self._facts_of_values(forms)
                literals = ([one and forms[one.predicate].make_literal(one, found) for one in some] for some in told)
                readings = (
                    self.reading_finder.given_readings.get(role, tuple(some)) for role, some in enumerate(literals)
                )
                # An interpretation that explains less than an uncertain one is not certain either.
                certain = sure and alone and missed <= best_unsure
                best_unsure = best_unsure if certain else min(best_unsure, missed)
                yield Interpretation(tuple(readings), certain, missing_fact_count=missed)

    def _facts_of_values(self, forms: Mapping[str, PredicateForm]) -> list[list[OwnPddlFact | None]]:
        """Return the fact for each value of each state variable, or None if its predicate has no form."""
        return [[one if one and one.predicate in forms else None for one in some] for some in self.stated_facts]

    def _find_matchings(self, forms: Mapping[str, PredicateForm]) -> Iterator[tuple[bool, int, dict[str, str]]]:
        """Yield the matchings of the puzzle's objects for given forms; see `ObjectMatching.__iter__`.

        There is no matching if the predicates without a form leave two values of a state variable without a fact.
        """
        if all(some.count(None) < 2 for some in self._facts_of_values(forms)):
            yield from ObjectMatching(self, forms)


def _group_statements_by_place(fact_counts: FactCounts) -> Mapping[tuple[ArgumentPlace, str], list[ObjectStatement]]:
    """Group statements by argument place and the object in this place.

    A statement says how many facts about some objects hold at a moment: (moment, count, objects). The moment is 0 for
    the initial state and 1 for the goal.
    """
    found = defaultdict[tuple[ArgumentPlace, str], list[ObjectStatement]](list)
    for (predicate, moment, objects), amount in fact_counts.items():
        for place, name in enumerate(objects or ("",)):
            found[(predicate, place), name].append((moment, amount, objects))
    return found


def _count_objects_by_statements(fact_counts: FactCounts) -> Counter[object]:
    """Count the objects about which the same statements are made, regardless of the objects' names.

    A key is an argument place, followed by the moments and counts of the statements about an object in this place.
    """
    return Counter(
        (place, *sorted(one[:2] for one in some))
        for (place, _), some in _group_statements_by_place(fact_counts).items()
    )


def _are_disjoint(some: Mapping[str, PredicateForm], others: Mapping[str, PredicateForm]) -> bool:
    """Return whether no fact of the task belongs both to a form in ``some`` and to a form in ``others``."""
    same = (
        zip(a.allowed_objects, b.allowed_objects, strict=True)
        for a in some.values()
        for b in others.values()
        if a.name == b.name
    )
    return all(any({*x}.isdisjoint(y) for x, y in sorts) for sorts in same)


def _is_same_statement(one: ObjectStatement, two: ObjectStatement, matched_objects: Mapping[str, str]) -> bool:
    """Return whether a statement of the puzzle and one of the task agree in moment, count and objects.

    Objects that are not matched yet count as equal.
    """
    return one[:2] == two[:2] and all(matched_objects.get(a, b) == b for a, b in zip(one[2], two[2], strict=True))


class ObjectMatching:
    """The search for matchings of a puzzle's objects with a task's objects; iteration yields them.

    Each predicate of the puzzle has a given form in the task.
    """

    def __init__(self, alignment: Alignment, forms: Mapping[str, PredicateForm]) -> None:
        self.fact_counts = Counter({key: amount for key, amount in alignment.fact_counts.items() if key[0] in forms})
        self.model_fact_counts = {key: amount for form in forms.values() for key, amount in form.fact_counts.items()}
        self.static_predicates = {predicate for predicate, form in forms.items() if form.is_static}
        self.statement_count = (
            len(alignment.fact_counts)
            + len(self.model_fact_counts)
            + sum(key[0] in self.static_predicates for key in alignment.fact_counts)
        )
        self.puzzle_statements, self.model_statements = (
            _group_statements_by_place(+self.fact_counts),
            _group_statements_by_place(self.model_fact_counts),
        )
        self.places_by_object, self.candidates = alignment.places_by_object, dict[str, list[str]]()
        self._objects_in_same_facts = {
            name: {
                other
                for place in places
                for _, _, objects in self.puzzle_statements.get((place, name), ())
                for other in objects
            }
            for name, places in self.places_by_object.items()
        }
        self._ratings = dict[tuple[str, str, tuple[str | None, ...]], float]()
        state_variables = alignment.reading_finder.state_variables
        self.match_numbers = state_variables.compares_only_final_states or bool(state_variables.numeric_variables)
        for name, places in self.places_by_object.items():
            some = [
                forms[one].allowed_objects[forms[one].argument_places[place]]
                for one, place in sorted(places)
                if one in forms
            ]
            if some:
                self.candidates[name] = [one for one in some[0] if all(one in other for other in some)]

    def __iter__(self) -> Iterator[tuple[bool, int, dict[str, str]]]:
        """Yield matchings: whether the matching is certain, how many statements disagree, and the mapping.

        The mapping has the task's object for each of the puzzle's objects.
        """
        # The first round finds the ties; then each tie is decided the other way.
        ties = self._match_objects({})[1]
        for fixed in ({}, *({name: other} for name, other in ties[:MAX_RETRIED_TIES])):
            found = self._match_objects(fixed)[0]
            if "" not in found.values():
                theirs = {key: (*key[:2], tuple([found[one] for one in key[2]])) for key in self.fact_counts}
                held = [
                    key
                    for key, amount in self.fact_counts.items()
                    if self.model_fact_counts.get(theirs[key], 0) == amount
                ]
                known = {key[0] for key in held} == {key[0] for key in self.fact_counts}
                said = self.model_fact_counts.keys() & {theirs[key] for key in held}
                # A static predicate represents a value only in a model that lacks an action. Then it has no other facts, unlike a table of sums. It
                # explains nothing: if nothing else represents the value, the absence of other facts may.
                steady = {key for key in self.model_fact_counts if key[0] in self.static_predicates}
                agreed = 2 * len(held) >= len(self.fact_counts) and steady <= said
                sure = known and agreed and len(dict(ties)) < 2
                held = [key for key in held if key[0] not in self.static_predicates]
                said -= steady
                if sure or all(key in held or key[0] in self.static_predicates or key[1] for key in self.fact_counts):
                    yield sure, self.statement_count - len(held) - len(said), found

    def _match_objects(self, fixed: Mapping[str, str]) -> tuple[dict[str, str], list[tuple[str, str]]]:
        """Match objects, the clearest match first; return the mapping, and the pairs that were as likely.

        A pair of objects is as likely if its score equals the score of a chosen match. ``fixed`` has the matches to
        start with.
        """
        found, ties = {**fixed}, list[tuple[str, str]]()
        while left := [name for name in self.candidates if name not in found]:
            ranked = {name: [*self._rank_candidates(name, found), *[(-1_000_000, "")] * 2] for name in left}
            # The object whose best match is farthest ahead of its second best goes first, because later
            # matches depend on it.
            name = min(left, key=lambda one: ranked[one][1][0] - ranked[one][0][0])
            (score, found[name]), *others = ranked[name]
            ties += [(name, other) for one, other in others if one > score - TIE_MARGIN]
        return found, ties

    def _rank_candidates(self, name: str, matched_objects: Mapping[str, str]) -> list[tuple[float, str]]:
        """Return the task's objects that may match one of the puzzle's objects, with scores, the best first.

        Objects that already match another object in the same argument place are excluded.
        """
        # Objects that never occur at the same argument place may be a single object in the task.
        taken = {
            other
            for one, other in matched_objects.items()
            if not self.places_by_object[one].isdisjoint(self.places_by_object[name])
        }
        ways, related = list[tuple[float, str]](), tuple(map(matched_objects.get, self._objects_in_same_facts[name]))
        for one in (one for one in self.candidates[name] if one not in taken):
            # Only the matches of objects in the same facts matter, so most ratings stay as they are from step to step.
            key = name, one, related
            if (worth := self._ratings.get(key)) is None:
                similarity = name_similarity(name, one, self.match_numbers)
                worth = self._ratings[key] = self._rate_match(name, one, matched_objects) + NAME_WEIGHT * similarity
            ways.append((worth - REUSE_PENALTY * (one in matched_objects.values()), one))
        return sorted(ways, key=itemgetter(0), reverse=True)

    def _rate_match(self, name: str, task_object: str, matched_objects: Mapping[str, str]) -> float:
        """Return how well the statements about a puzzle's object fit those about a task's object.

        Shared statements count for the match, other statements against it.
        """
        worth = 0
        for place in self.places_by_object[name]:
            ours, theirs = (
                self.puzzle_statements.get((place, name), ()),
                self.model_statements.get((place, task_object), ()),
            )
            same = [both for both in itertools.product(ours, theirs) if _is_same_statement(*both, matched_objects)]
            held = min(len({*some}) for some in zip(*same, strict=True)) if same else 0
            worth += 3 * held - len(ours) - len(theirs)
        return worth
