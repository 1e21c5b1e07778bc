"""What a person sees of what is placed so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from generator.placing.instance import Clue

__all__ = ["Alternative", "Board"]


@dataclass(frozen=True, slots=True)
class Board:
    """A table with what is placed so far; the text is empty for what is not."""

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Alternative(NamedTuple):
    """An answer to a question."""

    says: str
    """as the inside of a sentence"""
    clue: Clue
    """holds in those solutions in which this is the answer"""
