"""Work that time or memory cuts short: as much of it as there is."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import TypeVar

from planner.limits import TimeIsUpError, limited

__all__ = ["OUT_OF_TIME", "attempted", "gathered", "out_of"]

OUT_OF_TIME, OUT_OF_MEMORY = "out of time", "out of memory"

Item = TypeVar("Item")
Made = TypeVar("Made")


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


def attempted(make: Callable[[], Made]) -> tuple[Made | None, str]:
    """Return what can be made before the block that this is in runs out of time or memory; else None, and ``out_of`` what it ran."""
    try:
        with limited(math.inf):
            return make(), ""
    except (TimeIsUpError, MemoryError) as error:
        return None, out_of(error)


def out_of(error: TimeIsUpError | MemoryError) -> str:
    """Return what ran out, as notes say it."""
    return OUT_OF_TIME if isinstance(error, TimeIsUpError) else OUT_OF_MEMORY
