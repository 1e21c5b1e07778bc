"""The verbs `list`, `show` and `schema`: what puzzles there are."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from generator.families import CROSSING, FAMILIES
from planner.families import answers_for
from planner.limits import limited
from planner.status import exit_code
from planner.terminal import layout
from planner.verbs.asked import limit_options
from planner.verbs.cli import plan
from planner.verbs.commands import CONTEXT, about_a_puzzle, chosen, examples, formats

if TYPE_CHECKING:
    from planner.tables import Table

__all__ = ["list_command", "listed", "schema_command", "show_command"]


@plan.command("list", context_settings=CONTEXT)
@formats("text", "json")
def list_command(form: str) -> int:
    """List the puzzles of the catalogue."""
    from planner.overview import catalogue_as_json, catalogue_as_table

    return listed(form, catalogue_as_json, catalogue_as_table)


@about_a_puzzle(
    plan, "show", epilog=examples("show", "show family", "show missionaries-cannibals --missionaries 4 --format json")
)
@limit_options()
@formats("text", "json")
def show_command(ctx: click.Context, form: str, timeout: float, memory: int, **values: Any) -> int:
    """Show PUZZLE: its story, parameters, rules, legal loads, and how many situations there are."""
    from generator.families import instantiate_smallest

    puzzle, parameters = chosen(ctx, values)
    with limited(timeout) as limit:
        instance = instantiate_smallest(puzzle, parameters, values["puzzle"])
    show = answers_for(puzzle)
    if form == "json":
        click.echo(json.dumps(show.show_as_json(puzzle, instance), ensure_ascii=False, indent=2))
    else:
        click.echo(show.show_as_text(puzzle, instance, layout()), nl=False)
    if limit.seconds_left:
        return 0
    click.echo("plan: the time ran out before everything was counted; --timeout SECONDS gives more", err=True)
    return exit_code("timeout")


@plan.command("schema", context_settings=CONTEXT, epilog=examples("schema", "schema --family grid"))
@click.option(
    "--family",
    type=click.Choice(tuple(FAMILIES)),
    default=CROSSING,
    show_default=True,
    help="the family of puzzles whose files they are",
)
def schema_command(family: str) -> int:
    """Print the JSON Schema of puzzle files, with which editors complete and check them."""
    from generator.puzzle import json_schema

    click.echo(json.dumps(json_schema(family), indent=2))
    return 0


def listed(form: str, as_json: Callable[[], Any], as_table: Callable[[], Table]) -> int:
    """Print what there is, as JSON or as a table."""
    text = json.dumps(as_json(), indent=2) + "\n" if form == "json" else layout()(as_table())
    click.echo(text, nl=False)
    return 0
