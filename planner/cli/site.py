"""The verb `site`, which writes a web site of puzzles to play."""

from __future__ import annotations

from pathlib import Path

import click

from ferryplan.domains.messages import format_message
from ferryplan.planner.cli.option_types import complete_puzzles
from ferryplan.planner.cli.options import force_option
from ferryplan.planner.cli.output import STANDARD_OUTPUT
from ferryplan.planner.cli.verbs import make_verb
from ferryplan.planner.system.progress import WorkProgress


@make_verb("site")
@click.argument("puzzles", nargs=-1, shell_complete=complete_puzzles, metavar="[PUZZLE]…")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="DIR")
@force_option
def site_command(puzzles: tuple[str, ...], output: Path | None, force: bool) -> int:
    """Write a web site with puzzles to play in a browser: the given ones, or all of the catalog.

    A site in DIR is replaced; --force also writes into a folder with other files.
    """
    from ferryplan.planner.website.site_writing import check_site_folder, make_site_files, write_site

    if output is None or output == STANDARD_OUTPUT:
        raise click.UsageError(format_message("commands.site-needs-folder"))
    check_site_folder(output, force)
    with WorkProgress("puzzles"):
        files = make_site_files(puzzles)
    write_site(output, files)
    click.echo(format_message("commands.site-written", folder=output, count=len(files)))
    return 0
