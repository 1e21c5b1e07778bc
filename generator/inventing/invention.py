"""Puzzle after puzzle that meets the wishes: drafts are drawn until one does, then told in the words of a theme.

What is drawn for a puzzle follows from the seed and its number alone, so the same seed gives the same puzzles on every machine.
"""

from __future__ import annotations

import itertools
import math
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.draws import Draw
from generator.errors import FerryplanError, PuzzleError
from generator.families import family_of, instantiate, strategy_of
from generator.fiction.theme import Theme
from generator.inventing import boards, crossings, grids, sums
from generator.inventing.facts import signature_of
from generator.inventing.wishes import Draft, MissedError, Spoiled, Wishes
from generator.parameters import check_parameters
from generator.puzzle_file import PuzzleFile
from generator.retelling import retold, theme

MOST_CHANGES, MOST_STATES = 40, 20_000
SOURCE = "Invented by ferryplan."
ENOUGH = 3
"""of so many changes that make a puzzle impossible, that is taken which takes the longest to see"""


class Inventor(NamedTuple):
    """How puzzles of a kind are made."""

    family: str
    drafted: Callable[..., Draft]
    """from a draw and wishes; and, where ``words`` says so, the words of a theme"""
    spoiled: Callable[..., Iterator[Spoiled]]
    """from a draw and a puzzle: the same with one thing changed, without end"""
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


INVENTORS: Mapping[str, Inventor] = {
    "crossing": Inventor(
        "crossing", crossings.drafted, crossings.spoiled, ("travellers", "crossings"), (*crossings.RULES,), "rules",
        wishes=("minimal", "unique", "classes"), impossible=crossings.impossible,
    ),
    "grid": Inventor("grid", grids.drafted, grids.spoiled, ("positions", "categories"), (*grids.CLUES,)),
    "arithmetic": Inventor("arithmetic", sums.drafted, sums.spoiled, ("words",), sums.KINDS, words=True, wishes=()),
    "sudoku": Inventor("board", boards.sudoku, boards.sudoku_spoiled, ("box",), boards.KINDS),
    "queens": Inventor("board", boards.queens, boards.queens_spoiled, ("size",), boards.SQUARES, wishes=()),
}  # fmt: skip
"""how puzzles are made, by what one asks for"""


@dataclass(frozen=True)
class Asked:
    """What puzzles are asked for."""

    kind: str
    """one of INVENTORS"""
    seed: str
    fiction: str
    """the name of a theme, the path of its file, or ``any``"""
    wishes: Wishes = field(default_factory=Wishes)
    twins: bool = False
    """whether each comes with the same puzzle with one thing changed that makes it impossible"""


class Invention(NamedTuple):
    """A puzzle that nobody has seen; none if the time was up before."""

    number: int
    tried: int
    """so many drafts were drawn for it"""
    missed: Counter[str]
    """the wishes that these did not meet"""
    signature: str = ""
    """that of each puzzle that differs from it in names alone"""
    draft: Draft | None = None
    puzzle: PuzzleFile | None = None
    """the draft, told in the words of a theme"""
    twin: Spoiled | None = None
    """the same with one thing changed, told alike, which has no solution"""


def invented(asked: Asked, number: int, after: int = 0, until: float = math.inf, most: int | None = None) -> Invention:
    """Return a puzzle by its number; with ``after``, another than that for which so many drafts were drawn. ``until`` is a time of
    ``time.time``, on whatever machine, ``most`` so many drafts, beyond which none is drawn. Raises PuzzleError for a theme that cannot be used."""
    inventor, missed = INVENTORS[asked.kind], Counter[str]()
    told_as = theme_of(asked, number)
    words = (_words(told_as),) if inventor.words else ()

    def told(puzzle: PuzzleFile) -> PuzzleFile:
        found = retold(puzzle, check_parameters(puzzle, {}), told_as, f"{asked.seed} {number}")
        return type(found)(**{**found.said(), "source": SOURCE})

    tried = after
    while time.time() <= until and (most is None or tried < after + most):
        tried += 1
        draw = Draw(f"{asked.kind} {asked.seed} {number} {tried}")
        try:
            draft = inventor.drafted(draw, asked.wishes, *words)
            puzzle = told(draft.puzzle)
            changes = (one._replace(puzzle=told(one.puzzle)) for one in inventor.spoiled(draw, draft.puzzle))
            twin = _impossible(changes) if asked.twins else None
        except MissedError as wish:
            missed[str(wish)] += 1
            continue
        return Invention(number, tried, missed, signature_of(instantiate(puzzle, {})), draft, puzzle, twin)
    return Invention(number, tried, missed)


def theme_of(asked: Asked, number: int) -> Theme:
    """Return the theme in whose words a puzzle is told. Raises PuzzleError for one that cannot be used."""
    return theme(asked.fiction, Draw(f"{asked.kind} {asked.seed} {number} theme"))


def _impossible(changes: Iterator[Spoiled]) -> Spoiled:
    """Return one that has no solution, which can be shown. Raises MissedError if none of the first does."""
    found = list[tuple[int, Spoiled]]()
    for change in itertools.islice(changes, MOST_CHANGES):
        try:
            instance = instantiate(change.puzzle, {})
            reach = strategy_of(instance).reach(MOST_STATES, lambda found: True)
            certificate = family_of(instance).certificate
            if not reach.goal and reach.complete and (certificate is None or certificate(instance)):
                found.append((reach.tried, change))
        except FerryplanError:  # it makes no sense, or takes too much to be shown
            continue
        if len(found) == ENOUGH:
            break
    if not found:
        raise MissedError("a change that makes it impossible")
    return max(found, key=lambda one: one[0])[1]


def _words(told_as: Theme) -> list[str]:
    if told_as.arithmetic is None:
        raise PuzzleError(f"fiction: found '{told_as.name}', which has no table [arithmetic], expected one that has")
    return told_as.arithmetic.words
