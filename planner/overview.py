"""What there is: the puzzles of the catalogue, the engines, the parameters of a puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from generator.instance import Value
from generator.puzzle import catalogue
from generator.puzzle_file import (
    BooleanParameter,
    IntegerParameter,
    ListParameter,
    Parameter,
    PuzzleFile,
    TextParameter,
)  # fmt: skip
from planner.engines.registry import ENGINES
from planner.tables import Table

__all__ = [
    "catalogue_as_json",
    "catalogue_as_table",
    "engines_as_json",
    "engines_as_table",
    "parameters_as_json",
    "parameters_table",
]


def catalogue_as_json() -> list[dict[str, Any]]:
    """Return what `plan list --format json` prints."""
    return [
        {"name": puzzle.name, "title": puzzle.title, "parameters": list(puzzle.parameters)} for puzzle in catalogue()
    ]


def catalogue_as_table() -> Table:
    """Return the puzzles of the catalogue with their parameters."""
    rows = ((puzzle.name, puzzle.title, ", ".join(map(_option, puzzle.parameters))) for puzzle in catalogue())
    return Table(("Puzzle", "Title", "Parameters"), tuple(rows))


def engines_as_json() -> list[dict[str, Any]]:
    """Return what `plan engines --format json` prints."""
    return [
        {
            "name": engine.name,
            "installed": not engine.missing,
            "dialects": engine.dialects,
            "optimal": engine.optimal,
            "proves_unsolvability": engine.proves,
            "licence": engine.licence,
            "missing": engine.missing,
        }
        for engine in ENGINES.values()
    ]


def engines_as_table() -> Table:
    """Return the engines with what they take and guarantee."""
    rows = (
        (
            engine.name,
            "no" if engine.missing else "yes",
            ", ".join(engine.dialects),
            "optimal" if engine.optimal else "satisficing",
            "yes" if engine.proves else "no",
            engine.licence,
            engine.missing,
        )
        for engine in ENGINES.values()
    )
    heading = ("Engine", "Installed", "Dialects", "Plans", "Proves that there is none", "Licence", "To get it")
    return Table(heading, tuple(rows))


def parameters_as_json(puzzle: PuzzleFile, values: Mapping[str, Value]) -> dict[str, Any]:
    """Return what a puzzle says of each parameter, with its value."""
    return {
        key: {**spec.model_dump(exclude_unset=True), "value": values[key]} for key, spec in puzzle.parameters.items()
    }


def parameters_table(puzzle: PuzzleFile, values: Mapping[str, Value]) -> Table:
    """Return the same as a table."""
    rows = (
        (f"--{_option(key)}", _shown(values[key]), _range(spec), spec.help) for key, spec in puzzle.parameters.items()
    )
    return Table(("Parameter", "Value", "Range", "What it is"), tuple(rows))


def _option(key: str) -> str:
    return key.replace("_", "-")


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


def _shown(value: Value) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
