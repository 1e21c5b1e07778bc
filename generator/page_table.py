"""A state space as a table, from which a page lets people play a puzzle without knowing its rules.

For each state, the table has the lines of its picture, its moves, and the violations of the moves that are not
allowed.
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
    """Return a function from a state to the lines of its picture, each a pair of place name and text."""
    return lambda state: [(line.place, line.text) for line in narrator.list_state_lines(state)]


def tabulate_space(
    space: StateSpace[State, Move],
    narrator: Narrator[State, Move],
    format_state: Callable[[State], Any],
    list_candidates: Callable[[State], Iterable[Move]],
    label_move: Callable[[State, Move], str],
    max_entries: int = MAX_ENTRIES,
) -> dict[str, Any] | None:
    """Return all reachable states with their moves as JSON data; None if they are too many for a page.

    The limits are 3,000 states and ``max_entries`` moves. The key ``states`` has a list for each state, the initial state first: the result of
    ``format_state``, the allowed moves, and the moves of ``list_candidates`` that are not allowed. The allowed moves are a flat list with four
    entries for each move: its label, its sentence, the index of the next state and the cost. The other moves are a flat list with three entries for
    each move: its label, the broken rule, and how the move breaks the rule. Texts are given by their indices in the list ``texts``. The key ``goals``
    has the indices of the goal states. Raises EncodingError if moves can overlap in time.
    """
    graph = explore_graph(space, max_states=MAX_STATES)
    if not graph.complete or not graph.states:
        return None
    texts = dict[str, int]()
    numbers = {state: number for number, state in enumerate(graph.states)}
    states, room = list[Any](), max_entries
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
