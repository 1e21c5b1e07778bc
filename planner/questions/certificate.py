"""A certificate that there is no plan: a set of states that one cannot leave, with the start in it and no goal.

Whoever knows the rules can check it, without trusting the search: the start is one of the states, no state is a goal, and every
move that the rules allow in one of them leads to one of them.
"""

from __future__ import annotations

from typing import Any

from generator.errors import EncodingError
from generator.families import state_space, teller_of
from generator.instance import AnyInstance
from generator.search.breadth_first import explore

MOST_STATES = 200_000


def certificate(instance: AnyInstance) -> dict[str, Any]:
    """Return the certificate of an instance without a plan as a JSON object: ``puzzle``, ``parameters``, ``claim``, ``start``, ``states``.

    A state has what its teller tells programs of it; where rules count moves, also ``made``, how many (up to the last that matters).
    Raises EncodingError if over 200,000 states can be reached.
    """
    space, teller = state_space(instance), teller_of(instance)
    exploration = explore(space, MOST_STATES)
    if not exploration.complete:
        raise EncodingError(
            f"{instance.puzzle}: found over {MOST_STATES:,} situations within reach, expected at most so many in a certificate"
        )
    assert exploration.goal is None, "there is a plan"

    def told(state: Any) -> dict[str, Any]:
        clock = teller.clock(state)
        return {**teller.state_as_json(state), **({} if clock is None else {"made": clock})}

    leads = f"every {teller.move.one} leads from one of them to one of them"
    return {
        "puzzle": instance.puzzle,
        "parameters": dict(instance.parameters),
        "claim": f"The start is one of the states, no state is a goal, and {leads}.",
        "start": told(space.initial),
        "states": [told(state) for state in exploration.depths],
    }
