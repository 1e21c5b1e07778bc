"""The verb `lint`: what is wrong or odd in PDDL and in puzzle files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import PddlError, PlanError
from ferryplan.generator.files import puzzle_named
from ferryplan.planner.cli.commands import PuzzleCommand, chosen
from ferryplan.planner.cli.options import formats, limit_options
from ferryplan.planner.cli.values import puzzles_begun
from ferryplan.planner.cli.verbs import TooMuchError, Verb, make_verb
from ferryplan.planner.status import exit_code

if TYPE_CHECKING:
    from ferryplan.generator.pddl.syntax import Source


class LintCommand(PuzzleCommand):
    """The command, of PDDL if its first argument is a file of it: then there are no options of a puzzle."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments."""
        name = ctx.meta["ferryplan.name"] = self._puzzle_among(args)
        return Verb.parse_args(self, ctx, args) if _is_pddl(name) else super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        return click.Command.invoke(self, ctx) if _is_pddl(ctx.meta["ferryplan.name"]) else super().invoke(ctx)


def _is_pddl(name: str) -> bool:
    return (puzzle_named(name) or "").lower().endswith(".pddl")


@make_verb("lint", cls=LintCommand, several=False)
@click.argument(
    "puzzle", required=False, default="jealous-couples", metavar="[PUZZLE|DOMAIN", shell_complete=puzzles_begun
)
@click.argument("files", nargs=-1, metavar="[PROBLEM [PLAN]]]", type=click.Path())
@click.option("--strict", is_flag=True)
@click.option("--style", is_flag=True)
@click.option("--fix", is_flag=True)
@click.option("--diff", is_flag=True)
@limit_options()
@formats("text", "json", "sarif", "github")
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
    """Tell what is wrong or odd in the file of PUZZLE, or in PDDL: a domain, a problem and a plan for it.

    Of PDDL, mistakes come with their lines, and end with the exit code 30. A slip that has one sensible fix can be fixed in the files.
    Of puzzle files, odd is what has no effect, rules that never bind,
    optima that are wrong, clues that say nothing new; mistakes are told by every verb.
    """
    if _is_pddl(values["puzzle"]):
        if len(files) > 2:
            raise TooMuchError(files[2], ctx)
        if fix and diff:
            raise click.UsageError(format_message("commands.not-together", option="--fix", other="--diff"))
        texts = _texts_in([values["puzzle"], *files])
        return _show_fixes(texts) if diff else _lint_pddl(_write_fixes(texts) if fix else texts, strict, style, form)
    if files:
        raise TooMuchError(files[0], ctx)
    if style or fix or diff or form in ("sarif", "github"):
        options = {"--style": style, "--fix": fix, "--diff": diff}
        option = next((name for name, given in options.items() if given), f"--format {form}")
        raise click.UsageError(format_message("commands.not-for-puzzles", option=option))
    return _lint_puzzle(ctx, strict, form, values)


def _texts_in(names: list[str]) -> list[Source]:
    """Return the texts of a domain, a problem and a plan; the domain beside a problem that stands first is added."""
    from ferryplan.generator.pddl.syntax import Source
    from ferryplan.planner.lint_report import add_domain
    from ferryplan.planner.system.files import read_text

    kinds = (PddlError, PddlError, PlanError)
    names = [puzzle_named(names[0]) or names[0], *names[1:]]
    return add_domain([Source(read_text(name, kind), name) for name, kind in zip(names, kinds, strict=False)])


def _show_fixes(texts: Sequence[Source]) -> int:
    """Print what ``--fix`` would change; return the exit code, 30 if it would change anything."""
    from ferryplan.planner.lint_report import describe_fixes

    changes = describe_fixes(texts)
    click.echo(changes, nl=False)
    return exit_code("bad-input") if changes else 0


def _write_fixes(texts: Sequence[Source]) -> list[Source]:
    """Write the files in which slips are fixed, all or none, and return the texts that are there now."""
    from ferryplan.planner.lint_report import fix_slips
    from ferryplan.planner.system.files import told_of, write_all

    fixed = fix_slips(texts)
    if "-" in fixed:
        raise click.UsageError(format_message("commands.needs-files", option="--fix"))
    with told_of(Path(next(iter(fixed), "."))):
        write_all({Path(name): text.encode() for name, text in fixed.items()})
    for name in fixed:
        click.echo(f"plan: note: {name}: {format_message('commands.fixed-file-written')}", err=True)
    return [replace(one, text=fixed[one.name], has_mark=False) if one.name in fixed else one for one in texts]


def _lint_pddl(texts: Sequence[Source], strict: bool, style: bool, form: str) -> int:
    from ferryplan.planner.lint_report import lint_pddl

    report = lint_pddl(texts, style)
    click.echo(report.render(form), nl=False)
    bad = report.findings if strict else report.errors
    if bad and all(one.kind == "plan" for one in bad):
        return exit_code("invalid")
    return exit_code("bad-input") if bad else 0


def _lint_puzzle(ctx: click.Context, strict: bool, form: str, values: dict[str, Any]) -> int:
    from ferryplan.planner.lint_report import lint_puzzle

    report = lint_puzzle(*chosen(ctx, values))
    for note in report.notes:
        click.echo(f"plan: note: {note}", err=True)
    click.echo(report.render(form), nl=False)
    return exit_code("bad-input") if strict and report else 0
