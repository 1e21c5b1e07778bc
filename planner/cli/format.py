"""The verb `format`: PDDL files in ferryplan's layout."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PddlError
from ferryplan.planner.cli.verbs import make_verb
from ferryplan.planner.status import exit_code

if TYPE_CHECKING:
    from ferryplan.planner.formatted_files import FormattedFile


@make_verb("format")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(allow_dash=True))
@click.option("--check", is_flag=True)
@click.option("--diff", is_flag=True)
def format_command(files: tuple[str, ...], check: bool, diff: bool) -> int:
    """Write PDDL files in ferryplan's layout, or say which of them are in another layout.

    Files that are not PDDL are reported and left as they are; all others are formatted.
    """
    from ferryplan.planner.formatted_files import find_pddl_files, format_file, write_formatted_files

    if "-" in files and len(files) > 1:
        raise click.UsageError(format_message("commands.input-beside-files"))
    formatted: list[FormattedFile] = []
    errors: list[PddlError] = []
    for name in find_pddl_files(files):
        try:
            formatted.append(format_file(name))
        except PddlError as error:
            errors.append(error)
    if diff:
        _print_text("".join(one.diff() for one in formatted))
    elif check:
        _report_files(formatted, "commands.not-formatted", "commands.files-to-format")
    elif files == ("-",):
        _print_text("".join(one.after for one in formatted))
    else:
        write_formatted_files(formatted)
        _report_files(formatted, "commands.file-formatted", "commands.files-formatted")
    for earlier in errors[:-1]:
        click.echo(f"plan: {earlier}", err=True)
    if errors:
        raise errors[-1]
    return exit_code("different") if (check or diff) and any(one.is_changed for one in formatted) else 0


def _report_files(files: Sequence[FormattedFile], file_key: str, total_key: str) -> None:
    """Print a line for each file whose layout differs, and the number of such files.

    The line names the first line of the file that differs. ``file_key`` and ``total_key`` are the keys of the messages.
    """
    changed = [one for one in files if one.is_changed]
    for one in changed:
        click.echo(f"{one.name}:{one.first_changed_line}: {format_message(file_key)}")
    if files:
        click.echo(format_message(total_key, count=len(changed), unchanged=len(files) - len(changed)))


def _print_text(text: str) -> None:
    """Print a text unchanged, as bytes; on a terminal, characters that could control it are made visible."""
    click.echo(text if sys.stdout.isatty() else text.encode(), nl=False)
