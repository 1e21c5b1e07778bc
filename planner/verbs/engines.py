"""The verb `engines`."""

from __future__ import annotations

from pathlib import Path

import click

from planner.replacing import replace_all
from planner.terminal import tracked
from planner.verbs.catalogue import listed
from planner.verbs.cli import plan
from planner.verbs.commands import CONTEXT, examples, force_option, formats

__all__ = ["engines_command"]


@plan.command("engines", context_settings=CONTEXT, epilog=examples("engines"))
@formats("text", "json")
@click.option("--matrix", is_flag=True, help="ask each engine about each puzzle in each dialect, and tell it as a page")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="write the page of --matrix there"
)
@force_option
def engines_command(form: str, matrix: bool, output: Path | None, force: bool) -> int:
    """List the planners: which are installed, which dialects they take, what they guarantee, how to get the missing ones."""
    if not matrix:
        if output is not None:
            raise click.UsageError("--output goes with --matrix")
        from planner.crossing.show import engines_as_json, engines_as_table

        return listed(form, engines_as_json, engines_as_table)
    if form != "text":
        raise click.UsageError("--matrix gives a page in Markdown, without --format")
    from planner.benchmarking import matrix as matrices

    page = matrices.matrix(tracked)
    if output is None:
        click.echo(page, nl=False)
    else:
        replace_all({output: page.encode()}, force)
        click.echo(f"{output}: written.")
    return 0
