"""The verbs `list`, `show`, `schema` and `engines`: what there is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import CROSSING, FAMILIES
from ferryplan.planner.catalogue import puzzles
from ferryplan.planner.cli.commands import about_a_puzzle, chosen
from ferryplan.planner.cli.options import force_option, formats, limit_options, theme_options
from ferryplan.planner.cli.output import Outlet, check_effect
from ferryplan.planner.cli.values import OneOf
from ferryplan.planner.cli.verbs import make_verb
from ferryplan.planner.schemas import OUTPUTS
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.limits import limited
from ferryplan.planner.system.progress import Work
from ferryplan.planner.system.terminal import layout


@make_verb("list")
@click.option("--family", type=OneOf(FAMILIES))
@formats("text", "json")
def list_command(family: str | None, form: str) -> int:
    """List the puzzles of the catalogue, and those whose files are in this folder: of which family, and what is asked."""
    found = puzzles(family, ".")
    for path in found.unreadable:
        click.echo(f"plan: {format_message('commands.file-has-mistakes', path=path)}", err=True)
    click.echo(found.render(form, layout=layout()), nl=False)
    return 0


@make_verb("engines")
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
    from ferryplan.planner.api.catalogue import show

    output, form, asked = values["output"], values["form"], ("difficulty", "theme", "seed", "timeout", "memory")
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
            found = show(puzzle, parameters, **{name: values[name] for name in asked})
        if output is not None:
            Outlet("", {output: "toml"}, values["force"]).give(lambda *_: [found.puzzle.to_toml()], found.puzzle.title)
            return 0
        text = found.render(form, **({} if form == "json" else {"layout": layout()}))
    click.echo(text, nl=False)
    for note in found.notes:
        click.echo(f"plan: note: {note}", err=True)
    if limit.seconds_left:
        return 0
    click.echo(f"plan: {format_message('commands.count-ended')}", err=True)
    return exit_code("timeout")


@make_verb("schema")
@click.argument("output", type=OneOf(OUTPUTS), required=False)
@click.option("--family", type=OneOf(tuple(FAMILIES)), default=CROSSING)
@click.pass_context
def schema_command(ctx: click.Context, output: str | None, family: str) -> int:
    """Print the JSON Schema of puzzle files, with which editors complete and check them, or of a JSON output."""
    from ferryplan.planner.api.catalogue import schema

    if output is not None:
        check_effect(ctx, "without OUTPUT", "family")
    click.echo(json.dumps(schema(family, output=output), indent=2))
    return 0
