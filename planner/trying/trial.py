"""What a page needs so that an instance can be tried on it: its rules as data, and the nouns of what is told."""

from __future__ import annotations

from typing import Any, assert_never, cast

from generator.classical.instance import ClassicalInstance
from generator.crossing.instance import Instance
from generator.errors import EncodingError
from generator.families import family_of, state_space, teller_of
from generator.instance import AnyInstance
from generator.placing.instance import PlacingInstance
from planner.trying.actions import actions_to_try
from planner.trying.crossings import crossings_to_try
from planner.trying.placements import placements_to_try
from planner.trying.table import table_of


def trial_of(instance: AnyInstance) -> dict[str, Any] | None:
    """Return what a page needs so that an instance can be tried on it, for JSON; None if it is too large, or its moves overlap in time."""
    try:
        rules, space, teller = _rules(instance), state_space(instance), teller_of(instance)
    except EncodingError:
        return None
    words = {
        "move": teller.move,
        "unit": teller.unit,
        "in_one": space.in_one,
        "unit_costs": space.unit_costs,
        "rule": teller.rule,
        "stuck": teller.stuck,
        "alike": space.goals if family_of(instance).alike else 0,
    }
    return rules and {"rules": rules, "words": words}


def _rules(instance: AnyInstance) -> dict[str, Any] | None:
    drawn = family_of(instance).drawn
    match drawn:
        case "scenes":
            return crossings_to_try(cast(Instance, instance))
        case "facts":
            return actions_to_try(cast(ClassicalInstance, instance))
        case "board":
            return placements_to_try(cast(PlacingInstance, instance))
        case "states":
            space, teller = state_space(instance), teller_of(instance)
            return table_of(
                space,
                teller,
                lambda state: [(line.place, line.text) for line in teller.lines(state)],
                space.candidates,
                teller.choice,
            )
        case _:
            assert_never(drawn)
