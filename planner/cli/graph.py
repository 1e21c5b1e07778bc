"""The verb `graph`: every state within reach, in numbers, as a file for programs, or as a picture."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import instantiate_smallest
from ferryplan.planner.cli.commands import about_a_puzzle, chosen
from ferryplan.planner.cli.options import boat_as_place_option, dialect_options, limit_options
from ferryplan.planner.cli.output import check_effect, check_told, outlet, output_options
from ferryplan.planner.cli.values import OneOf, Whole
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.progress import Work
from ferryplan.planner.system.stopping import Stopping

if TYPE_CHECKING:
    from ferryplan.generator.layout import Layout
    from ferryplan.planner.graphs.report import Report

PICTURED = ("svg", "png", "html")
FORMS = ("text", "json", "dot", "graphml", *PICTURED)
DIALECTS = ("strips", "adl", "axioms", "numeric", "costs")
DISAGREES = 1
LISTED = {"json", "dot", "graphml"}
TELLING_TAKES_LONG, TELLING_IS_SHORT = 0.2, 0.5
"""the part of the time in which is explored: to list each state takes over three times as long, to count them less than once"""
QUICKER_LISTED, QUICKER_COUNTED = 15, 4
"""so many times less of it is for states that are integers: they are explored sooner, but are told as slowly"""


@about_a_puzzle("graph")
@output_options(*FORMS)
@boat_as_place_option
@click.option("--up-to-symmetry", is_flag=True)
@click.option("--pddl", "of_pddl", is_flag=True)
@dialect_options(dialects=DIALECTS)
@click.option("--max-states", type=Whole(1))
@click.option("--layout", "arrangement", type=OneOf(("auto", "graphviz", "barycentre")), default="auto")
@limit_options()
def graph_command(ctx: click.Context, boat_as_place: bool, up_to_symmetry: bool, of_pddl: bool, **values: Any) -> int:
    """Explore every state that PUZZLE reaches, layer by layer: how many, how joined, how far from the goal.

    Where things are placed, the states are the partial placements that the clues allow, item by item.
    Ctrl-C and the end of the time end the exploration; what was found so far is told, marked as partial.
    """
    from ferryplan.planner.graphs.exploration import Exploration

    where = outlet(ctx, FORMS)
    check_told(ctx, where, "arrangement", PICTURED)
    listed = bool(where.forms & LISTED)
    part = values["timeout"] * (TELLING_TAKES_LONG if listed else TELLING_IS_SHORT)
    stop = Stopping(part)
    puzzle, parameters = chosen(ctx, values)
    if of_pddl and (boat_as_place or up_to_symmetry):
        other = "--boat-as-place" if boat_as_place else "--up-to-symmetry"
        raise click.UsageError(format_message("commands.not-together", option="--pddl", other=other))
    if not of_pddl:
        check_effect(ctx, "with --pddl", "dialect", "encoding")
    how = {name: values[name] for name in ("dialect", "encoding", "max_states")}
    task = Exploration(instantiate_smallest(puzzle, parameters), up_to_symmetry, boat_as_place, of_pddl, **how)
    if task.steps_integers:
        stop = Stopping(part / (QUICKER_LISTED if listed else QUICKER_COUNTED))
    with stop, Work(f"{puzzle.title} (Ctrl-C: stop here)"):
        report = task.run(stop)
    if report.teller.aside:
        click.echo(f"plan: note: {report.teller.aside}", err=True)
    where.give(lambda form, layout: _pieces(form, report, values["arrangement"], layout))
    return DISAGREES if report.agreement else exit_code(stop.status) if stop.status else 0


def _pieces(form: str, report: Report[Any, Any], arrangement: str, layout: Layout) -> Iterable[str | bytes]:
    if form == "text":
        from ferryplan.planner.graphs.report import as_text

        return [as_text(report, layout)]
    from ferryplan.planner.graphs.formats import TEXT_FORMATS, picture_of
    from ferryplan.planner.graphs.rendering import PICTURES

    return TEXT_FORMATS[form](report) if form in TEXT_FORMATS else [PICTURES[form](picture_of(report, arrangement))]
