"""Reads the puzzle file of a question: its TOML, with the values of the parameters put into what depends on them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jinja2

DOMAINS = Path(__file__).parents[2] / "domains"
ENVIRONMENT = jinja2.Environment(undefined=jinja2.StrictUndefined)
Line = Mapping[str, Any]
"""a question as its line of JSON says it"""


class UndecidedError(Exception):
    """What this solver cannot say, and why."""


def file_of(line: Line) -> dict[str, Any]:
    """The tables of a question's puzzle file: its own, or the catalogue's."""
    if text := line.get("file"):
        return tomllib.loads(text)
    name = line["puzzle"]
    paths = [*DOMAINS.glob(f"*/{name}.toml"), *DOMAINS.glob(f"*/{name}/puzzle.toml")]
    if len(paths) != 1:
        raise UndecidedError(f"no puzzle {name}")
    return tomllib.loads(paths[0].read_text(encoding="utf-8"))


def values_of(file: Mapping[str, Any], line: Line) -> dict[str, Any]:
    """The values of all parameters: those of the question, else the defaults, which may depend on parameters before them."""
    given, values = line["parameters"], dict[str, Any]()
    for name, table in file.get("parameters", {}).items():
        value = table["default"] if given.get(name) is None else given[name]
        if given.get(name) is None and isinstance(value, str) and table["type"] != "text":
            if value == "smallest":
                raise UndecidedError(f"{name} is not said")
            value = expression(value, values)
        values[name] = value
        if table["type"] == "list":
            values[f"{name}_count"] = len(value)
    return values


def expression(said: Any, values: Mapping[str, Any]) -> Any:
    """What a number, a condition or an expression over the parameters comes to."""
    return ENVIRONMENT.compile_expression(said, undefined_to_none=False)(**values) if isinstance(said, str) else said


def text(said: str, values: Mapping[str, Any]) -> str:
    """A text with its expressions filled in."""
    return ENVIRONMENT.from_string(said).render(values)


def letters(index: int) -> str:
    """The letters that number things: A to Z, AA, …"""
    return (letters(index // 26 - 1) if index > 25 else "") + chr(ord("A") + index % 26)
