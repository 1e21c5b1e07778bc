"""JSON objects as text that a person can read, too."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from planner.result import AnyResult

__all__ = ["head", "laid_out", "measures"]


def head(result: AnyResult) -> dict[str, Any]:
    """Return the keys with which the JSON of every answer begins: what was asked, its status, how it was solved."""
    instance = result.instance
    return {
        "puzzle": instance.puzzle,
        "parameters": result.parameters,
        "status": result.status,
        "engine": result.engine,
        "dialect": result.dialect,
        "encoding": result.encoding,
    }


def measures(result: AnyResult) -> dict[str, Any]:
    """Return the keys that say what the answer has cost, and what there is to note."""
    return {
        "expanded": result.expanded,
        "seconds": {key: round(value, 4) for key, value in result.seconds.items()},
        "notes": list(result.notes),
    }


def laid_out(data: Mapping[str, Any]) -> str:
    """Return an object as JSON, a key on each line; of a list of objects, each on a line of its own."""
    rows = (
        f"  {_written(key)}: {_lines(value) if _is_long(value) else _written(value)}" for key, value in data.items()
    )
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _is_long(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _lines(values: Sequence[Any]) -> str:
    return "[\n" + ",\n".join(f"    {_written(value)}" for value in values) + "\n  ]"


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
