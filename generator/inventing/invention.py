"""Puzzle after puzzle that meets the wishes: drafts are drawn until one does, then told in the words of a theme.

What is drawn for a puzzle follows from the seed and its number alone, so the same seed gives the same puzzles on every machine.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.draws import Draw
from ferryplan.generator.errors import FerryplanError, PuzzleError
from ferryplan.generator.families import family_of, instantiate, strategy_of
from ferryplan.generator.inventing.identity import identity_of, known_identities
from ferryplan.generator.inventing.inventors import INVENTORS
from ferryplan.generator.inventing.wishes import Draft, MissedError, Twin, Wishes
from ferryplan.generator.parameters import check_parameters
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.retelling import ANY, completed, retell, theme
from ferryplan.generator.themes.theme import Theme

MOST_STATES = 20_000
SOURCE = "Invented by ferryplan."
ENOUGH = 3
"""the number of unsolvable twins of which the one with the longest search is taken"""


@dataclass(frozen=True)
class Asked:
    """What puzzles are asked for."""

    kind: str
    """one of INVENTORS"""
    seed: str
    theme: str
    """the name of a theme, the path of its file, or ``any``"""
    wishes: Wishes = field(default_factory=Wishes)
    twins: bool = False
    """whether each comes with one that looks like it and has no solution"""


class Invention(NamedTuple):
    """A puzzle that nobody has seen; none if the time was up before."""

    number: int
    tried: int
    """so many drafts were drawn for it"""
    missed: Counter[str]
    """the wishes that these did not meet"""
    identity: str = ""
    """what it shares with each puzzle that is the same"""
    draft: Draft | None = None
    puzzle: PuzzleFile | None = None
    """the draft, told in the words of a theme"""
    twin: Twin | None = None
    """a puzzle that looks like it, told in the same theme, and has no solution"""


def invented(asked: Asked, number: int, after: int = 0, until: float = math.inf, most: int | None = None) -> Invention:
    """Return a puzzle by its number; with ``after``, another than that for which so many drafts were drawn. ``until`` is a time of
    ``time.time``, on whatever machine, ``most`` so many drafts, beyond which none is drawn. Raises PuzzleError for a theme that cannot be used."""
    inventor, missed = INVENTORS[asked.kind], Counter[str]()
    told_as = theme_of(asked, number)
    words = (_words(told_as),) if inventor.words else ()

    def told(puzzle: PuzzleFile) -> PuzzleFile:
        found = puzzle
        if asked.theme != ANY or family_of(puzzle).words is not None:
            found = retell(puzzle, check_parameters(puzzle, {}), told_as, f"{asked.seed} {number}")
        return type(found)(**{**found.said(), "source": SOURCE})

    tried = after
    while time.time() <= until and (most is None or tried < after + most):
        tried += 1
        draw = Draw(f"{asked.kind} {asked.seed} {number} {tried}")
        try:
            draft = inventor.drafted(draw, asked.wishes, *words)
            identity = identity_of(draft.instance)
            if identity in known_identities():
                raise MissedError("the puzzle was not new")
            twin = _find_twin(inventor.propose_twins(draw, draft.puzzle, *words)) if asked.twins else None
        except MissedError as wish:
            missed[str(wish)] += 1
            continue
        puzzle = told(draft.puzzle)
        twin = twin and twin._replace(puzzle=told(twin.puzzle))
        return Invention(number, tried, missed, identity, draft, puzzle, twin)
    return Invention(number, tried, missed)


def theme_of(asked: Asked, number: int) -> Theme:
    """Return the theme in whose words a puzzle is told. Raises PuzzleError for one that cannot be used."""
    return theme(asked.theme, Draw(f"{asked.kind} {asked.seed} {number} theme"))


def _find_twin(proposals: Iterator[Twin]) -> Twin:
    """Return a proposal that has no solution, which can be shown. Raises MissedError if none of them has none."""
    found = list[tuple[int, Twin]]()
    for twin in proposals:
        try:
            instance = instantiate(completed(twin.puzzle), {})
            reach = strategy_of(instance).reach(MOST_STATES, lambda found: True)
            if not reach.goal and reach.complete:
                family_of(instance).certify(instance)  # raises EncodingError for one that would be too large
                found.append((reach.tried, twin))
        except FerryplanError:  # it makes no sense, or takes too much to be shown
            continue
        if len(found) == ENOUGH:
            break
    if not found:
        raise MissedError("no unsolvable twin was found")
    return max(found, key=lambda one: one[0])[1]


def _words(told_as: Theme) -> list[str]:
    if told_as.arithmetic is None:
        says = format_message("puzzles.theme-without-words", theme=told_as.name, table="arithmetic")
        raise PuzzleError(says, about="theme", found=f"'{told_as.name}'")
    return told_as.arithmetic.words
