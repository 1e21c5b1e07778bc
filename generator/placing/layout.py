"""What a person sees of what is placed so far."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Board"]


@dataclass(frozen=True, slots=True)
class Board:
    """A table with what is placed so far; the text is empty for what is not."""

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
