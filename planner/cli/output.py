"""Output targets (standard output or files, each with a format), and checks of useless options."""

from __future__ import annotations

import sys
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.escaping import encode_text
from ferryplan.generator.wording import join_phrases
from ferryplan.planner.cli.commands import was_option_given
from ferryplan.planner.cli.option_types import format_option_name
from ferryplan.planner.cli.options import (
    Function,
    add_format_option,
    add_options,
    file_endings_by_format,
    force_option,
    note_license_terms,
)
from ferryplan.planner.result_formats import ENDINGS, find_format, find_registered_format
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.terminal import terminal_layout

if TYPE_CHECKING:
    from ferryplan.generator.layout import Layout
    from ferryplan.planner.result import Answer, Result

STANDARD_OUTPUT = Path("-")
WRITTEN = "written."
"""what the line about a file says if it has no summary of the answer"""
AnswerWriter = Callable[[str, "Layout"], Iterable[str | bytes]]
"""a function that returns an answer piece by piece, for an output format and the layout of its tables"""


@dataclass(frozen=True, slots=True)
class OutputTarget:
    """The places to which a verb writes its answer: standard output, files or both, each with a format."""

    form: str
    """the format on standard output; empty if the answer goes only into files"""
    files: dict[Path, str]
    """the format of each file"""
    force: bool = False
    """whether to replace existing files even if they are about another puzzle or other parameters"""

    @property
    def all_formats(self) -> set[str]:
        """The output formats of standard output and of all files."""
        return {*filter(None, (self.form, *self.files.values()))}

    def write_answer(self, render_pieces: AnswerWriter, summary: str = WRITTEN) -> None:
        """Write an answer into the files, all or none, and print it if standard output has a format.

        ``render_pieces`` is a function that returns the answer in a format. For each file, a line with its name is printed. The
        first of these lines has the ``summary``, unless standard output has the whole answer.
        """
        from ferryplan.generator.layout import PLAIN
        from ferryplan.planner.system.file_replacement import write_or_replace_files

        data = {
            path: b"".join(
                piece if isinstance(piece, bytes) else encode_text(piece) for piece in render_pieces(form, PLAIN)
            )
            for path, form in self.files.items()
        }
        write_or_replace_files(data, self.force)
        for piece in render_pieces(self.form, terminal_layout()) if self.form else ():
            if isinstance(piece, str):
                sys.stdout.write(piece)
            else:
                click.echo(piece, nl=False)
        for number, path in enumerate(self.files):
            says = WRITTEN if self.form or number else summary
            click.echo(f"{'plan: ' if self.form else ''}{path}: {says}", err=bool(self.form))


def add_output_options(
    *names: str, also_print: bool = False, registry: Container[str] = ()
) -> Callable[[Function], Function]:
    """Return a decorator that adds ``--format`` with these format names, ``--output`` and ``--force``.

    With ``also_print``, the help states that the answer is printed even if it is written to files. ``--format`` also
    accepts the names in ``registry``. `make_output_target` turns the values of the options into an OutputTarget.
    """
    key = "commands.output-too" if also_print else "commands.output-instead"
    description = format_message(key, endings=", ".join(file_endings_by_format(names).values()))
    paths = click.Path(path_type=Path)
    output = click.option("-o", "--output", multiple=True, type=paths, metavar="FILE", help=description)
    return add_options(add_format_option(*names, registry=registry), output, force_option)


PICTURE_PACKAGES = {"png": ("resvg-py", "matplotlib")}
"""the Python packages that output formats need"""


def make_output_target(
    ctx: click.Context,
    names: Iterable[str],
    packages: Mapping[str, tuple[str, ...]] = PICTURE_PACKAGES,
    *,
    also_print: bool = False,
) -> OutputTarget:
    """Return the output target of a verb with `add_output_options`, from the options of its command.

    ``names`` are the verb's formats, ``packages`` the Python packages that some of them need. With ``also_print``, the answer
    is printed in the format of ``--format`` as well, and the format of each file depends on its ending. Raises OutputError for
    a file that cannot be written, UsageError for ``--force`` without files.
    """
    from ferryplan.planner.system.user_files import OutputError, check_packages, check_writable_path

    form, output, force = (ctx.params[name] for name in ("form", "output", "force"))
    given = form if was_option_given(ctx, "form") and not also_print else None
    paths = [path for path in output if path != STANDARD_OUTPUT]
    for path in paths:
        check_writable_path(path)
    files = {path: given or find_file_format(path, file_endings_by_format(names), also_print) for path in paths}
    if not files:
        check_options_have_effect(ctx, "with -o FILE", "force")
    where = OutputTarget(form if also_print or not files or STANDARD_OUTPUT in output else "", files, force)
    for one in sorted(where.all_formats & packages.keys()):
        check_packages(f"--format {one}", *packages[one])
    if where.form == "png" and sys.stdout.isatty():
        raise OutputError(format_message("commands.terminal-picture"), where="--format png")
    return where


def find_file_format(path: Path, endings_by_format: Mapping[str, str], also_print: bool = False) -> str:
    """Return the output format that belongs to the ending of a file name.

    ``endings_by_format`` maps formats to endings. Raises OutputError for an unknown ending; the message suggests ``--format``,
    unless ``also_print`` reserves this option for standard output.
    """
    form = find_format(path, endings_by_format) or (
        find_registered_format(path) if endings_by_format == file_endings_by_format(ENDINGS) else None
    )
    if form is None:
        from ferryplan.planner.system.user_files import OutputError

        known = join_phrases([*endings_by_format.values()], "or")
        key = "system.unknown-ending" if path.suffix else "system.no-ending"
        says = format_message(key, ending=path.suffix, endings=known)
        says += "" if also_print else format_message("system.or-format")
        raise OutputError(says, file=path, found=f"'{path.suffix}'", expected=known)
    return form


def print_notes(notes: Iterable[str]) -> None:
    """Print notes on standard error."""
    for note in notes:
        click.echo(f"plan: note: {note}", err=True)


def format_named_option(ctx: click.Context, name: str) -> str:
    """Return the long form (``--up-to-symmetry``) of the option with this Python name."""
    return next(format_option_name(param) for param in ctx.command.get_params(ctx) if param.name == name)


def check_options_have_effect(ctx: click.Context, effective_case: str, *names: str, present_case: str = "here") -> None:
    """Raise UsageError if one of these options was given, because the options have no effect in this case.

    ``names`` are the Python names of the options. The message states the case in which the option would have an effect
    (``effective_case``, such as ``with --pddl``), and the present case.
    """
    for name in names:
        if was_option_given(ctx, name):
            option = format_named_option(ctx, name)
            raise click.UsageError(
                format_message("commands.no-effect", option=option, here=present_case, where=effective_case)
            )


EXPLAINED_FORMATS = ("text", "markdown", "json", "html")
"""the formats in which ``--explain`` has an effect"""
explain_option = click.option("--explain", is_flag=True)


def check_option_affects_formats(
    ctx: click.Context, target: OutputTarget, name: str = "explain", forms: Sequence[str] = EXPLAINED_FORMATS
) -> None:
    """Raise UsageError for a given option that has no effect on any output format of the answer.

    ``name`` is the option's Python name, ``forms`` are the formats on which it has an effect.
    """
    if not target.all_formats & {*forms}:
        check_options_have_effect(
            ctx,
            f"with --format {join_phrases(forms, 'or')}",
            name,
            present_case=f"with {join_phrases(sorted(target.all_formats))}",
        )


def write_result(result: Result | Answer, where: OutputTarget, explain: bool = False) -> int:
    """Write a result, or an answer about the user's own PDDL, to the output target; return the exit code."""
    from ferryplan.planner.questions import narration
    from ferryplan.planner.result import Answer

    note_license_terms(result.engine)
    if isinstance(result, Answer):
        told = result.render("text")
        where.write_answer(lambda form, _: [result.render(form)], told.strip().splitlines()[0])
        print_notes(result.notes)
    else:
        summary = narration.format_verdict(result).strip().splitlines()[0]
        where.write_answer(lambda form, layout: [result.render(form, explain=explain, layout=layout)], summary)
    return exit_code(result.status)
