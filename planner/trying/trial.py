"""What a page needs so that an instance can be tried on it: its rules as data, and the nouns of what is told."""

from __future__ import annotations

from typing import Any

from generator.crossing.instance import Instance
from generator.errors import EncodingError
from generator.families import state_space, teller_of
from generator.instance import AnyInstance
from planner.trying.crossings import crossings_to_try


def trial_of(instance: AnyInstance) -> dict[str, Any] | None:
    """Return what a page needs so that an instance can be tried on it, for JSON; None if it is too large, or its moves overlap in time."""
    try:
        rules = crossings_to_try(instance) if isinstance(instance, Instance) else None
        space, teller = state_space(instance), teller_of(instance)
    except EncodingError:
        return None
    return rules and {
        "rules": rules,
        "words": {
            "move": teller.move,
            "unit": teller.unit,
            "in_one": space.in_one,
            "unit_costs": space.unit_costs,
            "rule": teller.rule,
        },
    }
