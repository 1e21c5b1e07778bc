"""A certificate that there is no plan: a set of states that one cannot leave, with the start in it and no goal.

Whoever knows the rules can check it, without trusting the search: the start is one of the states, no state is a goal, and every
crossing that the rules allow in one of them leads to one of them.
"""

from __future__ import annotations

from typing import Any

from generator.crossing.instance import Instance, State
from generator.crossing.space import CrossingSpace
from generator.errors import EncodingError
from generator.search.breadth_first import explore

__all__ = ["certificate"]

MOST_STATES = 200_000


def certificate(instance: Instance) -> dict[str, Any]:
    """Return the certificate of an instance without a plan as a JSON object: ``puzzle``, ``parameters``, ``start``, ``states``.

    A state says where the boat and everybody is and, where rules have to do with time, how many crossings are made (up to the last that
    matters). Raises EncodingError if over 200,000 states can be reached.
    """
    exploration = explore(instance.once(CrossingSpace), MOST_STATES)
    if not exploration.complete:
        raise EncodingError(
            f"{instance.puzzle}: found over {MOST_STATES:,} situations within reach, expected at most so many in a certificate"
        )
    assert exploration.goal is None, "there is a plan"
    return {
        "puzzle": instance.puzzle,
        "parameters": dict(instance.parameters),
        "claim": "The start is one of the states, no state is a goal, and every crossing leads from one of them to one of them.",
        "start": _told(instance.start, instance),
        "states": [_told(state, instance) for state in exploration.depths],
    }


def _told(state: State, instance: Instance) -> dict[str, Any]:
    companies = zip(instance.places, state.companies, strict=True)
    return {
        "boat": instance.places[state.boat].symbol,
        "places": {place.symbol: instance.names(company) for place, company in companies},
        **({"made": state.clock} if instance.horizon else {}),
    }
