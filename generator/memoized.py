"""What follows from a thing that does not change, made when it is first asked for and then kept with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self, TypeVar, cast

__all__ = ["Memoized"]

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Memoized:
    """Something frozen that keeps what was made of it. A copy with changes (``dataclasses.replace``) keeps nothing."""

    _kept: dict[object, object] = field(init=False, repr=False, compare=False, default_factory=dict)
    """what was made, by what made it"""

    def once(self, make: Callable[[Self], Made]) -> Made:
        """Return what a class or a function makes of this; the same object each time."""
        if make not in self._kept:
            self._kept[make] = make(self)
        return cast(Made, self._kept[make])
