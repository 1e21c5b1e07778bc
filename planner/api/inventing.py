"""Invented puzzles."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import (
    ArgumentError,
    ArgumentTypeError,
    ArgumentValueError,
    check_choice,
    check_number,
    check_type,
)
from ferryplan.generator.draws import Draw
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.inventing.identity import identity_of
from ferryplan.generator.inventing.invention import INVENTORS, Asked
from ferryplan.generator.inventing.wishes import Wishes
from ferryplan.generator.retelling import theme as find_theme
from ferryplan.generator.wording import begun, listing
from ferryplan.planner.api.sources import PuzzleSource, load
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.inventing import sheets as inventing
from ferryplan.planner.inventing.posed import Posed
from ferryplan.planner.inventing.run import DRAFTS, InventionRun, wish_sizes
from ferryplan.planner.inventing.sheets import LAYOUTS
from ferryplan.planner.inventing.sizes import SIZES
from ferryplan.planner.inventing.tally import Tally
from ferryplan.planner.rendering import RenderableSequence
from ferryplan.planner.system.files import check_free, write_again
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, GRACE, TimeIsUpError
from ferryplan.planner.system.stopping import Stopping
from ferryplan.planner.system.workers import check_workers
from ferryplan.planner.telling import Layout

MOST = {"number": 100_000, "max_classes": 10**6, "max_drafts": 10**7}


@dataclass(frozen=True, slots=True, repr=False)
class InventedPuzzles(RenderableSequence[Posed]):
    """Invented puzzles: a sequence, each with its puzzle file, its solution, and what is proven of it."""

    formats = ("text", "markdown", "html", "latex", "json")
    renderer = "ferryplan.planner.api.inventing:render_invented"

    kind: str
    """crossing, grid, arithmetic, sudoku or queens"""
    seed: int
    """the seed that makes the same puzzles again"""
    puzzles: tuple[Posed, ...] = field(hash=False)
    """the puzzles, each followed by its twin without a solution if one was asked for"""
    note: str = ""
    """why there are fewer than were asked for; empty if all are there"""

    @property
    def items(self) -> tuple[Posed, ...]:
        """The puzzles, twins included."""
        return self.puzzles

    def __repr__(self) -> str:
        """Return the kind and the number of puzzles."""
        return f"InventedPuzzles({self.kind!r}, seed={self.seed}, puzzles={len(self)})"

    def files(self) -> dict[str, str]:
        """Return a puzzle file for each, certificates where there are twins, and index.md and index.json, by their names."""
        return inventing.files_of(self.puzzles)

    def save(self, folder: str | Path, *, overwrite: bool = False) -> None:
        """Write the files into a folder. Raises OutputError for one that holds other files, unless ``overwrite`` replaces them."""
        check_free(Path(folder), overwrite)
        write_again(Path(folder), self.files(), overwrite)


def render_invented(found: InventedPuzzles, form: str, *, solutions: bool = False, layout: Layout | None = None) -> str:
    """Return a sheet of puzzles in a format, with their solutions at the end if they are wanted."""
    return inventing.sheet(found.puzzles, form, solutions, layout if form == "text" else LAYOUTS.get(form))


def invent(
    kind: str,
    *,
    number: int = 1,
    seed: int = 1,
    difficulty: int | None = None,
    theme: str = "any",
    sizes: Mapping[str, int | range] | None = None,
    parts: Sequence[str] = (),
    minimal: bool = True,
    unique: bool = True,
    max_classes: int = 1,
    unsolvable: bool = False,
    known: Iterable[PuzzleSource] = (),
    repeats: bool = False,
    engine: str | None = "pyperplan",
    max_drafts: int = DRAFTS,
    jobs: int = 1,
    cluster: str | None = None,
    journal: str | os.PathLike[str] | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    memory: int = DEFAULT_MEMORY,
) -> InventedPuzzles:
    """Invent puzzles: new ones, each with a proven solution, graded, and told as a story.

    ``kind`` is crossing, grid, arithmetic, sudoku or queens. The same ``seed`` gives the same puzzles. ``difficulty`` is a level from 1 to 5,
    ``theme`` the words of the story, ``sizes`` how large they are (``{"travelers": 5}`` or ``{"positions": range(4, 6)}``), ``parts`` the
    kinds of rules or clues. With ``minimal`` every rule or clue matters. A ``unique`` crossing has at most ``max_classes`` best solutions
    up to symmetry. With ``unsolvable`` each comes with a twin that has no solution. The puzzles differ from each other, unless they may be
    ``repeats``, and from those that are ``known``. The ``engine`` confirms each solution; with None the rules do.
    ``max_drafts`` bounds the drafts drawn for one puzzle, ``timeout`` (seconds) the whole, ``memory`` (MiB) the engine; those that are
    finished by then are returned, and ``note`` says why there are no more. ``jobs``, ``cluster`` and ``journal`` are as for `compare`.
    Raises EncodingError if no draft meets the wishes, TimeIsUpError if no puzzle was finished in time, PuzzleError for a theme that there is
    not, EngineError for an engine that is missing, fails, or is wrong, and ArgumentError.

    >>> from ferryplan import invent
    >>> [one.result.status for one in invent("queens", seed=7)]
    ['solved']
    """
    check_choice("kind", kind, INVENTORS)
    inventor = INVENTORS[kind]
    for name, count, unit in (
        ("number", number, "puzzles"),
        ("max_classes", max_classes, "solutions"),
        ("max_drafts", max_drafts, "drafts"),
        ("memory", memory, "MiB"),
    ):
        check_number(name, count, unit, whole=True)
        if count > MOST.get(name, count):
            raise ArgumentValueError(name, f"{count}", f"at most {MOST[name]:,}")
    check_type("seed", seed, int, "a whole number")
    check_number("timeout", timeout, "seconds")
    for name, flag in (("minimal", minimal), ("unique", unique), ("unsolvable", unsolvable), ("repeats", repeats)):
        check_type(name, flag, bool, "true or false")
    for name, differs in (("minimal", not minimal), ("unique", not unique), ("max_classes", max_classes != 1)):
        wish = name.removeprefix("max_")
        if differs and wish not in inventor.wishes:
            takers = [other for other, one in INVENTORS.items() if wish in one.wishes]
            raise ArgumentValueError(name, f"it with {kind}", f"it with {listing(takers, 'or')}")
    if difficulty is not None and (isinstance(difficulty, bool) or difficulty not in range(1, 6)):
        raise ArgumentValueError("difficulty", f"{difficulty!r}", "a level from 1 to 5, or None")
    check_type("theme", theme, str, "a theme's name")
    check_type("parts", parts, (list, tuple), f"a list of kinds of {inventor.parts}")
    for part in parts:
        check_choice("parts", part, inventor.kinds)
    if engine is not None:
        check_choice("engine", engine, ENGINES)
    workers, wished = check_workers(jobs, cluster, journal), _as_ranges(sizes, inventor.sizes)
    find_theme(theme, Draw(""))
    seen = None if repeats else _identities(known, inventor.family)
    wishes = Wishes(
        difficulty, wish_sizes(kind, difficulty, wished), tuple(parts), minimal, max_classes if unique else None
    )
    asked = Asked(kind, f"{seed}", theme, wishes, unsolvable)
    command, tally, done = f"ferryplan.invent({kind!r}, seed={seed})", Tally(number), list[Posed]()
    run = InventionRun(asked, number, command, max_drafts, engine, timeout, memory)
    with Stopping(timeout + GRACE) as stop:
        for each in run.puzzles(seen, tally, workers, stop):
            done += each
    if stop.status == "interrupted":
        raise KeyboardInterrupt
    finished = sum(one.result.solution is not None for one in done)
    if finished == number:
        return InventedPuzzles(kind, seed, tuple(done))
    if tally.given_up:
        note = format_message("python.no-draft", drafts=max_drafts) + tally.failures
    else:
        note = format_message("system.time-is-up", seconds=timeout) + tally.failures
    if not done:
        raise EncodingError(note, where=kind, about="max_drafts") if tally.given_up else TimeIsUpError(timeout, note)
    note = format_message("python.invented-some", made=finished, wanted=number, reason=note)
    return InventedPuzzles(kind, seed, tuple(done), note)


def _identities(known: Iterable[PuzzleSource], family: str) -> set[str]:
    """Return what puzzles of a family share with each puzzle that is the same but for names."""
    if isinstance(known, str | Mapping) or not isinstance(known, Iterable):
        raise ArgumentTypeError("known", begun(repr(known)), "a list of puzzles")
    try:
        found = [load(one) for one in known]
    except ArgumentError as error:  # it names the argument of `load`
        raise ArgumentTypeError("known", str(error.found), "a list of puzzles") from None
    return {identity_of(instantiate_smallest(one, {})) for one in found if one.family == family}


def _as_ranges(sizes: Mapping[str, int | range] | None, known: Sequence[str]) -> dict[str, range]:
    """Return sizes as ranges. Raises ArgumentError for one that a kind does not have, or that is out of bounds."""
    check_type("sizes", sizes, (Mapping, type(None)), "a mapping from names to sizes")
    found = dict[str, range]()
    for key, size in (sizes or {}).items():
        check_choice("sizes", key, known)
        check_type("sizes", size, (int, range), "whole numbers or ranges")
        found[key] = range(size, size + 1) if isinstance(size, int) else size
        least, most = SIZES[key]
        if not found[key] or found[key].step != 1 or found[key].start < least or found[key].stop - 1 > most:
            raise ArgumentValueError("sizes", f"{key} {size}", f"{least} to {most}")
    return found
