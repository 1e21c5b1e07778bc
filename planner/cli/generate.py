"""The verbs `generate` and `suite`: PDDL in folders."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.planner.cli.commands import load_chosen_puzzle, make_puzzle_verb, note_ineffective_parameters
from ferryplan.planner.cli.option_types import OneOf
from ferryplan.planner.cli.options import (
    add_dialect_options,
    add_limit_options,
    backward_option,
    force_option,
    read_worker_options,
    worker_options,
)
from ferryplan.planner.cli.output import STANDARD_OUTPUT, check_options_have_effect
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.progress import WorkProgress, track_items
from ferryplan.planner.system.stoppable import StoppableBlock


@make_puzzle_verb("generate")
@add_dialect_options()
@click.option("--style", type=OneOf(["textbook"]))
@add_limit_options()
@backward_option
@click.option("-o", "--output", type=click.Path(path_type=Path), default=STANDARD_OUTPUT)
@force_option
def generate_command(ctx: click.Context, output: Path, **values: Any) -> int:
    """Write the PDDL domain and problem of PUZZLE.

    Files in DIR are replaced only if they are an unchanged older version of the same files; --force replaces any.
    """
    from ferryplan.planner.api.overview import generate
    from ferryplan.planner.system.file_replacement import check_replaceable_pddl
    from ferryplan.planner.system.user_files import check_folder_name, write_files

    if output == STANDARD_OUTPUT:
        check_options_have_effect(ctx, "with -o DIR", "force")
    else:
        check_folder_name(output)
    if values["style"]:
        check_options_have_effect(ctx, "without --style", "encoding", "backward")
    puzzle, parameters = load_chosen_puzzle(ctx, values)
    names = ("dialect", "encoding", "backward", "style", "timeout", "memory")
    with WorkProgress(puzzle.title):
        pddl = generate(puzzle, parameters, **{name: values[name] for name in names})
    if output == STANDARD_OUTPUT:
        click.echo(f"{pddl.domain}\n{pddl.problem}", nl=False)
    else:
        files = {"domain.pddl": pddl.domain, "p01.pddl": pddl.problem}
        if not values["force"]:
            check_replaceable_pddl(output, files)
        write_files(output, files)
        click.echo(format_message("commands.pddl-written", folder=output))
    return 0


@make_puzzle_verb("suite", several=True)
@add_dialect_options()
@add_limit_options()
@click.option("-o", "--output", type=click.Path(path_type=Path), default=".")
@worker_options
@click.option("--lab", type=click.Path(file_okay=False, path_type=Path))
@click.option("--known-only", is_flag=True)
@click.option("--solvable-only", is_flag=True)
@force_option
def suite_command(
    ctx: click.Context, output: Path, lab: Path | None, known_only: bool, solvable_only: bool, **values: Any
) -> int:
    """Write a benchmark suite of PUZZLE: a problem for every combination of parameter values.

    NUMBERS is a number, a range (1..20) or a list (2,3,5). The suite is a folder with the layout of Fast Downward's Lab and
    planning.domains: domain.pddl, p01.pddl, p02.pddl, … by size, and metadata.json with the parameters and the known optima of
    each problem: moves, PDDL actions, cost. If the domain differs between problems, there is a folder for each domain. Ctrl-C and
    the time limit keep the finished problems, marked as partial, unless there was a suite before.
    """
    from ferryplan.planner.benchmarking.lab_experiment import BENCHMARKS_FOLDER, write_experiment
    from ferryplan.planner.benchmarking.suite_optima import SuiteFilter
    from ferryplan.planner.benchmarking.suite_task import SuiteRequest
    from ferryplan.planner.parameter_ranges import parse_parameter_combinations
    from ferryplan.planner.system.user_files import check_folder_name

    if output == STANDARD_OUTPUT:
        raise click.UsageError(format_message("commands.needs-folder", option="--output"))
    if lab is not None:
        check_options_have_effect(ctx, "without --lab", "output", present_case="with --lab")
        check_folder_name(lab)
        output = lab / BENCHMARKS_FOLDER
    check_folder_name(output)
    puzzle, texts = load_chosen_puzzle(ctx, values)
    sets = parse_parameter_combinations(puzzle, texts)
    note_ineffective_parameters(puzzle, texts, sets)
    wanted = SuiteFilter(known_only, solvable_only) if known_only or solvable_only else None
    task = SuiteRequest(puzzle, sets, values["dialect"], values["encoding"], wanted)
    with StoppableBlock(values["timeout"]) as stop:
        suite = task.write(output, read_worker_options(values), stop, force=values["force"], track=track_items)
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
