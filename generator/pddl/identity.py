"""What tells generated files apart: the fingerprint of what an instance means, and the problem's name."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Iterable

from generator.instance import AnyInstance, Value

__all__ = ["FORM", "fingerprint", "problem_name"]

FORM = 1
"""which version of the canonical text a fingerprint is of; fingerprints of different forms tell nothing of each other"""

LONGEST = 64

_WORDING = frozenset({
    "AnyInstance.puzzle", "AnyInstance.reference", "AnyInstance.title", "AnyInstance.story", "AnyInstance.source", "AnyInstance.parameters",
    "Instance.kinds", "Traveller.name", "Traveller.called", "Place.name", "Place.called", "Tariff.unit", "Tariff.units",
    "Item.name", "Item.called", "Item.group", "Spot.name", "Spot.called", "Category.name",
    "GridInstance.position", "GridInstance.positions", "GridInstance.statements", "GridInstance.questions",
})  # fmt: skip
"""fields that say how people speak of an instance, and ``says`` of every rule and clue; PDDL names are its symbols"""

_DERIVED = frozenset({"PlacingInstance.order", "Instance.backward"})
"""fields that follow from the others"""

_CALLED = {"QueensInstance": "PlacingInstance"}
"""classes that had another name when the form was fixed"""

_UNORDERED = frozenset({"rules", "charges", "deadlines", "units", "clues", "parts"})
"""fields whose order means nothing"""


def fingerprint(instance: AnyInstance) -> str:
    """Return a short text that is equal for instances that mean the same and have the same PDDL names: ``1-`` and 16 hex digits.

    The story's wording does not change it, nor do the names of puzzle and parameters, nor the order of rules and clues. It is the same
    in every run and with every version of Python.
    """
    return f"{FORM}-{_digest(_meaning(instance), 16)}"


def problem_name(instance: AnyInstance, backward: bool = False) -> str:
    """Return the problem's name in PDDL: the puzzle's, then the values of its parameters; ``1`` if there are none.

    Values that are texts, or that would make a long name, are given as a hash. Different values give different names, and so do
    an instance and the same backwards; with ``backward`` it is the name of the latter for both.
    """
    values = [value for _, value in instance.parameters]
    text = "-".join(map(_word, values)) or "1"
    lists = sum(isinstance(value, tuple) for value in values)
    if lists > 1 or any(isinstance(value, str) for value in values) or len(text) > LONGEST:
        text = _digest(dict(instance.parameters), 12)
    backward = backward or instance.backward
    return f"{instance.puzzle}-{text}{'-backward' if backward else ''}"


def _word(value: Value) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case tuple():
            return "-".join(map(str, value))
        case _:
            return str(value)


def _digest(content: object, length: int) -> str:
    text = json.dumps(content, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:length]


def _meaning(part: object) -> object:
    """Return what an instance or a part of it means, as JSON has it; numbers are hexadecimal, since masks may be long."""
    match part:
        case None | bool() | str():
            return part
        case int():
            return f"{part:x}"
        case frozenset():
            return _sorted(map(_meaning, part))
        case tuple() if hasattr(part, "_asdict"):
            return _fields(part, part._asdict().items())
        case tuple():
            return [_meaning(one) for one in part]
    assert dataclasses.is_dataclass(part), f"{type(part).__name__} has no canonical text"
    return _fields(
        part, ((field.name, getattr(part, field.name)) for field in dataclasses.fields(part) if field.compare)
    )


def _fields(part: object, fields: Iterable[tuple[str, object]]) -> list[object]:
    """Return the name of a part's class and those of its fields that mean something."""
    classes = [known.__name__ for known in type(part).__mro__]
    return [
        _CALLED.get(classes[0], classes[0]),
        *(
            [name, _sorted(meant) if name in _UNORDERED and isinstance(meant, list) else meant]
            for name, meant in ((name, _meaning(value)) for name, value in fields if not _is_left_out(classes, name))
        ),
    ]


def _is_left_out(classes: list[str], name: str) -> bool:
    return name == "says" or any(f"{known}.{name}" in _WORDING | _DERIVED for known in classes)


def _sorted(parts: Iterable[object]) -> list[object]:
    return sorted(parts, key=lambda part: json.dumps(part))
