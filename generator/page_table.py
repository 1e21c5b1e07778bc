"""A state space as a table, for a page that knows no rules.

For each state, the table has its picture, its moves, and the violations of other moves.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import Any

from ferryplan.generator.narrator import Narrator
from ferryplan.generator.search.state_graph import explore_graph
from ferryplan.generator.space import Move, State, StateSpace

MAX_STATES, MAX_ENTRIES = 3_000, 30_000


def make_state_formatter(narrator: Narrator[State, Move]) -> Callable[[State], Any]:
    """Return a function from a state to the lines of its picture, each with its place."""
    return lambda state: [(line.place, line.text) for line in narrator.list_state_lines(state)]


def tabulate_space(
    space: StateSpace[State, Move],
    narrator: Narrator[State, Move],
    format_state: Callable[[State], Any],
    list_candidates: Callable[[State], Iterable[Move]],
    label_move: Callable[[State, Move], str],
) -> dict[str, Any] | None:
    """Return a table of all reachable states, the initial state first; None if it is too large for a page.

    The limits are 3,000 states and 30,000 moves. Each state consists of the result of ``format_state``, its allowed moves, and the moves of
    ``list_candidates`` that are not allowed. The allowed moves are a flat list with four entries for each move: its key, its sentence, the number of
    the next state and its cost. The other moves are a flat list with three entries for each move: its key, the broken rule, and how the move
    breaks it. Texts are given by their numbers in ``texts``. Raises EncodingError if moves do not follow one another.
    """
    graph = explore_graph(space, max_states=MAX_STATES)
    if not graph.complete or not graph.states:
        return None
    texts = dict[str, int]()
    numbers = {state: number for number, state in enumerate(graph.states)}
    states, room = list[Any](), MAX_ENTRIES
    for state in graph.states:
        moves, stops = list[int](), list[int]()
        for move, after in space.successors(state):
            told = (
                texts.setdefault(text, len(texts))
                for text in (label_move(state, move), narrator.describe_move(state, move))
            )
            moves += [*told, numbers[after], space.cost(state, move)]
        for move in itertools.islice(list_candidates(state), room + 1):
            if violation := space.find_violation(state, move):
                stops += [texts.setdefault(text, len(texts)) for text in (label_move(state, move), *violation)]
        room -= len(moves) // 4 + len(stops) // 3
        if room < 0:
            return None
        states.append([format_state(state), moves, stops])
    return {"texts": [*texts], "states": states, "goals": graph.goals}
