"""Where an answer goes, and in which format: standard output, files; and what is said of options that have no effect on it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.escaping import encode_text
from ferryplan.generator.wording import listing
from ferryplan.planner.cli.commands import was_typed
from ferryplan.planner.cli.options import Function, add, endings, force_option, formats, tell_terms
from ferryplan.planner.cli.values import spelled
from ferryplan.planner.formats import ENDINGS, find_format_of_others, format_of
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.terminal import layout

if TYPE_CHECKING:
    from ferryplan.generator.layout import Layout
    from ferryplan.planner.result import Answer, Result

STANDARD_OUTPUT = Path("-")
Teller = Callable[[str, "Layout"], Iterable[str | bytes]]
"""what tells an answer in a format, piece by piece"""


@dataclass(frozen=True, slots=True)
class Outlet:
    """Where an answer goes, and in which format."""

    form: str
    """the format on standard output; empty if the answer goes into files only"""
    files: dict[Path, str]
    """the format of each file"""
    force: bool = False
    """whether files that hold something else are replaced"""

    @property
    def forms(self) -> set[str]:
        """All formats that are asked for."""
        return {*filter(None, (self.form, *self.files.values()))}

    def give(self, tell: Teller, summary: str = "written.") -> None:
        """Write the answer into the files, all or none, and say so, each with the summary; and print it, unless it goes into files only."""
        from ferryplan.generator.layout import PLAIN
        from ferryplan.planner.system.replacing import replace_all

        data = {
            path: b"".join(piece if isinstance(piece, bytes) else encode_text(piece) for piece in tell(form, PLAIN))
            for path, form in self.files.items()
        }
        replace_all(data, self.force)
        for piece in tell(self.form, layout()) if self.form else ():
            if isinstance(piece, str):
                sys.stdout.write(piece)
            else:
                click.echo(piece, nl=False)
        for path in self.files:
            click.echo(f"{'plan: ' if self.form else ''}{path}: {summary}", err=bool(self.form))


def output_options(*names: str, too: bool = False, registry: Container[str] = ()) -> Callable[[Function], Function]:
    """Return a decorator that adds ``--format``, with these names, ``--output`` and ``--force``, of which `outlet` makes an Outlet."""
    key = "commands.output-too" if too else "commands.output-instead"
    description = format_message(key, endings=", ".join(endings(names).values()))
    paths = click.Path(path_type=Path)
    output = click.option("-o", "--output", multiple=True, type=paths, metavar="FILE", help=description)
    return add(formats(*names, registry=registry), output, force_option)


IN_PIXELS = {"png": ("resvg-py", "matplotlib")}


def outlet(
    ctx: click.Context, names: Iterable[str], packages: Mapping[str, tuple[str, ...]] = IN_PIXELS, *, too: bool = False
) -> Outlet:
    """Return where the answer of a verb with ``output_options`` goes, in one of the formats of these names; some of them need packages.

    With ``too`` it is printed in its format beside the files, which have theirs by their endings.
    Raises OutputError for a file that could not be written in the end, UsageError for files to be replaced where there are none.
    """
    from ferryplan.planner.system.files import OutputError, check_packages, check_place

    form, output, force = (ctx.params[name] for name in ("form", "output", "force"))
    given = form if was_typed(ctx, "form") and not too else None
    paths = [path for path in output if path != STANDARD_OUTPUT]
    for path in paths:
        check_place(path)
    files = {path: given or _form_of(path, endings(names), too) for path in paths}
    if not files:
        check_effect(ctx, "with -o FILE", "force")
    where = Outlet(form if too or not files or STANDARD_OUTPUT in output else "", files, force)
    for one in sorted(where.forms & packages.keys()):
        check_packages(f"--format {one}", *packages[one])
    if where.form == "png" and sys.stdout.isatty():
        raise OutputError(format_message("commands.terminal-picture"), where="--format png")
    return where


def _form_of(path: Path, ends: Mapping[str, str], too: bool) -> str:
    form = format_of(path, ends) or (find_format_of_others(path) if ends == endings(ENDINGS) else None)
    if form is None:
        from ferryplan.planner.system.files import OutputError

        known = listing([*ends.values()], "or")
        key = "system.unknown-ending" if path.suffix else "system.no-ending"
        says = format_message(key, ending=path.suffix, endings=known)
        says += "" if too else format_message("system.or-format")
        raise OutputError(says, file=path, found=f"'{path.suffix}'", expected=known)
    return form


def note_aside(notes: Iterable[str]) -> None:
    """Print notes on standard error."""
    for note in notes:
        click.echo(f"plan: note: {note}", err=True)


def typed_as(ctx: click.Context, name: str) -> str:
    """Return an option as it is typed."""
    return next(spelled(param) for param in ctx.command.get_params(ctx) if param.name == name)


def check_effect(ctx: click.Context, where: str, *names: str, here: str = "here") -> None:
    """Raise UsageError for the first of these options that was given: it has no effect here, only where that is said."""
    for name in names:
        if was_typed(ctx, name):
            option = typed_as(ctx, name)
            raise click.UsageError(format_message("commands.no-effect", option=option, here=here, where=where))


EXPLAINED = ("text", "markdown", "json", "html")
"""the formats in which ``--explain`` adds something"""
explain_option = click.option("--explain", is_flag=True)


def check_told(ctx: click.Context, where: Outlet, name: str = "explain", forms: Sequence[str] = EXPLAINED) -> None:
    """Raise UsageError for an option that was given, if the answer is in none of the formats in which it has an effect."""
    if not where.forms & {*forms}:
        check_effect(ctx, f"with --format {listing(forms, 'or')}", name, here=f"with {listing(sorted(where.forms))}")


def tell_result(result: Result | Answer, where: Outlet, explain: bool = False) -> int:
    """Tell a result, or an answer about PDDL that was not generated here; return the exit code."""
    from ferryplan.planner.questions import narration
    from ferryplan.planner.result import Answer

    tell_terms(result.engine)
    if isinstance(result, Answer):
        told = result.render("text")
        where.give(lambda form, _: [result.render(form)], told.strip().splitlines()[0])
        note_aside(result.notes)
    else:
        summary = narration.verdict(result).strip().splitlines()[0]
        where.give(lambda form, layout: [result.render(form, explain=explain, layout=layout)], summary)
    return exit_code(result.status)
