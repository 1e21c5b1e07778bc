"""The verbs `sentences` and `new`: what to start from, where a planning task is to be told in one's own words, or a puzzle is to be made."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import ParameterError, PddlError
from ferryplan.planner.cli.options import force_option, limit_options
from ferryplan.planner.cli.output import STANDARD_OUTPUT, Outlet, check_effect
from ferryplan.planner.cli.values import OneOf
from ferryplan.planner.cli.verbs import make_verb

CLASSICAL = "classical"
START = domains.FOLDER / CLASSICAL / "new"
"""where the files of a new puzzle are, with NAME for its name"""


@make_verb("sentences")
@click.argument("domain", type=click.Path(allow_dash=True))
@click.option("-o", "--output", type=click.Path(path_type=Path), default=STANDARD_OUTPUT)
@force_option
@limit_options()
@click.pass_context
def sentences_command(ctx: click.Context, /, domain: str, output: Path, force: bool, **_: Any) -> int:
    """Write sentences to start from for the actions and predicates of the PDDL DOMAIN.

    Beside domain.pddl, they are read from domain.toml by all verbs.
    """
    from ferryplan.generator.pddl.reader import read_domain
    from ferryplan.generator.puzzle_text import text_of
    from ferryplan.generator.tasks.sentences import start_of
    from ferryplan.planner.system.files import read_text

    if output == STANDARD_OUTPUT:
        check_effect(ctx, "with -o FILE", "force")
    read = read_domain(read_text(domain, PddlError), domain)
    beside = Path(domain).with_suffix(".toml").name
    text = text_of(start_of(read), [format_message("commands.sentences-comment", domain=read.name, file=beside)])
    where = Outlet("text", {}) if output == STANDARD_OUTPUT else Outlet("", {output: "text"}, force)
    where.give(lambda *_: [text], format_message("commands.sentences-written", domain=read.name))
    return 0


@make_verb("new")
@click.argument("family", type=OneOf((CLASSICAL,)))
@click.argument("name")
def new_command(family: str, name: str) -> int:
    """Make a puzzle to start from: of the FAMILY classical a folder NAME with its file and the templates of its PDDL."""
    from ferryplan.planner.system.files import OutputError, write_files

    folder, called = Path(name), Path(name).name
    if not re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", called):
        raise ParameterError(
            key="name",
            found=f"'{called}'",
            expected="lower-case letters and digits joined by '-', starting with a letter",
        )
    if folder.exists():
        raise OutputError(format_message("commands.name-taken"), file=folder)
    start = {path.name.replace(".toml.j2", ".toml"): path.read_text("utf-8") for path in sorted(START.iterdir())}
    write_files(folder, {name: text.replace("NAME", called) for name, text in start.items()})
    click.echo(format_message("commands.puzzle-written", folder=folder, files=", ".join(start)))
    return 0
