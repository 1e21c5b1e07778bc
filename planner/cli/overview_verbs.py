"""The verbs `list`, `show`, `schema` and `engines`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import CROSSING, FAMILIES
from ferryplan.planner.cli.commands import load_chosen_puzzle, make_puzzle_verb
from ferryplan.planner.cli.option_types import OneOf
from ferryplan.planner.cli.options import add_format_option, add_limit_options, force_option, theme_options
from ferryplan.planner.cli.output import OutputTarget, check_options_have_effect
from ferryplan.planner.cli.verbs import make_verb
from ferryplan.planner.output_schemas import OUTPUTS
from ferryplan.planner.puzzle_catalog import puzzles
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.limits import enforce_limits
from ferryplan.planner.system.progress import WorkProgress
from ferryplan.planner.system.terminal import terminal_layout


@make_verb("list")
@click.option("--family", type=OneOf(FAMILIES))
@add_format_option("text", "json")
def list_command(family: str | None, form: str) -> int:
    """List the puzzles of the catalog and of the current folder, with their families and questions."""
    found = puzzles(family, ".")
    for path in found.unreadable:
        click.echo(f"plan: {format_message('commands.file-has-mistakes', path=path)}", err=True)
    click.echo(found.render(form, layout=terminal_layout()), nl=False)
    return 0


@make_verb("engines")
@add_format_option("text", "json")
def engines_command(form: str) -> int:
    """List the engines: installed or not, dialects, guarantees, and how to install the missing ones."""
    from ferryplan.planner.api.overview import engines

    click.echo(engines().render(form, **({} if form == "json" else {"layout": terminal_layout()})), nl=False)
    return 0


@make_puzzle_verb("show")
@click.option("--difficulty", is_flag=True)
@theme_options
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE")
@force_option
@add_limit_options()
@add_format_option("text", "json")
def show_command(ctx: click.Context, **values: Any) -> int:
    """Show PUZZLE: its story, parameters, rules, legal loads and number of states.

    --theme shows the same task under other names, with the story of a theme.
    """
    from ferryplan.planner.api.overview import show

    output, form, asked = values["output"], values["form"], ("difficulty", "theme", "seed", "timeout", "memory")
    if output is None:
        check_options_have_effect(ctx, "with -o FILE", "force")
    else:
        from ferryplan.planner.system.user_files import check_writable_path

        check_writable_path(output)
        check_options_have_effect(ctx, "without -o FILE", "form", "difficulty")
    if values["theme"] is None:
        check_options_have_effect(ctx, "with --theme THEME", "seed")
    puzzle, parameters = load_chosen_puzzle(ctx, values)
    with WorkProgress(puzzle.title):
        with enforce_limits(values["timeout"]) as limit:
            found = show(puzzle, parameters, **{name: values[name] for name in asked})
        if output is not None:
            OutputTarget("", {output: "toml"}, values["force"]).write_answer(
                lambda *_: [found.puzzle.to_toml()], found.puzzle.title
            )
            return 0
        text = found.render(form, **({} if form == "json" else {"layout": terminal_layout()}))
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
    """Print the JSON Schema of puzzle files, for completion and checks in editors, or of a JSON output."""
    from ferryplan.planner.api.overview import schema

    if output is not None:
        check_options_have_effect(ctx, "without OUTPUT", "family")
    click.echo(json.dumps(schema(family, output=output), indent=2))
    return 0
