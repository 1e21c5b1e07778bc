"""All solutions of a river crossing, printed."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Mapping

import click

from generator.crossing.puzzle_file import CrossingFile
from generator.instance import Value
from planner.crossing.enumerating import AllSolutions, Number, enumerate_solutions
from planner.crossing.solutions_told import (
    FORMATS,
    head,
    listed_as_json,
    one,
    summary_as_json,
    tail,
    unanswered_as_json,
)  # fmt: skip
from planner.questions.narration import WRITERS
from planner.result import Status
from planner.system.stopping import Stopping
from planner.system.terminal import layout, progress
from planner.telling import MOST_TOLD, Style, Wanted, json_text, on_a_line

__all__ = ["tell_all"]


def tell_all(
    puzzle: CrossingFile, parameters: Mapping[str, Value], reference: str, wanted: Wanted, stop: Stopping
) -> Status:
    """Print all solutions that are wanted; return the status of the answer. What was found until a search was broken off is told."""
    wanted.check_form(FORMATS)
    sys.set_int_max_str_digits(0)  # how many solutions there are may take thousands of digits
    with progress(f"{puzzle.title}: counting all solutions"):
        found = stop.value(lambda: enumerate_solutions(puzzle, parameters, reference=reference))
    if found is None:
        wanted.tell_object(unanswered_as_json(puzzle.name, parameters, stop.status))
    elif found.result.status == "optimal":
        _list(found, wanted, stop)
        return "optimal"
    elif wanted.form == "json":
        wanted.tell_object(summary_as_json(found, (), wanted.further, ()))
    else:
        click.echo(WRITERS[wanted.form](found.result, Style(layout=layout())), nl=False)
    return "unsolvable"


def _list(found: AllSolutions, wanted: Wanted, stop: Stopping) -> None:
    """Print how many solutions there are, and those that are wanted."""
    listed = stop.each(itertools.islice(found.each(wanted.up_to_symmetry, wanted.further), wanted.most))
    numbers: list[Number] | None = None
    if wanted.form == "json" and wanted.stream:
        for solution in listed:
            click.echo(on_a_line(listed_as_json(solution, wanted.up_to_symmetry)))
    if wanted.further and wanted.counts:
        # First those that are told: should the time not suffice to count, they are there.
        listed = iter([*listed])
        numbers = _counted(found, wanted.further, stop)
    if wanted.form == "json":
        with progress(f"{found.instance.title}: listing solutions"):
            told = [listed_as_json(solution, wanted.up_to_symmetry) for solution in listed]
        if not wanted.stream:
            data = summary_as_json(found, told, wanted.further, numbers, stop.status)
            click.echo(json_text(data), nl=False)
        elif wanted.count or stop.status:
            data = summary_as_json(found, (), wanted.further, numbers, stop.status)
            kept = ("status", "optimal_plans", "at_least", "longer")
            click.echo(on_a_line({key: data[key] for key in kept if key in data}))
        return
    drawn = layout()
    click.echo(head(found, wanted.form, drawn, wanted.further, numbers or (), stop.told), nl=False)
    count = 0
    for solution in listed:
        click.echo(one(solution, wanted.form, drawn, wanted.up_to_symmetry, wanted.further > 0), nl=False)
        count += 1
    if numbers is not None:
        more = sum(number.classes if wanted.up_to_symmetry else number.solutions for number in numbers) - count
    else:
        more = (found.cheapest.classes if wanted.up_to_symmetry else found.cheapest.count) - count
    if stop.status or (more > 0 and wanted.most == MOST_TOLD):
        click.echo(tail(max(0, more), stop.told), nl=False)


def _counted(found: AllSolutions, further: int, stop: Stopping) -> list[Number]:
    """Return how many solutions there are of each cost, as far as they could be counted, and show how far the count is."""
    numbers: list[Number] = []
    with progress(f"{found.instance.title}: listing longer solutions, to count them") as show:
        for number in stop.each(found.numbers(further)):
            numbers.append(number)
            solutions = sum(one.solutions for one in numbers)
            show(f"{found.instance.title}: listing longer solutions, to count them: {solutions:,} so far")
    return numbers
