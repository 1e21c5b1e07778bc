"""The verbs `sentences` and `new`, which write first versions of files for the user to edit.

`sentences` writes sentences about a planning task, `new` writes the files of a puzzle.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import ParameterError, PddlError
from ferryplan.planner.cli.option_types import OneOf
from ferryplan.planner.cli.options import add_limit_options, force_option
from ferryplan.planner.cli.output import STANDARD_OUTPUT, OutputTarget, check_options_have_effect
from ferryplan.planner.cli.verbs import make_verb

CLASSICAL = "classical"
TEMPLATE_FOLDER = domains.FOLDER / CLASSICAL / "new"
"""the template files of a new puzzle, with NAME in place of its name"""


@make_verb("sentences")
@click.argument("domain", type=click.Path(allow_dash=True))
@click.option("-o", "--output", type=click.Path(path_type=Path), default=STANDARD_OUTPUT)
@force_option
@add_limit_options()
@click.pass_context
def sentences_command(ctx: click.Context, /, domain: str, output: Path, force: bool, **_: Any) -> int:
    """Write a first version of sentences for the actions and predicates of the PDDL DOMAIN.

    All verbs read such sentences from domain.toml beside domain.pddl.
    """
    from ferryplan.generator.pddl.reader import read_domain
    from ferryplan.generator.puzzle_text import format_puzzle
    from ferryplan.generator.tasks.task_sentences import make_default_sentences
    from ferryplan.planner.system.user_files import read_text

    if output == STANDARD_OUTPUT:
        check_options_have_effect(ctx, "with -o FILE", "force")
    read = read_domain(read_text(domain, PddlError), domain)
    beside = Path(domain).with_suffix(".toml").name
    text = format_puzzle(
        make_default_sentences(read), [format_message("commands.sentences-comment", domain=read.name, file=beside)]
    )
    where = OutputTarget("text", {}) if output == STANDARD_OUTPUT else OutputTarget("", {output: "text"}, force)
    where.write_answer(lambda *_: [text], format_message("commands.sentences-written", domain=read.name))
    return 0


@make_verb("new")
@click.argument("family", type=OneOf((CLASSICAL,)))
@click.argument("name")
def new_command(family: str, name: str) -> int:
    """Make a puzzle to start from: a folder NAME with a puzzle file and PDDL templates.

    The only FAMILY is classical.
    """
    from ferryplan.planner.system.user_files import OutputError, write_files

    folder, called = Path(name), Path(name).name
    if not re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", called):
        raise ParameterError(
            key="name",
            found=f"'{called}'",
            expected="lower-case letters and digits joined by '-', starting with a letter",
        )
    if folder.exists():
        raise OutputError(format_message("commands.name-taken"), file=folder)
    start = {
        path.name.replace(".toml.j2", ".toml"): path.read_text("utf-8") for path in sorted(TEMPLATE_FOLDER.iterdir())
    }
    write_files(folder, {name: text.replace("NAME", called) for name, text in start.items()})
    click.echo(format_message("commands.puzzle-written", folder=folder, files=", ".join(start)))
    return 0
