"""The verb `check`, which compares PDDL models that others wrote with a puzzle."""

from __future__ import annotations

import functools
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PuzzleError
from ferryplan.generator.layout import PLAIN
from ferryplan.planner.cli.commands import PuzzleCommand, load_chosen_puzzle
from ferryplan.planner.cli.option_types import WholeNumber, complete_puzzles
from ferryplan.planner.cli.options import TIME, add_limit_options, read_worker_options, worker_options
from ferryplan.planner.cli.output import OutputTarget, add_output_options, check_options_have_effect, make_output_target
from ferryplan.planner.cli.verbs import make_verb
from ferryplan.planner.status import CommandStatus, exit_code
from ferryplan.planner.system.limits import DEFAULT_HINT_TIME, GRACE, enforce_limits
from ferryplan.planner.system.progress import WorkProgress
from ferryplan.planner.system.stoppable import StoppableBlock
from ferryplan.planner.system.terminal import terminal_layout
from ferryplan.planner.system.user_files import check_output_folder, read_text, rewrite_files
from ferryplan.teaching.verbs.pages import PAGES

if TYPE_CHECKING:
    from ferryplan.generator.puzzle_file import PuzzleFile
    from ferryplan.teaching.checking.course_report import CourseCheckSettings
    from ferryplan.teaching.checking.examination import ExaminedProblem, JudgedProblem, ModelOutcome
    from ferryplan.teaching.checking.model_check import ModelCheck
    from ferryplan.teaching.checking.rubric import Rubric

    ExamineFunction = Callable[..., ExaminedProblem]

FORMATS = ("text", "markdown", "html", "json", "junit", "gradescope")
STATUS_BY_OUTCOME: dict[ModelOutcome, CommandStatus] = {
    "same": "valid",
    "different": "different",
    "undecided": "unknown",
    "unreadable": "bad-input",
}
"""The exit status of the command for each verdict."""


class CheckCommand(PuzzleCommand):
    """The command class of the verb `check`.

    PDDL files on its command line are models to check, not puzzles.
    """

    takes_pddl_files = False
    """False, because PDDL files on the command line are models to check."""


@make_verb("check", PAGES["check"], cls=CheckCommand, several=False)
@click.argument("puzzle", metavar="PUZZLE", shell_complete=complete_puzzles)
@click.option("--domain", type=click.Path())
@click.option("--problem", type=click.Path(), multiple=True)
@click.option("--submissions", type=click.Path(path_type=Path))
@click.option("--rubric", type=click.Path())
@worker_options
@click.option("--hint", type=WholeNumber(0, 3), default=0)
@click.option("--hint-time", type=TIME, default=DEFAULT_HINT_TIME)
@click.option("--map", type=click.Path())
@click.option("--show-map", is_flag=True)
@add_output_options(*FORMATS)
@add_limit_options(limits_whole_verb=False)
@click.pass_context
def check_command(ctx: click.Context, /, **values: Any) -> int:
    """Show how a model (a domain and its problems) differs from PUZZLE, by shortest scenarios.

    The model chooses its own names, types and actions. The check finds the facts that represent the puzzle's state by their names, and by
    trying which interpretation fits. The exit code is 0 if the model is the same as the puzzle, 14 if it differs, and 12 if undecided.
    """
    from ferryplan.teaching.checking.interpretation_map import InterpretationMap
    from ferryplan.teaching.checking.rubric import read_rubric_file

    puzzle, parameters = load_chosen_puzzle(ctx, values)
    rubric = read_rubric_file(values["rubric"]) if values["rubric"] else None
    mapped = InterpretationMap(read_text(values["map"], PuzzleError), values["map"]) if values["map"] else None
    if not values["hint"]:
        check_options_have_effect(ctx, "with --hint", "hint_time")
    if values["submissions"] is None:
        from ferryplan.teaching.checking.examination import examine_problem

        return _check_model(
            ctx,
            puzzle,
            functools.partial(examine_problem, puzzle, parameters, interpretation_map=mapped),
            rubric,
            values,
        )
    from ferryplan.teaching.checking.course_report import CourseCheckSettings

    check_options_have_effect(
        ctx, "without --submissions", "domain", "problem", "show_map", present_case="with --submissions"
    )
    asked = {name: values[name] for name in ("hint", "hint_time", "timeout", "memory")}
    asked |= {"rubric": rubric} if rubric is not None else {}
    return _check_submissions(CourseCheckSettings(puzzle, parameters, mapped, **asked), values)


def _check_model(
    ctx: click.Context,
    puzzle: PuzzleFile,
    examine: ExamineFunction,
    rubric: Rubric | None,
    command_options: dict[str, Any],
) -> int:
    """Check each problem of one model, write the report, and return the exit code.

    ``examine`` checks one problem. ``rubric`` gives the points; without one, there are no points. ``command_options`` are the
    options of the command.
    """
    from ferryplan.generator.tasks.pddl_puzzles import list_problem_files
    from ferryplan.teaching.checking.examination import (
        REPORT_LAYOUTS,
        ExaminedProblem,
        render_hints,
        render_model_results,
    )
    from ferryplan.teaching.checking.model_check import ModelCheck, render_without_errors

    where, layouts = make_output_target(ctx, FORMATS), REPORT_LAYOUTS
    check_options_have_effect(ctx, "with --submissions", "jobs", "cluster", "journal")
    if not command_options["problem"]:
        raise click.UsageError(format_message("commands.one-of-two-needed", option="--problem", other="--submissions"))
    problems = list_problem_files(command_options["problem"])
    if command_options["show_map"]:
        check_options_have_effect(ctx, "without --show-map", "form", "output", "hint", present_case="with --show-map")
        if len(problems) > 1:
            raise click.UsageError(format_message("commands.several-problems", count=len(problems)))
        where, layouts = replace(where, form="map"), {"map": PLAIN}
    elif where.form == "text":
        layouts = {**REPORT_LAYOUTS, "text": terminal_layout()}

    def write_results(where: OutputTarget, found: Sequence[JudgedProblem]) -> ModelCheck:
        checked = ModelCheck(puzzle.name, tuple(found), rubric)
        where.write_answer(
            lambda form, _: [
                render_model_results(puzzle.name, found, form)
                if form == "map"
                else render_without_errors(checked, form)
            ]
        )
        return checked

    examined = list[ExaminedProblem]()
    with enforce_limits(command_options["timeout"], command_options["memory"], GRACE) as limit:
        with WorkProgress(puzzle.title, len(problems)) as work:
            for one in problems:
                work.show_step(one)
                examined.append(examine(one, command_options["domain"], layouts=layouts))
                work.count_item_done()
        found = [one.judged_problem for one in examined]
        click.echo("".join(one.reason for one in found if one.verdict == "unreadable"), err=True, nl=False)
        at_once = command_options["hint"] and where.form in ("text", "markdown")
        if at_once:
            write_results(replace(where, files={}), found)
            sys.stdout.flush()
        if command_options["hint"]:
            with WorkProgress(format_message("check.hints", puzzle=puzzle.title)):
                found = [
                    one.with_hints(command_options["hint"], min(command_options["hint_time"], limit.seconds_left / 2))
                    for one in examined
                ]
    if at_once:
        hints = render_hints(found, REPORT_LAYOUTS[where.form])
        click.echo(f"\n{hints}" if hints else "", nl=False)
        where = replace(where, form="")
    checked = write_results(where, found)
    return 0 if checked.map else exit_code(STATUS_BY_OUTCOME[checked.verdict])


def _check_submissions(task: CourseCheckSettings, command_options: dict[str, Any]) -> int:
    """Check each submission in a folder, print the report, and return the exit code.

    The report is also saved if --output names a folder. ``command_options`` are the options of the command.
    """
    output, form = command_options["output"], command_options["form"]
    for folder in output[:1]:
        check_output_folder(folder, command_options["force"], command_options["journal"])
    with WorkProgress(task.puzzle.name), StoppableBlock(math.inf) as stop:
        report = task.check_submissions_in_folder(
            command_options["submissions"], read_worker_options(command_options), stop
        )
    for note in report.notes:
        click.echo(f"plan: note: {command_options['rubric']}: {note}", err=True)
    click.echo(report.render(form, layout=terminal_layout()), nl=False)
    for folder in () if stop.status and command_options["journal"] else output:
        rewrite_files(folder, report.files(form), command_options["force"])
        written = format_message("commands.reports-written", folder=folder, count=len(report))
        click.echo(f"plan: {written}", err=True)
    if stop.status == "interrupted":
        raise KeyboardInterrupt
    return 0
