"""Messages for wrong command lines: the wrong argument or option, the reason, and a suggestion."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import find_similar_names, suggest_name
from ferryplan.generator.files import resolve_puzzle_reference
from ferryplan.generator.names import format_parameter_setting
from ferryplan.generator.puzzle_index import list_catalog_entries
from ferryplan.planner.cli.option_types import YesOrNo, format_option_name
from ferryplan.planner.cli.verbs import TYPED_ARGUMENTS, ExtraArgumentError, find_verb, load_verbs

MAX_VERBS = 6
"""the largest number of verbs with an option that a message about this option lists"""


def describe_usage_error(error: click.ClickException) -> str:
    """Return the message for an error that click finds in the command line."""
    match error:
        case ExtraArgumentError(ctx=click.Context() as ctx):
            return _describe_extra_argument(error.message, ctx)
        case click.NoSuchOption(ctx=click.Context() as ctx):
            return _describe_unknown_option(error.option_name, ctx)
        case click.MissingParameter(ctx=click.Context() as ctx):
            usage = f"{ctx.command_path} {' '.join(ctx.command.collect_usage_pieces(ctx)[:-1])}"
            return format_message("commands.missing-argument", argument=_format_argument_name(error.param), usage=usage)
        case click.BadParameter(param=click.Parameter() as param):
            return f"{format_option_name(param) if isinstance(param, click.Option) else _format_argument_name(param).lower()}: {error.message}"
        case click.BadOptionUsage():
            key = "commands.takes-no-value" if "not take" in error.message else "commands.needs-value"
            return f"{error.option_name} {format_message(key)}"
    return error.format_message()


def _describe_extra_argument(found: str, ctx: click.Context) -> str:
    """Return the message for an argument that a verb does not take, with a suggestion if possible."""
    puzzle = ctx.meta.get("ferryplan.name")
    behind = format_message("commands.unexpected-argument", found=found, before=puzzle or ctx.info_name)
    if puzzle is None or not ctx.meta.get("ferryplan.puzzle"):
        return behind
    if resolve_puzzle_reference(found):
        return format_message("commands.two-puzzles", first=puzzle, second=found)
    numbers = [key for key, spec in ctx.meta["ferryplan.puzzle"].parameters.items() if spec.type == "integer"]
    if find_verb(found):
        return format_message("commands.verb-first", problem=behind, verb=found, puzzle=puzzle)
    if numbers and found.isdecimal():
        setting = " ".join(format_parameter_setting(numbers[0], found))
        return format_message("commands.number-needs-option", problem=behind, setting=setting)
    return behind


def _format_argument_name(param: click.Parameter | None) -> str:
    """Return the name of an argument in capitals, as in the usage line; empty for None."""
    return "" if param is None else str(param.metavar or param.name).upper()


def _describe_unknown_option(found: str, ctx: click.Context) -> str:
    """Return the message for an unknown option.

    The message names verbs or a puzzle that have the option, or options with similar names.
    """
    words: tuple[str, ...] = ctx.meta.get(TYPED_ARGUMENTS, ())
    verb = [word for word in words[:1] if find_verb(word)]
    found = next((word for word in words if found[:2] != "--" and word.startswith(found)), found)  # -couples, not -c
    name = found.lstrip("-")
    unknown = format_message("commands.no-such-option", option=found)
    if verb:
        unknown = format_message("commands.no-such-option-of-verb", verb=ctx.info_name, option=found)
    if bare := find_verb(name):
        return _suggest_command(unknown, ["plan", bare])
    params = [param for param in ctx.command.get_params(ctx) if isinstance(param, click.Option)]
    own = [option for param in params for option in param.opts]
    if name.startswith("no-"):
        own += [f"--no-{option[2:]}" for param in params if isinstance(param.type, YesOrNo) for option in param.opts]
    puzzle = ctx.meta.get("ferryplan.name")
    if (
        puzzle
        and found.startswith("--")
        and (other := next(_list_puzzles_with_parameter(name.replace("-", "_")), None))
    ):
        rest = [word for word in words[len(verb) :] if word != puzzle]
        named = ctx.meta["ferryplan.puzzle"].name
        wrong = format_message("commands.puzzle-without-option", puzzle=named, option=found)
        return _suggest_command(wrong, ["plan", *verb, other, *rest])
    having = [one for one, command in load_verbs().items() if any(found in param.opts for param in command.params)]
    having = [] if find_similar_names(found, own) else having
    if having:
        unknown = format_message("commands.no-such-option-of-verb", verb=ctx.info_name, option=found)
    if len(having) == 1:
        return _suggest_command(unknown, ["plan", *having, *words[len(verb) :]])
    if 0 < len(having) <= MAX_VERBS:
        return format_message("commands.verbs-with-option", problem=unknown, verbs=", ".join(having))
    command = ["plan", puzzle] if puzzle in words[:1] else ["plan", ctx.info_name or ""]
    otherwise = format_message("commands.show-options", command=shlex.join(command))
    return f"{unknown}; {suggest_name(found, own, otherwise)}"


def _suggest_command(problem: str, words: Iterable[str]) -> str:
    """Return a message that states a problem and suggests a command, given as a list of words."""
    return format_message("commands.did-you-mean-command", problem=problem, command=shlex.join(words))


def _list_puzzles_with_parameter(parameter: str) -> Iterator[str]:
    """Yield the names of the catalog puzzles that have a parameter.

    Puzzles whose names contain the first word of the parameter come first.
    """
    word = parameter.removeprefix("no_").partition("_")[0]
    for puzzle in sorted(list_catalog_entries(), key=lambda puzzle: word not in puzzle.name):
        if {parameter, parameter.removeprefix("no_")} & puzzle.parameters.keys():
            yield puzzle.name
