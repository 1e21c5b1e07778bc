"""Whether names say that what was found in a task tells of the roles for which it was taken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from generator.cast import Cast, Named
from generator.classical.space import ClassicalSpace
from generator.correspondence.groups import as_words
from generator.correspondence.readings import Reading, likeness

NAMED = 0.6
"""how alike a name must be"""


class NameEvidence:
    """What the names in a task say of readings."""

    def __init__(self, space: ClassicalSpace, cast: Cast[Any, Any]) -> None:
        self.space, self.cast = space, cast

    def names(self, role: int, reading: Reading) -> bool:
        """Return whether names say that a reading is that of a role, and of no other of its sort; of what is counted, whether they say the kind."""
        words, (kind, *_) = self._shared_words(role, reading), self.cast.roles[role].words
        same = (
            one.words[0]
            for one, sort in zip(self.cast.roles, self.cast.sorts, strict=True)
            if sort == self.cast.sorts[role]
        )
        rivals = {other for other in same if other != kind}
        alike = likeness(Named("", "", (kind,)), words, frozenset[str]().union(*rivals) - kind)
        return alike >= NAMED and all(likeness(Named("", "", (other,)), words) < alike for other in rivals)

    def are_named(self, readings: Sequence[Reading]) -> bool:
        """Return whether names say of each role that its reading is its own; of one role alone the names of its values are enough."""
        cast, doubtful = self.cast, list[int]()
        for role, reading in enumerate(readings):
            told = any(reading) or role not in cast.optional
            leader = cast.leaders.get(role, role)
            if (
                told
                and not self.names(role, reading)
                and not (self.names(leader, reading) and readings[leader] == reading)
            ):
                doubtful.append(role)
        return not doubtful or (len(doubtful) == 1 and self._are_values_named(doubtful[0], readings[doubtful[0]]))

    def _are_values_named(self, role: int, reading: Reading) -> bool:
        """Return whether names say which value of a role each literal tells."""
        words = [{*literal[0]} if literal and literal[1] is True else set[str]() for literal in reading]
        apart = [some.difference(*words[:value], *words[value + 1 :]) for value, some in enumerate(words)]
        return all(likeness(named, some) >= NAMED for named, some in zip(self.cast.values[role], apart, strict=True))

    def _shared_words(self, role: int, reading: Reading) -> set[str]:
        """Return the words that all facts of a reading share, with the name of the parameter by which they differ where others are open.

        Of what is counted the words before the numbers are shared, too.
        """
        facts = [literal[0] for literal in reading if literal]
        told = [as_words(fact)[1:] for fact in facts]
        words = set.intersection(*map(set, told)) if told else set[str]()
        if role in self.cast.numbers:
            stems = [{re.sub("[-_]?[0-9]+$", "", word) for word in some} - {""} for some in told]
            words |= set.intersection(*stems) if stems else set()
        if any("|" in word for fact in facts for word in fact):
            [parameters] = [one.parameters for one in self.space.domain.predicates if one.name == facts[0][0]]
            apart = [n for n, some in enumerate(zip(*facts, strict=True)) if len({*some}) > 1]
            names = [parameters[n - 1].name.removeprefix("?") for n in apart if n]
            words |= {name for name in names if len(name) > 1 or role in self.cast.numbers}  # ?b may be a bank
        return words
