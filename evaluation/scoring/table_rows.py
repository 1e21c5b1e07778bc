"""The conversion of rows of Arrow, Parquet, pandas and `datasets` tables back to questions.

A table has one type for each column. So an object gets a null for each key that only other rows have, a column with gaps turns integers
into floats and nulls into NaN, numbers and lists become numpy values, and objects may be JSON texts.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

OBJECT_FIELDS = ("parameters", "proof", "about", "pddl")
"""The fields of a question whose values are objects."""
OMITTABLE_FIELDS = ("file", "about", "pddl", "split")
"""The fields that a question without a value leaves out, rather than setting them to null."""


def to_python_value(value: Any) -> Any:
    """Convert a numpy or Arrow value to a Python value, as the argument ``default`` of `json.dumps`.

    Raises TypeError for any other value.
    """
    for method in ("tolist", "as_py"):
        if hasattr(value, method):
            return getattr(value, method)()
    raise TypeError(f"found a {type(value).__name__}")


def restore_question_object(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the question object that a row of a table was made from.

    Nulls that the table added are dropped, and JSON texts of objects are parsed.
    """
    restored = {key: None if _is_null(value) else value for key, value in row.items()}
    for key in {*OBJECT_FIELDS} & {*restored}:
        restored[key] = _strip_nulls(_parse_json_object(restored[key]))
    if isinstance(about := restored.get("about"), dict):
        restored["about"] = {key: _parse_json_object(value) for key, value in about.items()}
    return {key: value for key, value in restored.items() if value is not None or key not in OMITTABLE_FIELDS}


def _parse_json_object(value: Any) -> Any:
    """Parse a JSON text of an object or a list; return any other value unchanged."""
    if isinstance(value, str) and value[:1] in ("{", "["):
        with suppress(ValueError, RecursionError):
            return json.loads(value)
    return value


def _strip_nulls(value: Any) -> Any:
    """Return a JSON value without keys whose value is null, and with integers in place of whole floats.

    Nulls are dropped at any depth. This loses nothing, because scoring reads neither nulls nor fractions from these objects.
    """
    match value:
        case dict():
            return {key: _strip_nulls(one) for key, one in value.items() if not _is_null(one)}
        case list():
            return [_strip_nulls(one) for one in value]
        case float() if value.is_integer():
            return int(value)
        case _:
            return value


def _is_null(value: Any) -> bool:
    """Return whether a value in a table stands for null: None or NaN."""
    return value is None or (isinstance(value, float) and math.isnan(value))
