"""The verb `exercise`: exercises about a puzzle, with their key."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.planner.cli.commands import about_a_puzzle, chosen, was_typed
from ferryplan.planner.cli.options import force_option, limit_options
from ferryplan.planner.cli.output import check_effect
from ferryplan.planner.cli.values import OneOf, Whole
from ferryplan.planner.system.progress import Work
from ferryplan.teaching.verbs.pages import PAGES

NAMES = ("complete", "mistake", "plan", "graph", "heuristic")


@about_a_puzzle("exercise", PAGES["exercise"])
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
    from ferryplan.planner.system.files import check_free, write_files
    from ferryplan.teaching.exercises.folder import files_of, format_grading, make_exercises
    from ferryplan.teaching.exercises.setting import Setting

    if "complete" not in values["kind"]:
        check_effect(ctx, "with --kind complete", "gaps")
    puzzle, given = chosen(ctx, values)
    check_free(output, values["force"])
    with Work(puzzle.title):
        setting = Setting(puzzle, given, values)
        made, left_out = make_exercises(setting, values["kind"], values["timeout"], strict=was_typed(ctx, "kind"))
    for note in left_out:
        click.echo(f"plan: note: {note}", err=True)
    check = format_grading(puzzle, given)
    files = files_of(setting, made, check)
    write_files(output, files)
    places = {"folder": f"{output}/", "key": output / "key"}
    click.echo(format_message("commands.exercises-written", count=len(made), **places))
    if "rubric.toml" in files:
        command = check + shlex.quote(str(output / "rubric.toml"))
        click.echo(format_message("commands.how-to-grade", command=command))
    return 0
