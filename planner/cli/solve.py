"""The verb `solve`, for one solution and for all."""

from __future__ import annotations

import functools
import math
from dataclasses import replace
from typing import Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.arguments import ArgumentError
from ferryplan.generator.layout import PLAIN
from ferryplan.planner.cli.commands import about_a_puzzle, chosen, is_pddl, was_typed
from ferryplan.planner.cli.options import backward_option, dialect_options, failures_told, limit_options
from ferryplan.planner.cli.output import (
    check_effect,
    check_told,
    explain_option,
    outlet,
    output_options,
    tell_result,
    typed_as,
)
from ferryplan.planner.cli.values import OneOf, Whole
from ferryplan.planner.engines.registry import ENGINES, Engine
from ferryplan.planner.formats import ENDINGS, PICTURES, WRITERS
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.limits import GRACE, limited
from ferryplan.planner.system.progress import Work
from ferryplan.planner.system.stopping import Stopping
from ferryplan.planner.system.terminal import layout
from ferryplan.planner.telling import Wanted

FOR_ENGINES = ("engine", "engine_command", "dialect", "encoding", "backward")
FOR_ALL = ("every", "limit", "count", "stream", "up_to_symmetry", "slack")


@about_a_puzzle("solve")
@click.option("--engine", type=OneOf(("auto", *ENGINES), others=True), default="auto")
@click.option("--engine-command")
@dialect_options()
@click.option("--all", "every", is_flag=True)
@click.option("--limit", type=Whole(1, 10**12))
@click.option("--count", is_flag=True)
@click.option("--stream", is_flag=True)
@click.option("--up-to-symmetry", is_flag=True)
@click.option("--slack", type=Whole(0, 10**6), default=0)
@limit_options(whole=False)
@output_options(*ENDINGS, registry=WRITERS)
@explain_option
@backward_option
def solve_command(ctx: click.Context, **values: Any) -> int:
    """Solve PUZZLE and tell the solution, or prove that there is none and say what to change."""
    about_all = {name: values.pop(name) for name in FOR_ALL}
    if asking := [typed_as(ctx, name) for name in FOR_ALL if was_typed(ctx, name)]:
        return _tell_all(ctx, asking[0], Wanted(values["form"], **about_all, explain=values["explain"]), values)
    with limited(values["timeout"], values["memory"], GRACE):
        return _solve(ctx, **values)


def _solve(ctx: click.Context, **values: Any) -> int:
    """Print what `ferryplan.solve` finds; return the exit code."""
    from ferryplan.planner.api.solving import solve
    from ferryplan.planner.result import Answer

    where = outlet(ctx, ENDINGS)
    check_told(ctx, where)
    if values["engine_command"] is not None and was_typed(ctx, "engine"):
        raise click.UsageError(format_message("commands.not-together", option="--engine-command", other="--engine"))
    engine = values["engine"] if values["engine_command"] is None else _engine_of(values["engine_command"])
    if is_pddl(ctx):
        files = "with --domain and --problem" if was_typed(ctx, "domain") else "with a file of PDDL"
        check_effect(ctx, "with a puzzle", "explain", here=files)
    puzzle, parameters = chosen(ctx, values)
    options = {name: values[name] for name in ("dialect", "encoding", "backward", "timeout", "memory")}
    with failures_told(where.form), Work(puzzle.title):
        result = solve(puzzle, parameters, engine=engine, session=ctx.obj, actions="plan" in where.forms, **options)
    if isinstance(result, Answer) and where.forms & PICTURES:
        raise click.UsageError(format_message("commands.picture-of-answer", form=min(where.forms & PICTURES)))
    return tell_result(result, where, values["explain"])


def _engine_of(command: str) -> Engine:
    """Return the planner that a command runs. Raises UsageError for a command that names no files for the PDDL."""
    try:
        return Engine.command(command)
    except ArgumentError as error:
        raise click.UsageError(f"--engine-command: found {error.found}, expected {error.expected}") from None


def _tell_all(ctx: click.Context, asking: str, wanted: Wanted, values: dict[str, Any]) -> int:
    """Tell all solutions of a puzzle, or prove that there are none; return the exit code.

    When the time is up, at Ctrl-C, and when the memory runs out, what was found until then is told: this takes the time that it takes.
    """
    by_rules = f"with {asking}, which runs no planner"
    check_effect(ctx, "in a search for one solution", *FOR_ENGINES, here=by_rules)
    from ferryplan.planner.questions import listing

    where = outlet(ctx, listing.FORMATS)
    for form in sorted(where.forms - {*listing.FORMATS}):
        raise click.UsageError(f"--format: found '{form}', expected {' or '.join(listing.FORMATS)} with {asking}")
    check_told(ctx, where)
    if where.files:
        check_effect(ctx, "on standard output", "stream", here="in a file")
    puzzle, parameters = chosen(ctx, values)
    with limited(math.inf, values["memory"]), Stopping(values["timeout"]) as stop:
        texts = {form: list[str]() for form in where.files.values()}
        sinks: list[listing.Sink] = [(form, PLAIN, pieces.append) for form, pieces in texts.items()]
        if where.form:
            sinks.append((where.form, layout(), functools.partial(click.echo, nl=False)))
        status = listing.tell_all(puzzle, parameters, wanted, stop, sinks)
    replace(where, form="").give(lambda form, _: texts[form])
    if stop.status:
        click.echo(f"plan: {stop.message}", err=True)
        return exit_code(stop.status)
    return exit_code(status)
