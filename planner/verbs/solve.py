"""The verb `solve`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from generator.errors import PddlError
from planner.engines.failures import failures_told
from planner.families import answers_for
from planner.files import read_text
from planner.solving import solve
from planner.terminal import progress
from planner.verbs.asked import dialect_options, limit_options
from planner.verbs.cli import plan
from planner.verbs.commands import about_a_puzzle, backward_option, check_options, chosen, examples
from planner.verbs.solutions import all_solutions
from planner.verbs.telling import Telling, telling, wanted

__all__ = ["solve_command"]


@about_a_puzzle(
    plan,
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
    default="auto",
    show_default=True,
    help="the planner: pyperplan, fast-downward, … or any that unified-planning knows",
)
@dialect_options(None, "the best that the engine takes", "the cheaper")
@all_solutions
@limit_options()
@telling
@backward_option
@click.option("--domain", metavar="FILE", help="solve this PDDL domain, with --problem, instead of a puzzle")
@click.option("--problem", metavar="FILE", help="the PDDL problem to --domain")
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
    """Solve PUZZLE and tell the crossings, or prove that there are none and say what to change."""
    puzzle, parameters = chosen(ctx, values)
    how = wanted(ctx, form, explain, output, force)
    if domain or problem:
        named = ctx.get_parameter_source("puzzle") is not ParameterSource.DEFAULT
        if not (domain and problem) or named or parameters or dialect or encoding:
            raise click.UsageError(
                "--domain and --problem go together, without a puzzle, its parameters, --dialect or --encoding"
            )
        return _solve_files(ctx, domain, problem, how, engine=engine, timeout=timeout, memory=memory)
    check_options(puzzle, {"backward": backward})
    aim = answers_for(puzzle).aim
    with failures_told(how.printed), progress(f"{puzzle.title}: looking for {aim}"):
        result = solve(
            puzzle,
            parameters,
            reference=values["puzzle"],
            engine=engine,
            dialect=dialect,
            encoding=encoding,
            timeout=timeout,
            memory=memory,
            session=ctx.obj,
            backward=backward,
        )
    return how.tell(result)


def _solve_files(ctx: click.Context, domain: str, problem: str, how: Telling, **asked: Any) -> int:
    from planner.engines.answer import Answer
    from planner.engines.pddl_files import solve_files

    if how.draws:
        raise click.UsageError(
            "--domain and --problem give a plan and no picture; `plan narrate PROBLEM PLAN` draws the plan of a problem generated here"
        )
    texts = [read_text(path, PddlError) for path in (domain, problem)]
    with failures_told(how.printed), progress(f"{problem}: looking for a plan"):
        answer = solve_files(texts[0], texts[1], problem, domain, session=ctx.obj, **asked)
    if not isinstance(answer, Answer):
        return how.tell(answer)
    return how.tell_answer(answer)
