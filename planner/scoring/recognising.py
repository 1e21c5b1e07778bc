"""What data may be, by the names of the puzzle in them."""

from __future__ import annotations

from typing import Any

from generator.classical.instance import ClassicalInstance
from generator.crossing.instance import Instance
from generator.instance import AnyInstance
from generator.placing.instance import PlacingInstance
from planner.scoring.naming import SHORT, names_of
from planner.scoring.spelling import ABOARD, AND, LONGEST, arities, first, pairs


def rank(instance: AnyInstance, data: Any) -> int:
    """Return what data may be, as far as names of the puzzle are in them: 2 moves, 1 a single one, 0 neither."""
    known = names_of(instance)
    match instance:
        case PlacingInstance():
            return 2 * any(str(item)[: 2 * SHORT] in known for item, _ in pairs(instance, data))
        case Instance():
            if (
                isinstance(data, list)
                and all(isinstance(one, str) for one in data)
                and any(one in known for one in data)
            ):
                return 1 + any(one not in known and _aboard(instance, one) for one in data)
            if isinstance(data, list):
                return 2 * any(_aboard(instance, one) for one in data)
            return int(isinstance(data, dict) and _aboard(instance, data))
        case ClassicalInstance():
            if _acts(instance, data):
                return 1
            if isinstance(data, list) and data:
                short = all(
                    isinstance(one, int)
                    or (
                        isinstance(one, list) and 1 < len(one) < 4 and not any(isinstance(x, (list, dict)) for x in one)
                    )
                    for one in data
                )
                return 2 * (
                    short
                    or any(_acts(instance, one) for one in data)
                    or all(isinstance(one, str) and " " in one for one in data)
                )
            return 0
    return 2 * (isinstance(data, list) and bool(data) and all(isinstance(one, str) for one in data))


def _aboard(instance: Instance, data: Any) -> bool:
    """Return whether somebody is named in what may be a crossing."""
    aboard, known = first(data, ABOARD) if isinstance(data, dict) else data, names_of(instance)
    parts = AND.split(aboard[:LONGEST]) if isinstance(aboard, str) else aboard if isinstance(aboard, list) else []
    return any(isinstance(one, str) and one in known for one in parts)


def _acts(instance: ClassicalInstance, data: Any) -> bool:
    """Return whether the name of an action is at the head of what may be one."""
    head = (
        first(data, ("action", "name"))
        if isinstance(data, dict)
        else data[0]
        if isinstance(data, list) and data
        else data
    )
    return isinstance(head, str) and (head[:LONGEST].lower().strip("( ").replace("(", " ").split() or [""])[
        0
    ] in instance.once(arities)
