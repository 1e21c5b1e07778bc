"""The verb `compare`: a comparison of engines as a table, CSV, JSON or a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ferryplan.generator.dialects import DIALECTS, ENCODINGS
from ferryplan.planner.cli.commands import load_chosen_puzzle, make_puzzle_verb, note_ineffective_parameters
from ferryplan.planner.cli.option_types import OneOf
from ferryplan.planner.cli.options import add_limit_options, note_license_terms, read_worker_options, worker_options
from ferryplan.planner.cli.output import add_output_options, make_output_target
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.system.progress import WorkProgress

if TYPE_CHECKING:
    from ferryplan.planner.benchmarking.engine_runs import EngineRun


PICTURE_FORMATS = ("svg", "png")
FORMATS = ("text", "markdown", "json", "csv", *PICTURE_FORMATS)


@make_puzzle_verb("compare", several=True)
@click.option("--engines", type=OneOf(ENGINES, several=True, allows_others=True))
@click.option("--dialects", type=OneOf(DIALECTS, several=True))
@click.option("--encodings", type=OneOf(ENCODINGS, several=True))
@add_limit_options(limits_whole_verb=False)
@worker_options
@add_output_options(*FORMATS, also_print=True)
def compare_command(ctx: click.Context, **values: Any) -> int:
    """Compare engines on PUZZLE: which find a plan, how long it is, and how fast they are.

    A parameter may have several values: 2..4, 2,3,5 or yes,no. Each engine runs on every instance, each run in its own process.
    """
    from ferryplan.planner.benchmarking.comparison_pictures import draw_comparison
    from ferryplan.planner.benchmarking.contest import Contest
    from ferryplan.planner.benchmarking.engine_comparison import format_comparison
    from ferryplan.planner.benchmarking.engine_runs import RunLimits
    from ferryplan.planner.parameter_ranges import parse_parameter_combinations
    from ferryplan.planner.system.file_replacement import check_replaceable_files

    puzzle, texts = load_chosen_puzzle(ctx, values)
    instances = parse_parameter_combinations(puzzle, texts)
    note_ineffective_parameters(puzzle, texts, instances)
    engines, dialects, encodings = (values[name] or () for name in ("engines", "dialects", "encodings"))
    limits = RunLimits(values["timeout"], values["memory"])
    contest = Contest.from_names(puzzle, instances, (engines, dialects, encodings), limits)
    where = make_output_target(ctx, FORMATS, dict.fromkeys(PICTURE_FORMATS, ("matplotlib",)), also_print=True)
    check_replaceable_files(where.files, where.force)
    for engine in dict.fromkeys(setting.engine for setting in contest.settings):
        note_license_terms(engine)
    done: dict[int, EngineRun] = {}
    try:
        with WorkProgress(puzzle.title, contest.planned_run_count):
            contest.run_all(read_worker_options(values), done)
    finally:  # after any interruption, keep the finished runs, marked as partial
        result = contest.make_comparison(done, values["jobs"])
        if done or not result.partial:
            where.write_answer(
                lambda form, layout: [
                    draw_comparison(result, form)
                    if form in PICTURE_FORMATS
                    else format_comparison(result, form, layout)
                ]
            )
    return 0
