"""Sets of small numbers as bit masks, in which bit i stands for the number i, and lazy tables."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import TypeVar

FEW_BITS = 16

Item = TypeVar("Item")
Value = TypeVar("Value")


DIGIT_TO_BYTE = bytes.maketrans(b"01", b"\0\1")


def select_by_mask(items: Iterable[Item], mask: int) -> list[Item]:
    """Return the items at the indices whose bits are set in a mask, in the order of the items."""
    return list(itertools.compress(items, f"{mask:b}"[::-1].encode().translate(DIGIT_TO_BYTE)))


def mask_indices(mask: int) -> list[int]:
    """Return the indices of the bits that are set in a mask, in ascending order.

    The function is fast for masks with few and with many set bits.
    """
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
    """A dictionary with integer keys that computes the value of a key at its first lookup."""

    def __init__(self, make_entry: Callable[[int], Value]) -> None:
        self._make_entry = make_entry

    def __missing__(self, key: int) -> Value:
        value = self[key] = self._make_entry(key)
        return value
