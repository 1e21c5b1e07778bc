"""The loop that invents puzzles: it draws drafts (random puzzles) until one meets the user's wishes.

Then it adds a story in the words of a theme. The draft of a puzzle depends only on the request and the puzzle's number,
so the same request gives the same puzzles on every machine.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError, PuzzleError
from ferryplan.generator.families import family_of, instantiate, strategy_of
from ferryplan.generator.inventing.identity import compute_identity, load_known_identities
from ferryplan.generator.inventing.inventors import INVENTORS
from ferryplan.generator.inventing.wishes import MissedWishError, PuzzleDraft, PuzzleWishes, Twin
from ferryplan.generator.parameters import complete_parameters
from ferryplan.generator.puzzle_file import PuzzleFile
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.themes.theme import Theme
from ferryplan.generator.theming import ANY_THEME, complete_words, load_theme, retell_puzzle

MAX_STATES = 20_000
SOURCE = "Invented by ferryplan."
MAX_TWINS_COMPARED = 3
"""the number of unsolvable twins that are compared; the one with the longest search is chosen"""


@dataclass(frozen=True)
class InventionRequest:
    """A user's request for invented puzzles: their kind, seed, theme and wishes."""

    kind: str
    """a key of INVENTORS"""
    seed: str
    theme: str
    """the name of a theme, the path of its file, or ``any``"""
    wishes: PuzzleWishes = field(default_factory=PuzzleWishes)
    twins: bool = False
    """whether each puzzle comes with an unsolvable twin"""


class Invention(NamedTuple):
    """An invented puzzle with its statistics, or a failed attempt to invent one.

    If the attempt failed because the time or the number of drafts ran out, ``draft`` and ``puzzle`` are None.
    """

    number: int
    drafts_tried: int
    """the number of the last draft that was drawn, counted from the first attempt on this puzzle"""
    missed_wishes: Counter[str]
    """for each reason to reject a draft, the number of drafts rejected for it"""
    identity: str = ""
    """the text that the puzzle shares with every equal puzzle; see `compute_identity`"""
    draft: PuzzleDraft | None = None
    puzzle: PuzzleFile | None = None
    """the draft with a story in the words of the theme"""
    twin: Twin | None = None
    """an unsolvable puzzle that looks similar, with a story in the same theme"""


def make_invention(
    request: InventionRequest,
    number: int,
    drafts_before: int = 0,
    deadline: float = math.inf,
    max_drafts: int | None = None,
) -> Invention:
    """Invent the puzzle that has this number in a request, or report that it could not be invented.

    Args:
        request: The kind, the seed, the theme and the wishes.
        number: The number of the puzzle; together with the seed, it determines the drafts.
        drafts_before: The number of drafts to skip, in order to find another puzzle for the same number.
        deadline: The time, as a value of ``time.time``, after which no draft is drawn.
        max_drafts: The largest number of drafts to draw.

    Raises PuzzleError for a theme that cannot be used.
    """
    inventor, missed = INVENTORS[request.kind], Counter[str]()
    told_as = choose_theme(request, number)
    words = (_get_sum_words(told_as),) if inventor.needs_theme_words else ()

    def retell_draft(puzzle: PuzzleFile) -> PuzzleFile:
        found = puzzle
        if request.theme != ANY_THEME or family_of(puzzle).words is not None:
            found = retell_puzzle(puzzle, complete_parameters(puzzle, {}), told_as, f"{request.seed} {number}")
        return type(found)(**{**found.given_values(), "source": SOURCE})

    tried = drafts_before
    while time.time() <= deadline and (max_drafts is None or tried < drafts_before + max_drafts):
        tried += 1
        draw = SeededRandom(f"{request.kind} {request.seed} {number} {tried}")
        try:
            draft = inventor.draw_draft(draw, request.wishes, *words)
            identity = compute_identity(draft.instance)
            if identity in load_known_identities():
                raise MissedWishError("the puzzle was not new")
            twin = _find_unsolvable_twin(inventor.propose_twins(draw, draft.puzzle, *words)) if request.twins else None
        except MissedWishError as wish:
            missed[str(wish)] += 1
            continue
        puzzle = retell_draft(draft.puzzle)
        twin = twin and twin._replace(puzzle=retell_draft(twin.puzzle))
        return Invention(number, tried, missed, identity, draft, puzzle, twin)
    return Invention(number, tried, missed)


def choose_theme(request: InventionRequest, number: int) -> Theme:
    """Return the theme that supplies the words for the story of the puzzle with this number.

    Raises PuzzleError for a theme that cannot be used.
    """
    return load_theme(request.theme, SeededRandom(f"{request.kind} {request.seed} {number} theme"))


def _find_unsolvable_twin(proposals: Iterator[Twin]) -> Twin:
    """Return a twin that ferryplan proves to be unsolvable, from the proposed twins.

    The function chooses the twin with the most states among the first three unsolvable twins. Raises MissedWishError if
    no twin is unsolvable.
    """
    found = list[tuple[int, Twin]]()
    for twin in proposals:
        try:
            instance = instantiate(complete_words(twin.puzzle), {})
            reach = strategy_of(instance).explore_to_goal(MAX_STATES, lambda found: True)
            if not reach.goal_reached and reach.complete:
                # Raises EncodingError if the certificate would be too large.
                family_of(instance).certify_unsolvability(instance)
                found.append((reach.state_count, twin))
        except FerryplanError:  # the proposal is invalid, or has no proof within the limits
            continue
        if len(found) == MAX_TWINS_COMPARED:
            break
    if not found:
        raise MissedWishError("no unsolvable twin was found")
    return max(found, key=lambda one: one[0])[1]


def _get_sum_words(theme: Theme) -> list[str]:
    """Return a theme's words for sums. Raises PuzzleError if the theme has no table ``arithmetic``."""
    if theme.arithmetic is None:
        says = format_message("puzzles.theme-without-words", theme=theme.name, table="arithmetic")
        raise PuzzleError(says, about="theme", found=f"'{theme.name}'")
    return theme.arithmetic.words
