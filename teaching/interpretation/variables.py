"""The variables of a model: facts of which one holds at a time, such as those that say where somebody is."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ferryplan.generator.pddl.states import Fact, State
from ferryplan.teaching.interpretation.groups import HOLE, groups_of
from ferryplan.teaching.interpretation.readings import Literal, Reading

Way: TypeAlias = tuple[Reading, ...]
"""for each role what tells its value"""
Label: TypeAlias = tuple[str, ...]
"""the words that tell a variable from others of its family"""
Family: TypeAlias = "Mapping[Label, Variable]"


class Variable(NamedTuple):
    """Facts that exclude one another."""

    key: Fact
    """what all of them share, with a hole for the word in which they differ"""
    literals: Mapping[str, Literal]
    """by the word in which each differs from the others"""
    start: str
    """the word of the one that holds at the start"""
    changes: float
    """in which share of the steps it changes"""

    @property
    def words(self) -> Label:
        """The words that all of them share."""
        return tuple([word for word in self.key[1:] if word != HOLE])

    @property
    def shape(self) -> tuple[int, str]:
        """The length of its facts, and the first word of their predicate."""
        return len(self.key), self.key[1]

    def reading(self, places: Sequence[str]) -> Reading | None:
        """Return what tells for each place that something is there; None if the variable does not have all of them."""
        return tuple([self.literals[word] for word in places]) if self.literals.keys() >= {*places} else None


def find_counterparts(
    facts: Collection[Fact], states: Sequence[State], steps: Collection[tuple[int, int]]
) -> set[Fact]:
    """Return the facts that have another one with the word for another place: ``(at goat left)`` where there is ``(at goat right)``.

    Whether such a fact holds does not tell enough, as both may hold at once. Words for places are those that one step exchanges in some fact, or
    that come beside the only one of the start, as where a model forgets to delete; ``steps`` are pairs of numbers of ``states``, the start first.
    """
    groups, exchanged, found = [*groups_of(facts).values()], set[frozenset[str]](), set[Fact]()
    for group in groups:
        held = [{word for word, fact in group.items() if fact in state.facts} for state in states]
        for before, after in steps:
            changed = itertools.product(held[before] - held[after], held[after] - held[before])
            exchanged |= {frozenset(pair) for pair in changed}
        if len(held[0]) == 1:
            exchanged |= {frozenset((*held[0], word)) for words in held for word in words - held[0]}
    for group in groups:
        for one, other in itertools.combinations(group, 2):
            found |= {group[one], group[other]} if frozenset((one, other)) in exchanged else set()
    return found
