"""The verb `invent`: puzzles that nobody has seen."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
import secrets
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator.errors import FerryplanError
from generator.wording import agreeing, listing
from planner.cli.commands import was_typed
from planner.cli.invented import made, posed_of
from planner.cli.options import add, crew, crew_options, formats, limit_options
from planner.cli.output import check_effect
from planner.cli.values import OneOf, Range, Whole
from planner.cli.verbs import plan
from planner.engines.registry import ENGINES
from planner.status import exit_code
from planner.system.files import resumes
from planner.system.journal import asked_in
from planner.system.limits import GRACE
from planner.system.progress import Work
from planner.system.stopping import Stopping
from planner.system.terminal import layout

if TYPE_CHECKING:
    from generator.instance import AnyInstance
    from generator.inventing.invention import Asked
    from planner.inventing import Posed

KINDS = ("crossing", "grid", "arithmetic", "sudoku", "queens")
TOLD = ("seed", "form", "output", "solution", "timeout", "memory", "confirm", "jobs", "cluster", "journal")
"""the options that do not change what is made"""
SIZES = {
    "travellers": (2, 12),
    "crossings": (1, 99),
    "positions": (2, 10),
    "categories": (2, 8),
    "words": (3, 6),
    "box": (2, 4),
    "size": (4, 12),
}
size_options = add(*(click.option(f"--{size}", type=Range(*bounds)) for size, bounds in SIZES.items()))


class WishError(FerryplanError):
    """A wish that cannot be met."""


@plan.command("invent")
@click.argument("kind", type=OneOf(KINDS))
@click.option("--seed", type=Whole(0, None), metavar="NUMBER")
@click.option("--number", type=Whole(1, 100_000), default=1)
@click.option("--difficulty", type=Whole(1, 5))
@click.option("--fiction", default="any", metavar="THEME")
@size_options
@click.option("--rules", type=str, metavar="KIND,…")
@click.option("--clues", type=str, metavar="KIND,…")
@click.option("--minimal/--no-minimal", default=True)
@click.option("--unique/--no-unique", default=True)
@click.option("--classes", type=Whole(1, 10**6), default=1)
@click.option("--unsolvable", is_flag=True)
@click.option("--new", is_flag=True)
@click.option("--confirm", type=OneOf(("none", *ENGINES)), default="pyperplan")
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
    from generator.draws import Draw
    from generator.inventing.facts import signature_of
    from generator.inventing.invention import INVENTORS, Asked
    from generator.inventing.wishes import Wishes
    from generator.retelling import theme

    inventor = INVENTORS[values["kind"]]
    for size in SIZES:
        if size not in inventor.sizes:
            check_effect(ctx, f"where it is one of the sizes, here {listing(inventor.sizes)}", size)
    for name in ("rules", "clues", "unique", "classes", "minimal"):
        takers = [kind for kind, one in INVENTORS.items() if name in (one.parts, *one.wishes)]
        if values["kind"] not in takers:
            check_effect(ctx, f"with {listing(takers, 'or')}", name)
    if values["output"] is not None:
        check_effect(ctx, "without -o DIR", "form", "solution")
    kinds = (
        OneOf(inventor.kinds, several=True).convert(values[inventor.parts], None, ctx) if values[inventor.parts] else ()
    )
    sizes = {size: values[size] for size in inventor.sizes if values[size] is not None}
    if impossible := inventor.impossible(sizes):
        raise WishError(impossible)
    theme(values["fiction"], Draw(""))  # is there one?
    seed = values["seed"]
    if seed is None:
        seed = asked_in(values["journal"]).get("seed", secrets.randbelow(10**9))
    if not values["unique"]:
        check_effect(ctx, "without --no-unique", "classes")
    classes = values["classes"] if values["unique"] else None
    wishes = Wishes(values["difficulty"], sizes, kinds, values["minimal"], classes)
    asked = Asked(values["kind"], f"{seed}", values["fiction"], wishes, values["unsolvable"])
    shelf = _Shelf(values["output"], values["new"], resumes(values["journal"]))
    seen = {*map(signature_of, shelf.puzzles(inventor.family) if values["new"] else ())}
    told, missed = _asked(ctx, seed), Counter[str]()
    done = list[Any]()
    with Work("new puzzles", values["number"]) as work, Stopping(values["timeout"] + GRACE) as stop:
        for each in _finished(asked, seen, missed, shelf, told, stop, values):
            done += each
            work.advanced()
    finished = sum(one.result.solution is not None for one in done)
    journal = values["journal"] if finished < values["number"] else None
    if done and not journal:
        _give(done, shelf, values)
    if not was_typed(ctx, "seed"):
        click.echo(f"plan: note: seed {seed}: `{told}` makes the same again", err=True)
    if finished == values["number"]:
        return 0
    why, drafts = "it was interrupted" if stop.status == "interrupted" else "the time ran out", sum(missed.values())
    (hardest, times), *_ = [*missed.most_common(1), ("", 0)]
    most = f"; of {drafts} drafts that failed, {times} did for {hardest}" if missed else ""
    kept = f", kept in {journal} for when it goes on" if journal else ""
    click.echo(f"plan: {finished} of {values['number']} made{kept}, since {why}{most}", err=True)
    if stop.status == "interrupted":
        raise KeyboardInterrupt
    return exit_code("timeout")


def _finished(
    asked: Asked, seen: set[str], missed: Counter[str], shelf: _Shelf, told: str, stop: Stopping, values: dict[str, Any]
) -> Iterator[list[Posed]]:
    """Yield each new puzzle, with its twin, with a solution by an engine; after a stop, those that are made already."""
    engine = None if values["confirm"] == "none" else values["confirm"]
    until, limits = time.time() + values["timeout"], (values["timeout"], values["memory"])
    run = {"command": told, "seed": int(asked.seed), "before": shelf.filled}
    with crew(values, made, run, encode=lambda data: data if data["posed"] else None) as calls:

        def ask(number: int, tried: int) -> None:
            name = f"{asked.kind}-{shelf.filled + number:03}"
            call = asked, number, tried, until, (name, told), engine, *limits
            calls.ask(*call, name=f"{name} {tried}", first=bool(tried))

        for number in range(1, values["number"] + 1):
            ask(number, 0)
        for data in itertools.chain(stop.each(calls.answers()), (one.value for one in calls.ready() if one.value)):
            missed.update(data["missed"])
            if not data["signature"]:
                continue
            if data["posed"] and data["signature"] not in seen:
                seen.add(data["signature"])
                yield [posed_of(one) for one in data["posed"]]
            else:
                missed[f"confirm {engine}" if data["signature"] not in seen else "new"] += 1
                ask(data["number"], data["tried"])


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
            found = "a folder with files" if folder.is_dir() else "a file"
            expected = "none, or an empty folder (--new adds to one with an index.json)"
            if adding:
                expected = "one whose index.json lists puzzles"
            raise WishError(f"{folder}: found {found}, expected {expected}")
        self.rows = rows

    @property
    def filled(self) -> int:
        """The highest number of a puzzle in the folder; 0 if there are none."""
        numbers = (re.search(r"-(\d+)", row["file"]) for row in self.rows)
        return max((int(number[1]) for number in numbers if number), default=0)

    def puzzles(self, family: str) -> list[AnyInstance]:
        """Return the puzzles of a family in the catalogue and in the folder, with the values that their parameters have by default."""
        from generator.families import instantiate_smallest
        from generator.puzzle import catalogue, load

        there = [load(f"{self.folder}/{row['file']}") for row in self.rows] if self.folder else []
        return [instantiate_smallest(puzzle, {}) for puzzle in [*catalogue(), *there] if puzzle.family == family]


def _give(done: list[Posed], shelf: _Shelf, values: dict[str, Any]) -> None:
    """Print a sheet, or write the files."""
    from planner.inventing import files_of, sheet

    if shelf.folder is None:
        drawn = layout() if values["form"] == "text" else None
        click.echo(sheet(done, values["form"], values["solution"], drawn), nl=False)
        return
    from planner.system.files import write_again

    write_again(shelf.folder, files_of(done, shelf.rows), force=values["new"])
    puzzles = agreeing(len(done), "puzzle", "puzzles")
    click.echo(f"{shelf.folder}: {len(done)} {puzzles}, index.md and index.json written.")


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
