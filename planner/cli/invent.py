"""The verb `invent`: puzzles that nobody has seen."""

from __future__ import annotations

import contextlib
import json
import re
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.inventing.inventors import INVENTORS
from ferryplan.generator.wording import listing
from ferryplan.planner.cli.commands import was_typed
from ferryplan.planner.cli.options import add, crew_options, formats, limit_options, workers
from ferryplan.planner.cli.output import check_effect
from ferryplan.planner.cli.tally import ReportedTally
from ferryplan.planner.cli.values import OneOf, Range, Whole
from ferryplan.planner.cli.verbs import make_verb
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.inventing.sizes import SIZES
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.files import resumes
from ferryplan.planner.system.journal import asked_in
from ferryplan.planner.system.limits import GRACE
from ferryplan.planner.system.progress import Work
from ferryplan.planner.system.stopping import Stopping
from ferryplan.planner.system.terminal import layout

if TYPE_CHECKING:
    from ferryplan.generator.instance import AnyInstance
    from ferryplan.planner.inventing.posed import Posed

TOLD = ("seed", "form", "output", "solution", "timeout", "memory", "engine", "jobs", "cluster", "journal")
"""the options that do not change what is made"""
size_options = add(*(click.option(f"--{size}", type=Range(*bounds)) for size, bounds in SIZES.items()))


class WishError(FerryplanError):
    """A wish that cannot be met."""


@make_verb("invent")
@click.argument("kind", type=OneOf(INVENTORS, registry=INVENTORS))
@click.option("--seed", type=Whole(0, None), metavar="NUMBER")
@click.option("--number", type=Whole(1, 100_000), default=1)
@click.option("--difficulty", type=Whole(1, 5))
@click.option("--theme", default="any", metavar="THEME")
@size_options
@click.option("--rules", type=str, metavar="KIND,…")
@click.option("--clues", type=str, metavar="KIND,…")
@click.option("--minimal/--no-minimal", default=True)
@click.option("--unique/--no-unique", default=True)
@click.option("--max-classes", type=Whole(1, 10**6), default=1)
@click.option("--unsolvable", is_flag=True)
@click.option("--new/--no-new", default=None)
@click.option("--max-drafts", type=Whole(1, 10**7), default=5_000)
@click.option("--engine", type=OneOf(("none", *ENGINES)), default="pyperplan")
@click.option("--solution", is_flag=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="DIR")
@crew_options
@limit_options(whole=False)
@formats("text", "markdown", "html", "latex", "json")
@click.pass_context
def invent_command(ctx: click.Context, /, **values: Any) -> int:
    """Invent puzzles of a KIND: new ones, each proven, graded, told as a story.

    The same seed gives the same puzzles. Ctrl-C and the end of the time keep those that are finished.
    """
    from ferryplan.generator.draws import Draw
    from ferryplan.generator.inventing.identity import identity_of
    from ferryplan.generator.inventing.invention import Asked
    from ferryplan.generator.inventing.wishes import Wishes
    from ferryplan.generator.retelling import theme
    from ferryplan.planner.inventing.run import InventionRun, wish_sizes

    inventor = INVENTORS[values["kind"]]
    for size in SIZES:
        if size not in inventor.sizes:
            _refuse_size(ctx, size, inventor.sizes)
    for name in ("rules", "clues", "unique", "max_classes", "minimal"):
        wish = name.removeprefix("max_")
        takers = [kind for kind, one in INVENTORS.items() if wish in (one.parts, *one.wishes)]
        if wish not in (inventor.parts, *inventor.wishes):
            check_effect(ctx, f"with {listing(takers, 'or')}", name)
    if values["output"] is not None:
        check_effect(ctx, "without -o DIR", "form", "solution")
    kinds = (
        OneOf(inventor.kinds, several=True).convert(values[inventor.parts], None, ctx) if values[inventor.parts] else ()
    )
    wished = {size: values[size] for size in inventor.sizes if values[size] is not None}
    sizes = wish_sizes(values["kind"], values["difficulty"], wished)
    theme(values["theme"], Draw(""))  # is there one?
    seed = values["seed"]
    if seed is None:
        seed = asked_in(values["journal"]).get("seed", secrets.randbelow(10**9))
    if not values["unique"]:
        check_effect(ctx, "without --no-unique", "max_classes")
    classes = values["max_classes"] if values["unique"] else None
    wishes = Wishes(values["difficulty"], sizes, kinds, values["minimal"], classes)
    asked = Asked(values["kind"], f"{seed}", values["theme"], wishes, values["unsolvable"])
    shelf = _Shelf(values["output"], bool(values["new"]), resumes(values["journal"]))
    told, tally = _asked(ctx, seed), ReportedTally(values["number"])
    seen = None if values["new"] is False else {*map(identity_of, shelf.puzzles(inventor.family))}
    engine = None if values["engine"] == "none" else values["engine"]
    limits = values["max_drafts"], engine, values["timeout"], values["memory"]
    run, done = InventionRun(asked, values["number"], told, *limits, shelf.filled), list[Any]()
    with Work("new puzzles", values["number"]), Stopping(values["timeout"] + GRACE) as stop:
        for each in run.puzzles(seen, tally, workers(values), stop):
            done += each
            tally.report(finished=sum(one.result.solution is not None for one in done))
    finished = sum(one.result.solution is not None for one in done)
    journal = values["journal"] if finished < values["number"] else None
    if done and not journal:
        _give(done, shelf, values)
    if not was_typed(ctx, "seed"):
        click.echo(f"plan: note: {format_message('commands.same-again', seed=seed, command=told)}", err=True)
    if finished == values["number"]:
        return 0
    kept = format_message("commands.kept-in-journal", journal=journal) if journal else ""
    if stop.status == "interrupted":
        why = format_message("commands.since-interrupted")
    elif tally.given_up:
        why = format_message("commands.no-draft-fits", drafts=values["max_drafts"])
    else:
        why = format_message("commands.time-limit")
    state = {"made": finished, "wanted": values["number"], "kept": kept}
    said = format_message("commands.invented-some", **state, reason=why, failures=tally.failures)
    click.echo(f"plan: {said}", err=True)
    if stop.status == "interrupted":
        raise KeyboardInterrupt
    if tally.given_up:
        click.echo(f"plan: {tally.advise(inventor.sizes, values['max_drafts'])}", err=True)
        return exit_code("unknown")
    return exit_code("timeout")


class _Shelf:
    """The folder for the files, and the puzzles that new ones are to differ from."""

    def __init__(self, folder: Path | None, adding: bool, resuming: bool) -> None:
        """Raises WishError for a folder with files, unless puzzles are to be added that are new to those in it, or an earlier run wrote them."""
        self.folder = folder
        self.rows: list[dict[str, Any]] = []
        """what its index tells of the puzzles that are in it"""
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
            raise WishError(format_message("commands.no-index" if adding else key), file=folder)
        self.rows = rows

    @property
    def filled(self) -> int:
        """The highest number of a puzzle in the folder; 0 if there are none."""
        numbers = (re.search(r"-(\d+)", row["file"]) for row in self.rows)
        return max((int(number[1]) for number in numbers if number), default=0)

    def puzzles(self, family: str) -> list[AnyInstance]:
        """Return the puzzles of a family in the folder."""
        from ferryplan.generator.families import instantiate_smallest
        from ferryplan.generator.puzzle import load

        there = (load(f"{self.folder}/{row['file']}") for row in self.rows)
        return [instantiate_smallest(puzzle, {}) for puzzle in there if puzzle.family == family]


def _give(done: list[Posed], shelf: _Shelf, values: dict[str, Any]) -> None:
    """Print a sheet, or write the files."""
    from ferryplan.planner.inventing.sheets import files_of, sheet

    if shelf.folder is None:
        drawn = layout() if values["form"] == "text" else None
        click.echo(sheet(done, values["form"], values["solution"], drawn), nl=False)
        return
    from ferryplan.planner.system.files import write_again

    write_again(shelf.folder, files_of(done, shelf.rows), force=values["new"])
    click.echo(format_message("commands.puzzles-written", folder=shelf.folder, count=len(done)))


def _refuse_size(ctx: click.Context, size: str, sizes: Iterable[str]) -> None:
    """Raise UsageError if a size was given that puzzles of the kind do not have."""
    if was_typed(ctx, size):
        known = listing([f"--{one}" for one in sizes])
        says = format_message("commands.size-of-other-kind", option=f"--{size}", kind=ctx.params["kind"], sizes=known)
        raise click.UsageError(says)


def _asked(ctx: click.Context, seed: int) -> str:
    """Return the command that makes the same puzzles: what was asked, without where and how it is told, with the seed."""
    told = [f"plan invent {ctx.params['kind']} --seed {seed}"]
    for param in ctx.command.params:
        name = param.name or ""
        if isinstance(param, click.Option) and was_typed(ctx, name) and name not in TOLD:
            value = ctx.params[name]
            if isinstance(value, range):
                value = f"{value.start}..{value.stop - 1}" if len(value) > 1 else value.start
            told.append(
                f"--{'' if value is not False else 'no-'}{name}" + (f" {value}" if not isinstance(value, bool) else "")
            )
    return " ".join(told)
