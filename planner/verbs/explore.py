"""The verb `explore`: a puzzle stepped through on the terminal."""

from __future__ import annotations

import sys
import textwrap
from typing import Any

import click

from planner.terminal import layout
from planner.verbs.cli import plan
from planner.verbs.commands import about_a_puzzle, chosen_crossing, examples

__all__ = ["explore_command"]

WIDTH = 100
PROMPT = "> "


@about_a_puzzle(plan, "explore", epilog=examples("explore wolf-goat-cabbage", "explore --couples 3 --capacity 2"))
def explore_command(ctx: click.Context, **values: Any) -> int:
    """Step through PUZZLE: the loads possible here, which of them break which rule, undo, hint.

    Commands come line by line from standard input; ? lists them.
    """
    from generator.crossing.smallest import instantiate_smallest
    from planner.graphs.stepping import Play

    puzzle, parameters = chosen_crossing(ctx, values)
    instance = instantiate_smallest(puzzle, parameters, values["puzzle"])
    play = Play(instance, layout())
    click.echo(
        f"{instance.title}\n\n{textwrap.fill(instance.story, WIDTH)}\n\n{play.opening()}\n{play.situation()}", nl=False
    )
    while not play.over:
        click.echo(f"\n{PROMPT}", nl=False)
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            break
        click.echo(play.answer(line), nl=False)
    click.echo()
    return 0
