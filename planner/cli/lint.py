"""The verb `lint`: what is wrong or odd in PDDL and in puzzle files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from generator.errors import FerryplanError, PddlError, PlanError
from generator.families import trials
from generator.files import puzzle_named
from planner.cli.commands import PuzzleCommand, chosen
from planner.cli.options import formats, limit_options
from planner.cli.values import puzzles_begun
from planner.cli.verbs import TooMuchError, Verb, plan
from planner.status import exit_code


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


@plan.command("lint", cls=LintCommand, several=False)
@click.argument(
    "puzzle", required=False, default="jealous-couples", metavar="[PUZZLE|DOMAIN", shell_complete=puzzles_begun
)
@click.argument("files", nargs=-1, metavar="[PROBLEM [PLAN]]]", type=click.Path())
@click.option("--strict", is_flag=True)
@click.option("--style", is_flag=True)
@limit_options()
@formats("text", "json", "sarif", "github")
@click.pass_context
def lint_command(
    ctx: click.Context, /, files: tuple[str, ...], strict: bool, style: bool, form: str, **values: Any
) -> int:
    """Tell what is wrong or odd in the file of PUZZLE, or in PDDL: a domain, a problem and a plan for it.

    Of PDDL, mistakes come with their lines, and end with the exit code 30. Of puzzle files, odd is what has no effect, rules that never bind,
    optima that are wrong, clues that say nothing new; mistakes are told by every verb.
    """
    if _is_pddl(values["puzzle"]):
        if len(files) > 2:
            raise TooMuchError(files[2], ctx)
        return _lint_pddl([values["puzzle"], *files], strict, style, form)
    if files:
        raise TooMuchError(files[0], ctx)
    if style or form in ("sarif", "github"):
        option = "--style" if style else f"--format {form}"
        raise click.UsageError(f"{option}: found a puzzle, expected PDDL")
    return _lint_puzzle(ctx, strict, form, values)


def _lint_pddl(names: list[str], strict: bool, style: bool, form: str) -> int:
    from generator.classical.pairs import defined_in
    from generator.files import domain_beside
    from generator.pddl.syntax import Source
    from planner.linting import as_commands, as_json, as_sarif, as_text, lint
    from planner.system.files import read_text

    def source(name: str, failure: type[FerryplanError]) -> Source:
        return Source(read_text(name, failure), name)

    names[0] = puzzle_named(names[0]) or names[0]
    defined = [[*defined_in(source(name, PddlError).text)] for name in names[:2]]
    if defined[0] == ["problem"] and ["domain"] not in defined:
        if (beside := domain_beside(Path(names[0]))) is None:
            raise PddlError(f"{names[0]}: found a problem, and no domain beside it; expected a domain")
        names.insert(0, str(beside))
    kinds = (PddlError, PddlError, PlanError)
    sources = [source(name, kind) for name, kind in zip(names, kinds, strict=False)]
    findings = lint(sources[0], [*sources, None][1], [*sources, None, None][2], style)
    forms = {"json": as_json, "sarif": as_sarif, "github": as_commands}
    told = forms[form](findings) if form in forms else as_text(findings, {one.name: one for one in sources})
    click.echo(told, nl=False)
    bad = findings if strict else [one for one in findings if one.severity == "error"]
    if bad and all(one.kind == "plan" for one in bad):
        return exit_code("invalid")
    return exit_code("bad-input") if bad else 0


def _lint_puzzle(ctx: click.Context, strict: bool, form: str, values: dict[str, Any]) -> int:
    from generator.oddities import oddities, wrong_optima

    puzzle, parameters = chosen(ctx, values)
    found = oddities(puzzle, next(trials(puzzle, parameters)).instance)

    def skipped(key: str) -> None:
        click.echo(
            f"plan: note: {puzzle.where(key)}: not looked for: it takes too long, or there are several boats", err=True
        )

    found += wrong_optima(puzzle, skipped)
    if form == "json":
        rows = [
            {"file": puzzle.reference, "line": line, "column": column, **one._asdict()}
            for one in found
            for line, column in [puzzle.position(one.key)]
        ]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        lines = [f"{puzzle.where(one.key)}: {one.says} ({one.kind})" for one in found]
        click.echo("\n".join(lines or [f"{puzzle.reference}: nothing is odd"]))
    return exit_code("bad-input") if strict and found else 0
