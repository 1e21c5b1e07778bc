"""The verb `invent`: puzzles that nobody has seen."""

from __future__ import annotations

import contextlib
import itertools
import secrets
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from generator.errors import FerryplanError
from generator.wording import listing
from planner.cli.commands import was_typed
from planner.cli.options import add, formats, limit_options
from planner.cli.output import check_effect
from planner.cli.values import OneOf, Range, Whole
from planner.cli.verbs import plan
from planner.engines.registry import ENGINES
from planner.status import exit_code
from planner.system.progress import Work, known
from planner.system.stopping import Stopping
from planner.system.terminal import layout

KINDS = ("crossing", "grid", "arithmetic", "sudoku", "queens")
TOLD = ("seed", "form", "output", "solution", "timeout", "memory", "confirm")
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
@click.option("--classes", type=Whole(1, 10**6))
@click.option("--new", is_flag=True)
@click.option("--confirm", type=OneOf(("none", *ENGINES)), default="pyperplan")
@click.option("--solution", is_flag=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="DIR")
@limit_options(whole=False)
@formats("text", "markdown", "html", "latex", "json")
@click.pass_context
def invent_command(ctx: click.Context, /, **values: Any) -> int:
    """Invent puzzles of a KIND: new ones, each proven, graded, told as a story.

    The same seed gives the same puzzles. Ctrl-C and the end of the time keep those that are finished.
    """
    from generator.draws import Draw
    from generator.inventing.invention import INVENTORS, inventions
    from generator.inventing.wishes import Wishes
    from generator.retelling import theme

    kind, output = values["kind"], values["output"]
    inventor = INVENTORS[kind]()
    for size in SIZES:
        if size not in inventor.sizes:
            check_effect(ctx, f"where it is one of the sizes, here {listing(inventor.sizes)}", size)
    check_effect(
        ctx,
        "with kinds of rules" if inventor.parts == "rules" else "with kinds of clues",
        *({"rules", "clues"} - {inventor.parts}),
    )
    kinds = (
        OneOf(inventor.kinds, several=True).convert(values[inventor.parts], None, ctx) if values[inventor.parts] else ()
    )
    if output is not None:
        check_effect(ctx, "without -o DIR", "form", "solution")
        if output.exists() and (not output.is_dir() or any(output.iterdir())):
            raise WishError(
                f"{output}: found {'a folder with files' if output.is_dir() else 'a file'}, expected none, or an empty folder"
            )
    theme(values["fiction"], Draw(""))  # is there one?
    seed = values["seed"] if values["seed"] is not None else secrets.randbelow(10**9)
    sizes = {size: values[size] for size in inventor.sizes if values[size] is not None}
    classes = values["classes"] if was_typed(ctx, "classes") else 1
    wishes = Wishes(values["difficulty"], sizes, kinds, values["minimal"], classes)
    missed = Counter[str]()
    seen = _catalogue(inventor.family) if values["new"] else ()
    asked = _asked(ctx, seed)
    with Work("new puzzles", values["number"]), Stopping(values["timeout"]) as stop:
        made = inventions(kind, f"{seed}", wishes, values["fiction"], seen, missed, lambda drafts: stop.goes_on())
        done = list(_finished(itertools.islice(made, values["number"]), stop, asked, values))
    if done:
        _give(done, output, values)
    if not was_typed(ctx, "seed"):
        click.echo(f"plan: note: seed {seed}: `{asked}` makes the same again", err=True)
    if len(done) < values["number"]:
        why, drafts = "it was interrupted" if stop.status == "interrupted" else "the time ran out", sum(missed.values())
        hardest = (
            f"; of {drafts} drafts, {missed.most_common(1)[0][1]} failed for {missed.most_common(1)[0][0]}"
            if missed
            else ""
        )
        click.echo(f"plan: {len(done)} of {values['number']} made, since {why}{hardest}", err=True)
        if stop.status == "interrupted":
            raise KeyboardInterrupt
        return exit_code("timeout")
    return 0


def _finished(made: Iterator[Any], stop: Stopping, asked: str, values: dict[str, Any]) -> Iterator[Any]:
    """Yield each puzzle with a solution, as far as there is time."""
    from planner.engines.session import Session
    from planner.inventing import posed

    engine = None if values["confirm"] == "none" else values["confirm"]
    with Session(ENGINES[engine].up_name) if engine else contextlib.nullcontext() as session:
        for one in stop.each(made):
            yield posed(one, asked, engine, session, values["timeout"])
            known(f"{one.number} made")


def _give(done: list[Any], output: Path | None, values: dict[str, Any]) -> None:
    """Print a sheet, or write the files."""
    from planner.inventing import file_of, index, sheet

    if output is None:
        click.echo(
            sheet(done, values["form"], values["solution"], layout() if values["form"] == "text" else None), nl=False
        )
        return
    from planner.system.files import write_files

    names = [f"{values['kind']}-{one.invention.number:03}.toml" for one in done]
    write_files(output, {**dict(zip(names, map(file_of, done), strict=True)), **index(done, names)})
    click.echo(f"{output}: {len(done)} {'puzzle' if len(done) == 1 else 'puzzles'}, index.md and index.json written.")


def _catalogue(family: str) -> list[Any]:
    """Return the puzzles of a family that are known, with the values that their parameters have by default."""
    from generator.families import instantiate_smallest
    from generator.puzzle import catalogue

    return [instantiate_smallest(puzzle, {}) for puzzle in catalogue() if puzzle.family == family]


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
