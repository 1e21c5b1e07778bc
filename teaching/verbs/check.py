"""The verb `check`: somebody's model of a puzzle, held against it."""

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
from ferryplan.planner.cli.commands import PuzzleCommand, chosen
from ferryplan.planner.cli.options import TIME, crew_options, limit_options, workers
from ferryplan.planner.cli.output import Outlet, check_effect, outlet, output_options
from ferryplan.planner.cli.values import Whole, puzzles_begun
from ferryplan.planner.cli.verbs import make_verb
from ferryplan.planner.status import Ending, exit_code
from ferryplan.planner.system.files import check_free, read_text, write_again
from ferryplan.planner.system.limits import DEFAULT_HINT_TIME, GRACE, limited
from ferryplan.planner.system.progress import Work
from ferryplan.planner.system.stopping import Stopping
from ferryplan.planner.system.terminal import layout
from ferryplan.teaching.verbs.pages import PAGES

if TYPE_CHECKING:
    from ferryplan.generator.puzzle_file import PuzzleFile
    from ferryplan.teaching.checking.course_check import CourseTask
    from ferryplan.teaching.checking.judging import Examination, Judged, Outcome
    from ferryplan.teaching.checking.model_check import ModelCheck
    from ferryplan.teaching.checking.rubric import Rubric

    Examine = Callable[..., Examination]

FORMATS = ("text", "markdown", "html", "json", "junit", "gradescope")
ENDS: dict[Outcome, Ending] = {
    "same": "valid",
    "different": "different",
    "undecided": "unknown",
    "unreadable": "bad-input",
}
"""how the command ends"""


class CheckCommand(PuzzleCommand):
    """The command: its PDDL is no puzzle, but held against one."""

    of_files = False


@make_verb("check", PAGES["check"], cls=CheckCommand, several=False)
@click.argument("puzzle", metavar="PUZZLE", shell_complete=puzzles_begun)
@click.option("--domain", type=click.Path())
@click.option("--problem", type=click.Path(), multiple=True)
@click.option("--submissions", type=click.Path(path_type=Path))
@click.option("--rubric", type=click.Path())
@crew_options
@click.option("--hint", type=Whole(0, 3), default=0)
@click.option("--hint-time", type=TIME, default=DEFAULT_HINT_TIME)
@click.option("--map", type=click.Path())
@click.option("--show-map", is_flag=True)
@output_options(*FORMATS)
@limit_options(whole=False)
@click.pass_context
def check_command(ctx: click.Context, /, **values: Any) -> int:
    """Say in what a model of PUZZLE, a domain and its problems, differs from it: each way by the shortest scenario that shows it.

    Names, types and actions are the model's own. What tells where everybody is is found by names and by what fits. Ends with the exit code 0
    where the two are the same, 14 where they differ, 12 where that is not decided.
    """
    from ferryplan.teaching.checking.mapping import Map
    from ferryplan.teaching.checking.rubric import rubric_in

    puzzle, parameters = chosen(ctx, values)
    rubric = rubric_in(values["rubric"]) if values["rubric"] else None
    mapped = Map(read_text(values["map"], PuzzleError), values["map"]) if values["map"] else None
    if not values["hint"]:
        check_effect(ctx, "with --hint", "hint_time")
    if values["submissions"] is None:
        from ferryplan.teaching.checking.judging import examine

        return _check_model(ctx, puzzle, functools.partial(examine, puzzle, parameters, given=mapped), rubric, values)
    from ferryplan.teaching.checking.course_check import CourseTask

    check_effect(ctx, "without --submissions", "domain", "problem", "show_map", here="with --submissions")
    asked = {name: values[name] for name in ("hint", "hint_time", "timeout", "memory")}
    asked |= {"rubric": rubric} if rubric is not None else {}
    return _check_course(CourseTask(puzzle, parameters, mapped, **asked), values)


def _check_model(
    ctx: click.Context, puzzle: PuzzleFile, examine: Examine, rubric: Rubric | None, values: dict[str, Any]
) -> int:
    """Judge each problem of a model, and tell what came of it."""
    from ferryplan.generator.tasks.pairs import problems_of
    from ferryplan.teaching.checking.judging import LAYOUTS, Examination, list_hints, told
    from ferryplan.teaching.checking.model_check import ModelCheck, render_model

    where, forms = outlet(ctx, FORMATS), LAYOUTS
    check_effect(ctx, "with --submissions", "jobs", "cluster", "journal")
    if not values["problem"]:
        raise click.UsageError(format_message("commands.one-of-two-needed", option="--problem", other="--submissions"))
    problems = problems_of(values["problem"])
    if values["show_map"]:
        check_effect(ctx, "without --show-map", "form", "output", "hint", here="with --show-map")
        if len(problems) > 1:
            raise click.UsageError(format_message("commands.several-problems", count=len(problems)))
        where, forms = replace(where, form="map"), {"map": PLAIN}
    elif where.form == "text":
        forms = {**LAYOUTS, "text": layout()}

    def give(where: Outlet, found: Sequence[Judged]) -> ModelCheck:
        checked = ModelCheck(puzzle.name, tuple(found), rubric)
        where.give(lambda form, _: [told(puzzle.name, found, form) if form == "map" else render_model(checked, form)])
        return checked

    examined = list[Examination]()
    with limited(values["timeout"], values["memory"], GRACE) as limit:
        with Work(puzzle.title, len(problems)) as work:
            for one in problems:
                work.doing(one)
                examined.append(examine(one, values["domain"], forms=forms))
                work.advanced()
        found = [one.judged for one in examined]
        click.echo("".join(one.said for one in found if one.verdict == "unreadable"), err=True, nl=False)
        at_once = values["hint"] and where.form in ("text", "markdown")
        if at_once:
            give(replace(where, files={}), found)
            sys.stdout.flush()
        if values["hint"]:
            with Work(format_message("check.hints", puzzle=puzzle.title)):
                found = [
                    one.with_hints(values["hint"], min(values["hint_time"], limit.seconds_left / 2)) for one in examined
                ]
    if at_once:
        hints = list_hints(found, LAYOUTS[where.form])
        click.echo(f"\n{hints}" if hints else "", nl=False)
        where = replace(where, form="")
    checked = give(where, found)
    return 0 if checked.map else exit_code(ENDS[checked.verdict])


def _check_course(task: CourseTask, values: dict[str, Any]) -> int:
    """Check each submission in a folder, print the report, and write it into a folder if that is asked for."""
    output, form = values["output"], values["form"]
    for folder in output[:1]:
        check_free(folder, values["force"], values["journal"])
    with Work(task.puzzle.name), Stopping(math.inf) as stop:
        report = task.check(values["submissions"], workers(values), stop)
    for note in report.notes:
        click.echo(f"plan: note: {values['rubric']}: {note}", err=True)
    click.echo(report.render(form, layout=layout()), nl=False)
    for folder in () if stop.status and values["journal"] else output:
        write_again(folder, report.files(form), values["force"])
        written = format_message("commands.reports-written", folder=folder, count=len(report))
        click.echo(f"plan: {written}", err=True)
    if stop.status == "interrupted":
        raise KeyboardInterrupt
    return 0
