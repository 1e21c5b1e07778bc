"""The JSON data with which an interactive page lets a person play an instance: rules and wording."""

from __future__ import annotations

from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import family_of, narrator_of, state_space_of
from ferryplan.generator.generation import compute_fingerprint
from ferryplan.generator.instance import AnyInstance


def make_play_data(instance: AnyInstance) -> dict[str, Any] | None:
    """Return the JSON data that a page needs to let a person play an instance.

    The data have ``id``, under which the browser keeps what a person played, ``rules``, and ``words``, the nouns for
    the page's sentences. Returns None if the instance is too large, or if its moves overlap in time.
    """
    family = family_of(instance)
    try:
        rules, space, narrator = family.make_page_data(instance), state_space_of(instance), narrator_of(instance)
    except EncodingError:
        return None
    words = {
        "move": narrator.move_noun,
        "unit": narrator.cost_unit,
        "in_one": space.cost_scale,
        "unit_costs": space.has_unit_costs,
        "rule": narrator.rule_noun,
        "stuck": narrator.no_move_message,
        "alike": space.goal_count if family.has_fixed_length else 0,
    }
    return rules and {"id": f"{instance.puzzle}/{compute_fingerprint(instance)}", "rules": rules, "words": words}


def explain_not_playable(instance: AnyInstance) -> str:
    """Return a sentence on why an instance cannot be played on a page.

    The sentence states the size limit of playable instances.
    """
    return format_message("play.page-only-shows", reason=family_of(instance).explain_page_limit())
