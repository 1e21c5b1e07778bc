"""Sets of travellers as bit masks: bit i stands for traveller i."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import TypeVar

__all__ = ["members", "select"]

FEW = 16

Item = TypeVar("Item")


_BITS = bytes.maketrans(b"01", b"\0\1")


def select(items: Iterable[Item], mask: int) -> list[Item]:
    """Return the items whose indices are in a mask, in their order."""
    return list(itertools.compress(items, f"{mask:b}"[::-1].encode().translate(_BITS)))


def members(mask: int) -> list[int]:
    """Return the indices of a mask's bits, ascending; quick for few bits of many and for many."""
    if mask.bit_count() > FEW:
        return select(itertools.count(), mask)
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found
