"""The numbering of encoded states, and goal distances in graphs whose moves can all be undone.

Such a graph is its own reverse, except for the states found last, whose moves are unknown.
"""

from __future__ import annotations

import itertools
from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from ferryplan.generator.masks import LazyTable, mask_indices
from ferryplan.generator.search.uniform_cost_search import NEVER
from ferryplan.generator.space import EncodedSpace


class StateNumbering:
    """A numbering of states, in the order found, that stores the states' codes (states as integers)."""

    batch_size = 200
    """the number of states expanded before the caller may stop the search: about a millisecond"""

    def __init__(self, encoded_space: EncodedSpace[Any, Any]) -> None:
        self._coded = encoded_space
        self._numbers = defaultdict[int, int]()
        self._numbers.default_factory = self._numbers.__len__  # a code gets the next number when it is first looked up
        # Looking up the initial state is enough to number it: it becomes state 0.
        self._numbers[encoded_space.initial]
        tables, moves = encoded_space.allowed_moves, LazyTable(mask_indices)
        self._modes = [
            (
                shifts[0],
                tables[0],
                [*zip(shifts[1:], tables[1:], strict=True)],
                LazyTable(partial(_select_code_changes, moves, added)),
            )
            for shifts, added in zip(encoded_space.field_shifts, encoded_space.code_changes, strict=True)
        ]

    def __len__(self) -> int:
        return len(self._numbers)

    def codes_from_number(self, number: int) -> list[int]:
        """Return the codes of all states numbered ``number`` or higher."""
        # A dict can be read from its end, so this does not iterate over the codes found earlier.
        return [*itertools.islice(reversed(self._numbers), len(self) - number)][::-1]

    def append_successor_numbers(
        self, codes: Sequence[int], targets: list[int], end_offsets: array[int]
    ) -> Iterator[None]:
        """Append the numbers of the successors of each code to ``targets``, in the order of the moves.

        New successors get the next free numbers. For each code, the length of ``targets`` after its successors is
        appended to ``end_offsets``. The generator yields whenever the caller may stop it. Both lists stay unchanged until
        the generator is exhausted.
        """
        yield
        mode, field, modes, numbers = self._coded.mode_mask, self._coded.field_mask, self._modes, self._numbers
        chosen = list[list[int]]()
        for code in codes:
            shift, table, others, added = modes[code & mode]
            allowed = table[code >> shift & field]
            for shift, table in others:
                allowed &= table[code >> shift & field]
            chosen.append(added[allowed])
        end_offsets.extend(itertools.accumulate(map(len, chosen), initial=end_offsets.pop()))
        targets += [numbers[code + number] for code, some in zip(codes, chosen, strict=True) for number in some]

    def codes_and_goals(self, max_states: int | None) -> tuple[list[int], list[int]]:
        """Return the codes of at most ``max_states`` states, and the numbers of the goal states among them.

        The states are those with the lowest numbers; the numbers of the goal states ascend.
        """
        codes, goals = [*itertools.islice(self._numbers, max_states)], self._coded.goal_patterns
        return codes, [number for number, code in enumerate(codes) if any(code & mask == goal for mask, goal in goals)]


def _select_code_changes(moves: Mapping[int, Sequence[int]], added: Sequence[int], allowed: int) -> list[int]:
    """Return the number that each allowed move adds to a code.

    ``allowed`` is the bit mask of the allowed moves, ``moves`` maps such a mask to the numbers of its moves, and
    ``added`` has the number that each move adds.
    """
    return [added[move] for move in moves[allowed]]


def goal_distances(
    offsets: Sequence[int], targets: Sequence[int], goals: Sequence[int], state_count: int
) -> Sequence[int]:
    """Return, for each state, the fewest moves to a goal state, or NEVER if none can be reached.

    ``offsets`` and ``targets`` are fields of a `StateGraph` whose moves can all be undone. ``goals`` are the
    numbers of the goal states, ascending.
    """
    known = len(offsets) - 1
    found = [NEVER] * known + [0] * (state_count - known)  # the 0 keeps the search away from the last states
    late = {goal for goal in goals if goal >= known}
    queue = [*goals[: len(goals) - len(late)]]
    for goal in queue:
        found[goal] = 0
    # The moves of late goals are unknown, so the search cannot begin there. It begins one move before them.
    for state in range(known) if late else ():
        if found[state] and not late.isdisjoint(targets[offsets[state] : offsets[state + 1]]):
            found[state] = 1
            queue.append(state)
    # Each move can be undone, so the targets of a state are also the states from which a move leads to it.
    for state in queue:
        farther = found[state] + 1
        for near in targets[offsets[state] : offsets[state + 1]]:
            if found[near] < 0:
                found[near] = farther
                queue.append(near)
    # Now replace the 0 that kept the search away from the states without known moves.
    found[known:] = [NEVER] * (state_count - known)
    for goal in late:
        found[goal] = 0
    return found


def count_at_least(number: int, numbers: Sequence[int]) -> int:
    """Return how many of the numbers are at least ``number``."""
    return len([one for one in numbers if one >= number])
