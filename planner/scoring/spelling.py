"""Moves as they are written in an answer, and read back: by the speller of their family."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from generator.families import speller_of, state_space, teller_of
from generator.instance import AnyInstance
from generator.naming import SpellingError
from generator.templates import render

UNSOLVABLE = "unsolvable"
"""what is answered where there is no solution"""


class Misspelt(NamedTuple):
    """Where a list of moves cannot be understood."""

    step: int
    """the number of the move, from 1"""
    why: str
    """what was found and expected, without a full stop"""


def form_of(instance: AnyInstance) -> str:
    """Return how moves of an instance are to be written in an answer, in a few sentences."""
    context = {"instance": instance, **speller_of(instance).form()}
    return render(f"{teller_of(instance).narration}/spelling.j2", context).strip()


def spelled(instance: AnyInstance, moves: Iterable[Any]) -> Any:
    """Return moves, the first from the initial state, as they are written in an answer; data for JSON."""
    return speller_of(instance).spelled(moves)


def told(data: Any) -> str:
    """Return what was spelled as it stands in an answer: compact JSON, on one line."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def moves_in(instance: AnyInstance, data: Any) -> list[Any] | Misspelt:
    """Return the moves that are spelled so, allowed or not; or where it goes wrong. Moves behind one that is not allowed may not be understood."""
    space, speller, moves = state_space(instance), speller_of(instance), list[Any]()
    state = space.initial
    for number, step in enumerate(speller.steps(data), 1):
        try:
            moves.append(speller.move(state, step))
        except SpellingError as error:
            return Misspelt(number, f"{error}")
        with contextlib.suppress(ValueError):  # of an action that cannot be carried out
            state = space.after(state, moves[-1])
    return moves
