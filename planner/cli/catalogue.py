"""The verbs `list`, `show`, `schema` and `engines`: what there is."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from ferryplan import domains
from ferryplan.generator.catalogue import Entry, entries, entry
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.families import CROSSING, FAMILIES, instantiate_smallest
from ferryplan.generator.files import read_bytes
from ferryplan.generator.wording import Table
from ferryplan.planner.cli.commands import about_a_puzzle, chosen
from ferryplan.planner.cli.options import force_option, formats, limit_options, theme_options
from ferryplan.planner.cli.output import Outlet, check_effect
from ferryplan.planner.cli.values import OneOf
from ferryplan.planner.cli.verbs import plan
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.limits import limited
from ferryplan.planner.system.progress import Work, doing
from ferryplan.planner.system.terminal import layout

MOST_READ = 50_000_000
TABLES = ("kinds", "categories", "sum", "board", "classical")


@plan.command("list")
@click.option("--family", type=OneOf(FAMILIES))
@formats("text", "json")
def list_command(family: str | None, form: str) -> int:
    """List the puzzles of the catalogue, and those whose files are in this folder: of which family, and what is asked."""
    puzzles = [one for one in (*entries(), *_own()) if family in (None, one.family)]
    keys = ("name", "family", "title", "summary", "parameters")
    told = [(one.reference, one.family, one.title, one.asked(), list(one.parameters)) for one in puzzles]
    rows = [dict(zip(keys, one, strict=True)) for one in told]
    cells = tuple((name, family, asked) for name, family, _, asked, _ in told)
    table = Table(("Puzzle", "Family", "What is asked"), cells)
    click.echo(json.dumps({"puzzles": rows}, indent=2) + "\n" if form == "json" else layout()(table), nl=False)
    return 0


def _own() -> Iterator[Entry]:
    """Yield the puzzles of the working folder; of files that are meant to be puzzles and are not it is said how to see why."""
    for path in sorted((*Path().glob("*.toml"), *Path().glob(f"*/{domains.PUZZLE}"))):
        with contextlib.suppress(OSError, UnicodeDecodeError):
            text = read_bytes(path, MOST_READ).decode("utf-8-sig")
            # every puzzle has one of these tables, or says so; with an escape they could be written otherwise
            if not any(table in text for table in TABLES) and "\\" not in text:
                continue
            try:
                yield entry(str(path))
            except PuzzleError:
                if re.search(r"^(story|family)\s*=", text, re.MULTILINE):
                    click.echo(f"plan: {path} has mistakes: `plan lint {path}` shows them", err=True)


@plan.command("engines")
@formats("text", "json")
def engines_command(form: str) -> int:
    """List the planners: which are installed, which dialects they take, what they guarantee, how to get the missing ones."""
    from ferryplan.planner.api.catalogue import engines

    click.echo(engines().render(form, **({} if form == "json" else {"layout": layout()})), nl=False)
    return 0


@about_a_puzzle("show")
@click.option("--difficulty", is_flag=True)
@theme_options
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE")
@force_option
@limit_options()
@formats("text", "json")
def show_command(ctx: click.Context, **values: Any) -> int:
    """Show PUZZLE: its story, parameters, rules, legal loads, and how many situations there are.

    With --theme the same task under other names, in the words of a theme.
    """
    from ferryplan.planner.questions.show import as_json, as_text

    output, difficulty = values["output"], values["difficulty"]
    if output is None:
        check_effect(ctx, "with -o FILE", "force")
    else:
        from ferryplan.planner.system.files import check_place

        check_place(output)
        check_effect(ctx, "without -o FILE", "form", "difficulty")
    if values["theme"] is None:
        check_effect(ctx, "with --theme THEME", "seed")
    puzzle, parameters = chosen(ctx, values)
    with Work(puzzle.title):
        with limited(values["timeout"]) as limit:
            instance = instantiate_smallest(puzzle, parameters)
        if values["theme"] is not None:
            from ferryplan.generator.draws import Draw
            from ferryplan.generator.retelling import retold, theme

            seed = f"{values['seed']}"
            puzzle = retold(puzzle, dict(instance.parameters), theme(values["theme"], Draw(seed)), seed)
            instance = instantiate_smallest(puzzle, {})
        if output is not None:
            from ferryplan.generator.puzzle_text import text_of

            Outlet("", {output: "toml"}, values["force"]).give(lambda *_: [text_of(puzzle)], puzzle.title)
            return 0
        doing("the states are counted")
        data = as_json(puzzle, instance, difficulty) if values["form"] == "json" else {}
        text = "" if data else as_text(puzzle, instance, layout(), difficulty)
        told = json.dumps(data, ensure_ascii=False, indent=2) + "\n" if data else text
    click.echo(told, nl=False)
    if puzzle.reference != puzzle.name:
        from ferryplan.generator.oddities import oddities

        for one in oddities(puzzle, instance):
            click.echo(f"plan: note: {puzzle.where(one.key)}: {one.says}", err=True)
    if limit.seconds_left:
        return 0
    click.echo("plan: the time ran out before everything was counted; --timeout SECONDS gives more", err=True)
    return exit_code("timeout")


@plan.command("schema")
@click.option("--family", type=OneOf(tuple(FAMILIES)), default=CROSSING)
def schema_command(family: str) -> int:
    """Print the JSON Schema of puzzle files, with which editors complete and check them."""
    from ferryplan.generator.puzzle import json_schema

    click.echo(json.dumps(json_schema(family), indent=2))
    return 0
