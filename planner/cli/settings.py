"""The parameters of a puzzle as options of a verb: ``--couples 3``, and ``--param couples=3``, which works in every verb."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, assert_never

import click

from ferryplan import domains
from ferryplan.domains.messages import format_message
from ferryplan.generator.catalogue import Choice, Entry
from ferryplan.generator.errors import meant, suggest_name
from ferryplan.planner.cli.values import PARAM, Numbers, Several, Whole, YesOrNo, name_of_parameter
from ferryplan.planner.cli.verbs import plain_option


def is_puzzle(argument: str) -> bool:
    """Return whether an argument can be nothing but a puzzle."""
    return bool(meant(argument, domains.puzzle_files())) or argument.lower().endswith((".toml", ".pddl"))


def spell_option(key: str) -> str:
    """Return the option for a parameter, in verbs that have no option of that name."""
    return f"--{key.replace('_', '-')}"


def find_own_option(command: click.Command, key: str) -> click.Parameter | None:
    """Return the option of a verb that has the name of a parameter, or of its opposite; None if there is none."""
    names = {spell_option(key), f"--no-{spell_option(key)[2:]}"}
    return next((param for param in command.params if names & {*param.opts, *param.secondary_opts}), None)


def make_option(command: click.Command, key: str, choice: Choice, several: bool) -> click.Option:
    """Return the option of a verb for a parameter of a puzzle; with ``several``, it takes several values."""
    names = [PARAM + spell_option(key)[2:], name_of_parameter(key)]
    if not find_own_option(command, key) and key not in ("help", "param"):
        names.insert(0, spell_option(key))
    return click.Option(names, type=_type_of(choice, several), help=choice.help)


def _type_of(choice: Choice, several: bool) -> click.ParamType[Any]:
    """Return what the option for a parameter of the puzzle takes."""
    one: click.ParamType[Any]
    match choice.type:
        case "boolean":
            one, name = YesOrNo(), "yes,no"
        case "list":
            one, name = Numbers(), "numbers/…"
        case "text":
            one, name = click.STRING, "numbers"
        case "integer":
            one, name = Whole(choice.minimum, choice.maximum), "numbers"
        case _:
            assert_never(choice.type)
    return Several(name) if several else one


def join_answers(args: list[str], puzzle: Entry, command: click.Command) -> list[str]:
    """Return arguments with yes or no joined to the options that ask for it: ``--bypass=no`` for ``--bypass no`` and ``--no-bypass``."""
    booleans = [key for key, choice in puzzle.parameters.items() if choice.type == "boolean"]
    asking = {spell_option(key) for key in booleans if not find_own_option(command, key)}
    joined, waiting = list[str](), [*args]
    while waiting:
        typed = waiting.pop(0)
        argument = plain_option(typed)
        refused = f"--{argument.removeprefix('--no-')}"
        if refused in asking and argument != refused:
            argument = f"{refused}=no"
        elif argument in asking:
            answered = waiting and not waiting[0].startswith("-") and not is_puzzle(waiting[0])
            argument += f"={waiting.pop(0) if answered else 'yes'}"
        else:
            argument = typed
        joined.append(argument)
    return joined


def join_settings(args: Sequence[str]) -> list[str]:
    """Replace each ``--param NAME=VALUE`` by the single argument ``--param:NAME=VALUE``.

    Raises UsageError for a setting without ``=``.
    """
    joined, waiting = list[str](), iter(args)
    for argument in waiting:
        option, equals, setting = argument.partition("=")
        if plain_option(option) != "--param":
            joined.append(argument)
            continue
        setting = setting if equals else next(waiting, "")
        if "=" not in setting:
            raise click.UsageError(f"--param: found '{setting}', expected NAME=VALUE")
        joined.append(PARAM + setting)
    return joined


def check_settings(args: Iterable[str], puzzle: Entry, ctx: click.Context) -> None:
    """Raise UsageError for the first ``--param`` whose name is no parameter of the puzzle."""
    known = [key.replace("_", "-") for key in puzzle.parameters]
    for key in (argument[len(PARAM) :].partition("=")[0] for argument in args if argument.startswith(PARAM)):
        if not (meant(key, known) or ctx.resilient_parsing):
            says = format_message("commands.no-parameter", puzzle=puzzle.name, key=key)
            otherwise = format_message("commands.show-puzzle", puzzle=puzzle.name)
            raise click.UsageError(f"{says}; {suggest_name(key, [*puzzle.parameters], otherwise)}")
