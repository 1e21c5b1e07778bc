"""Sets of small numbers as masks: bit i stands for i; and tables of what is known of them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import TypeVar

FEW = 16

Item = TypeVar("Item")
Value = TypeVar("Value")


BITS = bytes.maketrans(b"01", b"\0\1")


def select(items: Iterable[Item], mask: int) -> list[Item]:
    """Return the items whose indices are in a mask, in their order."""
    return list(itertools.compress(items, f"{mask:b}"[::-1].encode().translate(BITS)))


def members(mask: int) -> list[int]:
    """Return the indices of a mask's bits, ascending; quick for few bits of many and for many."""
    # For many bits, one pass over the binary digits in C beats taking them off one by one.
    if mask.bit_count() > FEW:
        return select(itertools.count(), mask)
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


class Table(dict[int, Value]):
    """A table of which an entry is made when it is first looked up."""

    def __init__(self, entry: Callable[[int], Value]) -> None:
        self._entry = entry

    def __missing__(self, key: int) -> Value:
        value = self[key] = self._entry(key)
        return value
