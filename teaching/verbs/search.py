"""The verb `search`, which runs textbook searches and heuristics and reports what they do."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from typing import Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.wording import join_phrases
from ferryplan.planner.cli.commands import load_chosen_puzzle, make_puzzle_verb
from ferryplan.planner.cli.option_types import AmountWithUnit, OneOf, WholeNumber
from ferryplan.planner.cli.options import add_dialect_options, add_limit_options
from ferryplan.planner.cli.output import add_output_options, check_options_have_effect, make_output_target, print_notes
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.limits import enforce_limits
from ferryplan.planner.system.progress import WorkProgress
from ferryplan.teaching.textbook.heuristics.heuristic_registry import HEURISTICS
from ferryplan.teaching.textbook.searches.algorithms import ALGORITHMS
from ferryplan.teaching.verbs.pages import PAGES

INFORMED_ALGORITHMS = tuple(name for name, algorithm in ALGORITHMS.items() if algorithm.is_informed)
"""The names of the algorithms that use a heuristic."""
DIALECTS = ("strips", "adl", "axioms", "numeric", "costs")
TRACE_FORMATS, PLOT_FORMATS = ("jsonl", "html"), ("svg",)
"""The formats that show a trace, and the formats that are a plot."""
FORMATS = ("text", "markdown", "json", *TRACE_FORMATS, *PLOT_FORMATS)
WEIGHT_TYPE = AmountWithUnit({"": 1}, 1, 1000, "a number from 1 to 1000")


@make_puzzle_verb("search", PAGES["search"])
@click.option("--algorithm", type=OneOf(tuple(ALGORITHMS), several=True))
@click.option("--heuristic", type=OneOf(tuple(HEURISTICS), several=True))
@click.option("--weight", type=WEIGHT_TYPE, default=5.0)
@click.option("--trace", is_flag=True)
@click.option("--compare", is_flag=True)
@click.option("--landscape", is_flag=True)
@click.option("--max-nodes", type=WholeNumber(1), default=1_000_000)
@add_dialect_options(dialects=DIALECTS)
@add_output_options(*FORMATS)
@add_limit_options(limits_whole_verb=False)
def search_command(ctx: click.Context, **values: Any) -> int:
    """Search PUZZLE with textbook algorithms, and report the numbers of nodes and the plan.

    The search runs on the puzzle's PDDL, in the dialect ADL if the puzzle has it, because an action is then a whole move.
    """
    from ferryplan.teaching.api.landscapes import landscape
    from ferryplan.teaching.searching import search_report
    from ferryplan.teaching.searching.search_requests import SearchRequest

    where = make_output_target(ctx, FORMATS)
    algorithms, heuristics, traced = _choose_searches(ctx, where.all_formats)
    puzzle, parameters = load_chosen_puzzle(ctx, values)
    given = {name: values[name] for name in ("dialect", "encoding", "timeout", "memory")}
    request = SearchRequest(puzzle, parameters, weight=values["weight"], max_nodes=values["max_nodes"], **given)
    heuristic = heuristics[0] if heuristics else None
    with enforce_limits(math.inf, values["memory"]), WorkProgress(puzzle.title):
        if values["landscape"]:
            found = landscape(puzzle, parameters, heuristic=heuristic, **given)
            print_notes(found.notes)
            where.write_answer(lambda form, layout: [found.render(form, layout=layout)])
            return 0
        if values["compare"]:
            compared = request.compare(algorithms, heuristics)
            print_notes(compared.notes)
            where.write_answer(lambda form, layout: [compared.render(form, layout=layout)])
            return exit_code("interrupted") if any(run.status == "interrupted" for run in compared) else 0
        run = request.search(algorithms[0], heuristic, traced)
        print_notes(run.notes)
        where.write_answer(functools.partial(search_report.format_run, run), run.verdict)
        return exit_code(run.status)


def _choose_searches(ctx: click.Context, forms: Iterable[str]) -> tuple[Sequence[str], Sequence[str], bool]:
    """Return the requested algorithms and heuristics, and whether the searches record a trace.

    ``forms`` are the requested output formats. Raises UsageError for options that cannot be combined.
    """
    given = ctx.params
    traced = given["trace"] or bool({*forms} & {*TRACE_FORMATS})
    modes = [name for name in ("compare", "landscape") if given[name]]
    if len(modes) > 1 or (modes and traced):
        raise click.UsageError(format_message("commands.only-one-of"))
    if not modes:
        for form in {*forms} & {*PLOT_FORMATS}:
            raise click.UsageError(
                format_message("commands.needs-option", option=f"--format {form}", other="--compare or --landscape")
            )
    algorithms = given["algorithm"] or (tuple(ALGORITHMS) if given["compare"] else ("astar",))
    informed = given["landscape"] or not {*INFORMED_ALGORITHMS}.isdisjoint(algorithms)
    if given["landscape"]:
        check_options_have_effect(ctx, "with a search", "algorithm", present_case="with --landscape")
    if not (informed or traced):
        check_options_have_effect(
            ctx,
            f"with {join_phrases(INFORMED_ALGORITHMS, 'or')}, or in a trace",
            "heuristic",
            present_case=f"with {join_phrases(algorithms)}",
        )
    if "wastar" not in algorithms or given["landscape"]:
        check_options_have_effect(ctx, "with wastar", "weight", present_case="with another search")
    heuristics = given["heuristic"] or (tuple(HEURISTICS) if given["compare"] else ())
    for name, found in () if given["compare"] else (("algorithm", algorithms), ("heuristic", heuristics)):
        if len(found) > 1:
            raise click.UsageError(
                format_message("commands.one-value-only", option=f"--{name}", values=join_phrases(found))
            )
    return algorithms, heuristics, traced
