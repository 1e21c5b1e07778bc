"""What there is to know of a puzzle: its story, parameters, rules, and how many states there are."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from typing import Any, assert_never

from generator.families import state_space, teller_of
from generator.instance import AnyInstance, Value
from generator.puzzle_file import (
    BooleanParameter,
    IntegerParameter,
    ListParameter,
    Parameter,
    PuzzleFile,
    TextParameter,
)
from generator.search.breadth_first import explore
from planner.questions.narration import WIDTH
from planner.system.stopping import attempted
from planner.telling import Table

__all__ = ["as_json", "as_text", "parameters_as_json", "parameters_table"]

MOST_STATES = 50_000


def as_json(puzzle: PuzzleFile, instance: AnyInstance) -> dict[str, Any]:
    """Return what `plan show --format json` prints; a number that would take too long to find is null."""
    return {
        "puzzle": instance.puzzle,
        "family": instance.family,
        "title": instance.title,
        "story": instance.story,
        "source": instance.source,
        "parameters": parameters_as_json(puzzle, dict(instance.parameters)),
        "rules": list(teller_of(instance).rules),
        "start": teller_of(instance).state_as_json(state_space(instance).initial),
        "reachable": attempted(lambda: _reachable(instance))[0],
    }


def as_text(puzzle: PuzzleFile, instance: AnyInstance, layout: Callable[[Table], str]) -> str:
    """Return what `plan show` prints for a person."""
    teller, reachable = teller_of(instance), attempted(lambda: _reachable(instance))[0]
    number = "too many to count" if reachable is None else f"{reachable:,}"
    sections = [
        instance.title,
        textwrap.fill(instance.story, WIDTH),
        textwrap.fill(f"Source: {' '.join(instance.source.split())}", WIDTH),
        *([layout(parameters_table(puzzle, dict(instance.parameters))).rstrip("\n")] if puzzle.parameters else []),
        *(["\n".join([f"{teller.rules_heading}:", *(f"  - {rule}" for rule in teller.rules)])] if teller.rules else []),
        f"At the start: {teller.state(state_space(instance).initial)}.",
        f"States within reach: {number}.",
    ]
    return "\n\n".join(sections) + "\n"


def _reachable(instance: AnyInstance) -> int | None:
    space = state_space(instance)
    exploration = explore(space, MOST_STATES, up_to_symmetry=True)
    return sum(map(space.orbit_size, exploration.depths)) if exploration.complete else None


def parameters_as_json(puzzle: PuzzleFile, values: Mapping[str, Value]) -> dict[str, Any]:
    """Return what a puzzle says of each parameter, with its value."""
    return {
        key: {**spec.model_dump(exclude_unset=True), "value": values[key]} for key, spec in puzzle.parameters.items()
    }


def parameters_table(puzzle: PuzzleFile, values: Mapping[str, Value]) -> Table:
    """Return the same as a table."""
    rows = (
        (f"--{key.replace('_', '-')}", _value(values[key]), _range(spec), spec.help)
        for key, spec in puzzle.parameters.items()
    )
    return Table(("Parameter", "Value", "Range", "What it is"), tuple(rows))


def _range(spec: Parameter) -> str:
    match spec:
        case BooleanParameter():
            return "yes or no"
        case TextParameter():
            return f"up to {spec.longest} characters"
        case ListParameter():
            return f"{spec.minimum} to {spec.maximum} each"
        case IntegerParameter():
            return f"{spec.minimum} to {spec.maximum}"
        case _:
            assert_never(spec)


def _value(value: Value) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
