"""What an interactive page needs of an instance: its moves as data, and the nouns in its sentences."""

from __future__ import annotations

from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import family_of, state_space, teller_of
from ferryplan.generator.instance import AnyInstance


def make_trial(instance: AnyInstance) -> dict[str, Any] | None:
    """Return what a page needs so that a person can try an instance, for JSON; None if it is too large, or its moves overlap in time."""
    family = family_of(instance)
    try:
        rules, space, teller = family.make_page_data(instance), state_space(instance), teller_of(instance)
    except EncodingError:
        return None
    words = {
        "move": teller.move,
        "unit": teller.unit,
        "in_one": space.in_one,
        "unit_costs": space.unit_costs,
        "rule": teller.rule,
        "stuck": teller.stuck,
        "alike": space.goals if family.alike else 0,
    }
    return rules and {"rules": rules, "words": words}


def explain_no_trial(instance: AnyInstance) -> str:
    """Return a sentence that says why a page only shows an instance: the size from which on that is so."""
    return format_message("play.page-only-shows", reason=family_of(instance).explain_page_limit())
