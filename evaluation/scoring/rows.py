"""Questions restored from rows of tables: what Arrow, Parquet, pandas and `datasets` make of them.

A table has one type for each column. So an object gets a null for each key that other rows have, a column with gaps turns integers into floats and
nulls into NaN, numbers and lists are numpy's, and objects may be texts of JSON.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

OBJECTS = ("parameters", "proof", "about", "pddl")
"""the fields of a question that are objects"""
ABSENT = ("file", "about", "pddl", "split")
"""the fields that a question leaves out rather than have them null"""


def to_plain(value: Any) -> Any:
    """Return a value of numpy or Arrow as Python's own; the hook of ``json.dumps``. Raises TypeError for any other value."""
    for method in ("tolist", "as_py"):
        if hasattr(value, method):
            return getattr(value, method)()
    raise TypeError(f"found a {type(value).__name__}")


def restore_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the object that was written as a row: without nulls where a table added them, with objects where it has their JSON."""
    restored = {key: None if _is_null(value) else value for key, value in row.items()}
    for key in {*OBJECTS} & {*restored}:
        restored[key] = _without_nulls(_object_in(restored[key]))
    if isinstance(about := restored.get("about"), dict):
        restored["about"] = {key: _object_in(value) for key, value in about.items()}
    return {key: value for key, value in restored.items() if value is not None or key not in ABSENT}


def _object_in(value: Any) -> Any:
    """Return the object or list that a text of JSON stands for; any other value as it is."""
    if isinstance(value, str) and value[:1] in ("{", "["):
        with suppress(ValueError, RecursionError):
            return json.loads(value)
    return value


def _without_nulls(value: Any) -> Any:
    """Return a value without the null keys of its objects, at any depth, and with whole numbers as integers.

    Nothing that scoring reads there is null, or a fraction.
    """
    match value:
        case dict():
            return {key: _without_nulls(one) for key, one in value.items() if not _is_null(one)}
        case list():
            return [_without_nulls(one) for one in value]
        case float() if value.is_integer():
            return int(value)
        case _:
            return value


def _is_null(value: Any) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))
