"""Names of objects that follow from their types.

``p1 - missionary`` is the first missionary, but ``m1 - margin`` is not a missionary. A static unary predicate, such as
``(missionary p1)``, serves as a type of untyped objects.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any

from ferryplan.generator.state_variables import SYNONYM_MARK, StateVariables
from ferryplan.generator.tasks.space import TaskSpace

_FINAL_NUMBER = re.compile(r"\d+$")


class TypedNames:
    """The names that the objects of a task have according to their types, such as missionary1 for p1.

    The search for interpretations compares these names with the names of state variables.
    """

    def __init__(self, space: TaskSpace, state_variables: StateVariables[Any, Any]) -> None:
        objects = defaultdict[str, list[str]](list)
        for one in (*space.domain.constants, *space.problem.objects):
            objects[one.types[0]].append(one.name)
        begun, untyped = space.view(space.initial), {*objects["object"]}
        for predicate in space.domain.predicates:
            if len(predicate.parameters) == 1 and space.is_static(predicate.name):
                objects[predicate.name] += sorted(name for _, name in begun.facts_of(predicate.name) if name in untyped)
        self._object_numbers_by_type = {kind: _number_objects(names) for kind, names in objects.items() if names}
        self._types_by_object = defaultdict[str, set[str]](set)
        for kind, numbers in self._object_numbers_by_type.items():
            for name in numbers if kind != "object" else ():
                self._types_by_object[name].add(kind)
        kinds = [
            {_FINAL_NUMBER.sub("", word).removeprefix(SYNONYM_MARK) for words in role.words for word in words}
            for role in state_variables.variables
        ]
        self._types_by_variable = [some & self._object_numbers_by_type.keys() - {"object"} for some in kinds]

    def names_of_object(self, variable: int, object_name: str) -> tuple[str, ...]:
        """Return the names of an object that may name a given state variable.

        ``object_name`` is the object's name, and ``variable`` the index of the state variable. If a type is called like the variable's
        kind, an object of this type has an additional name, made of the type and a number, and objects of other types do not name the
        variable. Any other word is returned unchanged.
        """
        kinds = self._types_by_variable[variable]
        if not kinds or not (own := self._types_by_object.get(object_name)):
            return (object_name,)
        if not (same := sorted(own & kinds)):
            return ()
        number, found = (
            _FINAL_NUMBER.search(object_name),
            [self._object_numbers_by_type[kind][object_name] for kind in same],
        )
        # If numbers begin with 0, m1 is the second missionary, not the first.
        own_word = (object_name,) if number is None or int(number[0]) in found else ()
        numbered = [f"{kind}{one}" for kind, one in zip(same, found, strict=True)]
        return (*own_word, *numbered, *(kind for kind in same if len(self._object_numbers_by_type[kind]) == 1))


def _number_objects(names: list[str]) -> dict[str, int]:
    """Return the number of each object: the number at the end of its name.

    The objects are numbered from 1 in order if such numbers are missing or repeated.
    """
    numbers = [int(found[0]) if (found := _FINAL_NUMBER.search(name)) else 0 for name in names]
    if len({*numbers}) < len(names) or 0 in numbers:
        numbers = [*range(1, len(names) + 1)]
    return dict(zip(names, numbers, strict=True))
