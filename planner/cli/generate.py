"""The verbs `generate` and `suite`: PDDL in folders."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.planner.cli.commands import about_a_puzzle, chosen, tell_without_effect
from ferryplan.planner.cli.options import (
    backward_option,
    crew_options,
    dialect_options,
    force_option,
    limit_options,
    workers,
)
from ferryplan.planner.cli.output import STANDARD_OUTPUT, check_effect
from ferryplan.planner.cli.values import OneOf
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.progress import Work, tracked
from ferryplan.planner.system.stopping import Stopping


@about_a_puzzle("generate")
@dialect_options()
@click.option("--style", type=OneOf(["textbook"]))
@limit_options()
@backward_option
@click.option("-o", "--output", type=click.Path(path_type=Path), default=STANDARD_OUTPUT)
@force_option
def generate_command(ctx: click.Context, output: Path, **values: Any) -> int:
    """Write the PDDL domain and problem of PUZZLE.

    Files in DIR are replaced only if they are an older version of the same, which nobody changed; --force replaces any.
    """
    from ferryplan.planner.api.catalogue import generate
    from ferryplan.planner.system.files import write_files
    from ferryplan.planner.system.replacing import check_pddl

    if output == STANDARD_OUTPUT:
        check_effect(ctx, "with -o DIR", "force")
    if values["style"]:
        check_effect(ctx, "without --style", "encoding", "backward")
    puzzle, parameters = chosen(ctx, values)
    names = ("dialect", "encoding", "backward", "style", "timeout", "memory")
    with Work(puzzle.title):
        pddl = generate(puzzle, parameters, **{name: values[name] for name in names})
    if output == STANDARD_OUTPUT:
        click.echo(f"{pddl.domain}\n{pddl.problem}", nl=False)
    else:
        files = {"domain.pddl": pddl.domain, "p01.pddl": pddl.problem}
        if not values["force"]:
            check_pddl(output, files)
        write_files(output, files)
        click.echo(format_message("commands.pddl-written", folder=output))
    return 0


@about_a_puzzle("suite", several=True)
@dialect_options()
@limit_options()
@click.option("-o", "--output", type=click.Path(path_type=Path), default=".")
@crew_options
@click.option("--lab", type=click.Path(file_okay=False, path_type=Path))
@click.option("--known-only", is_flag=True)
@click.option("--solvable-only", is_flag=True)
@force_option
def suite_command(
    ctx: click.Context, output: Path, lab: Path | None, known_only: bool, solvable_only: bool, **values: Any
) -> int:
    """Write a benchmark suite of PUZZLE: a problem for every combination of values that its parameters are given.

    NUMBERS is a number, a range (1..20) or a list (2,3,5). The suite is a folder as Fast Downward's Lab and planning.domains lay
    it out: domain.pddl, p01.pddl, p02.pddl, … by size, and metadata.json with the parameters and the known optima of each: moves,
    actions of the PDDL, cost. Where the domain differs between problems, there is a folder for each domain. Ctrl-C and the end of the
    time keep what was done, marked as partial, unless there was a suite before.
    """
    from ferryplan.planner.benchmarking.experiment import BENCHMARKS, write_experiment
    from ferryplan.planner.benchmarking.suite_optima import Wanted
    from ferryplan.planner.benchmarking.suite_task import SuiteTask
    from ferryplan.planner.ranges import parameter_sets

    if output == STANDARD_OUTPUT:
        raise click.UsageError(format_message("commands.needs-folder", option="--output"))
    if lab is not None:
        check_effect(ctx, "without --lab", "output", here="with --lab")
        output = lab / BENCHMARKS
    puzzle, texts = chosen(ctx, values)
    sets = parameter_sets(puzzle, texts)
    tell_without_effect(puzzle, texts, sets)
    wanted = Wanted(known_only, solvable_only) if known_only or solvable_only else None
    task = SuiteTask(puzzle, sets, values["dialect"], values["encoding"], wanted)
    with Stopping(values["timeout"]) as stop:
        suite = task.write(output, workers(values), stop, force=values["force"], track=tracked)
    if stop.status and suite.problems:
        interrupted = stop.status == "interrupted"
        why = format_message("commands.since-interrupted" if interrupted else "commands.since-time-limit")
        counts = {"count": len(suite.problems), "total": len(sets)}
        click.echo(format_message("commands.suite-partial", folder=suite.folder, reason=why, **counts))
    if stop.status == "interrupted":
        raise KeyboardInterrupt
    click.echo(suite)
    if lab is not None and suite.problems:
        written = write_experiment(lab, suite, puzzle, values["timeout"], values["memory"], values["force"])
        click.echo(f"{written}: {format_message('commands.experiment-written', file=written)}")
    if suite.left_out:
        kinds = Counter(part.kind for part in suite.left_out)
        why = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
        total = len(suite) + len(suite.left_out)
        reason = next((part.reason for part in suite.left_out if part.kind != "duplicate"), "")
        reason = reason.removeprefix(f"{puzzle.name}: ")
        first = format_message("commands.first-left-out", reason=reason) if reason else ""
        counts = {"count": len(suite.left_out), "total": total}
        click.echo(f"plan: {format_message('commands.suite-left-out', kinds=why, first=first, **counts)}", err=True)
    return exit_code(stop.status) if stop.status else 0
