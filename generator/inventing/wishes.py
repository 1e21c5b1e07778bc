"""What is wished of a puzzle that is to be made, what keeps one from it, and what all puzzles are made by."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ferryplan.generator.difficulty import Difficulty
from ferryplan.generator.draws import Draw, Option
from ferryplan.generator.families import difficulty_of, instantiate
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.puzzle_file import PuzzleFile


@dataclass(frozen=True)
class Wishes:
    """What a puzzle is to be like; what is None may be anything."""

    difficulty: int | None = None
    """from 1 to 5"""
    sizes: Mapping[str, range] = field(default_factory=dict)
    """how large it is, by what is counted: travelers, positions, categories, crossings"""
    kinds: tuple[str, ...] = ()
    """the kinds of rules or clues that it may have; all if there are none"""
    minimal: bool = True
    """whether each rule or clue is to matter"""
    solutions: int | None = 1
    """how many solutions it may have at most, those that are the same but for names counted once"""

    def size(self, what: str, otherwise: range) -> range:
        """Return how large it may be, or what goes without saying."""
        return self.sizes.get(what, otherwise)

    def graded(self, puzzle: PuzzleFile, proven: Mapping[str, Any], instance: AnyInstance | None = None) -> Draft:
        """Return a puzzle of which something is proven; ``instance`` is its own, if it is known. Raises MissedError if another difficulty is
        wished."""
        draft = Draft(puzzle, instance or instantiate(puzzle, {}), proven)
        if self.difficulty is not None and draft.difficulty.level != self.difficulty:
            raise MissedError("the difficulty was wrong")
        return draft


PROPAGATED = "depth first, with propagation"
"""how it is proven that a puzzle in which things are placed has one solution"""
PROPOSALS, PROPOSALS_FOR_EACH = 240, 30
"""how many twins are proposed for a puzzle, and of these how many that differ from it in one part, then in two, and so on"""


class MissedError(Exception):
    """A draft that does not meet a wish; its text says why."""


class Draft(NamedTuple):
    """A puzzle without words that meets all wishes."""

    puzzle: PuzzleFile
    instance: AnyInstance
    proven: Mapping[str, Any]
    """what is proven of it, by name, as JSON has it"""

    @property
    def difficulty(self) -> Difficulty:
        """How hard it is; found out once."""
        return difficulty_of(self.instance)


class Twin(NamedTuple):
    """A puzzle in which everything that can be counted without solving it is as in another."""

    puzzle: PuzzleFile
    change: str
    """what was changed, in words: ``other names in 2 rules``"""


class Inventor(NamedTuple):
    """How puzzles of a kind are made."""

    family: str
    drafted: Callable[..., Draft]
    """from a draw and wishes; and, where ``words`` says so, the words of a theme"""
    propose_twins: Callable[..., Iterator[Twin]]
    """from a draw, a puzzle, and words as for ``drafted``: puzzles that look like it; they may have a solution"""
    sizes: tuple[str, ...]
    """what can be wished of their size"""
    kinds: tuple[str, ...] = ()
    """the kinds of rules or clues that can be wished"""
    parts: str = "clues"
    """what all matter in a minimal one"""
    words: bool = False
    wishes: tuple[str, ...] = ("minimal",)
    """what else can be wished"""
    impossible: Callable[[Mapping[str, range]], str] = lambda sizes: ""
    """why there are no puzzles of these sizes, as far as that is seen at once; the empty text if there may be some"""


def numbers_of_changes() -> Iterator[int]:
    """Yield in how many parts each proposal for a twin is to differ: the first in one, later ones in more and more."""
    for number in itertools.count(1):
        yield from itertools.repeat(number, PROPOSALS_FOR_EACH)
        if number * PROPOSALS_FOR_EACH >= PROPOSALS:
            return


def repeats(parts: Sequence[object]) -> bool:
    """Return whether a part stands there twice."""
    return any(part in parts[:number] for number, part in enumerate(parts))


def needed(parts: Sequence[Option], draw: Draw, will_do: Callable[[list[Option]], bool]) -> list[Option]:
    """Return those that are left when one after the other is left out, in any order, if what is left then will do."""
    kept = list(parts)
    for part in draw.shuffled(parts):
        fewer = [one for one in kept if one != part]
        if will_do(fewer):
            kept = fewer
    return kept
