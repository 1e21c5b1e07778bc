"""What is wished of a puzzle that is to be made, and what keeps one from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from generator.difficulty import Difficulty
from generator.instance import AnyInstance
from generator.puzzle_file import PuzzleFile


@dataclass(frozen=True)
class Wishes:
    """What a puzzle is to be like; what is None may be anything."""

    difficulty: int | None = None
    """from 1 to 5"""
    sizes: Mapping[str, range] = field(default_factory=dict)
    """how large it is, by what is counted: travellers, positions, categories, crossings"""
    kinds: tuple[str, ...] = ()
    """the kinds of rules or clues that it may have; all if there are none"""
    minimal: bool = True
    """whether each rule or clue is to matter"""
    solutions: int | None = 1
    """how many solutions it may have at most, those that are the same but for names counted once"""

    def size(self, what: str, otherwise: range) -> range:
        """Return how large it may be, or what goes without saying."""
        return self.sizes.get(what, otherwise)


class MissedError(Exception):
    """A draft that does not meet a wish; its text says which."""


class Draft(NamedTuple):
    """A puzzle without words that meets all wishes."""

    puzzle: PuzzleFile
    instance: AnyInstance
    difficulty: Difficulty
    proven: Mapping[str, Any]
    """what is proven of it, by name, as JSON has it"""
