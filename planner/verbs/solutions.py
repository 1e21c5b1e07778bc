"""The options with which the verb `solve` tells all solutions, and what it does then."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import click
from click.core import ParameterSource

from planner.families import answers_for
from planner.limits import limited
from planner.listing import Wanted
from planner.status import exit_code
from planner.stopping import Stopping
from planner.verbs.commands import check_options, chosen

__all__ = ["all_solutions"]

FOR_ENGINES = ("engine", "dialect", "encoding", "explain", "backward", "domain", "problem")


def all_solutions(solve: Callable[..., int]) -> Callable[..., int]:
    """Return the function of the verb `solve` with the options for all solutions; without any of them it does what it did.

    With one of them it is outside the limits that the verb has otherwise: to tell what was found takes the time that it takes.
    """

    @functools.wraps(solve)
    def command(
        ctx: click.Context,
        every: bool,
        first: int | None,
        count: bool,
        stream: bool,
        up_to_symmetry: bool,
        longer: int | None,
        **values: Any,
    ) -> int:
        if not (every or first or count or stream or up_to_symmetry or longer is not None):
            return solve(ctx, **values)
        return tell_all(ctx, Wanted(values["form"], every, first, count, stream, up_to_symmetry, longer or 0), values)

    options = (
        click.option("--all", "every", is_flag=True, help="tell every solution with the fewest crossings, or of the least cost"),
        click.option("--first", type=click.IntRange(min=1, max=10**12), metavar="NUMBER", help="of all, tell only so many"),
        click.option("--count", is_flag=True, help="count all, exactly, and tell no more of them than is asked for besides"),
        click.option("--stream", is_flag=True, help="of all, tell each as it is found; as JSON, an object on each line"),
        click.option("--up-to-symmetry", is_flag=True, help="of all, tell one of those that are the same without names, and how many they are"),
        click.option(
            "--longer",
            type=click.IntRange(min=0, max=10**6),
            metavar="NUMBER",
            help="of all, also those that take up to so many crossings more, or cost so much more, and repeat no situation",
        ),
    )  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def tell_all(ctx: click.Context, wanted: Wanted, values: dict[str, Any]) -> int:
    """Tell all solutions of a puzzle, or prove that there are none; return the exit code.

    When the time is up, at Ctrl-C, and when the memory runs out, what was found until then is told.
    """
    for option in FOR_ENGINES:
        if ctx.get_parameter_source(option) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"--all explores by the rules and asks no engine: found --{option}, expected none")
    if values["output"]:
        raise click.UsageError(
            f"--output: found '{values['output'][0]}', expected none with --all: all solutions go to standard output"
        )
    puzzle, parameters = chosen(ctx, values)
    check_options(puzzle, {"up-to-symmetry": wanted.up_to_symmetry, "longer": wanted.further})
    with limited(math.inf, values["memory"]), Stopping(values["timeout"]) as stop:
        status = answers_for(puzzle).tell_all(puzzle, parameters, values["puzzle"], wanted, stop)
    if stop.status:
        click.echo(f"plan: {stop.message}", err=True)
        return exit_code(stop.status)
    return exit_code(status)
