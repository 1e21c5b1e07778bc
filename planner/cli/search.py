"""The verb `search`: searches and heuristics watched at work."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import instantiate_smallest
from ferryplan.generator.wording import listing
from ferryplan.planner.cli.commands import about_a_puzzle, chosen
from ferryplan.planner.cli.options import dialect_options, limit_options
from ferryplan.planner.cli.output import check_effect, outlet, output_options
from ferryplan.planner.cli.values import Amount, OneOf, Whole
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.limits import limited
from ferryplan.planner.system.progress import Work
from ferryplan.planner.system.stopping import Stopping

if TYPE_CHECKING:
    from ferryplan.planner.searching.runs import SearchRun

ALGORITHMS = (
    "bfs", "dfs", "iddfs", "ucs", "astar", "wastar", "gbfs", "idastar", "ehc", "bidirectional", "symbolic-layers",
)  # fmt: skip
INFORMED = ("astar", "wastar", "gbfs", "idastar", "ehc")
HEURISTICS = ("blind", "goal-count", "hmax", "hadd", "hff", "hsp-m", "lmcut", "landmarks", "pdb", "perfect")
DIALECTS = ("strips", "adl", "axioms", "numeric", "costs")
TRACED, PLOTTED = ("jsonl", "html"), ("svg",)
FORMS = ("text", "markdown", "json", *TRACED, *PLOTTED)
WEIGHT = Amount({"": 1}, 1, 1000, "a number from 1 to 1000")


@about_a_puzzle("search")
@click.option("--algorithm", type=OneOf(ALGORITHMS, several=True))
@click.option("--heuristic", type=OneOf(HEURISTICS, several=True))
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
    from ferryplan.generator.textbook.heuristics.estimates import HEURISTICS as KNOWN
    from ferryplan.generator.textbook.landscape import landscape
    from ferryplan.generator.textbook.searches.watching import Watch
    from ferryplan.planner.searching import comparison, landscapes, report
    from ferryplan.planner.searching.runs import search
    from ferryplan.planner.searching.searched import DEFAULT_HEURISTIC, Searched, choose_heuristic, strips_asked_for

    where = outlet(ctx, FORMS)
    algorithms, heuristics = _asked(ctx, where.forms)
    puzzle, parameters = chosen(ctx, values)
    limits = timeout, weight, most = values["timeout"], values["weight"], values["max_nodes"]
    runs: list[SearchRun] = []
    with limited(math.inf, values["memory"]), Stopping(timeout) as stop, Work(puzzle.title):
        with limited(timeout):  # a user's templates need not end
            searched = Searched(instantiate_smallest(puzzle, parameters), values["dialect"], values["encoding"])
        if heuristics == (DEFAULT_HEURISTIC,) and not values["heuristic"]:
            # blind keeps the proof of A*; a landscape of it would show nothing
            otherwise = "goal-count" if values["landscape"] else "blind"
            taken, note = stop.value(lambda: choose_heuristic(searched, otherwise)) or (DEFAULT_HEURISTIC, "")
            heuristics = (taken,)
            if note:
                note_aside(note)
        if values["compare"]:
            runs = [*comparison.compare(searched, algorithms, heuristics, *limits, note=note_aside)]
            tell = functools.partial(comparison.told, puzzle.title, runs)
        elif values["landscape"]:
            with strips_asked_for("heuristic", heuristics[0]):
                found = stop.value(lambda: landscape(searched.known, KNOWN[heuristics[0]]))
            if found is None:
                click.echo(f"plan: {stop.message}", err=True)
                return exit_code(stop.status or "unknown")
            tell = functools.partial(landscapes.told, searched, heuristics[0], found)
        else:
            trace: list[Any] | None = [] if values["trace"] or where.forms & {*TRACED} else None
            watch = Watch(searched.task, weight=weight, most=most, trace=trace)
            run = search(searched, algorithms[0], heuristics[0] if heuristics else None, stop, watch)
            where.give(functools.partial(report.told, run), run.verdict)
            return exit_code(run.status)
    where.give(lambda form, layout: [tell(form, layout)])
    return exit_code(runs[-1].status) if runs and runs[-1].status == "interrupted" else 0


def note_aside(note: str) -> None:
    """Say something on standard error."""
    click.echo(f"plan: note: {note}", err=True)


def _asked(ctx: click.Context, forms: Iterable[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Return the searches and the heuristics that are asked for. Raises UsageError for options that do not go together."""
    given = ctx.params
    traced = given["trace"] or bool({*forms} & {*TRACED})
    modes = [name for name in ("compare", "landscape") if given[name]]
    if len(modes) > 1 or (modes and traced):
        raise click.UsageError(
            format_message("commands.only-one-of", options="--compare, --landscape and --trace (jsonl, html)")
        )
    if not modes:
        for form in {*forms} & {*PLOTTED}:
            raise click.UsageError(
                format_message("commands.needs-option", option=f"--format {form}", other="--compare or --landscape")
            )
    algorithms = given["algorithm"] or (ALGORITHMS if given["compare"] else ("astar",))
    informed = given["landscape"] or not {*INFORMED}.isdisjoint(algorithms)
    if given["landscape"]:
        check_effect(ctx, "with a search", "algorithm", here="with --landscape")
    if not (informed or traced):
        check_effect(
            ctx, f"with {listing(INFORMED, 'or')}, or in a trace", "heuristic", here=f"with {listing(algorithms)}"
        )
    if "wastar" not in algorithms or given["landscape"]:
        check_effect(ctx, "with wastar", "weight", here="with another search")
    heuristics = given["heuristic"] or (HEURISTICS if given["compare"] else ("lmcut",) if informed else ())
    for name, found in () if given["compare"] else (("algorithm", algorithms), ("heuristic", heuristics)):
        if len(found) > 1:
            raise click.UsageError(format_message("commands.one-value-only", option=f"--{name}", values=listing(found)))
    return algorithms, heuristics
