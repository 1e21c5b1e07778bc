"""The verb `exercise`: exercises about a puzzle, with their key."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError
from ferryplan.generator.wording import told_value
from ferryplan.planner.cli.commands import about_a_puzzle, chosen, was_typed
from ferryplan.planner.cli.options import force_option, limit_options
from ferryplan.planner.cli.output import check_effect
from ferryplan.planner.cli.values import OneOf, Whole
from ferryplan.planner.system.limits import limited
from ferryplan.planner.system.progress import Work

NAMES = ("complete", "mistake", "plan", "graph", "heuristic")


@about_a_puzzle("exercise")
@click.option("--kind", type=OneOf(NAMES, several=True), default=",".join(NAMES))
@click.option("--gaps", type=OneOf(("preconditions", "effects", "action", "goal")), default="preconditions")
@click.option("--seed", type=Whole(0, None), default=1)
@click.option("--dialect", type=OneOf(("strips", "adl")))
@limit_options()
@click.option("-o", "--output", type=click.Path(path_type=Path), default="exercise")
@force_option
def exercise_command(ctx: click.Context, output: Path, **values: Any) -> int:
    """Write exercises about PUZZLE into a folder: sheets, a model with gaps, the key, a rubric.

    The same seed makes the same exercises. In which order to hand out what is beside key/ stands in key/README.md.
    """
    from ferryplan.planner.exercises.folder import KINDS, files_of
    from ferryplan.planner.exercises.setting import Setting
    from ferryplan.planner.system.files import check_free, write_files

    if "complete" not in values["kind"]:
        check_effect(ctx, "with --kind complete", "gaps")
    puzzle, given = chosen(ctx, values)
    check_free(output, values["force"])
    made = []
    with Work(puzzle.title) as work:
        setting = Setting(puzzle, given, values)
        for one in values["kind"]:
            work.doing(one)
            try:
                with limited(values["timeout"] / len(values["kind"])):
                    made.append(KINDS[one](setting))
            except FerryplanError as error:
                if was_typed(ctx, "kind"):
                    raise
                note = format_message("commands.exercise-left-out", kind=one, reason=error)
                click.echo(f"plan: note: {note}", err=True)
    words = [word for key, value in given.items() for word in (f"--{key.replace('_', '-')}", told_value(value))]
    check = shlex.join(["plan", "check", ctx.meta["ferryplan.puzzle"].reference, *words])
    check += " --submissions SUBMISSIONS --rubric "
    files = files_of(setting, made, check)
    write_files(output, files)
    places = {"folder": output, "key": output / "key"}
    click.echo(format_message("commands.exercises-written", count=len(made), **places))
    if "rubric.toml" in files:
        click.echo(check + shlex.quote(str(output / "rubric.toml")))
    return 0
