"""The help pages: the verbs in groups, and the options of a verb in sections."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.wording import listing
from ferryplan.planner.cli.values import PARAM, name_of_parameter, spelled
from ferryplan.planner.cli.words import HELP, Page

if TYPE_CHECKING:
    from ferryplan.generator.catalogue import Entry, Offers

Row = tuple[str, str]
WIDEST, WIDEST_VERB = 26, 10
"""how wide what stands before an explanation may be"""


OUTPUT_AND_LIMITS = ("form", "output", "force", "color", "timeout", "memory", "jobs", "cluster", "journal")
"""options that many verbs share; they come last"""


def write_options(ctx: click.Context, formatter: click.HelpFormatter, puzzle: Entry | None, named: bool) -> None:
    """Write the options: those of the verb, those of the puzzle if it is ``named``, then those that many verbs share.

    Options that the family of a named puzzle does not have are left out.
    """
    params = [param for param in ctx.command.get_params(ctx) if "--help" not in param.opts]
    options = [param for param in params if isinstance(param, click.Option)]
    parameters = puzzle.parameters if puzzle is not None else {}
    own = {name_of_parameter(key): key for key in parameters}
    rest = [option for option in options if option.name not in own]
    rows: dict[str | None, Row] = {option.name: _row(ctx, option, "") for option in rest}
    if puzzle is not None and named:
        from ferryplan.generator.catalogue import offers

        rows = dict(_offered(ctx, rest, offers(puzzle.family)))
    _write(
        formatter,
        format_message("commands.options"),
        [row for name, row in rows.items() if name not in OUTPUT_AND_LIMITS],
    )
    if puzzle is not None and parameters and named:
        defaults = puzzle.defaults()
        takes = {key: f"{choice.takes}; default: {defaults[key]}" for key, choice in parameters.items()}
        listed = [_row(ctx, option, takes[own[option.name]]) for option in options if option.name in own]
        _write(formatter, format_message("commands.parameters", puzzle=puzzle.name), listed)
    elif puzzle is not None and not named:
        with formatter.section(format_message("commands.parameters-of-puzzle")):
            formatter.write_text(format_message("commands.show-parameters", verb=ctx.command.name))
    _write(
        formatter,
        format_message("commands.output-and-limits"),
        [row for name, row in rows.items() if name in OUTPUT_AND_LIMITS],
    )


def write_verbs(formatter: click.HelpFormatter, pages: Mapping[str, Page]) -> None:
    """Write verbs in the groups that their pages name, then the options that most of them have."""
    for heading in dict.fromkeys([*HELP["groups"], *(page["group"] for page in pages.values())]):
        own = {verb: page["gives"] for verb, page in pages.items() if page["group"] == heading}
        _write(formatter, heading, [(f"{verb:{WIDEST_VERB}}", gives) for verb, gives in own.items()])
    _write(formatter, format_message("commands.options-of-most-verbs"), HELP["common"].items())


def write_examples(formatter: click.HelpFormatter, lines: Iterable[str]) -> None:
    """Write examples."""
    with formatter.section(format_message("commands.examples")):
        for line in lines:
            formatter.write(f"{'':{formatter.current_indent}}{line}\n")


def _write(formatter: click.HelpFormatter, heading: str, rows: Iterable[Row]) -> None:
    """Write a section of names, each with its description beside it, or below a long name; write nothing if there are no names."""
    told = [*rows]
    if not told:
        return
    wide = min(max((len(name) for name, _ in told), default=0), WIDEST) + 2
    with formatter.section(heading):
        for name, text in told:
            start = f"{'':{formatter.current_indent}}{name:{wide}}"
            later = " " * (formatter.current_indent + wide)
            first = start if len(name) <= WIDEST else f"{start}\n{later}"
            width = formatter.width - len(later)
            formatter.write(first + f"\n{later}".join(textwrap.wrap(text, width, break_on_hyphens=False)) + "\n")


def _offered(ctx: click.Context, options: Iterable[click.Option], family: Offers) -> Iterable[tuple[str | None, Row]]:
    """Yield the names of the options that a family has, and their rows, with the values that it has."""
    refused = {name for option in options for name in option.opts if name.lstrip("-") in family.refused}
    has = {"dialect": family.dialects, "encoding": family.encodings}
    for option in options:
        needs = re.match(r"with (--[a-z-]+):", option.help or "")
        values = has.get((option.name or "").removesuffix("s"), ())
        instead = "instead of a puzzle" in (option.help or "")
        if not (instead or refused & {*option.opts, needs and needs[1]} or len(values) == 1):
            yield option.name, _row(ctx, option, listing(values, "or"))


def _row(ctx: click.Context, option: click.Option, takes: str) -> Row:
    """Return how an option is written, and what it is for, what it takes and its default; ``takes`` is said for what its type says."""
    plain = [one for one in option.opts if not one.startswith(PARAM)]
    names = ", ".join(sorted(plain, key=len)) if plain else spelled(option)
    metavar = "" if option.is_flag else f" {option.make_metavar(ctx)}"
    expected: Any = takes or getattr(option.type, "expected", "")
    default: Any = option.show_default or ("" if option.is_flag else option.default)
    told = f"default: {default}".removesuffix(".0") if default and isinstance(default, str | int | float) else ""
    notes = "; ".join(note for note in (expected, told) if note)
    return f"{names}{metavar}", f"{option.help}{f'  [{notes}]' if notes else ''}"
