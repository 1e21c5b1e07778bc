"""The encoding of states as integers, such that a ground action adds a constant to the integer.

A code is such an integer: the values of variables stand side by side in it, with a 1 bit above them all. The facts of
a mutex group are the values of one variable; its value is 0 if none of the facts holds. If the change of an action
depends on variables that its precondition does not mention, the action has several variants.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ferryplan.generator.pddl import expressions as pddl
from ferryplan.generator.pddl.effects import EffectConflictError, StateChanges
from ferryplan.generator.pddl.grounding import NO_EFFECT, GroundAction, GroundOperator
from ferryplan.generator.pddl.mutexes import FactExchange, find_mutex_groups, partition_facts
from ferryplan.generator.pddl.normal_form import TRUE, conjuncts
from ferryplan.generator.pddl.states import Fact, PddlState, StateView, UndefinedError

FIELD_BITS = 12
"""the number of bits of a field (the bits of a code that are looked up at once), and the maximum number of
bits of a variable"""
MAX_CASES = 256
"""the maximum number of variants of an action"""


class NotEncodableError(ValueError):
    """A task cannot be encoded: it has numbers or derived predicates, or too many cases."""


class EncodedVariable(NamedTuple):
    """A variable: the position of its value in a code, and the facts that are its values.

    The value 0 means that none of the facts holds; otherwise the value is the position of the fact in `facts`,
    from 1.
    """

    shift: int
    """the position of the value in a code, as a number of bits"""
    facts: tuple[Fact, ...]

    @property
    def mask(self) -> int:
        """The bit mask of the variable's value, before it is shifted to its position in a code."""
        return (1 << len(self.facts).bit_length()) - 1


class OperatorVariant(NamedTuple):
    """One case of a ground action: the values of variables that it requires, and its change of a code."""

    move: GroundAction
    values_before: Mapping[int, Sequence[int]]
    """the allowed values before the action, by the number of the variable"""
    code_change: int
    """the number that the action adds to the code"""


class TaskEncoding:
    """The encoding of a task's states as integers: its variables and their positions in a code.

    Raises NotEncodableError if the task cannot be encoded.
    """

    def __init__(
        self, operators: Sequence[GroundOperator], start: Collection[Fact], separate_facts: Collection[Fact]
    ) -> None:
        """Build the variables from the facts of the ground actions and the initial facts ``start``.

        Each fact in ``separate_facts`` becomes a variable of its own.
        """
        possible, passing, actions = set(start), set[Fact](), list[FactExchange]()
        for operator in operators:
            added, deleted, _ = _collect_facts(operator)
            possible |= added
            passing |= deleted
            actions.append(FactExchange(added - operator.required, operator.required & operator.deleted - added))
        self.constant_facts = frozenset(start) - passing
        """the facts that hold in each state"""
        possible -= self.constant_facts
        groups = find_mutex_groups(possible, start, actions)
        self._excluded = defaultdict[Fact, set[Fact]](set)
        """for each fact, the facts that never hold together with it"""
        for group in groups:
            for fact in group:
                self._excluded[fact] |= group - {fact}
        self.facts, self.mutex_groups = possible | self.constant_facts, groups
        """all facts that may hold, and their mutex groups"""
        parts = partition_facts(possible.difference(separate_facts), groups) + [
            (fact,) for fact in sorted(possible.intersection(separate_facts))
        ]
        self.variables, self.bits, most = list[EncodedVariable](), 0, (1 << FIELD_BITS) - 1
        # A variable must fit into one field, so a part that is too large is cut; its pieces only take more
        # bits.
        for facts in (part[begin : begin + most] for part in parts for begin in range(0, len(part), most)):
            self.variables.append(EncodedVariable(self.bits, facts))
            self.bits += len(facts).bit_length()
        self.bits += 1
        self._values_of_facts = {
            fact: (number, value)
            for number, one in enumerate(self.variables)
            for value, fact in enumerate(one.facts, 1)
        }

    def encode_state(self, facts: Iterable[Fact]) -> int:
        """Return the integer that encodes the state in which exactly these facts hold."""
        # The leading 1 keeps codes from being 0, which marks free places in the hash table of
        # `search.vectorized`.
        return (1 << self.bits - 1) + sum(
            value << self.variables[number].shift for number, value in self._find_variable_values(facts)
        )

    def split_into_fields(self) -> Iterator[tuple[int, list[int]]]:
        """Yield the fields of a code: groups of neighboring variables that fit into `FIELD_BITS` bits.

        A field is a pair: its position in a code, and the numbers of the variables in it.
        """
        some = list[int]()
        for number, one in [*enumerate(self.variables), (-1, EncodedVariable(self.bits + FIELD_BITS, ()))]:
            begin = self.variables[some[0]].shift if some else 0
            if one.shift + len(one.facts).bit_length() > begin + FIELD_BITS:
                yield min(begin, max(0, self.bits - FIELD_BITS)), some
                some = []
            some.append(number)

    def encode_literals(self, literals: Iterable[tuple[Fact, bool]]) -> tuple[int, int] | None:
        """Return a bit mask and a value: all literals hold in a code if its masked bits have this value.

        Each literal is a pair: a fact, and whether the literal is negated. A negated fact must be the only fact of
        its variable. Returns None if the literals never hold together.
        """
        mask = wanted = 0
        for fact, denied in literals:
            if fact in self._values_of_facts:
                number, value = self._values_of_facts[fact]
                shift, most = self.variables[number].shift, self.variables[number].mask
                value = 0 if denied else value
                # The variable would have to have two values at once.
                if mask >> shift & most and wanted >> shift & most != value:
                    return None
                mask, wanted = mask | most << shift, wanted | value << shift
            elif denied == (fact in self.constant_facts):
                return None
        return mask, wanted

    def variants_of(self, operator: GroundOperator) -> Iterator[OperatorVariant]:
        """Yield the variants of a ground action; at most one of them applies to a state.

        Raises NotEncodableError if the action has too many cases or changes numbers.
        """
        condition, effect = operator.rest_of_condition_and_effect
        choices = self._value_groups_by_variable(operator)
        if math.prod(map(len, choices.values())) > MAX_CASES:
            raise NotEncodableError
        for chosen in itertools.product(*choices.values()):
            before = dict(zip(choices, chosen, strict=True))
            changes = StateChanges({}, set(operator.added), set(operator.deleted))
            if condition is not TRUE or effect is not NO_EFFECT:
                known = {self.variables[number].facts[one - 1] for number, (one, *_) in before.items() if one}
                view = StateView({}, known | self.constant_facts, {})
                try:
                    if not view.holds(condition, {}):
                        continue
                    changes.collect_effect(effect, {}, view)
                    changes.apply_to(PddlState(frozenset()))
                except (UndefinedError, EffectConflictError):  # not applicable, as in `Task.successors`
                    continue
                if changes.assigned:
                    raise NotEncodableError
            after = {
                number: 0 for number, value in self._find_variable_values(changes.deleted) if before[number] == [value]
            }
            # Additions come last: in PDDL, a fact that is both deleted and added holds afterwards.
            after |= dict(self._find_variable_values(changes.added))
            added = ((value - before[number][0]) << self.variables[number].shift for number, value in after.items())
            yield OperatorVariant(operator.move, before, sum(added))

    def _value_groups_by_variable(self, operator: GroundOperator) -> Mapping[int, Sequence[Sequence[int]]]:
        """Return the values to distinguish for each variable that an action depends on.

        The keys are the numbers of the variables. For each variable, values that make no difference to the action form
        one group. If the action is never applicable, the result contains a variable without groups.
        """
        parts = [*conjuncts(operator.rest_of_condition_and_effect[0])]
        required = operator.required.union(part.fact for part in parts if isinstance(part, pddl.Atom))
        denied = (part.condition for part in parts if isinstance(part, pddl.Not))
        never = {*operator.forbidden, *(part.fact for part in denied if isinstance(part, pddl.Atom))}
        never = never.union(*(self._excluded[fact] for fact in required))
        if (
            never & (required | self.constant_facts)
            or not required <= self._values_of_facts.keys() | self.constant_facts
        ):
            return {0: ()}
        added, deleted, asked = _collect_facts(operator)
        choices = dict[int, Sequence[Sequence[int]]](
            {number: [[value]] for number, value in self._find_variable_values(required)}
        )
        different = defaultdict[int, set[int]](set)
        for number, value in self._find_variable_values(added | deleted | asked | operator.forbidden):
            different[number].add(value)
        for number in sorted(different.keys() - choices.keys()):
            facts = self.variables[number].facts
            may = [0, *(value for value, fact in enumerate(facts, 1) if fact not in never)]
            others = [value for value in may if value not in different[number]]
            apart = [[value] for value in may if value in different[number]]
            # Values that make no difference to the action form one case, which keeps the number of variants
            # low.
            choices[number] = [*apart, others] if others else apart
        return choices

    def _find_variable_values(self, facts: Iterable[Fact]) -> Iterator[tuple[int, int]]:
        return (self._values_of_facts[fact] for fact in facts if fact in self._values_of_facts)


def _collect_facts(operator: GroundOperator) -> tuple[set[Fact], set[Fact], set[Fact]]:
    """Return three sets of facts: those that a ground action may add, may delete, and only tests.

    The last set contains the facts in conditions that are not plain facts, and in the conditions of effects. Raises
    NotEncodableError if one of these conditions has a quantifier.
    """
    added, deleted, asked = set(operator.added), set(operator.deleted), set[Fact]()
    for part in (one for whole in operator.rest_of_condition_and_effect for one in pddl.walk_parts(whole)):
        match part:
            case pddl.Add(atom):
                added.add(atom.fact)
            case pddl.Delete(atom):
                deleted.add(atom.fact)
            case pddl.Atom():
                asked.add(part.fact)
            case pddl.Exists():
                raise NotEncodableError
    return added, deleted, asked
