"""All solutions of a puzzle in which things are placed, printed."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import click

from generator.instance import Value
from generator.puzzle_file import PuzzleFile
from planner.placing.all_told import FORMATS, lines, streamed, unanswered_as_json
from planner.placing.enumerating import enumerate_solutions
from planner.result import Status
from planner.system.stopping import Stopping
from planner.system.terminal import layout, progress
from planner.telling import Wanted

__all__ = ["tell_all"]


def tell_all(
    puzzle: PuzzleFile, parameters: Mapping[str, Value], reference: str, wanted: Wanted, stop: Stopping
) -> Status:
    """Print all solutions that are wanted; return the status of the answer. What was found until a search was broken off is told."""
    wanted.check_form(FORMATS)
    found = stop.value(lambda: enumerate_solutions(puzzle, parameters, reference=reference))
    if found is None:
        wanted.tell_object(unanswered_as_json(puzzle.name, parameters, stop.status))
        return "unknown"
    told = (streamed if wanted.stream else lines)(found, wanted.form, layout(), wanted.most, wanted.counts, stop)
    with progress(f"{puzzle.title}: looking for all solutions"):
        first = next(told, "")
    for text in itertools.chain([first], told):
        click.echo(text, nl=False)
    return "solved" if found.known.at_least else "unsolvable"
