"""The verb `compare`: engines side by side, told as a table, and written as CSV, JSON or a picture."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from ferryplan.generator.dialects import DIALECTS, ENCODINGS
from ferryplan.generator.families import family_of
from ferryplan.planner.cli.commands import about_a_puzzle, chosen, tell_without_effect
from ferryplan.planner.cli.options import crew, crew_options, limit_options, tell_terms
from ferryplan.planner.cli.output import outlet, output_options
from ferryplan.planner.cli.values import OneOf
from ferryplan.planner.engines.registry import ENGINES
from ferryplan.planner.system.limits import limited
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
    from ferryplan.generator.sweeping import dialect_of
    from ferryplan.planner.benchmarking.comparison import Comparison, told
    from ferryplan.planner.benchmarking.comparison_files import draw
    from ferryplan.planner.benchmarking.runs import Limits, compare, run, run_of, settings
    from ferryplan.planner.cli.ranges import parameter_sets
    from ferryplan.planner.engines.runner import check_engines
    from ferryplan.planner.system.replacing import check_recognised

    puzzle, texts = chosen(ctx, values)
    instances = parameter_sets(puzzle, texts)
    tell_without_effect(puzzle, texts, instances)
    engines, dialects, encodings = (values[name] or () for name in ("engines", "dialects", "encodings"))
    check_engines(engines)
    with limited(values["timeout"]):  # a user's templates need not end
        own = dialect_of(puzzle, instances) if family_of(puzzle).in_turn else None
    wanted = settings(engines, dialects, encodings, puzzle.family, own)
    limits, jobs = Limits(values["timeout"], values["memory"]), values["jobs"]
    where = outlet(ctx, FORMS, dict.fromkeys(PICTURES, ("matplotlib",)), too=True)
    check_recognised(where.files, where.force)
    for engine in dict.fromkeys(setting.engine for setting in wanted):
        tell_terms(engine)
    found: dict[int, Run] = {}
    family, planned = family_of(puzzle), len(instances) * len(wanted)
    asked = {"puzzle": puzzle.said(), "instances": instances, "settings": [*map(str, wanted)], "limits": asdict(limits)}
    try:
        with (
            Work(puzzle.title, planned) as work,
            crew(
                values, run, asked, encode=asdict, decode=run_of,
                begun=lambda name: work.begun(name.partition(" ")[2]),
                ended=lambda name: work.ended(name.partition(" ")[2]),
            ) as calls,
        ):  # fmt: skip
            compare(puzzle, instances, wanted, limits, found.__setitem__, calls)
    finally:  # whatever interrupts it, what was done is kept, marked as partial
        runs, about = tuple(found[number] for number in sorted(found)), (family.move.many, family.unit(puzzle))
        result = Comparison(puzzle.name, tuple(puzzle.parameters), runs, limits, jobs, planned, *about)
        if found or not result.partial:
            where.give(lambda form, layout: [draw(result, form) if form in PICTURES else told(result, form, layout)])
    return 0
