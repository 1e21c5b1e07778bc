"""Puzzle after puzzle that meets the wishes: drafts are drawn until one does, then told in the words of a theme.

What is drawn for a puzzle follows from the seed and its number alone, so the same seed gives the same puzzles on every machine.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from generator.draws import Draw
from generator.errors import PuzzleError
from generator.fiction.theme import Theme
from generator.instance import AnyInstance
from generator.inventing.isomorphism import Fact, signature
from generator.inventing.wishes import Draft, MissedError, Wishes
from generator.puzzle_file import PuzzleFile
from generator.retelling import retold, theme


class Inventor(NamedTuple):
    """How puzzles of a kind are made."""

    family: str
    drafted: Callable[..., Draft]
    """from a draw and wishes; and, where ``words`` says so, the words of a theme"""
    facts: Callable[[Any], Iterable[Fact]]
    """what an instance of the family is like without names"""
    sizes: tuple[str, ...]
    """what can be wished of their size"""
    kinds: tuple[str, ...] = ()
    """the kinds of rules or clues that can be wished"""
    parts: str = "clues"
    """what all matter in a minimal one"""
    words: bool = False


def _crossing() -> Inventor:
    from generator.inventing import crossings

    sizes = ("travellers", "crossings")
    return Inventor("crossing", crossings.drafted, crossings.facts, sizes, (*crossings.RULES,), "rules")


def _grid() -> Inventor:
    from generator.inventing import grids

    return Inventor("grid", grids.drafted, grids.facts, ("positions", "categories"), (*grids.CLUES,))


def _arithmetic() -> Inventor:
    from generator.inventing import sums

    return Inventor("arithmetic", sums.drafted, sums.facts, ("words",), sums.KINDS, words=True)


def _sudoku() -> Inventor:
    from generator.inventing import boards

    return Inventor("board", boards.sudoku, boards.sudoku_facts, ("box",))


def _queens() -> Inventor:
    from generator.inventing import boards

    return Inventor("board", boards.queens, boards.queens_facts, ("size",), ("given", "forbidden"))


INVENTORS: dict[str, Callable[[], Inventor]] = {
    "crossing": _crossing,
    "grid": _grid,
    "arithmetic": _arithmetic,
    "sudoku": _sudoku,
    "queens": _queens,
}
"""how puzzles are made, by what one asks for; imported when it is asked for"""


class Invention(NamedTuple):
    """A puzzle that nobody has seen."""

    number: int
    puzzle: PuzzleFile
    draft: Draft
    tried: int
    """so many drafts were drawn for it"""


def inventions(
    kind: str,
    seed: str,
    wishes: Wishes,
    fiction: str,
    seen: Iterable[AnyInstance] = (),
    missed: Counter[str] | None = None,
    go_on: Callable[[int], bool] = lambda drafts: True,
) -> Iterator[Invention]:
    """Yield puzzles without end, no two the same but for names, nor one of those seen; each told in the words of a theme.

    ``missed`` gets which wishes drafts do not meet, and how often; ``go_on`` is told how many drafts were drawn, and says whether to go on.
    Raises PuzzleError for a theme that cannot be used.
    """
    inventor, missed = INVENTORS[kind](), Counter() if missed is None else missed
    known, drafts = {signature(inventor.facts(one)) for one in seen}, 0
    for number in itertools.count(1):
        told_as = theme(fiction, Draw(f"{kind} {seed} {number} theme"))
        further = (_words(told_as),) if inventor.words else ()
        for tried in itertools.count(1):
            drafts += 1
            if not go_on(drafts):
                return
            try:
                draft = inventor.drafted(Draw(f"{kind} {seed} {number} {tried}"), wishes, *further)
            except MissedError as wish:
                missed[str(wish)] += 1
                continue
            new = signature(inventor.facts(draft.instance))
            if new in known:
                missed["new"] += 1
                continue
            known.add(new)
            puzzle = retold(draft.puzzle, dict(draft.instance.parameters), told_as, f"{seed} {number}")
            yield Invention(number, puzzle, draft, tried)
            break


def _words(told_as: Theme) -> list[str]:
    if told_as.arithmetic is None:
        raise PuzzleError(f"fiction: found '{told_as.name}', which has no table [arithmetic], expected one that has")
    return told_as.arithmetic.words
