"""The verb `compare`: engines side by side, told as a table, and written as CSV, JSON or a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from ferryplan.generator.dialects import DIALECTS, ENCODINGS
from ferryplan.planner.cli.commands import about_a_puzzle, chosen, tell_without_effect
from ferryplan.planner.cli.options import crew_options, limit_options, tell_terms, workers
from ferryplan.planner.cli.output import outlet, output_options
from ferryplan.planner.cli.values import OneOf
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.system.progress import Work

if TYPE_CHECKING:
    from ferryplan.planner.benchmarking.runs import Run


PICTURES = ("svg", "png")
FORMS = ("text", "markdown", "json", "csv", *PICTURES)


@about_a_puzzle("compare", several=True)
@click.option("--engines", type=OneOf(ENGINES, several=True, others=True))
@click.option("--dialects", type=OneOf(DIALECTS, several=True))
@click.option("--encodings", type=OneOf(ENCODINGS, several=True))
@limit_options(whole=False)
@crew_options
@output_options(*FORMS, too=True)
def compare_command(ctx: click.Context, **values: Any) -> int:
    """Compare engines on PUZZLE: which find a plan, of how many crossings, in what time.

    A parameter may have several values: 2..4, 2,3,5 or yes,no. Each engine runs on every instance, each run in a process of its own.
    """
    from ferryplan.planner.benchmarking.comparison import told
    from ferryplan.planner.benchmarking.comparison_files import draw
    from ferryplan.planner.benchmarking.contest import Contest
    from ferryplan.planner.benchmarking.runs import Limits
    from ferryplan.planner.ranges import parameter_sets
    from ferryplan.planner.system.replacing import check_recognised

    puzzle, texts = chosen(ctx, values)
    instances = parameter_sets(puzzle, texts)
    tell_without_effect(puzzle, texts, instances)
    engines, dialects, encodings = (values[name] or () for name in ("engines", "dialects", "encodings"))
    limits = Limits(values["timeout"], values["memory"])
    contest = Contest.of_engines(puzzle, instances, (engines, dialects, encodings), limits)
    where = outlet(ctx, FORMS, dict.fromkeys(PICTURES, ("matplotlib",)), too=True)
    check_recognised(where.files, where.force)
    for engine in dict.fromkeys(setting.engine for setting in contest.settings):
        tell_terms(engine)
    done: dict[int, Run] = {}
    try:
        with Work(puzzle.title, contest.planned):
            contest.hold(workers(values), done)
    finally:  # whatever interrupts it, what was done is kept, marked as partial
        result = contest.result(done, values["jobs"])
        if done or not result.partial:
            where.give(lambda form, layout: [draw(result, form) if form in PICTURES else told(result, form, layout)])
    return 0
