"""What objects are called by their types: ``p1 - missionary`` is the first missionary, and ``m1 - margin`` is none."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

from generator.cast import SYNONYM, Cast
from generator.classical.space import ClassicalSpace

_NUMBER = re.compile(r"\d+$")


class TypedNames:
    """The words that name a role in a task whose types say who is what."""

    def __init__(self, space: ClassicalSpace, cast: Cast[Any, Any]) -> None:
        objects = defaultdict[str, list[str]](list)
        for one in (*space.domain.constants, *space.problem.objects):
            objects[one.types[0]].append(one.name)
        self._types = {name: kind for kind, names in objects.items() for name in names}
        self._numbers = {name: number for names in objects.values() for name, number in _numbered(names).items()}
        self._alone = {names[0] for names in objects.values() if len(names) == 1}
        kinds = [
            {_NUMBER.sub("", word).removeprefix(SYNONYM) for words in role.words for word in words}
            for role in cast.roles
        ]
        self._kinds = [{kind for kind in objects if kind != "object" and kind in some} for some in kinds]

    def of(self, role: int, word: str) -> tuple[str, ...]:
        """Return the words that stand for a word in the name of a role.

        Where a type is called as the role's kind, an object of it is called by its type and its number, too, and objects of other types do not name
        the role. All other words stand for themselves.
        """
        kind, kinds = self._types.get(word), self._kinds[role]
        if kind is None or not kinds:
            return (word,)
        if kind not in kinds:
            return ()
        return (word, f"{kind}{self._numbers[word]}", *([kind] if word in self._alone else []))


def _numbered(names: list[str]) -> dict[str, int]:
    """Return the numbers at the ends of names, or their places in the list if these are not all different."""
    numbers = [int(found[0]) if (found := _NUMBER.search(name)) else 0 for name in names]
    if len({*numbers}) < len(names) or 0 in numbers:
        numbers = [*range(1, len(names) + 1)]
    return dict(zip(names, numbers, strict=True))
