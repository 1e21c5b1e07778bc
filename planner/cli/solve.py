"""The verb `solve`, with its options for all solutions."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from generator.errors import PddlError
from planner.cli.commands import about_a_puzzle, check_options, chosen
from planner.cli.options import (
    Telling,
    add,
    backward_option,
    dialect_options,
    failures_told,
    limit_options,
    telling_options,
    wanted,
)
from planner.cli.values import OneOf, Whole
from planner.cli.verbs import examples
from planner.engines.registry import ENGINES
from planner.result import exit_code
from planner.system.files import read_text
from planner.system.limits import limited
from planner.system.progress import Work
from planner.system.stopping import Stopping
from planner.telling import Wanted

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

    options = add(
        click.option("--all", "every", is_flag=True, help="tell every solution with the fewest moves, or of the least cost"),
        click.option("--first", type=Whole(1, 10**12), metavar="NUMBER", help="of all, tell only so many"),
        click.option("--count", is_flag=True, help="count all, exactly, and tell no more of them than is asked for besides"),
        click.option("--stream", is_flag=True, help="of all, tell each as it is found; as JSON, an object on each line"),
        click.option("--up-to-symmetry", is_flag=True, help="of all, tell one of those that are the same without names, and how many they are"),
        click.option(
            "--longer",
            type=Whole(0, 10**6),
            metavar="NUMBER",
            help="of all, also those that take up to so many moves more, or cost so much more, and repeat no situation",
        ),
    )  # fmt: skip
    return options(command)


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
        from planner.questions import listing

        status = listing.tell_all(puzzle, parameters, wanted, stop)
    if stop.status:
        click.echo(f"plan: {stop.message}", err=True)
        return exit_code(stop.status)
    return exit_code(status)


@about_a_puzzle(
    "solve",
    epilog=examples(
        "solve --couples 3",
        "solve jealous-couples --couples 4 --capacity 2",
        "solve family --format markdown",
        "solve --islands 1 --format json",
        "solve --couples 3 --all --up-to-symmetry",
        "solve wolf-goat-cabbage -o wolf.html -o wolf.svg",
    ),
)
@click.option(
    "--engine",
    type=OneOf(("auto", *ENGINES), others=True),
    default="auto",
    show_default=True,
    help="the planner",
)
@dialect_options(None, "the best that the engine takes", "the cheaper")
@all_solutions
@limit_options()
@telling_options
@backward_option
@click.option(
    "--domain", type=click.Path(), metavar="FILE", help="solve this PDDL domain, with --problem, instead of a puzzle"
)
@click.option("--problem", type=click.Path(), metavar="FILE", help="the PDDL problem to --domain, instead of a puzzle")
def solve_command(
    ctx: click.Context,
    engine: str,
    dialect: str | None,
    encoding: str | None,
    timeout: float,
    memory: int,
    form: str,
    explain: bool,
    backward: bool,
    output: tuple[Path, ...],
    force: bool,
    domain: str | None,
    problem: str | None,
    **values: Any,
) -> int:
    """Solve PUZZLE and tell the solution, or prove that there is none and say what to change."""
    from planner.questions.solving import solve

    puzzle, parameters = chosen(ctx, values)
    how = wanted(ctx, form, explain, output, force)
    asked = {"engine": engine, "timeout": timeout, "memory": memory, "session": ctx.obj}
    if domain or problem:
        named = ctx.get_parameter_source("puzzle") is not ParameterSource.DEFAULT
        if not (domain and problem) or named or parameters or dialect or encoding:
            raise click.UsageError(
                "--domain and --problem go together, without a puzzle, its parameters, --dialect or --encoding"
            )
        return _solve_files(domain, problem, how, asked)
    check_options(puzzle, {"backward": backward})
    with failures_told(how.printed), Work(puzzle.title):
        result = solve(puzzle, parameters, dialect=dialect, encoding=encoding, backward=backward, **asked)
    return how.tell(result)


def _solve_files(domain: str, problem: str, how: Telling, asked: dict[str, Any]) -> int:
    from planner.pddl_files import solve_files
    from planner.result import Answer

    if how.draws:
        raise click.UsageError(
            "--domain and --problem give a plan and no picture; `plan narrate PROBLEM PLAN` draws the plan of a problem generated here"
        )
    texts = [read_text(path, PddlError) for path in (domain, problem)]
    with failures_told(how.printed), Work(problem):
        answer = solve_files(texts[0], texts[1], problem, domain, **asked)
    if not isinstance(answer, Answer):
        return how.tell(answer)
    return how.tell_answer(answer)
