"""A reader of a question's puzzle file, which evaluates its expressions over the parameters."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jinja2

DOMAINS = Path(__file__).parents[2] / "domains"
ENVIRONMENT = jinja2.Environment(undefined=jinja2.StrictUndefined)
Line = Mapping[str, Any]
"""A question, as an object in a line of JSON."""


class UndecidedError(Exception):
    """Raised when the second solver cannot decide something."""


def read_puzzle_file(line: Line) -> dict[str, Any]:
    """Return the tables of a question's puzzle file: its own, or the file of the catalog."""
    if text := line.get("file"):
        return tomllib.loads(text)
    name = line["puzzle"]
    paths = [*DOMAINS.glob(f"*/{name}.toml"), *DOMAINS.glob(f"*/{name}/puzzle.toml")]
    if len(paths) != 1:
        raise UndecidedError(f"no puzzle {name}")
    return tomllib.loads(paths[0].read_text(encoding="utf-8"))


def parameter_values(file: Mapping[str, Any], line: Line) -> dict[str, Any]:
    """Return the values of all parameters, from the question or by default.

    A default may depend on parameters before it.
    """
    given, values = line["parameters"], dict[str, Any]()
    for name, table in file.get("parameters", {}).items():
        value = table["default"] if given.get(name) is None else given[name]
        if given.get(name) is None and isinstance(value, str) and table["type"] != "text":
            if value == "smallest":
                raise UndecidedError(f"{name} is not said")
            value = evaluate(value, values)
        values[name] = value
        if table["type"] == "list":
            values[f"{name}_count"] = len(value)
    return values


def evaluate(said: Any, values: Mapping[str, Any]) -> Any:
    """Return the value of an expression over the parameters; other values are returned unchanged."""
    return ENVIRONMENT.compile_expression(said, undefined_to_none=False)(**values) if isinstance(said, str) else said


def render_text(said: str, values: Mapping[str, Any]) -> str:
    """Return a text with its expressions replaced by their values."""
    return ENVIRONMENT.from_string(said).render(values)


def letter_name(index: int) -> str:
    """Return the letters for an index, as in spreadsheets: A to Z, AA, and so on."""
    return (letter_name(index // 26 - 1) if index > 25 else "") + chr(ord("A") + index % 26)
