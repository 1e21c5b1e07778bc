"""The verb `check`: somebody's model of a puzzle, held against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from generator.errors import PddlError
from planner.cli.commands import PuzzleCommand, chosen
from planner.cli.lint import tell_mistakes
from planner.cli.options import limit_options
from planner.cli.output import outlet, output_options
from planner.cli.values import puzzles_begun
from planner.cli.verbs import plan
from planner.status import exit_code
from planner.system.progress import Work

if TYPE_CHECKING:
    from generator.classical.instance import ClassicalInstance

FORMATS = ("text", "json")


class CheckCommand(PuzzleCommand):
    """The command: its PDDL is no puzzle, but held against one."""

    of_files = False


@plan.command("check", cls=CheckCommand, several=False)
@click.argument("puzzle", metavar="PUZZLE", shell_complete=puzzles_begun)
@click.option("--domain", type=click.Path())
@click.option("--problem", type=click.Path(), required=True)
@output_options(*FORMATS)
@limit_options()
@click.pass_context
def check_command(ctx: click.Context, /, domain: str | None, problem: str, **values: Any) -> int:
    """Say in what a model of PUZZLE, a domain and a problem, differs from it: each way by the shortest scenario that shows it.

    Names, types and actions are the model's own. What tells where everybody is is found by names and by what fits. Ends with the exit code 0
    where the two are the same, 14 where they differ, 12 where that is not decided.
    """
    from generator.families import instantiate_smallest
    from planner.checking.report import Report
    from planner.checking.verdict import UncheckedError, check

    where = outlet(ctx, FORMATS)
    puzzle, parameters = chosen(ctx, values)
    with Work(problem):
        try:
            model = _model(problem, domain)
        except PddlError:
            if tell_mistakes(problem, domain):
                return exit_code("bad-input")
            raise
        try:
            report = Report(check(instantiate_smallest(puzzle, parameters), model))
        except UncheckedError as error:
            click.echo(f"Not decided: {error}.")
            return exit_code("unknown")
    where.give(lambda form, layout: [report.as_json() if form == "json" else report.as_text(layout)], "written.")
    return exit_code("different" if report.verdict.found else "valid")


def _model(problem: str, domain: str | None) -> ClassicalInstance:
    """Return a problem, with a domain or with the one beside it, as it is read. Raises PddlError for what is no PDDL."""
    from generator.classical.instantiation import instantiate
    from generator.classical.pairs import pair
    from generator.classical.space import ClassicalSpace

    model = instantiate(pair(problem, domain), {})
    _ = model.once(ClassicalSpace).within_reach
    return model
