"""What a page needs so that an instance can be tried on it: its rules as data, and the nouns of what is told."""

from __future__ import annotations

from typing import Any, assert_never, cast

from ferryplan.domains.messages import format_message
from ferryplan.generator.crossing.instance import Instance
from ferryplan.generator.crossing.teller import MOST_NAMED
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import family_of, state_space, teller_of
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.placing.instance import PlacingInstance
from ferryplan.generator.tasks.instance import TaskInstance
from ferryplan.planner.trying.actions import MOST_ACTIONS, actions_to_try
from ferryplan.planner.trying.crossings import MOST_LOADS, crossings_to_try
from ferryplan.planner.trying.placements import MOST_PAIRS, placements_to_try
from ferryplan.planner.trying.table import MOST_STATES, pictured, table_of


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


def untried(instance: AnyInstance) -> str:
    """Return what is said of an instance that cannot be tried on a page: from which size on that is so."""
    drawn = family_of(instance).drawn
    match drawn:
        case "scenes":
            reason = format_message("play.too-many-loads", travelers=MOST_NAMED, loads=f"{MOST_LOADS:,}")
        case "facts" | "states":
            most = {"actions": f"{MOST_ACTIONS:,}", "states": f"{MOST_STATES:,}"}
            reason = format_message("play.too-many-actions", **most)
        case "board":
            reason = format_message("play.too-many-pairs", pairs=f"{MOST_PAIRS:,}")
        case _:
            assert_never(drawn)
    return format_message("play.page-only-shows", reason=reason)


def _rules(instance: AnyInstance) -> dict[str, Any] | None:
    drawn = family_of(instance).drawn
    match drawn:
        case "scenes":
            return crossings_to_try(cast(Instance, instance))
        case "facts":
            return actions_to_try(cast(TaskInstance, instance))
        case "board":
            return placements_to_try(cast(PlacingInstance, instance))
        case "states":
            space, teller = state_space(instance), teller_of(instance)
            return table_of(space, teller, pictured(teller), space.candidates, teller.choice)
        case _:
            assert_never(drawn)
