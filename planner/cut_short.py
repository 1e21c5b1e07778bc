"""Work that time or memory cuts short: as much of it as there is."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TypeVar

from planner.limits import TimeIsUpError, limited

__all__ = ["gathered", "out_of"]

Item = TypeVar("Item")


def gathered(items: Iterable[Item]) -> tuple[tuple[Item, ...], str]:
    """Return the items that can be had before the block that this is in runs out of time or memory, and ``out_of`` what it ran."""
    found: list[Item] = []
    try:
        with limited(math.inf):
            for item in items:
                found.append(item)
    except (TimeIsUpError, MemoryError) as error:
        return tuple(found), out_of(error)
    return tuple(found), ""


def out_of(error: TimeIsUpError | MemoryError) -> str:
    """Return what ran out, as notes say it."""
    return "out of time" if isinstance(error, TimeIsUpError) else "out of memory"
