"""The verb `invent`, which makes new puzzles."""

from __future__ import annotations

import contextlib
import json
import re
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.inventing.inventors import INVENTORS
from ferryplan.generator.wording import join_phrases
from ferryplan.planner.cli.commands import was_option_given
from ferryplan.planner.cli.option_types import NumberRange, OneOf, WholeNumber
from ferryplan.planner.cli.options import (
    add_format_option,
    add_limit_options,
    add_options,
    read_worker_options,
    worker_options,
)
from ferryplan.planner.cli.output import OutputTarget, check_options_have_effect, find_file_format
from ferryplan.planner.cli.reported_tally import ReportedTally
from ferryplan.planner.cli.verbs import make_verb
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.inventing.size_bounds import SIZE_BOUNDS
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.journal import read_journal_request
from ferryplan.planner.system.limits import GRACE
from ferryplan.planner.system.progress import WorkProgress
from ferryplan.planner.system.stoppable import StoppableBlock
from ferryplan.planner.system.terminal import terminal_layout
from ferryplan.planner.system.user_files import has_journal

if TYPE_CHECKING:
    from ferryplan.generator.instance import AnyInstance
    from ferryplan.planner.inventing.invented_puzzle import InventedPuzzle

OUTPUT_OPTIONS = ("seed", "form", "output", "solution", "timeout", "memory", "engine", "jobs", "cluster", "journal")
"""options that do not change which puzzles are invented"""
SHEET_ENDINGS = {"text": ".txt", "markdown": ".md", "html": ".html", "latex": ".tex", "json": ".json"}
"""the formats of a sheet with puzzles, with the endings of their files"""
size_options = add_options(
    *(click.option(f"--{size}", type=NumberRange(*bounds)) for size, bounds in SIZE_BOUNDS.items())
)
"""a decorator that adds an option for each size of a puzzle, such as ``--travelers``"""


class PuzzleFolderError(FerryplanError):
    """The folder for invented puzzles contains other files or has no readable index."""


@make_verb("invent")
@click.argument("kind", type=OneOf(INVENTORS, registry=INVENTORS))
@click.option("--seed", type=WholeNumber(0, None), metavar="NUMBER")
@click.option("--number", type=WholeNumber(1, 100_000), default=1)
@click.option("--difficulty", type=WholeNumber(1, 5))
@click.option("--theme", default="any", metavar="THEME")
@size_options
@click.option("--rules", type=str, metavar="KIND,…")
@click.option("--clues", type=str, metavar="KIND,…")
@click.option("--minimal/--no-minimal", default=True)
@click.option("--unique/--no-unique", default=True)
@click.option("--max-classes", type=WholeNumber(1, 10**6), default=1)
@click.option("--unsolvable", is_flag=True)
@click.option("--new/--no-new", default=None)
@click.option("--max-drafts", type=WholeNumber(1, 10**7), default=5_000)
@click.option("--engine", type=OneOf(("none", *ENGINES)), default="pyperplan")
@click.option("--solution", is_flag=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="PATH")
@worker_options
@add_limit_options(limits_whole_verb=False)
@add_format_option(*SHEET_ENDINGS)
@click.pass_context
def invent_command(ctx: click.Context, /, **values: Any) -> int:
    """Invent puzzles of a KIND: each new, proven, graded, and with a story.

    The same seed gives the same puzzles. Ctrl-C and the time limit keep the finished puzzles.
    """
    from ferryplan.generator.inventing.identity import compute_identity
    from ferryplan.generator.inventing.invention import InventionRequest
    from ferryplan.generator.inventing.wishes import PuzzleWishes
    from ferryplan.generator.seeded_random import SeededRandom
    from ferryplan.generator.theming import load_theme
    from ferryplan.planner.inventing.invention_run import InventionRun, choose_sizes

    inventor = INVENTORS[values["kind"]]
    for size in SIZE_BOUNDS:
        if size not in inventor.sizes:
            _check_size_option(ctx, size, inventor.sizes)
    for name in ("rules", "clues", "unique", "max_classes", "minimal"):
        wish = name.removeprefix("max_")
        takers = [kind for kind, one in INVENTORS.items() if wish in (one.part_noun, *one.supported_wishes)]
        if wish not in (inventor.part_noun, *inventor.supported_wishes):
            check_options_have_effect(ctx, f"with {join_phrases(takers, 'or')}", name)
    target = _InventionTarget(ctx, values)
    kinds = (
        OneOf(inventor.kinds, several=True).convert(values[inventor.part_noun], None, ctx)
        if values[inventor.part_noun]
        else ()
    )
    wished = {size: values[size] for size in inventor.sizes if values[size] is not None}
    sizes = choose_sizes(values["kind"], values["difficulty"], wished)
    load_theme(values["theme"], SeededRandom(""))  # check that the theme exists
    seed = values["seed"]
    if seed is None:
        seed = read_journal_request(values["journal"]).get("seed", secrets.randbelow(10**9))
    if not values["unique"]:
        check_options_have_effect(ctx, "without --no-unique", "max_classes")
    classes = values["max_classes"] if values["unique"] else None
    wishes = PuzzleWishes(values["difficulty"], sizes, kinds, values["minimal"], classes)
    asked = InventionRequest(values["kind"], f"{seed}", values["theme"], wishes, values["unsolvable"])
    shelf = _PuzzleFolder(target.folder, bool(values["new"]), has_journal(values["journal"]))
    told, tally = _format_repeat_command(ctx, seed), ReportedTally(values["number"])
    seen = None if values["new"] is False else {*map(compute_identity, shelf.load_puzzles(inventor.family))}
    engine = None if values["engine"] == "none" else values["engine"]
    limits = values["max_drafts"], engine, values["timeout"], values["memory"]
    run, done = InventionRun(asked, values["number"], told, *limits, shelf.highest_number), list[Any]()
    with WorkProgress("new puzzles", values["number"]), StoppableBlock(values["timeout"] + GRACE) as stop:
        for each in run.invent_puzzles(seen, tally, read_worker_options(values), stop):
            done += each
            tally.report_counts(finished=sum(one.result.solution is not None for one in done))
    finished = sum(one.result.solution is not None for one in done)
    journal = values["journal"] if finished < values["number"] else None
    if done and not journal:
        target.write_puzzles(done, shelf)
    if not was_option_given(ctx, "seed"):
        click.echo(f"plan: note: {format_message('commands.same-again', seed=seed, command=told)}", err=True)
    if finished == values["number"]:
        return 0
    kept = format_message("commands.kept-in-journal", journal=journal) if journal else ""
    if stop.status == "interrupted":
        why = format_message("commands.since-interrupted")
    elif tally.has_given_up:
        why = format_message("commands.no-draft-fits", drafts=values["max_drafts"])
    else:
        why = format_message("commands.time-limit")
    state = {"made": finished, "wanted": values["number"], "kept": kept}
    said = format_message("commands.invented-some", **state, reason=why, failures=tally.failure_text)
    click.echo(f"plan: {said}", err=True)
    if stop.status == "interrupted":
        raise KeyboardInterrupt
    if tally.has_given_up:
        click.echo(f"plan: {tally.suggest_options(inventor.sizes, values['max_drafts'])}", err=True)
        return exit_code("unknown")
    return exit_code("timeout")


class _PuzzleFolder:
    """The folder for the files of invented puzzles, with the index of the puzzles already in it."""

    def __init__(self, folder: Path | None, adding: bool, resuming: bool) -> None:
        """Read the index of the puzzles in a folder; None instead of a folder means that puzzles are printed.

        ``adding`` is true if the new puzzles are added to those in the folder, ``resuming`` if a journal continues the
        run that wrote the folder. If both are false, raises PuzzleFolderError for a folder that is not empty. Also
        raises PuzzleFolderError for an index that cannot be read.
        """
        self.folder = folder
        self.index_entries: list[dict[str, Any]] = []
        """the entries of the folder's index, one per puzzle: JSON objects with the key ``file``"""
        if folder is None or not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
            return
        if resuming and folder.is_dir() and not adding:
            return
        index, rows = folder / "index.json", None
        if adding and index.is_file():
            with contextlib.suppress(OSError, ValueError):
                rows = json.loads(index.read_text("utf-8"))
        if not isinstance(rows, list) or not all(
            isinstance(row, dict) and isinstance(row.get("file"), str) for row in rows
        ):
            key = "commands.folder-in-use" if folder.is_dir() else "commands.file-in-place"
            raise PuzzleFolderError(format_message("commands.no-index" if adding else key), file=folder)
        self.index_entries = rows

    @property
    def highest_number(self) -> int:
        """The highest number in the names of the folder's puzzle files; 0 if there are none."""
        numbers = (re.search(r"-(\d+)", row["file"]) for row in self.index_entries)
        return max((int(number[1]) for number in numbers if number), default=0)

    def link_to_page(self, row: dict[str, Any]) -> dict[str, Any]:
        """Return an entry of the index with the page of its puzzle as the file, if the folder has such a page."""
        page = str(Path(row["file"]).with_suffix(".html"))
        return {**row, "file": page} if self.folder and (self.folder / page).is_file() else row

    def load_puzzles(self, family: str) -> list[AnyInstance]:
        """Return the instances of the puzzles of one family that are in the folder."""
        from ferryplan.generator.families import instantiate_smallest
        from ferryplan.generator.puzzle import load

        there = (load(f"{self.folder}/{row['file']}") for row in self.index_entries)
        return [instantiate_smallest(puzzle, {}) for puzzle in there if puzzle.family == family]


class _InventionTarget:
    """The place where `plan invent` writes the puzzles: a file, a folder, or standard output."""

    def __init__(self, ctx: click.Context, values: dict[str, Any]) -> None:
        """Read the options of the command.

        Raises UsageError for options without an effect, OutputError for a file that exists or cannot be written.
        """
        from ferryplan.planner.system.user_files import OutputError, check_writable_path, looks_like_file

        output: Path | None = values["output"]
        self.is_new, self.form, self.has_solutions = bool(values["new"]), values["form"], values["solution"]
        self.file = output if output is not None and looks_like_file(output) else None
        """the file for all puzzles; None if there is a folder, or none of both"""
        self.folder = None if self.file else output
        """the folder for the puzzle files; None without a folder"""
        form_given = was_option_given(ctx, "form")
        if self.file:
            check_options_have_effect(ctx, "with -o FOLDER", "new", present_case="with -o FILE")
            if self.file.exists():
                raise OutputError(format_message("commands.name-taken"), file=self.file)
            check_writable_path(self.file)
            if not form_given:
                self.form = (
                    "toml" if self.file.suffix.lower() == ".toml" else find_file_format(self.file, SHEET_ENDINGS)
                )
            if self.form == "toml":
                check_options_have_effect(ctx, "with another ending", "solution", present_case="with -o FILE.toml")
                if values["number"] > 1 or values["unsolvable"]:
                    raise click.UsageError(format_message("commands.one-puzzle-in-file", file=self.file))
        elif self.folder and not (form_given and self.form == "html"):
            check_options_have_effect(ctx, "without -o FOLDER, or with --format html", "form", "solution")

    def write_puzzles(self, puzzles: list[InventedPuzzle], puzzle_folder: _PuzzleFolder) -> None:
        """Write the invented puzzles; without a file or a folder, print them as one text."""
        from ferryplan.planner.inventing.puzzle_pages import make_puzzle_pages
        from ferryplan.planner.inventing.puzzle_sheets import format_puzzle_file, format_puzzle_files, render_sheet

        if self.folder is not None:
            from ferryplan.planner.system.user_files import rewrite_files

            rows = puzzle_folder.index_entries
            files = format_puzzle_files(puzzles, rows)
            if self.form == "html":
                files |= make_puzzle_pages(puzzles, self.has_solutions, map(puzzle_folder.link_to_page, rows))
            rewrite_files(self.folder, files, force=self.is_new)
            key = "commands.puzzle-pages-written" if self.form == "html" else "commands.puzzles-written"
            click.echo(format_message(key, folder=self.folder, count=len(puzzles)))
        elif self.form == "toml":
            self._write_file(format_puzzle_file(puzzles[0]))
        elif self.file:
            self._write_file(render_sheet(puzzles, self.form, self.has_solutions))
        else:
            drawn = terminal_layout() if self.form == "text" else None
            click.echo(render_sheet(puzzles, self.form, self.has_solutions, drawn), nl=False)

    def _write_file(self, text: str) -> None:
        """Write the text of the puzzles into the file, and print the name of the file."""
        OutputTarget("", {cast("Path", self.file): self.form}).write_answer(lambda *_: [text])


def _check_size_option(ctx: click.Context, size: str, sizes: Iterable[str]) -> None:
    """Raise UsageError if the option of a size was given that the kind of puzzle does not have.

    ``size`` is the name of the option, such as ``travelers``; ``sizes`` are the sizes that the kind of puzzle has.
    """
    if was_option_given(ctx, size):
        known = join_phrases([f"--{one}" for one in sizes])
        says = format_message("commands.size-of-other-kind", option=f"--{size}", kind=ctx.params["kind"], sizes=known)
        raise click.UsageError(says)


def _format_repeat_command(ctx: click.Context, seed: int) -> str:
    """Return the command that makes the same puzzles: the seed and all options that change the puzzles."""
    told = [f"plan invent {ctx.params['kind']} --seed {seed}"]
    for param in ctx.command.params:
        name = param.name or ""
        if isinstance(param, click.Option) and was_option_given(ctx, name) and name not in OUTPUT_OPTIONS:
            value = ctx.params[name]
            if isinstance(value, range):
                value = f"{value.start}..{value.stop - 1}" if len(value) > 1 else value.start
            told.append(
                f"--{'' if value is not False else 'no-'}{name}" + (f" {value}" if not isinstance(value, bool) else "")
            )
    return " ".join(told)
