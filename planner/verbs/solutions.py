"""The options with which the verb `solve` tells all solutions, and what it does then."""

from __future__ import annotations

import functools
import itertools
import json
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from generator.families import CROSSING
from planner.json_text import laid_out
from planner.limits import limited
from planner.status import exit_code
from planner.stopping import Stopping
from planner.terminal import layout, progress
from planner.verbs.commands import chosen, chosen_crossing

if TYPE_CHECKING:
    from planner.crossing.enumerating import AllSolutions, Number

__all__ = ["all_solutions"]

MOST_TOLD = 1000
FOR_ENGINES = ("engine", "dialect", "encoding", "explain", "backward", "domain", "problem")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which solutions are to be told, and how."""

    form: str
    every: bool
    first: int | None
    count: bool
    stream: bool
    up_to_symmetry: bool
    further: int

    @property
    def most(self) -> int | None:
        """How many are told at most; None if there is no bound."""
        if self.first or self.stream:
            return self.first
        return 0 if self.count and not self.every else MOST_TOLD

    @property
    def counts(self) -> bool:
        """Whether all are counted even if that takes longer than to list those that are told."""
        return self.count or not (self.first or self.stream)


def all_solutions(solve: Callable[..., int]) -> Callable[..., int]:
    """Return the function of the verb `solve` with the options for all solutions; without any of them it does what it did.

    With one of them it is outside the limits that the verb has otherwise: to tell what was found takes the time that it takes.
    """

    @functools.wraps(solve)
    def command(
        ctx: click.Context,
        every: bool,
        first: int | None,
        count: bool,
        stream: bool,
        up_to_symmetry: bool,
        longer: int | None,
        **values: Any,
    ) -> int:
        if not (every or first or count or stream or up_to_symmetry or longer is not None):
            return solve(ctx, **values)
        return tell_all(ctx, Wanted(values["form"], every, first, count, stream, up_to_symmetry, longer or 0), values)

    options = (
        click.option("--all", "every", is_flag=True, help="tell every solution with the fewest crossings, or of the least cost"),
        click.option("--first", type=click.IntRange(min=1, max=10**12), metavar="NUMBER", help="of all, tell only so many"),
        click.option("--count", is_flag=True, help="count all, exactly, and tell no more of them than is asked for besides"),
        click.option("--stream", is_flag=True, help="of all, tell each as it is found; as JSON, an object on each line"),
        click.option("--up-to-symmetry", is_flag=True, help="of all, tell one of those that are the same without names, and how many they are"),
        click.option(
            "--longer",
            type=click.IntRange(min=0, max=10**6),
            metavar="NUMBER",
            help="of all, also those that take up to so many crossings more, or cost so much more, and repeat no situation",
        ),
    )  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


def tell_all(ctx: click.Context, wanted: Wanted, values: dict[str, Any]) -> int:
    """Tell all solutions of a puzzle, or prove that there are none; return the exit code.

    When the time is up, at Ctrl-C, and when the memory runs out, what was found until then is told.
    """
    for option in FOR_ENGINES:
        if ctx.get_parameter_source(option) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"--all explores by the rules and asks no engine: found --{option}, expected none")
    if values["output"]:
        raise click.UsageError(
            f"--output: found '{values['output'][0]}', expected none with --all: all solutions go to standard output"
        )
    puzzle, _ = chosen(ctx, values)
    tell = _tell_crossings if puzzle.family == CROSSING else _tell_placings
    with limited(math.inf, values["memory"]), Stopping(values["timeout"]) as stop:
        code = tell(ctx, wanted, values, stop)
    if stop.status:
        click.echo(f"plan: {stop.message}", err=True)
        return exit_code(stop.status)
    return code


def _tell_placings(ctx: click.Context, wanted: Wanted, values: dict[str, Any], stop: Stopping) -> int:
    from planner.placing.all_told import FORMATS, lines, streamed, unanswered_as_json
    from planner.placing.enumerating import enumerate_solutions

    puzzle, parameters = chosen(ctx, values)
    if wanted.up_to_symmetry or wanted.further:
        option = "up-to-symmetry" if wanted.up_to_symmetry else "longer"
        raise click.UsageError(f"--{option}: found a puzzle of the family {puzzle.family}, expected a river crossing")
    _check_form(wanted.form, FORMATS)
    found = stop.value(lambda: enumerate_solutions(puzzle, parameters, reference=values["puzzle"]))
    if found is None:
        _tell_object(unanswered_as_json(puzzle.name, parameters, stop.status), wanted)
        return 0
    told = (streamed if wanted.stream else lines)(found, wanted.form, layout(), wanted.most, wanted.counts, stop)
    with progress(f"{puzzle.title}: looking for all solutions"):
        first = next(told, "")
    for text in itertools.chain([first], told):
        click.echo(text, nl=False)
    return exit_code("solved" if found.known.at_least else "unsolvable")


def _check_form(form: str, forms: Sequence[str]) -> None:
    if form not in forms:
        raise click.UsageError(f"--format: found '{form}', expected {' or '.join(forms)} with --all")


def _tell_object(data: dict[str, Any], wanted: Wanted) -> None:
    """Print an answer, if answers are JSON."""
    if wanted.form == "json":
        click.echo(_on_a_line(data) if wanted.stream else laid_out(data), nl=wanted.stream)


def _tell_crossings(ctx: click.Context, wanted: Wanted, values: dict[str, Any], stop: Stopping) -> int:
    from planner.crossing.enumerating import enumerate_solutions
    from planner.crossing.solutions_told import FORMATS, summary_as_json, unanswered_as_json
    from planner.formats import Style, tell

    puzzle, parameters = chosen_crossing(ctx, values)
    _check_form(wanted.form, FORMATS)
    sys.set_int_max_str_digits(0)  # how many solutions there are may take thousands of digits
    with progress(f"{puzzle.title}: counting all solutions"):
        found = stop.value(lambda: enumerate_solutions(puzzle, parameters, reference=values["puzzle"]))
    if found is None:
        _tell_object(unanswered_as_json(puzzle.name, parameters, stop.status), wanted)
    elif found.result.status == "optimal":
        _list(found, wanted, stop)
        return exit_code("optimal")
    elif wanted.form == "json":
        _tell_object(summary_as_json(found, (), wanted.further, ()), wanted)
    else:
        click.echo(tell(found.result, wanted.form, Style(layout=layout())), nl=False)
    return exit_code("unsolvable")


def _list(found: AllSolutions, wanted: Wanted, stop: Stopping) -> None:
    """Print how many solutions there are, and those that are wanted."""
    from planner.crossing.solutions_told import head, listed_as_json, one, summary_as_json, tail

    listed = stop.each(itertools.islice(found.each(wanted.up_to_symmetry, wanted.further), wanted.most))
    numbers: list[Number] | None = None
    if wanted.form == "json" and wanted.stream:
        for solution in listed:
            click.echo(_on_a_line(listed_as_json(solution, wanted.up_to_symmetry)))
    if wanted.further and wanted.counts:
        # First those that are told: should the time not suffice to count, they are there.
        listed = iter([*listed])
        numbers = _counted(found, wanted.further, stop)
    if wanted.form == "json":
        with progress(f"{found.instance.title}: listing solutions"):
            told = [listed_as_json(solution, wanted.up_to_symmetry) for solution in listed]
        if not wanted.stream:
            data = summary_as_json(found, told, wanted.further, numbers, stop.status)
            click.echo(laid_out(data), nl=False)
        elif wanted.count or stop.status:
            data = summary_as_json(found, (), wanted.further, numbers, stop.status)
            kept = ("status", "optimal_plans", "at_least", "longer")
            click.echo(_on_a_line({key: data[key] for key in kept if key in data}))
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


def _on_a_line(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)
