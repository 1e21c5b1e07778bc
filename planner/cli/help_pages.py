"""The help pages: the verbs in groups, and the options of a verb in sections."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.wording import join_phrases
from ferryplan.planner.cli.option_types import (
    PARAM_PREFIX,
    OneOf,
    WholeNumber,
    format_option_name,
    python_name_of_parameter,
)
from ferryplan.planner.cli.verb_registry import HELP, Page

if TYPE_CHECKING:
    from ferryplan.generator.puzzle_index import CatalogEntry, FamilyCapabilities

Row = tuple[str, str]
"""a name (of an option or a verb) and its description"""
MAX_NAME_WIDTH, VERB_WIDTH = 26, 10
"""the widths in characters of the column of option names, at most, and of the column of verbs"""


SHARED_OPTIONS = ("form", "output", "force", "color", "timeout", "memory", "jobs", "cluster", "journal")
"""options that many verbs share; they come last"""


def write_option_help(
    ctx: click.Context, formatter: click.HelpFormatter, puzzle: CatalogEntry | None, puzzle_is_named: bool
) -> None:
    """Write three sections to a help page: the verb's options, the puzzle's options and shared options.

    If ``puzzle_is_named`` is false, the command line names no puzzle, and ``puzzle`` is the default puzzle: a hint then takes
    the place of the puzzle's options. Options that the family of a named puzzle does not support are left out.
    """
    params = [param for param in ctx.command.get_params(ctx) if "--help" not in param.opts]
    options = [param for param in params if isinstance(param, click.Option)]
    parameters = puzzle.parameters if puzzle is not None else {}
    own = {python_name_of_parameter(key): key for key in parameters}
    rest = [option for option in options if option.name not in own]
    rows: dict[str | None, Row] = {option.name: _format_option_row(ctx, option, "") for option in rest}
    if puzzle is not None and puzzle_is_named:
        from ferryplan.generator.puzzle_index import get_family_capabilities

        rows = dict(_list_option_rows(ctx, rest, get_family_capabilities(puzzle.family)))
    _write_section(
        formatter,
        format_message("commands.options"),
        [row for name, row in rows.items() if name not in SHARED_OPTIONS],
    )
    if puzzle is not None and parameters and puzzle_is_named:
        defaults = puzzle.format_defaults()
        takes = {key: f"{choice.value_range}; default: {defaults[key]}" for key, choice in parameters.items()}
        listed = [_format_option_row(ctx, option, takes[own[option.name]]) for option in options if option.name in own]
        _write_section(formatter, format_message("commands.parameters", puzzle=puzzle.name), listed)
    elif puzzle is not None and not puzzle_is_named:
        with formatter.section(format_message("commands.parameters-of-puzzle")):
            formatter.write_text(format_message("commands.show-parameters", verb=ctx.command.name))
    _write_section(
        formatter,
        format_message("commands.output-and-limits"),
        [row for name, row in rows.items() if name in SHARED_OPTIONS],
    )


def write_verb_list(formatter: click.HelpFormatter, pages: Mapping[str, Page]) -> None:
    """Write the list of verbs to the help page of `plan`, by group, then the options that most verbs have.

    ``pages`` holds the help page of each verb.
    """
    for heading in dict.fromkeys([*HELP["groups"], *(page["group"] for page in pages.values())]):
        own = {verb: page["gives"] for verb, page in pages.items() if page["group"] == heading}
        _write_section(formatter, heading, [(f"{verb:{VERB_WIDTH}}", gives) for verb, gives in own.items()])
    _write_section(formatter, format_message("commands.options-of-most-verbs"), HELP["common"].items())


def write_example_section(formatter: click.HelpFormatter, lines: Iterable[str]) -> None:
    """Write the section with examples to a help page, an example command per line."""
    with formatter.section(format_message("commands.examples")):
        for line in lines:
            formatter.write(f"{'':{formatter.current_indent}}{line}\n")


def _write_section(formatter: click.HelpFormatter, heading: str, rows: Iterable[Row]) -> None:
    """Write a section of names and descriptions to a help page; write nothing if there are no rows.

    A description stands beside its name or, if the name is long, below it.
    """
    told = [*rows]
    if not told:
        return
    wide = min(max((len(name) for name, _ in told), default=0), MAX_NAME_WIDTH) + 2
    with formatter.section(heading):
        for name, text in told:
            start = f"{'':{formatter.current_indent}}{name:{wide}}"
            later = " " * (formatter.current_indent + wide)
            first = start if len(name) <= MAX_NAME_WIDTH else f"{start}\n{later}"
            width = formatter.width - len(later)
            formatter.write(first + f"\n{later}".join(textwrap.wrap(text, width, break_on_hyphens=False)) + "\n")


def _list_option_rows(
    ctx: click.Context, options: Iterable[click.Option], family: FamilyCapabilities
) -> Iterable[tuple[str | None, Row]]:
    """Yield the Python name and the help row of each option that a family supports.

    A row lists only the option values that the family supports.
    """
    refused = {name for option in options for name in option.opts if name.lstrip("-") in family.refused_options}
    has = {"dialect": family.dialects, "encoding": family.encodings}
    for option in options:
        needs = re.match(r"with (--[a-z-]+):", option.help or "")
        values = has.get((option.name or "").removesuffix("s"), ())
        instead = "instead of a puzzle" in (option.help or "")
        if not (instead or refused & {*option.opts, needs and needs[1]} or len(values) == 1):
            yield option.name, _format_option_row(ctx, option, join_phrases(values, "or"))


def _format_option_row(ctx: click.Context, option: click.Option, accepted_values: str) -> Row:
    """Return the help row of an option: its names, and its description with its values and its default.

    ``accepted_values`` is a text about the accepted values; unless it is empty, it replaces the text of the option's
    type.
    """
    plain = [one for one in option.opts if not one.startswith(PARAM_PREFIX)]
    names = ", ".join(sorted(plain, key=len)) if plain else format_option_name(option)
    metavar = "" if option.is_flag else f" {option.make_metavar(ctx)}"
    type_values = option.type.expected_text if isinstance(option.type, WholeNumber | OneOf) else ""
    default: Any = option.show_default or ("" if option.is_flag else option.default)
    told = f"default: {default}".removesuffix(".0") if default and isinstance(default, str | int | float) else ""
    notes = "; ".join(note for note in (accepted_values or type_values, told) if note)
    return f"{names}{metavar}", f"{option.help}{f'  [{notes}]' if notes else ''}"
