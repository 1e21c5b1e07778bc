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
from ferryplan.generator.inventing.invention import Asked
from ferryplan.generator.inventing.inventors import INVENTORS
from ferryplan.generator.inventing.wishes import Wishes
from ferryplan.generator.layout import Layout
from ferryplan.generator.rendering import RenderableSequence
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
from ferryplan.planner.system.files import check_free, write_again
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, GRACE, TimeIsUpError
from ferryplan.planner.system.stopping import Stopping
from ferryplan.planner.system.workers import check_workers

MOST = {"number": 100_000, "max_classes": 10**6, "max_drafts": 10**7}


@dataclass(frozen=True, slots=True, repr=False)
class InventedPuzzles(RenderableSequence[Posed]):
    """Invented puzzles: a sequence, each with its puzzle file, its solution and its proof."""

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
        """Write the files into a folder.

        Raises OutputError for a folder that holds other files, unless ``overwrite`` replaces them.
        """
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
    """Invent new puzzles, each with a story, a grade and a proven solution.

    Args:
        kind: crossing, grid, arithmetic, sudoku or queens.
        number: The number of puzzles.
        seed: The number that determines every random choice: the same seed gives the same puzzles.
        difficulty: A grade from 1 (very easy) to 5 (very hard). None takes any.
        theme: The words in which the stories are told, such as ``"opera"``; ``"any"`` draws one for each.
        sizes: How large the puzzles are, such as ``{"positions": range(4, 6)}``. None draws the sizes.
        parts: Kinds of rules or clues that the puzzles may have. By default, all.
        minimal: Whether every rule or clue is needed.
        unique: Whether a crossing has at most ``max_classes`` solutions that differ in more than names.
        max_classes: That number.
        unsolvable: Whether each puzzle comes with a twin that has no solution.
        known: Puzzles that the new ones must differ from.
        repeats: Whether the puzzles may be alike but for names.
        engine: The planner that confirms each solution. None lets the rules confirm it.
        max_drafts: The number of drafts to draw for a puzzle at most.
        jobs: The number of processes that work at the same time.
        cluster: Where they run: ``"local"``, a batch system such as ``"slurm"``, or the address of a Dask scheduler; None for this machine.
        journal: A file that keeps the progress; the same call with the same file resumes.
        timeout: The time limit in seconds. The puzzles finished by then are returned, and ``note`` says why there are no more.
        memory: The memory limit of the engine, in MiB.

    Returns:
        An `InventedPuzzles`: a sequence of puzzles, each with its puzzle file and its solution.

    Raises:
        EncodingError: No draft meets the wishes.
        TimeIsUpError: No puzzle was finished in time.
        PuzzleError: There is no such theme.
        EngineError: The engine is missing, fails, or returns a wrong plan.
        ArgumentError: An argument is wrong.

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
            says = format_message("python.not-for-kind", takers=listing([f"'{one}'" for one in takers]), kind=kind)
            raise ArgumentValueError(name, kind, listing(takers, "or"), statement=says)
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
        note = format_message("system.time-limit", seconds=timeout) + tally.failures
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
