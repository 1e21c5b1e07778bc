"""All solutions with the least total: counted without being listed, listed one after the other, each replayed; printed."""

from __future__ import annotations

import itertools
import sys
import textwrap
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import click

from generator.families import instantiate_smallest, state_space, teller_of
from generator.instance import AnyInstance, Value
from generator.puzzle_file import PuzzleFile
from generator.search.solutions import LoopFree, Solutions
from generator.templates import render_as
from planner.questions.narration import WIDTH, costs_as_json
from planner.questions.solution import Solution, replay
from planner.result import Status
from planner.system.stopping import Stopping
from planner.system.terminal import layout, progress
from planner.telling import MOST_TOLD, Wanted, json_text, markdown, on_a_line

__all__ = ["AllSolutions", "Listed", "enumerate_solutions", "tell_all"]

FORMATS = ("text", "markdown", "terse", "json")


class Listed(NamedTuple):
    """A solution, with its number in the list, from 1, and how many it stands for."""

    number: int
    solution: Solution[Any, Any]
    size: int


@dataclass(frozen=True, slots=True)
class AllSolutions:
    """Every solution of an instance."""

    instance: AnyInstance
    cheapest: Solutions[Any, Any]
    """those with the least total"""
    began: float

    def each(self, up_to_symmetry: bool = False, further: int = 0) -> Iterator[Listed]:
        """Yield every solution, replayed, as it is found; up to symmetry, one of each class.

        With ``further`` there follow those that repeat no situation and cost up to so much more.
        """
        space = self.cheapest.space
        found = self.cheapest.each(up_to_symmetry)
        if further and self.cheapest.total is not None:
            least = self.cheapest.total.cost
            longer = LoopFree(space, further).each(up_to_symmetry)
            found = itertools.chain(found, (path for path in longer if path.total.cost > least))
        for number, path in enumerate(found, 1):
            yield Listed(number, replay(self.instance, path.moves), path.size)


def enumerate_solutions(puzzle: PuzzleFile, parameters: Mapping[str, Value], reference: str) -> AllSolutions:
    """Return every solution of a puzzle; they are counted, and listed when they are asked for. No engine is asked."""
    began = time.monotonic()
    instance = instantiate_smallest(puzzle, parameters, reference)
    return AllSolutions(instance, Solutions(state_space(instance)), began)


def tell_all(
    puzzle: PuzzleFile, parameters: Mapping[str, Value], reference: str, wanted: Wanted, stop: Stopping
) -> Status:
    """Print all solutions that are wanted; return the status of the answer. What was found until a search was broken off is told."""
    wanted.check_form(FORMATS)
    sys.set_int_max_str_digits(0)  # how many solutions there are may take thousands of digits
    with progress(f"{puzzle.title}: counting all solutions"):
        found = stop.value(lambda: enumerate_solutions(puzzle, parameters, reference))
    if found is None:
        unknown = {"optimal_plans": None, "at_least": 0, "unique": None, "classes": None, "solutions": list[Any]()}
        wanted.tell_object({"puzzle": puzzle.name, "parameters": {**parameters}, "status": stop.status, **unknown})
        return "unknown"
    status: Status = "optimal" if found.cheapest.count else "unsolvable"
    listed = stop.each(itertools.islice(found.each(wanted.up_to_symmetry, wanted.further), wanted.most))
    if wanted.form == "json":
        _print_json(found, listed, status, wanted, stop)
    else:
        _print(found, listed, wanted, stop)
    return status


def _print_json(found: AllSolutions, listed: Iterator[Listed], status: Status, wanted: Wanted, stop: Stopping) -> None:
    told = (_as_json(one, wanted.up_to_symmetry) for one in listed)
    if wanted.stream:
        for solution in told:
            click.echo(on_a_line(solution))
        if wanted.count or stop.status:
            count = found.cheapest.count
            click.echo(on_a_line({"status": stop.status or status, "optimal_plans": count, "at_least": count}))
        return
    solutions, instance, best = [*told], found.instance, found.cheapest.total
    data = {
        "puzzle": instance.puzzle,
        "parameters": dict(instance.parameters),
        "status": stop.status or status,
        teller_of(instance).counted.many: None if best is None else best.moves,
        **costs_as_json(instance, None if best is None else best.cost),
        "optimal_plans": found.cheapest.count,
        "at_least": found.cheapest.count,
        "unique": found.cheapest.count == 1,
        "classes": found.cheapest.classes,
        "solutions": solutions,
        "seconds": {"total": round(time.monotonic() - found.began, 4)},
        "notes": [],
    }
    click.echo(json_text(data), nl=False)


def _as_json(listed: Listed, up_to_symmetry: bool) -> dict[str, Any]:
    solution = listed.solution
    return {
        "number": listed.number,
        **({"size": listed.size} if up_to_symmetry else {}),
        teller_of(solution.instance).counted.many: len(solution.steps),
        **costs_as_json(solution.instance, solution.total.cost),
        "steps": solution.steps_as_json(),
    }


def _print(found: AllSolutions, listed: Iterator[Listed], wanted: Wanted, stop: Stopping) -> None:
    instance, solutions, form = found.instance, found.cheapest, wanted.form
    teller, drawn = teller_of(instance), markdown if form == "markdown" else layout()
    best = "" if solutions.total is None else teller.total(solutions.total)
    story = instance.story if form == "markdown" else textwrap.fill(instance.story, WIDTH)
    head = {
        "title": instance.title,
        "story": story,
        "count": solutions.count,
        "classes": solutions.classes,
        "best": best,
    }
    click.echo(render_as(form, "narration/solutions.j2", {**head, "form": form}), nl=False)
    count = 0
    for number, solution, size in listed:
        count += 1
        if form == "terse":
            click.echo(f"{number}: " + "; ".join(teller.label(step.move) for step in solution.steps))
            continue
        stands = f", one of {size:,}" if wanted.up_to_symmetry else ""
        longer = f": {solution.told}" if wanted.further else ""
        click.echo(f"\n{'## ' if form == 'markdown' else ''}Solution {number}{stands}{longer}\n")
        click.echo(drawn(solution.table()), nl=False)
    more = (solutions.classes if wanted.up_to_symmetry else solutions.count) - count
    if stop.status:
        click.echo(f"\nStopped {stop.told}.")
    elif more > 0 and wanted.most == MOST_TOLD:
        click.echo(f"\n... and {more:,} more.")
