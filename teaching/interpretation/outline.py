"""The behavior of a puzzle near its initial state, in terms of its state variables.

The search by structure compares this behavior with the behavior of a model.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ferryplan.generator.space import StateSpace
from ferryplan.generator.state_variables import StateVariables, Valuation

MAX_STATES = 500
"""The largest number of states that are explored."""


class PuzzleOutline(NamedTuple):
    """The valuations of a puzzle near its initial state, and how often each state variable changes."""

    first_valuations: frozenset[Valuation]
    """The valuations that one move from the initial state reaches."""
    known_valuations: frozenset[Valuation]
    """The valuations near the initial state; all reachable ones if ``is_complete``."""
    is_complete: bool
    """Whether all reachable states were explored."""
    change_rates: Sequence[float]
    """For each state variable, the share of the moves that change its value."""


def outline_puzzle(space: StateSpace[Any, Any], state_variables: StateVariables[Any, Any]) -> PuzzleOutline:
    """Explore up to `MAX_STATES` states of a puzzle, and return their valuations and the change rates."""
    changed, moves, near = (
        [0] * len(state_variables.variables),
        0,
        {space.initial: state_variables.to_valuation(space.initial)},
    )
    complete = True
    for state in (queue := [space.initial]):
        for _, after in space.successors(state):
            there, moves = state_variables.to_valuation(after), moves + 1
            for role, (one, other) in enumerate(zip(near[state], there, strict=True)):
                changed[role] += one != other
            if after not in near and len(near) < MAX_STATES:
                near[after] = there
                queue.append(after)
            complete = complete and after in near
    first = frozenset(state_variables.to_valuation(after) for _, after in space.successors(space.initial))
    return PuzzleOutline(first, frozenset(near.values()), complete, [number / max(1, moves) for number in changed])
