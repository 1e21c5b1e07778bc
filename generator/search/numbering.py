"""Coded states followed, and numbered in the order in which they are found; and what their graph tells where each move can be undone: turned round
it is the same, but for the last states, of which no moves are known."""

from __future__ import annotations

import itertools
from array import array
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from ferryplan.generator.masks import Table, members
from ferryplan.generator.search.cheapest import NEVER
from ferryplan.generator.space import Coded


class Numbering:
    """The codes found, in the order found."""

    at_once = 200
    """so many codes are followed before it is asked again whether to go on: about a millisecond"""

    def __init__(self, coded: Coded[Any, Any]) -> None:
        self._coded = coded
        self._numbers = defaultdict[int, int]()
        self._numbers.default_factory = self._numbers.__len__  # who is looked up first gets the next number
        # Looking the start up is enough to number it: it becomes state 0.
        self._numbers[coded.initial]
        tables, moves = coded.allowed, Table(members)
        self._modes = [
            (shifts[0], tables[0], [*zip(shifts[1:], tables[1:], strict=True)], Table(partial(_chosen, moves, added)))
            for shifts, added in zip(coded.shifts, coded.added, strict=True)
        ]

    def __len__(self) -> int:
        return len(self._numbers)

    def since(self, number: int) -> list[int]:
        """Return the codes from a number on."""
        # A dict can be read from its end, so this does not pass all the codes that were found earlier.
        return [*itertools.islice(reversed(self._numbers), len(self) - number)][::-1]

    def follow(self, codes: Sequence[int], targets: list[int], ends: array[int]) -> Iterator[None]:
        """Append the numbers of what follows each of some codes, in the order of the moves; and after each how many are listed by then.

        It yields when it may be asked whether to go on; until it ends nothing is appended.
        """
        yield
        mode, field, modes, numbers = self._coded.mode, self._coded.field, self._modes, self._numbers
        chosen = list[list[int]]()
        for code in codes:
            shift, table, others, added = modes[code & mode]
            allowed = table[code >> shift & field]
            for shift, table in others:
                allowed &= table[code >> shift & field]
            chosen.append(added[allowed])
        ends.extend(itertools.accumulate(map(len, chosen), initial=ends.pop()))
        targets += [numbers[code + number] for code, some in zip(codes, chosen, strict=True) for number in some]

    def listed(self, most: int | None) -> tuple[list[int], list[int]]:
        """Return the codes, of at most so many states, and the numbers of the goal states, ascending."""
        codes, goals = [*itertools.islice(self._numbers, most)], self._coded.goals
        return codes, [number for number, code in enumerate(codes) if any(code & mask == goal for mask, goal in goals)]


def _chosen(moves: Mapping[int, Sequence[int]], added: Sequence[int], allowed: int) -> list[int]:
    """Return what each of the allowed moves adds."""
    return [added[move] for move in moves[allowed]]


def distances(offsets: Sequence[int], targets: Sequence[int], goals: Sequence[int], states: int) -> Sequence[int]:
    """Return for each state the fewest moves to a goal, or NEVER."""
    known = len(offsets) - 1
    found = [NEVER] * known + [0] * (states - known)  # so that nobody comes to the latter
    late = {goal for goal in goals if goal >= known}
    queue = [*goals[: len(goals) - len(late)]]
    for goal in queue:
        found[goal] = 0
    # The moves of late goals are unknown, so the search cannot begin there: it begins one move before them.
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
    # Only now do the states without known moves lose the 0 that kept the search away from them.
    found[known:] = [NEVER] * (states - known)
    for goal in late:
        found[goal] = 0
    return found


def count_from(number: int, numbers: Sequence[int]) -> int:
    """Return how many of some numbers are not less than another one."""
    return len([one for one in numbers if one >= number])
