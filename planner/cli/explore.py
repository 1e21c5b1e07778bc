"""The verb `explore`: a puzzle played move by move on the terminal."""

from __future__ import annotations

import sys
from typing import Any

import click

from ferryplan.domains.messages import format_message
from ferryplan.generator.families import family_of, instantiate_smallest, narrator_of
from ferryplan.generator.play import Play
from ferryplan.planner.cli.commands import load_chosen_puzzle, make_puzzle_verb
from ferryplan.planner.cli.options import add_limit_options, boat_as_place_option
from ferryplan.planner.system.limits import TimeIsUpError, enforce_limits
from ferryplan.planner.system.progress import WorkProgress
from ferryplan.planner.system.stoppable import describe_limit
from ferryplan.planner.system.terminal import terminal_layout

PROMPT = "> "


@make_puzzle_verb("explore")
@boat_as_place_option
@add_limit_options(limits_whole_verb=False)
def explore_command(ctx: click.Context, boat_as_place: bool, timeout: float, memory: int, **values: Any) -> int:
    """Step through PUZZLE: show possible moves and the rules that forbid others, undo moves, give hints.

    Commands come line by line from standard input; ? lists them.
    """
    puzzle, parameters = load_chosen_puzzle(ctx, values)
    with enforce_limits(timeout, memory), WorkProgress(puzzle.title):
        instance = instantiate_smallest(puzzle, parameters)
        family = family_of(puzzle)
        view = family.views.get("boat-as-place" if boat_as_place else "")
        play = family.make_play(instance, terminal_layout()) or Play(instance, terminal_layout(), view)
    fill, aside = terminal_layout().wrap_text, narrator_of(instance).states_note
    if aside:
        click.echo(f"plan: note: {aside}", err=True)
    click.echo(
        fill(f"{instance.title}\n\n{instance.story}\n\n{play.format_opening()}\n{play.describe_state()}"), nl=False
    )
    while not play.is_over:
        click.echo(f"\n{PROMPT}", nl=False)
        sys.stdout.flush()
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            break
        try:
            with enforce_limits(timeout, memory), WorkProgress(puzzle.title):
                told = play.answer_line(line)
        except (TimeIsUpError, MemoryError) as error:
            limit = describe_limit(error).capitalize()
            told = format_message("commands.out-of-limits", limit=limit) + "\n"
        click.echo(fill(told), nl=False)
    click.echo()
    return 0
