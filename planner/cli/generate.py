"""The verb `generate`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from planner.cli.commands import about_a_puzzle, chosen
from planner.cli.options import backward_option, dialect_options, force_option, limit_options
from planner.cli.output import STANDARD_OUTPUT, check_effect
from planner.system.files import check_pddl, write_files
from planner.system.progress import Work, doing


@about_a_puzzle("generate")
@dialect_options("strips")
@limit_options(handed_on=False)
@backward_option
@click.option("-o", "--output", type=click.Path(path_type=Path))
@force_option
def generate_command(
    ctx: click.Context,
    dialect: str,
    encoding: str | None,
    backward: bool,
    output: Path | None,
    force: bool,
    **values: Any,
) -> int:
    """Write the PDDL domain and problem of PUZZLE.

    Files in DIR are replaced only if they are an older version of the same, which nobody changed; --force replaces any.
    """
    from generator.families import family_of, instantiate_smallest
    from generator.pddl.generation import generate

    if output in (None, STANDARD_OUTPUT):
        check_effect(ctx, "with -o DIR", "force")
    puzzle, parameters = chosen(ctx, values)
    with Work(puzzle.title):
        instance = instantiate_smallest(puzzle, parameters)
        if backward:
            reversed_ = family_of(puzzle).reversed
            assert reversed_ is not None, "a family that cannot be reversed says so"
            instance = reversed_(instance)
        doing("the PDDL is written")
        pddl = generate(instance, dialect, encoding)
    if output in (None, STANDARD_OUTPUT):
        click.echo(f"{pddl.domain}\n{pddl.problem}", nl=False)
    else:
        files = {"domain.pddl": pddl.domain, "p01.pddl": pddl.problem}
        if not force:
            check_pddl(output, files)
        write_files(output, files)
        click.echo(f"{output}: domain.pddl and p01.pddl written.")
    return 0
