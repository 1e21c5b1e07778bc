"""JSON Schemas of the JSON that the command line prints, from `domains/schemas`.

There is a file for each output, such as ``solve.json`` for ``plan solve --format json``. Definitions that several outputs share
are in ``shared.json``, to which the other files refer.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ferryplan import domains

FOLDER = domains.FOLDER / "schemas"
SHARED_NAME = "shared"
LOCAL_PREFIX = "#/$defs/"
SHARED_PREFIX = f"{SHARED_NAME}.json{LOCAL_PREFIX}"
"""the prefix of a reference to a shared definition"""
OUTPUTS = tuple(sorted(path.stem for path in FOLDER.glob("*.json") if path.stem != SHARED_NAME))
"""the names of the outputs that have a schema: ``solve``, ``solve-all``, …"""


def load_output_schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema of the JSON that a command prints, as one document.

    ``name`` is one of `OUTPUTS`. The shared definitions that the schema uses are among its ``$defs``.
    """
    schema, shared = _read_schema(name), _read_schema(SHARED_NAME)["$defs"]
    waiting, used = [*_find_references(schema, SHARED_PREFIX)], dict[str, Any]()
    while waiting:
        part = waiting.pop()
        if part not in used:
            used[part] = shared[part]
            waiting += _find_references(shared[part], LOCAL_PREFIX)
    whole = {**schema, "$defs": {**schema.get("$defs", {}), **{part: used[part] for part in sorted(used)}}}
    bundled: dict[str, Any] = json.loads(json.dumps(whole).replace(f'"{SHARED_PREFIX}', f'"{LOCAL_PREFIX}'))
    return bundled


def _read_schema(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def _find_references(schema: Any, prefix: str) -> Iterator[str]:
    """Yield the name of each definition that a schema refers to (``$ref``) with this prefix."""
    match schema:
        case dict():
            reference = schema.get("$ref", "")
            if reference.startswith(prefix):
                yield reference.removeprefix(prefix)
            for one in schema.values():
                yield from _find_references(one, prefix)
        case list():
            for one in schema:
                yield from _find_references(one, prefix)
