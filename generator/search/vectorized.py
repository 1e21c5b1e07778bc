"""The same with numpy, thousands of states at a time. No call takes over some hundredths of a second.

Codes are kept in a hash table with linear probing (D. Knuth, The Art of Computer Programming 3, section 6.4, algorithm L): those of an array
are looked up together, until each is found or has found where it may stand.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ferryplan.generator.search import numbering
from ferryplan.generator.search.cheapest import NEVER
from ferryplan.generator.space import Coded

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""2 to the 64th, divided by the golden ratio"""
AT_ONCE = 1 << 20
"""so many moves are tried at once, and so many numbers are worked on"""


class Numbering:
    """The codes found, in the order found."""

    def __init__(self, coded: Coded[Any, Any], codes: Sequence[int]) -> None:
        """Begin with codes that are known, in their order. Raises OverflowError if there may be codes that are too large."""
        # numpy raises OverflowError here if the highest field does not fit into 64 bits.
        np.int64(coded.field << max(map(max, coded.shifts)))
        # A row of moves is stored in whole bytes, hence the width is rounded up to a multiple of 8.
        self._coded, self._width = coded, max(1, -(-len(coded.added[0]) // 8)) * 8
        self.at_once = AT_ONCE // self._width + 1
        self._shifts = np.array(coded.shifts, np.int64)
        self._rows = [_Rows(allowed, self._width, coded.field) for allowed in coded.allowed]
        self._added = np.zeros((len(coded.added), self._width), np.int64)
        self._added[:, : len(coded.added[0])] = coded.added
        self._found, self._codes = array("q", codes), np.zeros(1, np.int64)

    def __len__(self) -> int:
        return len(self._found)

    def since(self, number: int) -> Any:
        """Return the codes from a number on."""
        return np.asarray(self._found[number:])

    def listed(self, most: int | None) -> tuple[array[int], list[int]]:
        """Return the codes, of at most so many states, and the numbers of the goal states, ascending."""
        codes = self._found[:most]
        reached = [np.asarray(codes) & mask == goal for mask, goal in self._coded.goals]
        return codes, np.flatnonzero(np.any(reached, axis=0)).tolist()

    def follow(self, codes: Any, targets: array[int], ends: array[int]) -> Iterator[None]:
        """Append the numbers of what follows each of some codes, in the order of the moves; and after each how many are listed by then.

        It yields when it may be asked whether to go on; until it ends nothing is appended.
        """
        modes = codes & self._coded.mode
        fields = [codes >> shifts[modes] & self._coded.field for shifts in self._shifts.T]
        allowed = np.bitwise_and.reduce([rows.of(field) for rows, field in zip(self._rows, fields, strict=True)])
        moves = np.flatnonzero(np.unpackbits(allowed, bitorder="little").view(bool))
        origins = moves // self._width
        following = codes[origins] + self._added[modes[origins], moves - origins * self._width]
        yield from self._make_room(len(following))
        ends.frombytes((ends[-1] + np.cumsum(np.bincount(origins, minlength=len(codes)))).tobytes())
        targets.frombytes(self._numbers(following).tobytes())

    def _numbers(self, codes: Any) -> Any:
        """Return the numbers of codes; those not known before get the next ones in their order."""
        places = self._places(codes)
        new = np.flatnonzero(self._complements[places] == 0)
        # Numbers are stored as complements: 0 then marks a free entry, and of a code that occurs several
        # times the maximum picks the first occurrence.
        where, numbers = places[new], ~np.arange(len(self), len(self) + len(new), dtype=np.uint32)
        np.maximum.at(self._complements, where, numbers)
        first = new[self._complements[where] == numbers]
        self._complements[places[first]] = numbers[: len(first)]
        self._found.frombytes(codes[first].tobytes())
        return ~self._complements[places]

    def _make_room(self, more: int) -> Iterator[None]:
        """See to it that half of the table is free when there are so many more."""
        yield
        bits = (2 * (len(self) + more)).bit_length()
        if 1 << bits > len(self._codes):
            self._shift = np.uint64(64 - bits)
            self._codes, self._complements = np.empty(1 << bits, np.int64), np.empty(1 << bits, np.uint32)
            # The new table is cleared and filled in parts, since no single call may take long.
            for begin in range(0, 1 << bits, AT_ONCE):
                self._codes[begin : begin + AT_ONCE] = self._complements[begin : begin + AT_ONCE] = 0
                yield
            for begin in range(0, len(self), AT_ONCE // 4):
                codes = np.asarray(self._found[begin : begin + AT_ONCE // 4])
                self._complements[self._places(codes)] = ~np.arange(begin, begin + len(codes), dtype=np.uint32)
                yield

    def _places(self, codes: Any) -> Any:
        """Return where in the table codes stand; those that were not there do now."""
        # Multiplicative hashing (Knuth, section 6.4): the top bits of the product spread codes that are close
        # together.
        places = (codes.view(np.uint64) * GOLDEN >> self._shift).view(np.int64)
        astray = np.flatnonzero(self._codes[places] != codes)
        while len(astray):
            there, wanted = places[astray], codes[astray]
            free = self._codes[there] == 0
            # Where several codes want one free place, numpy keeps one of them; the others see it taken below
            # and probe on.
            self._codes[there[free]] = wanted[free]
            taken = self._codes[there] != wanted
            astray = astray[taken]
            places[astray] = there[taken] + 1 & len(self._codes) - 1
        return places


class _Rows:
    """For each content of a field the moves that it allows, eight to a byte; made when it is first asked for."""

    def __init__(self, allowed: Mapping[int, int], width: int, field: int) -> None:
        self._allowed, self._width = allowed, width
        self._numbers, self._rows = np.full(field + 1, -1), np.zeros((0, width // 8), np.uint8)

    def of(self, contents: Any) -> Any:
        """Return a row for each of some contents."""
        if new := np.unique(contents[self._numbers[contents] < 0]).tolist():
            masks = [self._allowed[content] & (1 << self._width) - 1 for content in new]
            rows = np.frombuffer(b"".join([mask.to_bytes(self._width // 8, "little") for mask in masks]), np.uint8)
            self._numbers[new] = np.arange(len(self._rows), len(self._rows) + len(new))
            self._rows = np.vstack([self._rows, rows.reshape(len(new), -1)])
        return self._rows[self._numbers[contents]]


def distances(offsets: array[int], targets: array[int], goals: Sequence[int], states: int) -> Sequence[int]:
    """Return for each state the fewest moves to a goal, or NEVER."""
    begins, reached, known = np.asarray(offsets), np.asarray(targets), len(offsets) - 1
    # Goals whose own moves are unknown need a case of their own, which only the version without numpy has.
    if goals and goals[-1] >= known:
        return numbering.distances(offsets, targets, goals, states)
    found = np.full(states, NEVER, np.int32)
    found[known:], layer, depth = 0, np.array(goals, np.int64), 0  # so that nobody comes to the last ones
    while len(layer):
        found[layer], depth, following = depth, depth + 1, []
        for begin in range(0, len(layer), AT_ONCE // 8):
            some = layer[begin : begin + AT_ONCE // 8]
            counts = begins[some + 1] - begins[some]
            ends = np.cumsum(counts)
            near = reached[np.repeat(begins[some + 1] - ends, counts) + np.arange(ends[-1])]
            near = near[found[near] < 0]
            found[near] = order = np.arange(len(near), dtype=np.int32)
            following.append(near[found[near] == order])  # each once
            found[near] = depth
        layer = np.concatenate(following)
    found[known:] = NEVER
    return array("i", found.tobytes())


def count_from(number: int, numbers: array[int]) -> int:
    """Return how many of some numbers are not less than another one."""
    return int(np.count_nonzero(np.asarray(numbers) >= number))
