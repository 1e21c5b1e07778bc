"""The wishes for an invented puzzle, the drafts that meet them, and the interface of all inventors."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ferryplan.generator.difficulty import Difficulty
from ferryplan.generator.families import difficulty_of, instantiate
from ferryplan.generator.instance import AnyInstance
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.seeded_random import Option, SeededRandom


@dataclass(frozen=True)
class PuzzleWishes:
    """A user's wishes for an invented puzzle; None means no wish."""

    difficulty: int | None = None
    """the difficulty, from 1 to 5"""
    sizes: Mapping[str, range] = field(default_factory=dict)
    """the allowed numbers of things, by their name: travelers, positions, categories, crossings"""
    kinds: tuple[str, ...] = ()
    """the kinds of rules or clues that the puzzle may have; all kinds if empty"""
    minimal: bool = True
    """whether every rule or clue must matter"""
    solutions: int | None = 1
    """the largest number of solutions, up to symmetry"""

    def size_range(self, what: str, default: range) -> range:
        """Return the allowed numbers of the things with a name such as ``travelers``.

        ``what`` is the name. The result is the range that the user wishes, or ``default`` if there is no wish.
        """
        return self.sizes.get(what, default)

    def make_draft(
        self, puzzle: PuzzleFile, proven: Mapping[str, Any], instance: AnyInstance | None = None
    ) -> PuzzleDraft:
        """Make the draft of a puzzle, and check its difficulty.

        ``proven`` has proven facts about the puzzle as JSON data, which the draft stores. ``instance`` is the puzzle's
        instance, if the caller already has it. Raises MissedWishError if the user wished another difficulty.
        """
        draft = PuzzleDraft(puzzle, instance or instantiate(puzzle, {}), proven)
        if self.difficulty is not None and draft.difficulty.level != self.difficulty:
            raise MissedWishError("the difficulty was wrong")
        return draft


PROOF_BY_PROPAGATION = "depth first, with propagation"
"""the method that proves that an assignment puzzle has exactly one solution"""
MAX_PROPOSALS, PROPOSALS_PER_CHANGE_COUNT = 240, 30
"""the number of twins proposed for a puzzle, and how many of them differ in one part, then in two, and so on"""


class MissedWishError(Exception):
    """Raised when a draft does not meet a wish; the message contains the reason."""


class PuzzleDraft(NamedTuple):
    """A random puzzle, still without a story, that meets all wishes."""

    puzzle: PuzzleFile
    instance: AnyInstance
    proven: Mapping[str, Any]
    """proven facts about the puzzle as JSON, by name"""

    @property
    def difficulty(self) -> Difficulty:
        """The difficulty of solving the puzzle for people."""
        return difficulty_of(self.instance)


class Twin(NamedTuple):
    """A puzzle that looks similar to another puzzle: both have, for example, equally many rules or clues.

    Unsolvable twins of solvable puzzles show whether a solver recognizes that a puzzle has no solution.
    """

    puzzle: PuzzleFile
    change: str
    """the difference from the other puzzle in words: ``other names in 2 rules``"""


class Inventor(NamedTuple):
    """The functions that invent puzzles of one kind, and the wishes that they support."""

    family: str
    draw_draft: Callable[..., PuzzleDraft]
    """the function that draws a draft from a random source and wishes; with ``needs_theme_words``, also from the words of a theme"""
    propose_twins: Callable[..., Iterator[Twin]]
    """the function that yields similar puzzles, solvable or not, from a random source, a puzzle, and words as for ``draw_draft``"""
    sizes: tuple[str, ...]
    """the names of the things whose numbers users can wish, such as ``travelers``"""
    kinds: tuple[str, ...] = ()
    """the kinds of rules or clues that users can wish"""
    part_noun: str = "clues"
    """the noun for the parts that all matter in a minimal puzzle"""
    needs_theme_words: bool = False
    supported_wishes: tuple[str, ...] = ("minimal",)
    """the other wishes that users can have"""
    explain_impossible_sizes: Callable[[Mapping[str, range]], str] = lambda sizes: ""
    """the function that returns why there are no puzzles of these sizes, as far as it is easily seen; otherwise the empty text"""


def iterate_change_counts() -> Iterator[int]:
    """Yield, for each proposed twin of a puzzle, the number of parts in which the twin differs.

    The first proposals differ in one part, later ones in more and more parts.
    """
    for number in itertools.count(1):
        yield from itertools.repeat(number, PROPOSALS_PER_CHANGE_COUNT)
        if number * PROPOSALS_PER_CHANGE_COUNT >= MAX_PROPOSALS:
            return


def has_repeated_parts(parts: Sequence[object]) -> bool:
    """Return whether any part (such as a rule) occurs twice in a sequence."""
    return any(part in parts[:number] for number, part in enumerate(parts))


def minimize_parts(
    parts: Sequence[Option], draw: SeededRandom, is_sufficient: Callable[[list[Option]], bool]
) -> list[Option]:
    """Remove parts in random order until no further part can be removed, and return the remaining parts.

    A part can be removed if ``is_sufficient`` accepts the other parts.
    """
    kept = list(parts)
    for part in draw.shuffle(parts):
        fewer = [one for one in kept if one != part]
        if is_sufficient(fewer):
            kept = fewer
    return kept
