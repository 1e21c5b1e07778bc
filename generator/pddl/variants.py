"""A task's facts as the values of variables, and its ground actions as what they ask of the variables and add to a code.

A code is an integer in which the values stand side by side, with a bit above them all. A variable has as values the facts of a group of which
at most one holds, and 0. Where what an action changes depends on variables that it does not ask for, it comes in several variants.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.effects import Changes, ClashError
from ferryplan.generator.pddl.grounding import NOTHING, GroundAction, Operator
from ferryplan.generator.pddl.mutexes import Alternation, cover, mutex_groups
from ferryplan.generator.pddl.normal_form import TRUE, conjuncts
from ferryplan.generator.pddl.states import Fact, State, UndefinedError, View

FIELD = 12
"""how many bits are looked up at once, and the most that a variable has"""
MOST_CASES = 256
"""so many variants an action may have"""


class UncodedError(ValueError):
    """A task without codes: with numbers or derived predicates, or with too many cases."""


class Variable(NamedTuple):
    """Where in a code a value begins, which is 0 where none of the facts holds, else the place of the fact among them, from 1."""

    shift: int
    facts: tuple[Fact, ...]

    @property
    def most(self) -> int:
        """The largest number of as many bits as the value takes."""
        return (1 << len(self.facts).bit_length()) - 1


class Variant(NamedTuple):
    """A case of a ground action."""

    move: GroundAction
    before: Mapping[int, Sequence[int]]
    """the values that variables, known by their numbers, may have before"""
    added: int
    """what it adds to the code"""


class Layout:
    """The variables of a task. Raises UncodedError."""

    def __init__(self, operators: Sequence[Operator], start: Collection[Fact], apart: Collection[Fact]) -> None:
        """``start`` are the facts at the start; those ``apart`` become variables of their own."""
        possible, passing, actions = set(start), set[Fact](), list[Alternation]()
        for operator in operators:
            added, deleted, _ = _touched(operator)
            possible |= added
            passing |= deleted
            actions.append(Alternation(added - operator.required, operator.required & operator.deleted - added))
        self.always = frozenset(start) - passing
        """what holds in every state"""
        possible -= self.always
        groups = mutex_groups(possible, start, actions)
        self._excluded = defaultdict[Fact, set[Fact]](set)
        """what never holds together with a fact"""
        for group in groups:
            for fact in group:
                self._excluded[fact] |= group - {fact}
        self.facts, self.groups = possible | self.always, groups
        """all that may hold, and what of it excludes one another"""
        parts = cover(possible.difference(apart), groups) + [(fact,) for fact in sorted(possible.intersection(apart))]
        self.variables, self.bits, most = list[Variable](), 0, (1 << FIELD) - 1
        # A variable has to fit into one field, so a part that is too large is cut; its pieces only take more
        # bits.
        for facts in (part[begin : begin + most] for part in parts for begin in range(0, len(part), most)):
            self.variables.append(Variable(self.bits, facts))
            self.bits += len(facts).bit_length()
        self.bits += 1
        self._places = {
            fact: (number, value)
            for number, one in enumerate(self.variables)
            for value, fact in enumerate(one.facts, 1)
        }

    def code(self, facts: Iterable[Fact]) -> int:
        """Return the code of a state."""
        # The leading 1 keeps codes from being 0, which marks free places in the hash table of
        # `search.vectorized`.
        return (1 << self.bits - 1) + sum(
            value << self.variables[number].shift for number, value in self._placed(facts)
        )

    def fields(self) -> Iterator[tuple[int, list[int]]]:
        """Yield where in a code fields of as many bits as are looked up begin, each with the variables that are looked up there."""
        some = list[int]()
        for number, one in [*enumerate(self.variables), (-1, Variable(self.bits + FIELD, ()))]:
            begin = self.variables[some[0]].shift if some else 0
            if one.shift + len(one.facts).bit_length() > begin + FIELD:
                yield min(begin, max(0, self.bits - FIELD)), some
                some = []
            some.append(number)

    def sought(self, literals: Iterable[tuple[Fact, bool]]) -> tuple[int, int] | None:
        """Return the mask of what is asked of a code, and what is there then; None if that never is.

        With each fact stands whether it is not to hold; one that is not is a variable of its own.
        """
        mask = wanted = 0
        for fact, denied in literals:
            if fact in self._places:
                number, value = self._places[fact]
                shift, most = self.variables[number].shift, self.variables[number].most
                value = 0 if denied else value
                # The variable would have to have two values at once.
                if mask >> shift & most and wanted >> shift & most != value:
                    return None
                mask, wanted = mask | most << shift, wanted | value << shift
            elif denied == (fact in self.always):
                return None
        return mask, wanted

    def variants(self, operator: Operator) -> Iterator[Variant]:
        """Yield the cases in which a ground action can be carried out, of which no two come together. Raises UncodedError."""
        condition, effect = operator.rest
        choices = self._choices(operator)
        if math.prod(map(len, choices.values())) > MOST_CASES:
            raise UncodedError
        for chosen in itertools.product(*choices.values()):
            before = dict(zip(choices, chosen, strict=True))
            changes = Changes({}, set(operator.added), set(operator.deleted))
            if condition is not TRUE or effect is not NOTHING:
                known = {self.variables[number].facts[one - 1] for number, (one, *_) in before.items() if one}
                view = View({}, known | self.always, {})
                try:
                    if not view.holds(condition, {}):
                        continue
                    changes.collect(effect, {}, view)
                    changes.of(State(frozenset()))
                except (UndefinedError, ClashError):  # as in `Task.moves`
                    continue
                if changes.assigned:
                    raise UncodedError
            after = {number: 0 for number, value in self._placed(changes.deleted) if before[number] == [value]}
            # Additions come last: in PDDL a fact that is both deleted and added holds afterwards.
            after |= dict(self._placed(changes.added))
            added = ((value - before[number][0]) << self.variables[number].shift for number, value in after.items())
            yield Variant(operator.move, before, sum(added))

    def _choices(self, operator: Operator) -> Mapping[int, Sequence[Sequence[int]]]:
        """Return the values of the variables that an action is about, apart where it makes a difference to it; no choice if it never can be."""
        parts = [*conjuncts(operator.rest[0])]
        required = operator.required.union(part.fact for part in parts if isinstance(part, pddl.Atom))
        denied = (part.condition for part in parts if isinstance(part, pddl.Not))
        never = {*operator.forbidden, *(part.fact for part in denied if isinstance(part, pddl.Atom))}
        never = never.union(*(self._excluded[fact] for fact in required))
        if never & (required | self.always) or not required <= self._places.keys() | self.always:
            return {0: ()}
        added, deleted, asked = _touched(operator)
        choices = dict[int, Sequence[Sequence[int]]]({number: [[value]] for number, value in self._placed(required)})
        different = defaultdict[int, set[int]](set)
        for number, value in self._placed(added | deleted | asked | operator.forbidden):
            different[number].add(value)
        for number in sorted(different.keys() - choices.keys()):
            facts = self.variables[number].facts
            may = [0, *(value for value, fact in enumerate(facts, 1) if fact not in never)]
            others = [value for value in may if value not in different[number]]
            apart = [[value] for value in may if value in different[number]]
            # Values that the action does not tell apart form one case, which keeps the number of variants
            # low.
            choices[number] = [*apart, others] if others else apart
        return choices

    def _placed(self, facts: Iterable[Fact]) -> Iterator[tuple[int, int]]:
        return (self._places[fact] for fact in facts if fact in self._places)


def _touched(operator: Operator) -> tuple[set[Fact], set[Fact], set[Fact]]:
    """Return what a ground action may add, what it may delete, and for what else its effects and conditions ask. Raises UncodedError."""
    added, deleted, asked = set(operator.added), set(operator.deleted), set[Fact]()
    for part in (one for whole in operator.rest for one in pddl.all_in(whole)):
        match part:
            case pddl.Add(atom):
                added.add(atom.fact)
            case pddl.Delete(atom):
                deleted.add(atom.fact)
            case pddl.Atom():
                asked.add(part.fact)
            case pddl.Exists():
                raise UncodedError
    return added, deleted, asked
