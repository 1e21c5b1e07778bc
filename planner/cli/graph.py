"""The verb `graph`: every state within reach, in numbers, as a file for programs, or as a picture."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from ferryplan.generator.families import family_of, instantiate_smallest
from ferryplan.planner.cli.commands import about_a_puzzle, chosen
from ferryplan.planner.cli.options import boat_as_place_option, dialect_options, limit_options
from ferryplan.planner.cli.output import check_effect, check_told, outlet, output_options
from ferryplan.planner.cli.values import OneOf, Whole
from ferryplan.planner.status import exit_code
from ferryplan.planner.system.progress import Work, counting
from ferryplan.planner.system.stopping import OUT_OF_TIME, Stopping

if TYPE_CHECKING:
    from ferryplan.planner.graphs.report import Report
    from ferryplan.planner.telling import Layout

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
    from ferryplan.generator.search.state_graph import explore_graph
    from ferryplan.generator.search.survey import survey
    from ferryplan.planner.graphs.report import Report

    where = outlet(ctx, FORMS)
    check_told(ctx, where, "arrangement", PICTURED)
    listed = bool(where.forms & LISTED)
    part = values["timeout"] * (TELLING_TAKES_LONG if listed else TELLING_IS_SHORT)
    stop = Stopping(part)
    puzzle, parameters = chosen(ctx, values)
    family = family_of(puzzle)
    if of_pddl and (boat_as_place or up_to_symmetry):
        raise click.UsageError(
            "--pddl goes without --boat-as-place and --up-to-symmetry (--encoding counted is up to symmetry)"
        )
    if not of_pddl:
        check_effect(ctx, "with --pddl", "dialect", "encoding")
    instance = instantiate_smallest(puzzle, parameters)
    view = family.views["boat-as-place"] if boat_as_place else family
    space, teller = view.space(instance), view.teller(instance)
    if not (up_to_symmetry or of_pddl) and space.is_legal(space.initial) and space.coded:
        stop = Stopping(part / (QUICKER_LISTED if listed else QUICKER_COUNTED))
    how, agreement = None, None
    with stop, Work(f"{puzzle.title} (Ctrl-C: stop here)"):
        explore = functools.partial(explore_graph, space, most=values["max_states"], go_on=counting(stop.goes_on))
        if of_pddl:
            from ferryplan.planner.graphs.pddl_moves import PddlMoves, differences

            moves = PddlMoves(instance, values["dialect"] or "strips", values["encoding"])
            how, up_to_symmetry = (moves.dialect, moves.encoding), moves.up_to_symmetry
            graph = explore(up_to_symmetry=up_to_symmetry, moves=moves)
            rules = explore(up_to_symmetry=up_to_symmetry)
            agreement = differences(graph, rules, moves.merged) if graph.complete and rules.complete else None
        else:
            graph = explore(up_to_symmetry=up_to_symmetry)
        why = {"": "stopped", "timeout": OUT_OF_TIME}.get(stop.status, stop.status)
        note = "" if graph.complete else f"{why} after {len(graph.states):,} states"
        report = Report(survey(graph), teller, up_to_symmetry, how, agreement, note)
    if teller.aside:
        click.echo(f"plan: note: {teller.aside}", err=True)
    where.give(lambda form, layout: _pieces(form, report, values["arrangement"], layout))
    return DISAGREES if agreement else exit_code(stop.status) if stop.status else 0


def _pieces(form: str, report: Report[Any, Any], arrangement: str, layout: Layout) -> Iterable[str | bytes]:
    if form == "text":
        from ferryplan.planner.graphs.report import as_text

        return [as_text(report, layout)]
    from ferryplan.planner.graphs.formats import TEXT_FORMATS, picture_of
    from ferryplan.planner.graphs.rendering import PICTURES

    return TEXT_FORMATS[form](report) if form in TEXT_FORMATS else [PICTURES[form](picture_of(report, arrangement))]
