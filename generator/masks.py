"""Sets of small numbers as bit masks (bit i stands for the number i), and tables that fill on demand."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import TypeVar

FEW_BITS = 16

Item = TypeVar("Item")
Value = TypeVar("Value")


DIGIT_TO_BYTE = bytes.maketrans(b"01", b"\0\1")


def select_by_mask(items: Iterable[Item], mask: int) -> list[Item]:
    """Return the items whose indices are in a mask, in their order."""
    return list(itertools.compress(items, f"{mask:b}"[::-1].encode().translate(DIGIT_TO_BYTE)))


def mask_indices(mask: int) -> list[int]:
    """Return the indices of a mask's bits in ascending order; fast for sparse and for dense masks."""
    # For many bits, one pass over the binary digits in C beats taking them off one by one.
    if mask.bit_count() > FEW_BITS:
        return select_by_mask(itertools.count(), mask)
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


class LazyTable(dict[int, Value]):
    """A table that computes an entry at its first lookup."""

    def __init__(self, make_entry: Callable[[int], Value]) -> None:
        self._make_entry = make_entry

    def __missing__(self, key: int) -> Value:
        value = self[key] = self._make_entry(key)
        return value
