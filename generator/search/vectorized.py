"""The numpy version of `state_numbering`, which expands thousands of states at a time.

No call takes longer than some hundredths of a second. Codes are kept in a hash table with linear probing (D.
Knuth, The Art of Computer Programming 3, section 6.4, algorithm L). All codes of an array are looked up
together, until each one is found or has found its free place.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ferryplan.generator.search import state_numbering
from ferryplan.generator.search.uniform_cost_search import NEVER
from ferryplan.generator.space import EncodedSpace

GOLDEN_RATIO = np.uint64(0x9E3779B97F4A7C15)
"""2 to the power of 64, divided by the golden ratio"""
BATCH_SIZE = 1 << 20
"""the number of moves tested at once, and of numbers processed at once"""


class VectorizedNumbering:
    """The numpy version of `StateNumbering`, which numbers the successors of many states at once."""

    def __init__(self, encoded_space: EncodedSpace[Any, Any], codes: Sequence[int]) -> None:
        """Start with states that already have numbers; ``codes`` has their codes in the order of the numbers.

        Raises OverflowError if codes may not fit into 64 bits.
        """
        # numpy raises OverflowError here if the highest field does not fit into 64 bits.
        np.int64(encoded_space.field_mask << max(map(max, encoded_space.field_shifts)))
        # A row of moves is stored in whole bytes, hence the width is rounded up to a multiple of 8.
        self._coded, self._width = encoded_space, max(1, -(-len(encoded_space.code_changes[0]) // 8)) * 8
        self.batch_size = BATCH_SIZE // self._width + 1
        self._shifts = np.array(encoded_space.field_shifts, np.int64)
        self._rows = [
            _AllowedMoveBits(allowed, self._width, encoded_space.field_mask) for allowed in encoded_space.allowed_moves
        ]
        self._added = np.zeros((len(encoded_space.code_changes), self._width), np.int64)
        self._added[:, : len(encoded_space.code_changes[0])] = encoded_space.code_changes
        self._known_codes, self._hash_table = array("q", codes), np.zeros(1, np.int64)

    def __len__(self) -> int:
        return len(self._known_codes)

    def codes_from_number(self, number: int) -> Any:
        """Return the codes of all states numbered ``number`` or higher, as an array."""
        return np.asarray(self._known_codes[number:])

    def codes_and_goals(self, max_states: int | None) -> tuple[array[int], list[int]]:
        """Return the codes of at most ``max_states`` states, and the numbers of the goal states among them.

        The states are those with the lowest numbers; the numbers of the goal states ascend.
        """
        codes = self._known_codes[:max_states]
        reached = [np.asarray(codes) & mask == goal for mask, goal in self._coded.goal_patterns]
        return codes, np.flatnonzero(np.any(reached, axis=0)).tolist()

    def append_successor_numbers(self, codes: Any, targets: array[int], end_offsets: array[int]) -> Iterator[None]:
        """Append the numbers of the successors of each code to ``targets``, in the order of the moves.

        New successors get the next free numbers. For each code, the length of ``targets`` after its successors is
        appended to ``end_offsets``. The generator yields whenever the caller may stop it. Both arrays stay unchanged until
        the generator is exhausted.
        """
        modes = codes & self._coded.mode_mask
        fields = [codes >> shifts[modes] & self._coded.field_mask for shifts in self._shifts.T]
        allowed = np.bitwise_and.reduce(
            [rows.rows_for_contents(field) for rows, field in zip(self._rows, fields, strict=True)]
        )
        moves = np.flatnonzero(np.unpackbits(allowed, bitorder="little").view(bool))
        origins = moves // self._width
        following = codes[origins] + self._added[modes[origins], moves - origins * self._width]
        yield from self._grow_hash_table(len(following))
        end_offsets.frombytes((end_offsets[-1] + np.cumsum(np.bincount(origins, minlength=len(codes)))).tobytes())
        targets.frombytes(self._assign_numbers_to_codes(following).tobytes())

    def _assign_numbers_to_codes(self, codes: Any) -> Any:
        """Return the state numbers of an array of codes; new codes get the next numbers in their order."""
        places = self._find_table_indices(codes)
        new = np.flatnonzero(self._complements[places] == 0)
        # Numbers are stored as complements: 0 then marks a free entry, and for a code that occurs several times
        # the maximum picks the first occurrence.
        where, numbers = places[new], ~np.arange(len(self), len(self) + len(new), dtype=np.uint32)
        np.maximum.at(self._complements, where, numbers)
        first = new[self._complements[where] == numbers]
        self._complements[places[first]] = numbers[: len(first)]
        self._known_codes.frombytes(codes[first].tobytes())
        return ~self._complements[places]

    def _grow_hash_table(self, more: int) -> Iterator[None]:
        """Grow the hash table so that half of it stays free after `more` new codes.

        The generator yields when the caller may stop it.
        """
        yield
        bits = (2 * (len(self) + more)).bit_length()
        if 1 << bits > len(self._hash_table):
            self._shift = np.uint64(64 - bits)
            self._hash_table, self._complements = np.empty(1 << bits, np.int64), np.empty(1 << bits, np.uint32)
            # The new table is cleared and filled in parts, since no single call may take long.
            for begin in range(0, 1 << bits, BATCH_SIZE):
                self._hash_table[begin : begin + BATCH_SIZE] = self._complements[begin : begin + BATCH_SIZE] = 0
                yield
            for begin in range(0, len(self), BATCH_SIZE // 4):
                codes = np.asarray(self._known_codes[begin : begin + BATCH_SIZE // 4])
                self._complements[self._find_table_indices(codes)] = ~np.arange(
                    begin, begin + len(codes), dtype=np.uint32
                )
                yield

    def _find_table_indices(self, codes: Any) -> Any:
        """Return the indices of an array of codes in the hash table; new codes are inserted."""
        # Multiplicative hashing (Knuth, section 6.4): the top bits of the product spread codes that are close
        # together.
        places = (codes.view(np.uint64) * GOLDEN_RATIO >> self._shift).view(np.int64)
        astray = np.flatnonzero(self._hash_table[places] != codes)
        while len(astray):
            there, wanted = places[astray], codes[astray]
            free = self._hash_table[there] == 0
            # If several codes want one free place, numpy keeps one of them. The others find it taken below, and
            # continue to probe.
            self._hash_table[there[free]] = wanted[free]
            taken = self._hash_table[there] != wanted
            astray = astray[taken]
            places[astray] = there[taken] + 1 & len(self._hash_table) - 1
        return places


class _AllowedMoveBits:
    """A table with the moves that each content of a field of a code allows, as rows of bits.

    The class `EncodedSpace` explains codes and fields. A row has eight moves to a byte; it is computed when it is
    first needed.
    """

    def __init__(self, allowed: Mapping[int, int], width: int, field: int) -> None:
        self._allowed, self._width = allowed, width
        self._numbers, self._rows = np.full(field + 1, -1), np.zeros((0, width // 8), np.uint8)

    def rows_for_contents(self, contents: Any) -> Any:
        """Return, for each content of the field, the row of bits of the moves that it allows."""
        if new := np.unique(contents[self._numbers[contents] < 0]).tolist():
            masks = [self._allowed[content] & (1 << self._width) - 1 for content in new]
            rows = np.frombuffer(b"".join([mask.to_bytes(self._width // 8, "little") for mask in masks]), np.uint8)
            self._numbers[new] = np.arange(len(self._rows), len(self._rows) + len(new))
            self._rows = np.vstack([self._rows, rows.reshape(len(new), -1)])
        return self._rows[self._numbers[contents]]


def goal_distances(offsets: array[int], targets: array[int], goals: Sequence[int], state_count: int) -> Sequence[int]:
    """Return, for each state, the fewest moves to a goal state, or NEVER if none can be reached.

    ``offsets`` and ``targets`` are fields of a `StateGraph` whose moves can all be undone. ``goals`` are the
    numbers of the goal states, ascending.
    """
    begins, reached, known = np.asarray(offsets), np.asarray(targets), len(offsets) - 1
    # Goals whose own moves are unknown are a special case that only the version without numpy handles.
    if goals and goals[-1] >= known:
        return state_numbering.goal_distances(offsets, targets, goals, state_count)
    found = np.full(state_count, NEVER, np.int32)
    found[known:], layer, depth = 0, np.array(goals, np.int64), 0  # the 0 keeps the search away from the last states
    while len(layer):
        found[layer], depth, following = depth, depth + 1, []
        for begin in range(0, len(layer), BATCH_SIZE // 8):
            some = layer[begin : begin + BATCH_SIZE // 8]
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


def count_at_least(number: int, numbers: array[int]) -> int:
    """Return how many of the numbers are at least ``number``."""
    return int(np.count_nonzero(np.asarray(numbers) >= number))
