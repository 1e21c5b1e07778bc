"""The variables of a model: groups of mutually exclusive facts, such as the positions of a traveler.

The search by structure looks among them for the puzzle's state variables.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ferryplan.generator.pddl.states import Fact, PddlState
from ferryplan.teaching.interpretation.fact_groups import HOLE, group_facts
from ferryplan.teaching.interpretation.readings import FactLiteral, VariableReading

ReadingCombination: TypeAlias = tuple[VariableReading, ...]
"""A reading for each state variable of the puzzle, in order."""
VariableLabel: TypeAlias = tuple[str, ...]
"""The words that distinguish a variable of the model from similar variables, such as ``goat`` for ``(at goat left)`` and others."""
VariableFamily: TypeAlias = "Mapping[VariableLabel, ModelVariable]"
"""Similar variables of a model, by their labels: they differ only in one word, or have the same words for places."""


class ModelVariable(NamedTuple):
    """Mutually exclusive literals of a model, such as ``(at goat left)`` and ``(at goat right)``."""

    pattern: Fact
    """The words of the literals, with a hole for the word in which they differ."""
    literals: Mapping[str, FactLiteral]
    """The literals, by the word in which they differ."""
    initial_word: str
    """The word of the literal that holds in the initial state."""
    change_rate: float
    """The share of the explored transitions in which the variable changes."""

    @property
    def shared_words(self) -> VariableLabel:
        """The words that all literals share."""
        return tuple([word for word in self.pattern[1:] if word != HOLE])

    @property
    def pattern_length_and_first_word(self) -> tuple[int, str]:
        """The number of words in the pattern, and the first word of the predicate's name."""
        return len(self.pattern), self.pattern[1]

    def make_reading(self, place_words: Sequence[str]) -> VariableReading | None:
        """Return the literal for each place; None if the variable lacks one of them.

        ``place_words`` are the words that the variable uses for the puzzle's places.
        """
        return tuple([self.literals[word] for word in place_words]) if self.literals.keys() >= {*place_words} else None


def find_facts_with_counterparts(
    facts: Collection[Fact], states: Sequence[PddlState], transitions: Collection[tuple[int, int]]
) -> set[Fact]:
    """Return the facts that have a counterpart for another place.

    For example, ``(at goat left)`` and ``(at goat right)`` are counterparts. The absence of one does not represent a
    place, because both may hold at once. Two words count as places if an action replaces one by the other in some fact,
    or if only the fact with the first word holds initially and the fact with the second word is added later.
    ``transitions`` are pairs of indices of ``states``; the initial state comes first.
    """
    groups, exchanged, found = [*group_facts(facts).values()], set[frozenset[str]](), set[Fact]()
    for group in groups:
        held = [frozenset([word for word, fact in group.items() if fact in state.facts]) for state in states]
        for before, after in {(held[before], held[after]) for before, after in transitions}:
            exchanged |= {frozenset(pair) for pair in itertools.product(before - after, after - before)}
        if len(held[0]) == 1:
            exchanged |= {frozenset((*held[0], word)) for words in held for word in words - held[0]}
    for group in groups:
        for one, other in itertools.combinations(group, 2):
            found |= {group[one], group[other]} if frozenset((one, other)) in exchanged else set()
    return found
