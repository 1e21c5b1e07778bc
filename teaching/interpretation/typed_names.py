"""What objects are called by their types: ``p1 - missionary`` is the first missionary, and ``m1 - margin`` is none.

A predicate of one object that never changes is a type of objects without one, too: ``(missionary p1)``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

from ferryplan.generator.cast import SYNONYM, Cast
from ferryplan.generator.tasks.space import TaskSpace

_NUMBER = re.compile(r"\d+$")


class TypedNames:
    """The words that name a role in a task whose types say who is what."""

    def __init__(self, space: TaskSpace, cast: Cast[Any, Any]) -> None:
        objects = defaultdict[str, list[str]](list)
        for one in (*space.domain.constants, *space.problem.objects):
            objects[one.types[0]].append(one.name)
        begun, untyped = space.view(space.initial), {*objects["object"]}
        for predicate in space.domain.predicates:
            if len(predicate.parameters) == 1 and space.never_changes(predicate.name):
                objects[predicate.name] += sorted(name for _, name in begun.of(predicate.name) if name in untyped)
        self._numbers = {kind: _number_objects(names) for kind, names in objects.items() if names}
        self._types = defaultdict[str, set[str]](set)
        for kind, numbers in self._numbers.items():
            for name in numbers if kind != "object" else ():
                self._types[name].add(kind)
        kinds = [
            {_NUMBER.sub("", word).removeprefix(SYNONYM) for words in role.words for word in words}
            for role in cast.roles
        ]
        self._kinds = [some & self._numbers.keys() - {"object"} for some in kinds]

    def of(self, role: int, word: str) -> tuple[str, ...]:
        """Return the names by which an object may be compared with a role: its own, and those made of its types.

        Where a type is called as the role's kind, an object of it is called by its type and its number, too, and objects of other types do not name
        the role. All other words stand for themselves.
        """
        kinds = self._kinds[role]
        if not kinds or not (own := self._types.get(word)):
            return (word,)
        if not (same := sorted(own & kinds)):
            return ()
        number, found = _NUMBER.search(word), [self._numbers[kind][word] for kind in same]
        # Where numbers begin with 0, m1 is the second missionary, and not the first.
        own_word = (word,) if number is None or int(number[0]) in found else ()
        numbered = [f"{kind}{one}" for kind, one in zip(same, found, strict=True)]
        return (*own_word, *numbered, *(kind for kind in same if len(self._numbers[kind]) == 1))


def _number_objects(names: list[str]) -> dict[str, int]:
    """Return the numbers at the ends of names, or their places in the list if these are not all different."""
    numbers = [int(found[0]) if (found := _NUMBER.search(name)) else 0 for name in names]
    if len({*numbers}) < len(names) or 0 in numbers:
        numbers = [*range(1, len(names) + 1)]
    return dict(zip(names, numbers, strict=True))
