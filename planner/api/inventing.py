"""The function `invent`, which makes random new puzzles, each with a proven solution."""

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
    check_argument_choice,
    check_argument_type,
    check_positive_number,
)
from ferryplan.generator.errors import EncodingError
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.inventing.identity import compute_identity
from ferryplan.generator.inventing.invention import InventionRequest
from ferryplan.generator.inventing.inventors import INVENTORS
from ferryplan.generator.inventing.wishes import PuzzleWishes
from ferryplan.generator.layout import Layout
from ferryplan.generator.rendering import RenderableSequence
from ferryplan.generator.seeded_random import SeededRandom
from ferryplan.generator.theming import load_theme as find_theme
from ferryplan.generator.wording import join_phrases, truncate
from ferryplan.planner.api.puzzle_sources import PuzzleSource, load
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.inventing import puzzle_sheets as inventing
from ferryplan.planner.inventing.draft_tally import DraftTally
from ferryplan.planner.inventing.invented_puzzle import InventedPuzzle
from ferryplan.planner.inventing.invention_run import MAX_DRAFTS, InventionRun, choose_sizes
from ferryplan.planner.inventing.puzzle_sheets import LAYOUTS
from ferryplan.planner.inventing.size_bounds import SIZE_BOUNDS
from ferryplan.planner.system.limits import DEFAULT_MEMORY, DEFAULT_TIMEOUT, GRACE, TimeIsUpError
from ferryplan.planner.system.stoppable import StoppableBlock
from ferryplan.planner.system.user_files import check_output_folder, rewrite_files
from ferryplan.planner.system.worker_options import check_worker_options

MAX_VALUES = {"number": 100_000, "max_classes": 10**6, "max_drafts": 10**7}
"""the largest value of each argument of `invent` that is a number"""


@dataclass(frozen=True, slots=True, repr=False)
class InventedPuzzles(RenderableSequence[InventedPuzzle]):
    """The answer of `invent`: a sequence of puzzles, each with its puzzle file, solution and proof."""

    formats = ("text", "markdown", "html", "latex", "json")
    renderer = "ferryplan.planner.api.inventing:render_invented"

    kind: str
    """The kind of the puzzles: crossing, grid, arithmetic, sudoku or queens."""
    seed: int
    """The seed that makes the same puzzles again."""
    puzzles: tuple[InventedPuzzle, ...] = field(hash=False)
    """The puzzles, each followed by its unsolvable twin if twins were requested."""
    note: str = ""
    """The reason why there are fewer puzzles than requested; empty if all are there."""

    @property
    def items(self) -> tuple[InventedPuzzle, ...]:
        """The puzzles and, if requested, their twins: similar puzzles without a solution."""
        return self.puzzles

    def __repr__(self) -> str:
        """Return a short description with the kind and the number of puzzles."""
        return f"InventedPuzzles({self.kind!r}, seed={self.seed}, puzzles={len(self)})"

    def files(self) -> dict[str, str]:
        """Return the texts of the files by name: puzzle files, certificates of twins, index.md, index.json."""
        return inventing.format_puzzle_files(self.puzzles)

    def save(self, folder: str | Path, *, overwrite: bool = False) -> None:
        """Write the files that `files` returns into a folder.

        Raises OutputError for a folder that is not empty, unless ``overwrite`` is true.
        """
        check_output_folder(Path(folder), overwrite)
        rewrite_files(Path(folder), self.files(), overwrite)


def render_invented(found: InventedPuzzles, form: str, *, solutions: bool = False, layout: Layout | None = None) -> str:
    """Return the puzzles as one text in the output format ``form``.

    If ``solutions`` is true, the solutions of the puzzles are at the end of the text.
    """
    return inventing.render_sheet(found.puzzles, form, solutions, layout if form == "text" else LAYOUTS.get(form))


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
    max_drafts: int = MAX_DRAFTS,
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
        difficulty: The difficulty from 1 (very easy) to 5 (very hard). None accepts puzzles of any difficulty.
        theme: The theme of the stories, such as ``"opera"``; ``"any"`` draws a theme for each puzzle.
        sizes: How large the puzzles are, such as ``{"positions": range(4, 6)}``. None draws the sizes at random.
        parts: Kinds of rules or clues that the puzzles may have. By default, all.
        minimal: Whether every rule or clue is needed.
        unique: Whether a crossing has at most ``max_classes`` solutions that differ in more than names.
        max_classes: The largest number of symmetry classes of solutions if ``unique`` is true.
        unsolvable: Whether each puzzle comes with a twin that has no solution.
        known: Puzzles that the new ones must differ from.
        repeats: Whether two of the new puzzles may differ from each other only in names.
        engine: The planner that confirms each solution. None lets the rules confirm it.
        max_drafts: The largest number of random puzzles to try for each new puzzle.
        jobs: The number of processes that work at the same time.
        cluster: Where the processes run: ``"local"``, a batch system such as ``"slurm"``, or the address of a Dask scheduler; None for this machine.
        journal: A file that keeps the progress; the same call with the same file resumes.
        timeout: The time limit in seconds. The puzzles finished in time are returned, and ``note`` states why there are no more.
        memory: The memory limit of the engine, in MiB.

    Returns:
        An `InventedPuzzles`: a sequence of puzzles, each with its puzzle file and its solution.

    Raises:
        EncodingError: No random puzzle has the requested properties.
        TimeIsUpError: No puzzle was finished in time.
        PuzzleError: There is no such theme.
        EngineError: The engine is missing, fails, or returns a wrong plan.
        ArgumentError: An argument is wrong.

    >>> from ferryplan import invent
    >>> [one.result.status for one in invent("queens", seed=7)]
    ['solved']
    """
    check_argument_choice("kind", kind, INVENTORS)
    inventor = INVENTORS[kind]
    for name, count, unit in (
        ("number", number, "puzzles"),
        ("max_classes", max_classes, "solutions"),
        ("max_drafts", max_drafts, "drafts"),
        ("memory", memory, "MiB"),
    ):
        check_positive_number(name, count, unit, whole=True)
        if count > MAX_VALUES.get(name, count):
            raise ArgumentValueError(name, f"{count}", f"at most {MAX_VALUES[name]:,}")
    check_argument_type("seed", seed, int, "a whole number")
    check_positive_number("timeout", timeout, "seconds")
    for name, flag in (("minimal", minimal), ("unique", unique), ("unsolvable", unsolvable), ("repeats", repeats)):
        check_argument_type(name, flag, bool, "true or false")
    for name, differs in (("minimal", not minimal), ("unique", not unique), ("max_classes", max_classes != 1)):
        wish = name.removeprefix("max_")
        if differs and wish not in inventor.supported_wishes:
            takers = [other for other, one in INVENTORS.items() if wish in one.supported_wishes]
            says = format_message("python.not-for-kind", takers=join_phrases([f"'{one}'" for one in takers]), kind=kind)
            raise ArgumentValueError(name, kind, join_phrases(takers, "or"), statement=says)
    if difficulty is not None and (isinstance(difficulty, bool) or difficulty not in range(1, 6)):
        raise ArgumentValueError("difficulty", f"{difficulty!r}", "a level from 1 to 5, or None")
    check_argument_type("theme", theme, str, "a theme's name")
    check_argument_type("parts", parts, (list, tuple), f"a list of kinds of {inventor.part_noun}")
    for part in parts:
        check_argument_choice("parts", part, inventor.kinds)
    if engine is not None:
        check_argument_choice("engine", engine, ENGINES)
    workers, wished = check_worker_options(jobs, cluster, journal), _convert_sizes_to_ranges(sizes, inventor.sizes)
    find_theme(theme, SeededRandom(""))
    seen = None if repeats else _compute_identities(known, inventor.family)
    wishes = PuzzleWishes(
        difficulty, choose_sizes(kind, difficulty, wished), tuple(parts), minimal, max_classes if unique else None
    )
    asked = InventionRequest(kind, f"{seed}", theme, wishes, unsolvable)
    command, tally, done = f"ferryplan.invent({kind!r}, seed={seed})", DraftTally(number), list[InventedPuzzle]()
    run = InventionRun(asked, number, command, max_drafts, engine, timeout, memory)
    with StoppableBlock(timeout + GRACE) as stop:
        for each in run.invent_puzzles(seen, tally, workers, stop):
            done += each
    if stop.status == "interrupted":
        raise KeyboardInterrupt
    finished = sum(one.result.solution is not None for one in done)
    if finished == number:
        return InventedPuzzles(kind, seed, tuple(done))
    if tally.has_given_up:
        note = format_message("python.no-draft", drafts=max_drafts) + tally.failure_text
    else:
        note = format_message("system.time-limit", seconds=timeout) + tally.failure_text
    if not done:
        raise (
            EncodingError(note, where=kind, about="max_drafts") if tally.has_given_up else TimeIsUpError(timeout, note)
        )
    note = format_message("python.invented-some", made=finished, wanted=number, reason=note)
    return InventedPuzzles(kind, seed, tuple(done), note)


def _compute_identities(known: Iterable[PuzzleSource], family: str) -> set[str]:
    """Return the identity of each known puzzle that belongs to the family; other puzzles are left out.

    The identity of a puzzle is a text that is equal for puzzles that differ only in names. Raises ArgumentTypeError if
    ``known`` is not a collection of puzzles.
    """
    if isinstance(known, str | Mapping) or not isinstance(known, Iterable):
        raise ArgumentTypeError("known", truncate(repr(known)), "a list of puzzles")
    try:
        found = [load(one) for one in known]
    except ArgumentError as error:  # this error names the argument of `load`
        raise ArgumentTypeError("known", str(error.found), "a list of puzzles") from None
    return {compute_identity(instantiate_smallest(one, {})) for one in found if one.family == family}


def _convert_sizes_to_ranges(sizes: Mapping[str, int | range] | None, known: Sequence[str]) -> dict[str, range]:
    """Return the requested sizes with each number replaced by a range that holds only this number.

    ``sizes`` maps the names of sizes, such as ``positions``, to numbers or ranges. ``known`` lists the sizes that the
    kind of puzzle has. Raises ArgumentError for a name that is not in this list, and for a size that is out of bounds.
    """
    check_argument_type("sizes", sizes, (Mapping, type(None)), "a mapping from names to sizes")
    found = dict[str, range]()
    for key, size in (sizes or {}).items():
        check_argument_choice("sizes", key, known)
        check_argument_type("sizes", size, (int, range), "whole numbers or ranges")
        found[key] = range(size, size + 1) if isinstance(size, int) else size
        least, most = SIZE_BOUNDS[key]
        if not found[key] or found[key].step != 1 or found[key].start < least or found[key].stop - 1 > most:
            raise ArgumentValueError("sizes", f"{key} {size}", f"{least} to {most}")
    return found
