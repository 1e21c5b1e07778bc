"""The variables of a model: facts of which one holds at a time, such as those that say where somebody is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias

from generator.correspondence.groups import HOLE
from generator.correspondence.readings import Literal, Reading
from generator.pddl.states import Fact

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
