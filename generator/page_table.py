"""A state space as a table, for a page that knows no rules: for each state its picture, its moves, and why other moves are not allowed."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any

from ferryplan.generator.search.state_graph import explore_graph
from ferryplan.generator.space import Move, State, StateSpace
from ferryplan.generator.teller import Teller

MOST_STATES, MOST_ENTRIES = 3_000, 30_000


def picture_states(teller: Teller[State, Move]) -> Callable[[State], Any]:
    """Return a function from a state to the lines of its picture, each with the place that it is about."""
    return lambda state: [(line.place, line.text) for line in teller.lines(state)]


def tabulate_space(
    space: StateSpace[State, Move],
    teller: Teller[State, Move],
    seen: Callable[[State], Any],
    tried: Callable[[State], Iterable[Move]],
    key: Callable[[State, Move], str],
) -> dict[str, Any] | None:
    """Return all reachable states, the start first; None if they, or their moves, are too many for a page.

    Each state consists of what is ``seen`` of it, its moves, and the moves among those ``tried`` that are not allowed. A flat list has for each
    move its key, its sentence, the number of the next state and its cost; another has for each move that is not allowed its key, the rule that
    it breaks, and how. Numbers stand for the texts in ``texts``. Raises EncodingError where moves do not follow one another.
    """
    graph = explore_graph(space, most=MOST_STATES)
    if not graph.complete or not graph.states:
        return None
    texts = dict[str, int]()
    numbers = {state: number for number, state in enumerate(graph.states)}
    states, room = list[Any](), MOST_ENTRIES
    for state in graph.states:
        moves, stops = list[int](), list[int]()
        for move, after in space.moves(state):
            told = (texts.setdefault(text, len(texts)) for text in (key(state, move), teller.sentence(state, move)))
            moves += [*told, numbers[after], space.cost(state, move)]
        for move in itertools.islice(tried(state), room + 1):
            if breach := space.breach(state, move):
                stops += [texts.setdefault(text, len(texts)) for text in (key(state, move), *breach)]
        room -= len(moves) // 4 + len(stops) // 3
        if room < 0:
            return None
        states.append([seen(state), moves, stops])
    return {"texts": [*texts], "states": states, "goals": graph.goals}
