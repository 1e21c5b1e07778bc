"""Actions that a model does not need: those that change nothing, and those that do what an action of another name does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.space import StateSpace

MOST_STATES = 5_000
"""how many states are looked at"""


def surplus_in(model: StateSpace[Any, Any], puzzle: StateSpace[Any, Any]) -> str:
    """Return in words which action a model has too many, unless the puzzle has such moves itself; the empty text if there is none.

    Of a large model the states near the start are looked at.
    """
    for kind, says in _surplus(model):
        if all(other != kind for other, _ in _surplus(puzzle)):
            return says
    return ""


def _surplus(space: StateSpace[Any, Any]) -> Iterator[tuple[str, str]]:
    """Yield moves that change nothing, and moves of different names that lead from one state to the same other: which of the two, and in words."""
    known = {space.initial}
    for state in (queue := [space.initial]):
        by_end = dict[Any, Any]()
        for move, after in space.moves(state):
            if after == state:
                yield "idle", f"{move} is possible where it changes nothing"
            elif _name(by_end.setdefault(after, move)) != _name(move):
                yield "double", f"{by_end[after]} and {move} do the same"
            if after not in known and len(known) < MOST_STATES:
                known.add(after)
                queue.append(after)


def _name(move: Any) -> Any:
    """Return the name of an action; of other moves the move itself."""
    return getattr(move, "name", move)
