"""The verb `lint`: what is wrong or odd in PDDL and in puzzle files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from ferryplan.generator.errors import FerryplanError, PddlError, PlanError
from ferryplan.generator.families import trials
from ferryplan.generator.files import puzzle_named
from ferryplan.planner.cli.commands import PuzzleCommand, chosen
from ferryplan.planner.cli.options import formats, limit_options
from ferryplan.planner.cli.values import puzzles_begun
from ferryplan.planner.cli.verbs import TooMuchError, Verb, plan
from ferryplan.planner.status import exit_code


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
            raise click.UsageError("--fix cannot be combined with --diff, which writes nothing")
        names = _with_domain([values["puzzle"], *files])
        if diff:
            return _show_fixes(names[:2])
        if fix:
            _write_fixes(names[:2])
        return _lint_pddl(names, strict, style, form)
    if files:
        raise TooMuchError(files[0], ctx)
    if style or fix or diff or form in ("sarif", "github"):
        options = {"--style": style, "--fix": fix, "--diff": diff}
        option = next((name for name, given in options.items() if given), f"--format {form}")
        raise click.UsageError(f"{option}: found a puzzle, expected PDDL")
    return _lint_puzzle(ctx, strict, form, values)


def _with_domain(names: list[str]) -> list[str]:
    """Return the names of a domain, a problem and a plan; the domain beside a problem that stands first is added."""
    from ferryplan.generator.classical.pairs import defined_in
    from ferryplan.generator.files import domain_beside
    from ferryplan.planner.system.files import read_text

    names = [puzzle_named(names[0]) or names[0], *names[1:]]
    defined = [[*defined_in(read_text(name, PddlError))] for name in names[:2]]
    if defined[0] == ["problem"] and ["domain"] not in defined:
        if (beside := domain_beside(Path(names[0]))) is None:
            raise PddlError(f"{names[0]}: found a problem, and no domain beside it; expected a domain")
        names.insert(0, str(beside))
    return names


def _fixed_texts(names: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return of each file with a slip, by its name, its text and the text with the slips fixed."""
    from ferryplan.generator.pddl.slips.fixing import fix_unreadable
    from ferryplan.generator.pddl.syntax import Source
    from ferryplan.planner.system.files import read_text

    texts = [read_text(name, PddlError) for name in names]
    sources = [Source(text, name) for name, text in zip(names, texts, strict=True)]
    files = fix_unreadable(sources[0], [*sources, None][1])
    fixed = [files.fixed(part).text for part in files.sources]
    return {name: (old, new) for name, old, new in zip(names, texts, fixed, strict=True) if old != new}


def _show_fixes(names: Sequence[str]) -> int:
    """Print what ``--fix`` would change; return the exit code, 30 if it would change anything."""
    import difflib

    changed = _fixed_texts(names)
    for name, (old, new) in changed.items():
        lines = difflib.unified_diff(old.splitlines(), new.splitlines(), name, name, lineterm="")
        click.echo("\n".join(lines))
    return exit_code("bad-input") if changed else 0


def _write_fixes(names: Sequence[str]) -> None:
    """Write the files in which slips are fixed, all or none."""
    from ferryplan.planner.system.files import told_of, write_all

    changed = _fixed_texts(names)
    for name in changed:
        if name == "-":
            raise click.UsageError("--fix: found standard input, expected files")
    with told_of(Path(next(iter(changed), "."))):
        write_all({Path(name): new.encode() for name, (_, new) in changed.items()})
    for name in changed:
        click.echo(f"plan: note: {name}: wrote the fixed file", err=True)


def _lint_pddl(names: list[str], strict: bool, style: bool, form: str) -> int:
    from ferryplan.generator.pddl.syntax import Source
    from ferryplan.planner.linting import as_commands, as_json, as_sarif, as_text, lint
    from ferryplan.planner.system.files import read_text

    def source(name: str, failure: type[FerryplanError]) -> Source:
        return Source(read_text(name, failure), name)

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
    from ferryplan.generator.oddities import oddities, wrong_optima

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
        click.echo(json.dumps({"findings": rows}, ensure_ascii=False, indent=2))
    else:
        lines = [f"{puzzle.where(one.key)}: {one.says} ({one.kind})" for one in found]
        click.echo("\n".join(lines or [f"{puzzle.reference}: nothing is odd"]))
    return exit_code("bad-input") if strict and found else 0
