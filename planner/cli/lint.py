"""The verb `lint`: findings in PDDL and in puzzle files."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PddlError, PlanError, PuzzleError
from ferryplan.generator.files import resolve_puzzle_reference
from ferryplan.planner.cli.commands import PuzzleCommand, load_chosen_puzzle
from ferryplan.planner.cli.option_types import complete_puzzles
from ferryplan.planner.cli.options import add_format_option, add_limit_options
from ferryplan.planner.cli.verbs import ExtraArgumentError, Verb, make_verb
from ferryplan.planner.status import exit_code

if TYPE_CHECKING:
    from ferryplan.generator.pddl.syntax import Source


class LintCommand(PuzzleCommand):
    """The command `lint` for a puzzle, whose parameters become options, or for PDDL files."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, with the options of the puzzle unless the first argument is a PDDL file."""
        name = ctx.meta["ferryplan.name"] = self._find_puzzle_argument(args)
        if _names_pddl_file(name):
            return Verb.parse_args(self, ctx, args)
        try:
            return super().parse_args(ctx, args)
        except PuzzleError as error:  # as JSON, the mistakes in the file are findings
            ctx.meta["ferryplan.error"] = error
            with contextlib.suppress(click.UsageError):
                if (rest := Verb.parse_args(self, ctx, args)) is not None and ctx.params.get("form") == "json":
                    return rest
            raise

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command.

        For a puzzle, an error about a wrong value gets the name of the option with that value.
        """
        plain = _names_pddl_file(ctx.meta["ferryplan.name"]) or "ferryplan.error" in ctx.meta
        return click.Command.invoke(self, ctx) if plain else super().invoke(ctx)


def _names_pddl_file(name: str) -> bool:
    return (resolve_puzzle_reference(name) or "").lower().endswith(".pddl")


@make_verb("lint", cls=LintCommand, several=False)
@click.argument(
    "puzzle", required=False, default="jealous-couples", metavar="[PUZZLE|DOMAIN", shell_complete=complete_puzzles
)
@click.argument("files", nargs=-1, metavar="[PROBLEM [PLAN]]]", type=click.Path())
@click.option("--strict", is_flag=True)
@click.option("--style", is_flag=True)
@click.option("--fix", is_flag=True)
@click.option("--diff", is_flag=True)
@add_limit_options()
@add_format_option("text", "json", "sarif", "github")
@click.pass_context
def lint_command(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    strict: bool,
    style: bool,
    fix: bool,
    diff: bool,
    form: str,
    **values: Any,
) -> int:
    """Report findings in the file of PUZZLE, or in PDDL: a domain, a problem and a plan, or more files.

    Errors in PDDL have line numbers, and lead to exit code 30. A mistake with one sensible fix, such as a missing
    space, can be fixed in the files. The findings in puzzle files are keys without effect, rules that never bind,
    wrong optima and redundant clues; every verb reports errors in puzzle files.
    """
    if _names_pddl_file(values["puzzle"]):
        if fix and diff:
            raise click.UsageError(format_message("commands.not-together", option="--fix", other="--diff"))
        groups = _read_pddl_files([values["puzzle"], *files], ctx)
        return (
            _show_fixes(groups, style)
            if diff
            else _report_pddl_findings(_write_fixes(groups, style) if fix else groups, strict, style, form)
        )
    if files:
        raise ExtraArgumentError(files[0], ctx)
    if "ferryplan.error" in ctx.meta:
        return _report_puzzle_errors(ctx.meta["ferryplan.error"], form)
    if style or fix or diff or form in ("sarif", "github"):
        options = {"--style": style, "--fix": fix, "--diff": diff}
        option = next((name for name, given in options.items() if given), f"--format {form}")
        raise click.UsageError(format_message("commands.not-for-puzzles", option=option))
    return _report_puzzle_findings(ctx, strict, form, values)


def _read_pddl_files(names: Sequence[str], ctx: click.Context) -> list[list[Source]]:
    """Read files, and return them in groups, each a domain with its problem and plan.

    Given several problems, each has a group with its domain. If a problem has no domain among the files, the domain
    beside it is added. Raises ExtraArgumentError if there are more than three files, but not only PDDL.
    """
    from ferryplan.generator.pddl.syntax import Source
    from ferryplan.generator.tasks.pddl_puzzles import find_pddl_definitions
    from ferryplan.planner.lint_report import add_missing_domain, group_pddl_files
    from ferryplan.planner.system.user_files import read_text

    names = [resolve_puzzle_reference(names[0]) or names[0], *names[1:]]
    are_pddl = [number < 2 or name.lower().endswith(".pddl") for number, name in enumerate(names)]
    if names[3:] and not all(are_pddl):
        raise ExtraArgumentError(names[3], ctx)
    texts = [
        Source(read_text(name, PddlError if is_pddl else PlanError), name)
        for name, is_pddl in zip(names, are_pddl, strict=True)
    ]
    kinds = [[*find_pddl_definitions(one.text)] for one in texts]
    if len(texts) > 3 or kinds.count(["domain"]) > 1 or kinds.count(["problem"]) > 1:
        return group_pddl_files(texts)
    return [add_missing_domain(texts)]


def _show_fixes(groups: Sequence[Sequence[Source]], style: bool) -> int:
    """Print the changes that ``--fix`` would make to the texts.

    Returns exit code 30 if there are changes, otherwise 0.
    """
    from ferryplan.planner.lint_report import describe_fixes

    changes = describe_fixes(groups, style)
    click.echo(changes, nl=False)
    return exit_code("bad-input") if changes else 0


def _write_fixes(groups: Sequence[Sequence[Source]], style: bool) -> list[list[Source]]:
    """Write the files with all safe edits made, all or none, and return the current texts of all files."""
    from ferryplan.planner.lint_report import fix_groups, update_source
    from ferryplan.planner.system.user_files import raise_output_errors, write_all_or_none

    fixed = fix_groups(groups, style)
    if "-" in fixed:
        raise click.UsageError(format_message("commands.needs-files", option="--fix"))
    with raise_output_errors(Path(next(iter(fixed), "."))):
        write_all_or_none({Path(name): text.encode() for name, text in fixed.items()})
    for name in fixed:
        click.echo(f"plan: note: {name}: {format_message('commands.fixed-file-written')}", err=True)
    return [[update_source(one, fixed) for one in group] for group in groups]


def _report_pddl_findings(groups: Sequence[Sequence[Source]], strict: bool, style: bool, form: str) -> int:
    from ferryplan.planner.lint_report import lint_pddl_groups

    report = lint_pddl_groups(groups, style)
    click.echo(report.render(form), nl=False)
    bad = report.findings if strict else report.errors
    if bad and all(one.kind == "plan" for one in bad):
        return exit_code("invalid")
    return exit_code("bad-input") if bad else 0


def _report_puzzle_errors(error: PuzzleError, form: str) -> int:
    """Print the mistakes in a puzzle file that cannot be loaded; return exit code 30.

    Raises the error itself if it is not about mistakes in a file.
    """
    from ferryplan.planner.lint_report import report_puzzle_errors

    report = report_puzzle_errors(error)
    if report is None:
        raise error
    click.echo(report.render(form), nl=False)
    return exit_code("bad-input")


def _report_puzzle_findings(ctx: click.Context, strict: bool, form: str, values: dict[str, Any]) -> int:
    from ferryplan.planner.lint_report import lint_puzzle

    try:
        report = lint_puzzle(*load_chosen_puzzle(ctx, values))
    except PuzzleError as error:
        if form == "json":
            return _report_puzzle_errors(error, form)
        raise
    for note in report.notes:
        click.echo(f"plan: note: {note}", err=True)
    click.echo(report.render(form), nl=False)
    return exit_code("bad-input") if strict and report else 0
