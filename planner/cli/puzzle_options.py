"""The parameters of a puzzle as options: ``--couples 3``, and ``--param couples=3``.

The second form works in every verb, even if the verb has an option with the name of the parameter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, assert_never

import click

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import find_known_name, suggest_name
from ferryplan.generator.puzzle_index import CatalogEntry, ParameterOption
from ferryplan.planner.cli.option_types import (
    PARAM_PREFIX,
    NumberList,
    SeveralValues,
    WholeNumber,
    YesOrNo,
    python_name_of_parameter,
)
from ferryplan.planner.cli.verbs import normalize_option


def is_surely_puzzle(argument: str) -> bool:
    """Return whether an argument is a puzzle for certain: a catalog name, a puzzle file or a PDDL file."""
    return bool(find_known_name(argument, domains.puzzle_files())) or argument.lower().endswith((".toml", ".pddl"))


def format_parameter_option(key: str) -> str:
    """Return the option that sets a parameter, such as ``--couples``.

    If the verb has an option of its own with this name, the parameter has only the form ``--param NAME=VALUE``.
    """
    return f"--{key.replace('_', '-')}"


def find_verb_option(command: click.Command, key: str) -> click.Parameter | None:
    """Return the verb's own option that has the same name as a parameter; None if there is no such option.

    An option with ``no-`` before the name of the parameter also counts.
    """
    names = {format_parameter_option(key), f"--no-{format_parameter_option(key)[2:]}"}
    return next((param for param in command.params if names & {*param.opts, *param.secondary_opts}), None)


def make_parameter_option(command: click.Command, key: str, parameter: ParameterOption, several: bool) -> click.Option:
    """Return the click option of a verb for a parameter of a puzzle.

    ``key`` is the name of the parameter. With ``several``, the option takes several values.
    """
    names = [PARAM_PREFIX + format_parameter_option(key)[2:], python_name_of_parameter(key)]
    if not find_verb_option(command, key) and key not in ("help", "param"):
        names.insert(0, format_parameter_option(key))
    return click.Option(names, type=_option_type(parameter, several), help=parameter.help)


def _option_type(choice: ParameterOption, several: bool) -> click.ParamType[Any]:
    """Return the click type of the option for a parameter; with ``several``, for several values."""
    one: click.ParamType[Any]
    match choice.type:
        case "boolean":
            one, name = YesOrNo(), "yes,no"
        case "list":
            one, name = NumberList(), "numbers/…"
        case "text":
            one, name = click.STRING, "numbers"
        case "integer":
            one, name = WholeNumber(choice.minimum, choice.maximum), "numbers"
        case _:
            assert_never(choice.type)
    return SeveralValues(name) if several else one


def join_boolean_values(args: list[str], puzzle: CatalogEntry, command: click.Command) -> list[str]:
    """Return the arguments with the options of yes/no parameters and their values joined by ``=``.

    ``--bypass no`` and ``--no-bypass`` become ``--bypass=no``, and ``--bypass`` becomes ``--bypass=yes``.
    """
    booleans = [key for key, choice in puzzle.parameters.items() if choice.type == "boolean"]
    asking = {format_parameter_option(key) for key in booleans if not find_verb_option(command, key)}
    joined, waiting = list[str](), [*args]
    while waiting:
        typed = waiting.pop(0)
        argument = normalize_option(typed)
        refused = f"--{argument.removeprefix('--no-')}"
        if refused in asking and argument != refused:
            argument = f"{refused}=no"
        elif argument in asking:
            answered = waiting and not waiting[0].startswith("-") and not is_surely_puzzle(waiting[0])
            argument += f"={waiting.pop(0) if answered else 'yes'}"
        else:
            argument = typed
        joined.append(argument)
    return joined


def join_param_arguments(args: Sequence[str]) -> list[str]:
    """Return the arguments with ``--param NAME=VALUE`` replaced by one argument ``--param:NAME=VALUE``.

    Raises UsageError for a ``--param`` without ``=``.
    """
    joined, waiting = list[str](), iter(args)
    for argument in waiting:
        option, equals, setting = argument.partition("=")
        if normalize_option(option) != "--param":
            joined.append(argument)
            continue
        setting = setting if equals else next(waiting, "")
        if "=" not in setting:
            raise click.UsageError(f"--param: found '{setting}', expected NAME=VALUE")
        joined.append(PARAM_PREFIX + setting)
    return joined


def check_param_arguments(args: Iterable[str], puzzle: CatalogEntry, ctx: click.Context) -> None:
    """Raise UsageError for the first ``--param NAME=VALUE`` whose name is no parameter of the puzzle."""
    known = [key.replace("_", "-") for key in puzzle.parameters]
    for key in (
        argument[len(PARAM_PREFIX) :].partition("=")[0] for argument in args if argument.startswith(PARAM_PREFIX)
    ):
        if not (find_known_name(key, known) or ctx.resilient_parsing):
            says = format_message("commands.no-parameter", puzzle=puzzle.name, key=key)
            otherwise = format_message("commands.show-puzzle", puzzle=puzzle.name)
            raise click.UsageError(f"{says}; {suggest_name(key, [*puzzle.parameters], otherwise)}")
