"""JSON Schemas of what the command line prints as JSON, as `domains/schemas` has them.

A file stands for an output. What several outputs share is in ``shared.json``, to which the others refer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ferryplan import domains

FOLDER = domains.FOLDER / "schemas"
SHARED = "shared"
LOCAL = "#/$defs/"
REFERENCE = f"{SHARED}.json{LOCAL}"
"""how a reference to a shared part begins"""
OUTPUTS = tuple(sorted(path.stem for path in FOLDER.glob("*.json") if path.stem != SHARED))
"""the outputs by name: ``solve``, ``solve-all``, …"""


def load_output_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of an output as one document: the shared parts that it uses are among its ``$defs``."""
    schema, shared = _read(name), _read(SHARED)["$defs"]
    waiting, used = [*_parts(schema, REFERENCE)], dict[str, Any]()
    while waiting:
        part = waiting.pop()
        if part not in used:
            used[part] = shared[part]
            waiting += _parts(shared[part], LOCAL)
    whole = {**schema, "$defs": {**schema.get("$defs", {}), **{part: used[part] for part in sorted(used)}}}
    bundled: dict[str, Any] = json.loads(json.dumps(whole).replace(f'"{REFERENCE}', f'"{LOCAL}'))
    return bundled


def _read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def _parts(schema: Any, beginning: str) -> Iterator[str]:
    """Yield the names of the parts to which a schema refers, where references begin so."""
    match schema:
        case dict():
            reference = schema.get("$ref", "")
            if reference.startswith(beginning):
                yield reference.removeprefix(beginning)
            for one in schema.values():
                yield from _parts(one, beginning)
        case list():
            for one in schema:
                yield from _parts(one, beginning)
