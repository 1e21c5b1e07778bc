"""What the situations of a puzzle consist of, so that they can be found in a model that somebody else made of it."""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Generic, NamedTuple, TypeAlias

from ferryplan.domains.messages import format_message
from ferryplan.generator.space import Breach, Move, State
from ferryplan.generator.wording import listing

SYNONYM = "~"
"""what stands before a synonym among the names of something: it counts as a whole, never by its first letter"""
Situation: TypeAlias = tuple[int, ...]
"""for each role the number of its value"""


class Stated(NamedTuple):
    """What a puzzle says of a state."""

    predicate: str
    objects: tuple[str, ...]
    amount: int | None = None
    """how often it is so, if it is counted"""


class Named(NamedTuple):
    """Something that a model must have in one way or other."""

    name: str
    called: str
    """as a sentence names it"""
    words: tuple[frozenset[str], ...]
    """by which names a model may call it, in lower case; of what has several parts, the names of each"""


class Wrong(NamedTuple):
    """What is wrong with a change from one situation to another."""

    kind: str
    """what a model lacks that allows it"""
    breach: Breach
    where: str = ""
    """where a rule is broken that binds in several places: at the place left, at the one reached, in the boat"""


class Seen(NamedTuple):
    """What can be seen in a state of a model."""

    situation: Situation | None
    """None where there is none, between two"""
    settled: bool
    """whether everything is where it stays as long as nothing else happens"""
    double: bool = False
    """whether something is in several places"""
    things: tuple[frozenset[str], ...] = ()
    """the interchangeable objects in each place of the model where a situation tells only how many there are, or whether there is one"""

    def find_exchanged(self, after: Seen) -> list[str]:
        """Return the interchangeable objects that are elsewhere after a step."""
        return sorted({*itertools.chain.from_iterable(map(frozenset.symmetric_difference, self.things, after.things))})


class Cast(ABC, Generic[State, Move]):
    """The roles of an instance, which have one value each in every situation: the travelers and the boat, which are at places."""

    roles: Sequence[Named]
    values: Sequence[Sequence[Named]]
    """those of each role"""
    sorts: Sequence[int]
    """the sort of each role: a model has those of a sort in one way"""
    groups: Sequence[int] = ()
    """of the first roles, the group of each: roles of a group differ in nothing but their names"""
    numbers: frozenset[int] = frozenset()
    """the roles whose values are numbers, from 0"""
    leaders: Mapping[int, int] = {}
    """which role may be left out of a model since another always has the same value, by their numbers"""
    optional: frozenset[int] = frozenset()
    """the roles that may be left out of a model since what the others have tells their values"""
    goal: Situation | None = None
    """the situation in which the puzzle is solved, if it is one alone; less than 0 for a role that may have any value then"""
    stated: Sequence[Sequence[Stated | None]] = ()
    """what the puzzle's own PDDL says for each value of a role, None where it says none of the others; empty where roles go by their names"""

    takes_steps: bool = False
    """whether a move may take several actions of a model, with all facts visible in between"""
    by_end: bool = False
    """whether only how it ends counts, as the order in which things are done says nothing"""

    def sought(self, role: int) -> str:
        """Return what a model must say of a role."""
        return f"where {self.roles[role].called} is"

    def describe_missing(self, roles: Sequence[int], any_more: bool = False) -> str:
        """Return a sentence that says which state variables have no fact in the model."""
        sought = [self.sought(role) or self.roles[role].called for role in roles]
        if sought != [Cast.sought(self, role) for role in roles]:
            return format_message("check.unsaid-any-more" if any_more else "check.unsaid", sought=listing(sought))
        # Those who are somewhere share a verb: where the wolf and the goat are.
        keys = ("check.lost", "check.lost-several") if any_more else ("check.nowhere", "check.nowhere-several")
        return format_message(keys[len(roles) > 1], names=listing([self.roles[role].called for role in roles]))

    def counts(self, role: int) -> bool:
        """Return whether the values of a role are numbers, so that its name begins with "how many"."""
        return role in self.numbers

    def describe_values(self, role: int, values: Sequence[str]) -> str:
        """Return where somebody is who is in several places at the same time, or which numbers several facts give."""
        key = "check.several-numbers" if self.counts(role) else "check.several-places"
        return format_message(key, role=self.roles[role].called, values=listing(values))

    @abstractmethod
    def situation(self, state: State) -> Situation:
        """Return the situation in a state."""

    @abstractmethod
    def state(self, situation: Situation) -> State:
        """Return a state that is in a situation; where roles are stated, no more than that is so in it."""

    def solutions(self) -> Iterator[Situation]:
        """Yield the situations in which it may end, where only that counts."""
        return iter(())

    @abstractmethod
    def seen(self, values: Sequence[Sequence[int]]) -> Seen:
        """Return what is seen where each role has these values."""

    @abstractmethod
    def wrong(self, state: State, situation: Situation) -> Wrong:
        """Return why what leads from a state to a situation is not allowed."""

    @abstractmethod
    def lacking(self, move: Move, made: Sequence[Move]) -> str:
        """Return the kind of difference that it is that a model does not allow a move; ``made`` are those that it allows somewhere."""
