"""The verb `exercise`, which writes exercises about a puzzle with an answer key."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.planner.cli.commands import load_chosen_puzzle, make_puzzle_verb, was_option_given
from ferryplan.planner.cli.option_types import OneOf, WholeNumber
from ferryplan.planner.cli.options import add_limit_options, force_option
from ferryplan.planner.cli.output import check_options_have_effect
from ferryplan.planner.system.progress import WorkProgress
from ferryplan.teaching.verbs.pages import PAGES

EXERCISE_KINDS = ("complete", "mistake", "plan", "graph", "heuristic")


@make_puzzle_verb("exercise", PAGES["exercise"])
@click.option("--kind", type=OneOf(EXERCISE_KINDS, several=True), default=",".join(EXERCISE_KINDS))
@click.option("--gaps", type=OneOf(("preconditions", "effects", "action", "goal")), default="preconditions")
@click.option("--seed", type=WholeNumber(0, None), default=1)
@click.option("--dialect", type=OneOf(("strips", "adl")))
@add_limit_options()
@click.option("-o", "--output", type=click.Path(path_type=Path), default="exercise")
@force_option
def exercise_command(ctx: click.Context, output: Path, **values: Any) -> int:
    """Write exercises about PUZZLE into a folder: sheets, a model with gaps, the answer key, a rubric.

    The same seed makes the same exercises. key/README.md explains the order in which to hand out the files outside key/.
    """
    from ferryplan.planner.system.user_files import check_output_folder, write_files
    from ferryplan.teaching.exercises.exercise_files import format_grading_command, make_exercise_files, make_exercises
    from ferryplan.teaching.exercises.exercise_setting import ExercisePuzzle

    if "complete" not in values["kind"]:
        check_options_have_effect(ctx, "with --kind complete", "gaps")
    puzzle, given = load_chosen_puzzle(ctx, values)
    check_output_folder(output, values["force"])
    with WorkProgress(puzzle.title):
        setting = ExercisePuzzle(puzzle, given, values)
        made, left_out = make_exercises(
            setting, values["kind"], values["timeout"], strict=was_option_given(ctx, "kind")
        )
    for note in left_out:
        click.echo(f"plan: note: {note}", err=True)
    check = format_grading_command(puzzle, given)
    files = make_exercise_files(setting, made, check)
    write_files(output, files)
    places = {"folder": f"{output}/", "key": output / "key"}
    click.echo(format_message("commands.exercises-written", count=len(made), **places))
    if "rubric.toml" in files:
        command = check + shlex.quote(str(output / "rubric.toml"))
        click.echo(format_message("commands.how-to-grade", command=command))
    return 0
