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
from ferryplan.planner.answer_formatting import ListingOptions
from ferryplan.planner.cli.commands import has_pddl_files, load_chosen_puzzle, make_puzzle_verb, was_option_given
from ferryplan.planner.cli.option_types import OneOf, WholeNumber
from ferryplan.planner.cli.options import (
    add_dialect_options,
    add_limit_options,
    backward_option,
    report_engine_failures,
)
from ferryplan.planner.cli.output import (
    add_output_options,
    check_option_affects_formats,
    check_options_have_effect,
    explain_option,
    format_named_option,
    make_output_target,
    write_result,
)
from ferryplan.planner.cli.solution_options import ALL_SOLUTIONS_OPTIONS
from ferryplan.planner.engines.registry import ENGINES, Engine
from ferryplan.planner.result_formats import ENDINGS, PICTURE_FORMATS, WRITERS
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.limits import GRACE, enforce_limits
from ferryplan.planner.system.progress import WorkProgress
from ferryplan.planner.system.stoppable import StoppableBlock
from ferryplan.planner.system.terminal import terminal_layout

ENGINE_OPTIONS = ("engine", "engine_command", "dialect", "encoding", "backward")
"""options that have no effect in a search for all solutions"""


@make_puzzle_verb("solve")
@click.option("--engine", type=OneOf(("auto", *ENGINES), allows_others=True), default="auto")
@click.option("--engine-command")
@add_dialect_options()
@click.option("--all", "every", is_flag=True)
@click.option("--limit", type=WholeNumber(1, 10**12))
@click.option("--count", is_flag=True)
@click.option("--stream", is_flag=True)
@click.option("--up-to-symmetry", is_flag=True)
@click.option("--slack", type=WholeNumber(0, 10**6), default=0)
@add_limit_options(limits_whole_verb=False)
@add_output_options(*ENDINGS, registry=WRITERS)
@explain_option
@backward_option
def solve_command(ctx: click.Context, **values: Any) -> int:
    """Solve PUZZLE and print the solution, or prove that there is none and name changes that would help."""
    about_all = {name: values.pop(name) for name in ALL_SOLUTIONS_OPTIONS.values()}
    if asking := [
        format_named_option(ctx, name) for name in ALL_SOLUTIONS_OPTIONS.values() if was_option_given(ctx, name)
    ]:
        return _write_all_solutions(
            ctx, asking[0], ListingOptions(values["form"], **about_all, explain=values["explain"]), values
        )
    with enforce_limits(values["timeout"], values["memory"], GRACE):
        return _write_one_solution(ctx, **values)


def _write_one_solution(ctx: click.Context, **values: Any) -> int:
    """Print or write the answer of `ferryplan.solve`; return the exit code."""
    from ferryplan.planner.api.solving import solve
    from ferryplan.planner.result import Answer

    where = make_output_target(ctx, ENDINGS)
    check_option_affects_formats(ctx, where)
    if values["engine_command"] is not None and was_option_given(ctx, "engine"):
        raise click.UsageError(format_message("commands.not-together", option="--engine-command", other="--engine"))
    engine = values["engine"] if values["engine_command"] is None else _parse_engine_command(values["engine_command"])
    if has_pddl_files(ctx):
        files = "with --domain and --problem" if was_option_given(ctx, "domain") else "with a file of PDDL"
        check_options_have_effect(ctx, "with a puzzle", "explain", present_case=files)
    puzzle, parameters = load_chosen_puzzle(ctx, values)
    options = {name: values[name] for name in ("dialect", "encoding", "backward", "timeout", "memory")}
    with report_engine_failures(where.form), WorkProgress(puzzle.title):
        result = solve(
            puzzle, parameters, engine=engine, session=ctx.obj, actions="plan" in where.all_formats, **options
        )
    if isinstance(result, Answer) and where.all_formats & PICTURE_FORMATS:
        raise click.UsageError(
            format_message("commands.picture-of-answer", form=min(where.all_formats & PICTURE_FORMATS))
        )
    return write_result(result, where, values["explain"])


def _parse_engine_command(command: str) -> Engine:
    """Return the engine that runs the command given by ``--engine-command``.

    Raises UsageError for a command without placeholders for the PDDL files.
    """
    try:
        return Engine.command(command)
    except ArgumentError as error:
        raise click.UsageError(f"--engine-command: found {error.found}, expected {error.expected}") from None


def _write_all_solutions(ctx: click.Context, option: str, options: ListingOptions, values: dict[str, Any]) -> int:
    """Write all solutions of a puzzle, or a proof that there are none; return the exit code.

    ``option`` is the option that requests all solutions; messages name it. At the time limit, the memory limit or
    Ctrl-C, the search ends and the solutions found so far are written, even if writing takes more time.
    """
    by_rules = f"with {option}, which runs no planner"
    check_options_have_effect(ctx, "in a search for one solution", *ENGINE_OPTIONS, present_case=by_rules)
    from ferryplan.planner.questions import solution_listing

    where = make_output_target(ctx, solution_listing.FORMATS)
    for form in sorted(where.all_formats - {*solution_listing.FORMATS}):
        raise click.UsageError(
            f"--format: found '{form}', expected {' or '.join(solution_listing.FORMATS)} with {option}"
        )
    check_option_affects_formats(ctx, where)
    if where.files:
        check_options_have_effect(ctx, "on standard output", "stream", present_case="in a file")
    puzzle, parameters = load_chosen_puzzle(ctx, values)
    with enforce_limits(math.inf, values["memory"]), StoppableBlock(values["timeout"]) as stop:
        texts = {form: list[str]() for form in where.files.values()}
        sinks: list[solution_listing.Sink] = [(form, PLAIN, pieces.append) for form, pieces in texts.items()]
        if where.form:
            sinks.append((where.form, terminal_layout(), functools.partial(click.echo, nl=False)))
        status = solution_listing.write_all_solutions(puzzle, parameters, options, stop, sinks)
    replace(where, form="").write_answer(lambda form, _: texts[form])
    if stop.status:
        click.echo(f"plan: {stop.stop_message}", err=True)
        return exit_code(stop.status)
    return exit_code(status)
