"""A set of questions as files: lines of JSON, compressed or as a table, or a folder with a data card and certificates."""

from __future__ import annotations

import gzip
import io
import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.evaluation.posing.collection import SPLITS, Collection
from ferryplan.generator.escaping import encode_text
from ferryplan.generator.templates import render

ENDINGS = (".jsonl", ".jsonl.gz", ".parquet")
NESTED = ("parameters", "proof", "about", "pddl")
"""fields that are objects: in a table they are texts of JSON"""
COUNTED = ("family", "ask", "verdict", "difficulty")
SIZES = ("n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M")
"""how Hugging Face tells how many there are"""
SHOWN = 3
CARD, CERTIFICATES = "README.md", "certificates"


def ending(path: Path) -> str:
    """Return in which form a file is to be, by its ending; the empty text for a folder."""
    return next((one for one in ENDINGS if path.name.endswith(one)), "")


def file_of(lines: Sequence[str], form: str) -> bytes:
    """Return lines as a file of one of the ENDINGS; the same bytes whenever it is written."""
    text = encode_text("".join(lines))
    if form == ".jsonl.gz":
        return gzip.compress(text, mtime=0)
    return _table(lines) if form == ".parquet" else text


def folder_of(found: Collection, command: str, kept: bool) -> dict[str, str]:
    """Return the files of a set by their names; ``command`` makes it again, ``kept`` says whether certificates are written."""
    files = {f"{name}.jsonl": "".join(lines) for name, lines in _splits(found).items()}
    if kept:
        proofs = found.certificates.items()
        # without a line feed at the end: the name of a file is the hash of its bytes
        files |= {f"{CERTIFICATES}/{key}.json": json.dumps(one, ensure_ascii=False) for key, one in proofs}
    return {**files, CARD: card(found, command, kept)}


def card(found: Collection, command: str, kept: bool) -> str:
    """Return the data card, as Hugging Face reads it: what it is, how made, how proven, license, limits."""
    rows = [json.loads(line) for line in found.lines]
    told = {
        "command": command,
        "version": version("ferryplan"),
        "size": SIZES[bisect_right((1_000, 10_000, 100_000), len(rows))],
        "splits": {name: len(lines) for name, lines in _splits(found).items()},
        "number": len(rows),
        "puzzles": len(found.known),
        "counts": {key: sorted(Counter(str(row[key]) for row in rows).items()) for key in COUNTED},
        "kept": kept,
        "proofs": Counter(_how(row["proof"]) for row in rows).most_common(),
        "uncertified": sum(row["verdict"] == "unsolvable" and "certificate" not in row["proof"] for row in rows),
        "unproven": sum(not row["optimum_proven"] for row in rows),
        "left_out": [*found.left_out],
        "values": [row for row in rows if row["optimum"] is not None][:SHOWN],
    }
    return render("questions/card.md.j2", told)


def _splits(found: Collection) -> dict[str, list[str]]:
    if found.split is None:
        return {"questions": found.lines}
    by_split: dict[str, list[str]] = {name: [] for name in reversed(SPLITS)}
    for line in found.lines:
        by_split[json.loads(line)["split"]].append(line)
    return by_split


def _table(lines: Sequence[str]) -> bytes:
    """Return lines as a table of Parquet."""
    import pyarrow
    import pyarrow.parquet

    def flat(row: Mapping[str, Any]) -> dict[str, Any]:
        return {key: json.dumps(one, ensure_ascii=False) if key in NESTED else one for key, one in row.items()}

    rows = [flat(json.loads(line)) for line in lines]
    columns = dict.fromkeys(key for row in rows for key in row)
    table = pyarrow.table({key: [row.get(key) for row in rows] for key in columns})
    sink = io.BytesIO()
    pyarrow.parquet.write_table(table, sink)
    return sink.getvalue()


def _how(proof: Mapping[str, Any]) -> str:
    """Return by which search, or by which theorem, something is proven."""
    return str(proof["search"]) if "search" in proof else format_message("posing.theorem", theorem=proof["theorem"])
