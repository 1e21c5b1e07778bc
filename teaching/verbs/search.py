"""The verb `search`: searches and heuristics watched at work."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from typing import Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.wording import listing
from ferryplan.planner.cli.commands import about_a_puzzle, chosen
from ferryplan.planner.cli.options import dialect_options, limit_options
from ferryplan.planner.cli.output import check_effect, note_aside, outlet, output_options
from ferryplan.planner.cli.values import Amount, OneOf, Whole
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.limits import limited
from ferryplan.planner.system.progress import Work
from ferryplan.teaching.textbook.heuristics.estimates import HEURISTICS
from ferryplan.teaching.textbook.searches.algorithms import ALGORITHMS
from ferryplan.teaching.verbs.pages import PAGES

INFORMED = tuple(name for name, algorithm in ALGORITHMS.items() if algorithm.informed)
DIALECTS = ("strips", "adl", "axioms", "numeric", "costs")
TRACED, PLOTTED = ("jsonl", "html"), ("svg",)
FORMS = ("text", "markdown", "json", *TRACED, *PLOTTED)
WEIGHT = Amount({"": 1}, 1, 1000, "a number from 1 to 1000")


@about_a_puzzle("search", PAGES["search"])
@click.option("--algorithm", type=OneOf(tuple(ALGORITHMS), several=True))
@click.option("--heuristic", type=OneOf(tuple(HEURISTICS), several=True))
@click.option("--weight", type=WEIGHT, default=5.0)
@click.option("--trace", is_flag=True)
@click.option("--compare", is_flag=True)
@click.option("--landscape", is_flag=True)
@click.option("--max-nodes", type=Whole(1), default=1_000_000)
@dialect_options(dialects=DIALECTS)
@output_options(*FORMS)
@limit_options(whole=False)
def search_command(ctx: click.Context, **values: Any) -> int:
    """Search the states of PUZZLE as textbooks do, and tell what the search did: how much it expanded, held, and found.

    What is searched is the puzzle's PDDL, in ADL where it can be put so: an action is then a whole move.
    """
    from ferryplan.teaching.api.landscapes import landscape
    from ferryplan.teaching.searching import report
    from ferryplan.teaching.searching.requests import SearchRequest

    where = outlet(ctx, FORMS)
    algorithms, heuristics, traced = _choose_searches(ctx, where.forms)
    puzzle, parameters = chosen(ctx, values)
    given = {name: values[name] for name in ("dialect", "encoding", "timeout", "memory")}
    request = SearchRequest(puzzle, parameters, weight=values["weight"], max_nodes=values["max_nodes"], **given)
    heuristic = heuristics[0] if heuristics else None
    with limited(math.inf, values["memory"]), Work(puzzle.title):
        if values["landscape"]:
            found = landscape(puzzle, parameters, heuristic=heuristic, **given)
            note_aside(found.notes)
            where.give(lambda form, layout: [found.render(form, layout=layout)])
            return 0
        if values["compare"]:
            compared = request.compare(algorithms, heuristics)
            note_aside(compared.notes)
            where.give(lambda form, layout: [compared.render(form, layout=layout)])
            return exit_code("interrupted") if any(run.status == "interrupted" for run in compared) else 0
        run = request.search(algorithms[0], heuristic, traced)
        note_aside(run.notes)
        where.give(functools.partial(report.told, run), run.verdict)
        return exit_code(run.status)


def _choose_searches(ctx: click.Context, forms: Iterable[str]) -> tuple[Sequence[str], Sequence[str], bool]:
    """Return the searches and the heuristics that are asked for, and whether to trace. Raises UsageError for options that do not go together."""
    given = ctx.params
    traced = given["trace"] or bool({*forms} & {*TRACED})
    modes = [name for name in ("compare", "landscape") if given[name]]
    if len(modes) > 1 or (modes and traced):
        raise click.UsageError(format_message("commands.only-one-of"))
    if not modes:
        for form in {*forms} & {*PLOTTED}:
            raise click.UsageError(
                format_message("commands.needs-option", option=f"--format {form}", other="--compare or --landscape")
            )
    algorithms = given["algorithm"] or (tuple(ALGORITHMS) if given["compare"] else ("astar",))
    informed = given["landscape"] or not {*INFORMED}.isdisjoint(algorithms)
    if given["landscape"]:
        check_effect(ctx, "with a search", "algorithm", here="with --landscape")
    if not (informed or traced):
        check_effect(
            ctx, f"with {listing(INFORMED, 'or')}, or in a trace", "heuristic", here=f"with {listing(algorithms)}"
        )
    if "wastar" not in algorithms or given["landscape"]:
        check_effect(ctx, "with wastar", "weight", here="with another search")
    heuristics = given["heuristic"] or (tuple(HEURISTICS) if given["compare"] else ())
    for name, found in () if given["compare"] else (("algorithm", algorithms), ("heuristic", heuristics)):
        if len(found) > 1:
            raise click.UsageError(format_message("commands.one-value-only", option=f"--{name}", values=listing(found)))
    return algorithms, heuristics, traced
