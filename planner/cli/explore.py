"""The verb `explore`: a puzzle stepped through on the terminal."""

from __future__ import annotations

import sys
from typing import Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import family_of, instantiate_smallest, teller_of
from ferryplan.generator.play import Play
from ferryplan.planner.cli.commands import about_a_puzzle, chosen
from ferryplan.planner.cli.options import boat_as_place_option, limit_options
from ferryplan.planner.system.limits import TimeIsUpError, limited
from ferryplan.planner.system.progress import Work
from ferryplan.planner.system.stopping import describe_limit
from ferryplan.planner.system.terminal import layout

PROMPT = "> "


@about_a_puzzle("explore")
@boat_as_place_option
@limit_options(whole=False)
def explore_command(ctx: click.Context, boat_as_place: bool, timeout: float, memory: int, **values: Any) -> int:
    """Step through PUZZLE: what may cross or be placed here, which rule or clue forbids it, undo, hint.

    Commands come line by line from standard input; ? lists them.
    """
    puzzle, parameters = chosen(ctx, values)
    with limited(timeout, memory), Work(puzzle.title):
        instance = instantiate_smallest(puzzle, parameters)
        family = family_of(puzzle)
        view = family.views.get("boat-as-place" if boat_as_place else "")
        play = family.make_play(instance, layout()) or Play(instance, layout(), view)
    fill, aside = layout().filled, teller_of(instance).aside
    if aside:
        click.echo(f"plan: note: {aside}", err=True)
    click.echo(fill(f"{instance.title}\n\n{instance.story}\n\n{play.opening()}\n{play.situation()}"), nl=False)
    while not play.over:
        click.echo(f"\n{PROMPT}", nl=False)
        sys.stdout.flush()
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            break
        try:
            with limited(timeout, memory), Work(puzzle.title):
                told = play.answer(line)
        except (TimeIsUpError, MemoryError) as error:
            limit = describe_limit(error).capitalize()
            told = format_message("commands.out-of-limits", limit=limit) + "\n"
        click.echo(fill(told), nl=False)
    click.echo()
    return 0
