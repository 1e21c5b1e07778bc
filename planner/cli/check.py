"""The verb `check`: somebody's model of a puzzle, held against it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from generator.errors import PuzzleError
from planner.cli.commands import PuzzleCommand, chosen
from planner.cli.options import limit_options
from planner.cli.output import check_effect, outlet, output_options
from planner.cli.values import puzzles_begun
from planner.cli.verbs import plan
from planner.status import Ending, exit_code
from planner.system.files import read_text
from planner.system.progress import Work
from planner.system.terminal import layout

if TYPE_CHECKING:
    from planner.checking.judging import Outcome

FORMATS = ("text", "markdown", "json")
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


@plan.command("check", cls=CheckCommand, several=False)
@click.argument("puzzle", metavar="PUZZLE", shell_complete=puzzles_begun)
@click.option("--domain", type=click.Path())
@click.option("--problem", type=click.Path(), required=True, multiple=True)
@click.option("--map", type=click.Path())
@click.option("--show-map", is_flag=True)
@output_options(*FORMATS)
@limit_options()
@click.pass_context
def check_command(
    ctx: click.Context,
    /,
    domain: str | None,
    problem: tuple[str, ...],
    show_map: bool,
    **values: Any,
) -> int:
    """Say in what a model of PUZZLE, a domain and its problems, differs from it: each way by the shortest scenario that shows it.

    Names, types and actions are the model's own. What tells where everybody is is found by names and by what fits. Ends with the exit code 0
    where the two are the same, 14 where they differ, 12 where that is not decided.
    """
    from generator.classical.pairs import problems_of
    from planner.checking.judging import Judged, judged, told, worst
    from planner.telling import MARKDOWN, PLAIN

    where = outlet(ctx, FORMATS)
    puzzle, parameters = chosen(ctx, values)
    problems, mapped = problems_of(problem), None
    if given := values["map"]:
        from planner.checking.mapping import Map

        mapped = Map(read_text(given, PuzzleError), given)
    if show_map:
        check_effect(ctx, "without --show-map", "form", "output", here="with --show-map")
        if len(problems) > 1:
            raise click.UsageError(f"--show-map: found {len(problems)} problems, expected one")
        where = replace(where, form="map")
    forms = {form: MARKDOWN if form == "markdown" else PLAIN for form in where.forms - {"json"}}
    if where.form == "text":
        forms["text"] = layout()
    with Work(puzzle.title, len(problems)) as work:
        found = list[Judged]()
        for one in problems:
            work.doing(one)
            found.append(judged(puzzle, parameters, one, domain, mapped, forms))
            work.advanced()
    if mistakes := [one.said for one in found if one.verdict == "unreadable"]:
        click.echo("".join(mistakes), err=True, nl=False)
    where.give(lambda form, _: [told(puzzle.name, found, form)], "written.")
    if show_map and found[0].texts:
        return 0
    return exit_code(ENDS[worst(found)])
