"""The verb `search`: searches and heuristics watched at work."""

from __future__ import annotations

import math
from typing import Any

import click

from generator.families import instantiate_smallest
from planner.cli.commands import about_a_puzzle, chosen, was_typed
from planner.cli.options import dialect_options, limit_options
from planner.cli.output import check_effect, outlet, output_options
from planner.cli.values import Amount, OneOf, Whole
from planner.status import exit_code
from planner.system.limits import limited
from planner.system.progress import Work
from planner.system.stopping import Stopping

ALGORITHMS = (
    "bfs", "dfs", "iddfs", "ucs", "astar", "wastar", "gbfs", "idastar", "ehc", "bidirectional", "symbolic-layers",
)  # fmt: skip
INFORMED = ("astar", "wastar", "gbfs", "idastar", "ehc")
HEURISTICS = ("blind", "goal-count", "hmax", "hadd", "hff", "hsp-m", "lmcut", "landmarks", "pdb", "perfect")
DIALECTS = ("strips", "adl", "axioms", "numeric", "costs")
FORMS = ("text", "markdown", "json", "jsonl", "html")
WEIGHT = Amount({"": 1}, 1, 1000, "a number from 1 to 1000")


@about_a_puzzle("search")
@click.option("--algorithm", type=OneOf(ALGORITHMS), default="astar")
@click.option("--heuristic", type=OneOf(HEURISTICS), default="lmcut")
@click.option("--weight", type=WEIGHT, default=5.0)
@click.option("--trace", is_flag=True)
@click.option("--most", type=Whole(1), default=1_000_000)
@dialect_options(dialects=DIALECTS)
@output_options(*FORMS)
@limit_options(whole=False)
def search_command(ctx: click.Context, **values: Any) -> int:
    """Search the states of PUZZLE as textbooks do, and tell what the search did: how much it expanded, held, and found.

    What is searched is the puzzle's PDDL, in ADL where it can be put so: an action is then a whole move.
    """
    from planner.searching.report import told
    from planner.searching.runs import Searched, search

    where = outlet(ctx, FORMS)
    traced = values["trace"] or bool(where.forms & {"jsonl", "html"})
    algorithm, heuristic = values["algorithm"], values["heuristic"]
    if algorithm not in INFORMED and not (was_typed(ctx, "heuristic") and traced):
        check_effect(ctx, f"with {', '.join(INFORMED)}", "heuristic", here=f"with {algorithm}")
        heuristic = None
    if algorithm != "wastar":
        check_effect(ctx, "with wastar", "weight", here=f"with {algorithm}")
    puzzle, parameters = chosen(ctx, values)
    with limited(math.inf, values["memory"]), Stopping(values["timeout"]) as stop, Work(puzzle.title):
        searched = Searched(instantiate_smallest(puzzle, parameters), values["dialect"], values["encoding"])
        run = search(searched, algorithm, heuristic, stop, weight=values["weight"], most=values["most"], trace=traced)
    where.give(lambda form, layout: told(run, form, layout), run.verdict)
    return exit_code(run.status)
