"""The verb `graph`: all reachable states, as statistics, as a file for programs, or as a picture."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import instantiate_smallest
from ferryplan.planner.cli.commands import load_chosen_puzzle, make_puzzle_verb
from ferryplan.planner.cli.option_types import OneOf, WholeNumber
from ferryplan.planner.cli.options import add_dialect_options, add_limit_options, boat_as_place_option
from ferryplan.planner.cli.output import (
    add_output_options,
    check_option_affects_formats,
    check_options_have_effect,
    make_output_target,
)
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.progress import WorkProgress
from ferryplan.planner.system.stoppable import StoppableBlock

if TYPE_CHECKING:
    from ferryplan.generator.layout import Layout
    from ferryplan.planner.graphs.graph_report import GraphReport

PICTURE_FORMATS = ("svg", "png", "html")
FORMATS = ("text", "json", "dot", "graphml", *PICTURE_FORMATS)
DIALECTS = ("strips", "adl", "axioms", "numeric", "costs")
DISAGREEMENT_EXIT_CODE = 1
LISTING_FORMATS = {"json", "dot", "graphml"}
"""the formats that list every state"""
LISTING_TIME_SHARE, COUNTING_TIME_SHARE = 0.2, 0.5
"""The shares of the time limit that the exploration may use, if the states are listed or only counted.

Listing the states takes over three times as long as exploring them, counting them takes less than once."""
INTEGER_LISTING_FACTOR, INTEGER_COUNTING_FACTOR = 15, 4
"""Divisors of these shares for states that are encoded as integers: they are explored faster, but printed no faster."""


@make_puzzle_verb("graph")
@add_output_options(*FORMATS)
@boat_as_place_option
@click.option("--up-to-symmetry", is_flag=True)
@click.option("--pddl", "of_pddl", is_flag=True)
@add_dialect_options(dialects=DIALECTS)
@click.option("--max-states", type=WholeNumber(1))
@click.option("--layout", "arrangement", type=OneOf(("auto", "graphviz", "barycentre")), default="auto")
@add_limit_options()
def graph_command(ctx: click.Context, boat_as_place: bool, up_to_symmetry: bool, of_pddl: bool, **values: Any) -> int:
    """Explore all states that PUZZLE can reach, and report their number, their links and goal distances.

    In assignment puzzles, the states are the partial assignments that the clues allow, item by item. Ctrl-C and the time limit
    end the exploration; the states found so far are printed, marked as partial.
    """
    from ferryplan.planner.graphs.graph_exploration import GraphExploration

    where = make_output_target(ctx, FORMATS)
    check_option_affects_formats(ctx, where, "arrangement", PICTURE_FORMATS)
    listed = bool(where.all_formats & LISTING_FORMATS)
    part = values["timeout"] * (LISTING_TIME_SHARE if listed else COUNTING_TIME_SHARE)
    stop = StoppableBlock(part)
    puzzle, parameters = load_chosen_puzzle(ctx, values)
    if of_pddl and (boat_as_place or up_to_symmetry):
        other = "--boat-as-place" if boat_as_place else "--up-to-symmetry"
        raise click.UsageError(format_message("commands.not-together", option="--pddl", other=other))
    if not of_pddl:
        check_options_have_effect(ctx, "with --pddl", "dialect", "encoding")
    how = {name: values[name] for name in ("dialect", "encoding", "max_states")}
    task = GraphExploration(instantiate_smallest(puzzle, parameters), up_to_symmetry, boat_as_place, of_pddl, **how)
    if task.uses_integers:
        stop = StoppableBlock(part / (INTEGER_LISTING_FACTOR if listed else INTEGER_COUNTING_FACTOR))
    with stop, WorkProgress(f"{puzzle.title} (Ctrl-C: stop here)"):
        report = task.explore_states(stop)
    if report.narrator.states_note:
        click.echo(f"plan: note: {report.narrator.states_note}", err=True)
    where.write_answer(lambda form, layout: _render_pieces(form, report, values["arrangement"], layout))
    return DISAGREEMENT_EXIT_CODE if report.differences else exit_code(stop.status) if stop.status else 0


def _render_pieces(form: str, report: GraphReport[Any, Any], arrangement: str, layout: Layout) -> Iterable[str | bytes]:
    """Return the report on a graph in the output format ``form``, piece by piece.

    ``arrangement`` is the name of the algorithm that arranges the states in a picture; ``layout`` draws text tables.
    """
    if form == "text":
        from ferryplan.planner.graphs.graph_report import format_report

        return [format_report(report, layout)]
    from ferryplan.planner.graphs.graph_formats import TEXT_FORMATS
    from ferryplan.planner.graphs.graph_picture import make_picture
    from ferryplan.planner.graphs.picture_rendering import PICTURE_WRITERS

    return (
        TEXT_FORMATS[form](report)
        if form in TEXT_FORMATS
        else [PICTURE_WRITERS[form](make_picture(report, arrangement))]
    )
