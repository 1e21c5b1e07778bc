"""The options with which the verb `solve` tells all solutions, and what it does then."""

from __future__ import annotations

import functools
import itertools
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from generator.families import CROSSING
from planner.json_text import laid_out
from planner.limits import TimeIsUpError, limited
from planner.terminal import layout, progress
from planner.verbs.commands import chosen, chosen_crossing
from planner.verbs.exit_codes import EXIT_CODES

if TYPE_CHECKING:
    from planner.crossing.enumerating import AllSolutions, Number

__all__ = ["all_solutions"]

MOST_TOLD = 1000
FOR_ENGINES = ("engine", "dialect", "encoding", "explain", "backward", "domain", "problem")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which solutions are to be told, and how."""

    form: str
    first: int | None
    stream: bool
    up_to_symmetry: bool
    further: int


def all_solutions(solve: Callable[..., int]) -> Callable[..., int]:
    """Return the function of the verb `solve` with the options for all solutions; without any of them it does what it did."""

    @functools.wraps(solve)
    def command(
        ctx: click.Context,
        every: bool,
        first: int | None,
        stream: bool,
        up_to_symmetry: bool,
        longer: int | None,
        **values: Any,
    ) -> int:
        if not (every or first or stream or up_to_symmetry or longer is not None):
            return solve(ctx, **values)
        return tell_all(ctx, Wanted(values["form"], first, stream, up_to_symmetry, longer or 0), values)

    options = (
        click.option("--all", "every", is_flag=True, help="tell every solution with the fewest crossings, or of the least cost"),
        click.option("--first", type=click.IntRange(min=1, max=10**12), metavar="NUMBER", help="of all, tell only so many"),
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
    """Tell all solutions of a puzzle, or prove that there are none; return the exit code."""
    for option in FOR_ENGINES:
        if ctx.get_parameter_source(option) is not ParameterSource.DEFAULT:
            raise click.UsageError(f"--all explores by the rules and asks no engine: found --{option}, expected none")
    if values["output"]:
        raise click.UsageError(
            f"--output: found '{values['output'][0]}', expected none with --all: all solutions go to standard output"
        )
    puzzle, _ = chosen(ctx, values)
    if puzzle.family != CROSSING:
        return _tell_placings(ctx, wanted, values)
    return _tell_crossings(ctx, wanted, values)


def _tell_placings(ctx: click.Context, wanted: Wanted, values: dict[str, Any]) -> int:
    from planner.placing.all_told import FORMATS, lines
    from planner.placing.enumerating import enumerate_solutions

    puzzle, parameters = chosen(ctx, values)
    if wanted.up_to_symmetry or wanted.further:
        option = "up-to-symmetry" if wanted.up_to_symmetry else "longer"
        raise click.UsageError(f"--{option}: found a puzzle of the family {puzzle.family}, expected a river crossing")
    _check_form(wanted.form, FORMATS)
    try:
        with limited(values["timeout"], values["memory"]):
            found = enumerate_solutions(puzzle, parameters, reference=values["puzzle"])
            most = wanted.first or (None if wanted.stream else MOST_TOLD)
            told = lines(found, wanted.form, layout(), most, wanted.stream)
            with progress(f"{puzzle.title}: looking for all solutions"):
                first = next(told)
            for text in itertools.chain([first], told):
                click.echo(text, nl=False)
    except TimeIsUpError as error:
        click.echo(f"plan: {error}", err=True)
        return EXIT_CODES["timeout"]
    return EXIT_CODES["solved" if found.search.found else "unsolvable"]


def _check_form(form: str, forms: Sequence[str]) -> None:
    if form not in forms:
        raise click.UsageError(f"--format: found '{form}', expected {' or '.join(forms)} with --all")


def _tell_crossings(ctx: click.Context, wanted: Wanted, values: dict[str, Any]) -> int:
    from planner.crossing.enumerating import enumerate_solutions
    from planner.crossing.solutions_told import FORMATS, summary_as_json, unanswered_as_json
    from planner.formats import Style, tell

    puzzle, parameters = chosen_crossing(ctx, values)
    _check_form(wanted.form, FORMATS)
    sys.set_int_max_str_digits(0)  # how many solutions there are may take thousands of digits
    found: AllSolutions | None = None
    try:
        with limited(values["timeout"], values["memory"]):
            with progress(f"{puzzle.title}: counting all solutions"):
                found = enumerate_solutions(puzzle, parameters, reference=values["puzzle"])
            if found.result.status == "optimal":
                _list(found, wanted)
                return EXIT_CODES["optimal"]
    except TimeIsUpError as error:
        click.echo(f"plan: {error}", err=True)
        if wanted.form == "json" and not wanted.stream:
            data = unanswered_as_json(puzzle.name, parameters, "timeout")
            if found is not None:
                data = {**summary_as_json(found, (), wanted.further), "status": "timeout"}
            click.echo(laid_out(data), nl=False)
        return EXIT_CODES["timeout"]
    if wanted.form == "json":
        data = summary_as_json(found, (), wanted.further, ())
        click.echo(_on_a_line(data) if wanted.stream else laid_out(data), nl=wanted.stream)
    else:
        click.echo(tell(found.result, wanted.form, Style(layout=layout())), nl=False)
    return EXIT_CODES["unsolvable"]


def _list(found: AllSolutions, wanted: Wanted) -> None:
    """Print how many solutions there are, and those that are wanted."""
    from planner.crossing.solutions_told import head, listed_as_json, one, summary_as_json, tail

    most = wanted.first or (None if wanted.stream else MOST_TOLD)
    count_longer = wanted.further > 0 and not wanted.first and not wanted.stream
    numbers = _counted(found, wanted.further) if count_longer else None
    listed = itertools.islice(found.each(wanted.up_to_symmetry, wanted.further), most)
    if wanted.form == "json":
        objects = (listed_as_json(solution, wanted.up_to_symmetry) for solution in listed)
        if not wanted.stream:
            with progress(f"{found.instance.title}: listing solutions"):
                told = [*objects]
            click.echo(laid_out(summary_as_json(found, told, wanted.further, numbers)), nl=False)
            return
        for data in objects:
            click.echo(_on_a_line(data))
        return
    drawn = layout()
    click.echo(head(found, wanted.form, drawn, wanted.further, numbers or ()), nl=False)
    count = 0
    for solution in listed:
        click.echo(one(solution, wanted.form, drawn, wanted.up_to_symmetry, wanted.further > 0), nl=False)
        count += 1
    if wanted.first:
        return
    if numbers is not None:
        more = sum(number.classes if wanted.up_to_symmetry else number.solutions for number in numbers) - count
    else:
        more = (found.cheapest.classes if wanted.up_to_symmetry else found.cheapest.count) - count
    if more > 0 and not wanted.stream:
        click.echo(tail(more), nl=False)


def _counted(found: AllSolutions, further: int) -> list[Number]:
    """Return how many solutions there are of each cost, and show how far the count is."""
    numbers: list[Number] = []
    with progress(f"{found.instance.title}: listing longer solutions, to count them") as show:
        for number in found.numbers(further):
            numbers.append(number)
            solutions = sum(one.solutions for one in numbers)
            show(f"{found.instance.title}: listing longer solutions, to count them: {solutions:,} so far")
    return numbers


def _on_a_line(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)
