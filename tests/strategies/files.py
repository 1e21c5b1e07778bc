"""A random puzzle file: its text for the program, and its content for the oracles."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["PuzzleText", "toml"]


@dataclass(frozen=True)
class PuzzleText:
    """A puzzle file with values for its parameters."""

    text: str
    """the file, in TOML"""
    given: dict[str, Any]
    """the parameters that differ from their defaults"""
    plain: dict[str, Any]
    """the same tables with all expressions evaluated; each kind also has the ``members`` that are its travelers"""
    templates: Mapping[str, str] = field(default_factory=dict)
    """the files beside the puzzle file, by name"""

    @property
    def family(self) -> str:
        """The puzzle's family."""
        return str(self.plain["family"])


def toml(data: Mapping[str, Any]) -> str:
    """Return a file in TOML with every table inline."""
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in data.items())


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "a").isalnum() else _value(key)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)  # the escapes of JSON are those of TOML
