"""Whether names say that what was found in a task tells of the roles for which it was taken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from ferryplan.generator.cast import Cast, Named
from ferryplan.generator.tasks.space import TaskSpace
from ferryplan.teaching.interpretation.groups import as_words
from ferryplan.teaching.interpretation.readings import Reading, likeness
from ferryplan.teaching.interpretation.typed_names import TypedNames

NAMED = 0.6
"""how alike a name must be"""


class NameEvidence:
    """What the names in a task say of readings."""

    def __init__(self, space: TaskSpace, cast: Cast[Any, Any]) -> None:
        self.space, self.cast, self._typed = space, cast, TypedNames(space, cast)

    def names(self, role: int, reading: Reading) -> bool:
        """Return whether names say that a reading is that of a role, and of no other of its sort; of what is counted, whether they say the kind."""
        shared, (kind, *_) = self._shared_words(role, reading), self.cast.roles[role].words
        words = self.words_for(role, shared)
        same = (
            one.words[0]
            for one, sort in zip(self.cast.roles, self.cast.sorts, strict=True)
            if sort == self.cast.sorts[role]
        )
        rivals = {other for other in same if other != kind}
        alike = likeness(Named("", "", (kind,)), words, frozenset[str]().union(*rivals) - kind)
        return alike >= NAMED and all(likeness(Named("", "", (other,)), words) < alike for other in rivals)

    def words_for(self, role: int, words: Iterable[str]) -> set[str]:
        """Return the words that stand for some words in the name of a role, by the types of objects, too."""
        return {one for word in words for one in self._typed.of(role, word)}

    def are_named(self, readings: Sequence[Reading]) -> bool:
        """Return whether names say of each role that its reading is its own; of one role alone the names of its values are enough.

        All must tell a place by the same word, unless they name it.
        """
        cast, doubtful = self.cast, list[int]()
        if not self._are_places_alike(readings):
            return False
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
        apart = _words_apart(reading)
        return all(likeness(named, some) >= NAMED for named, some in zip(self.cast.values[role], apart, strict=True))

    def _are_places_alike(self, readings: Sequence[Reading]) -> bool:
        """Return whether no two roles tell the same place by different words, but for those that name it."""
        cast, known = self.cast, list[set[str]]()
        for role, reading in enumerate(readings):
            apart = _words_apart(reading)
            if role in cast.numbers or not all(apart) or self._are_values_named(role, reading):
                continue
            if any(one and two and one.isdisjoint(two) for one, two in zip(known, apart, strict=False)):
                return False
            known = known or apart
        counted = [self._shared_words(role, readings[role]) for role in sorted(cast.numbers) if any(readings[role])]
        return not (known and counted) or all(any(one & some for some in counted) for one in known)

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


def _words_apart(reading: Reading) -> list[set[str]]:
    """Return the words, or the number, that tell each value of a reading apart; nothing for a value whose fact does not hold."""
    words = [
        set[str]() if not literal or literal[1] is False else {*as_words(literal[0])[1:], str(literal[1])}
        for literal in reading
    ]
    return [some.difference(*words[:value], *words[value + 1 :]) for value, some in enumerate(words)]
