"""The file formats of a question set: lines of JSON, a Parquet table, or a folder.

The lines may be compressed. A folder has a data card.
"""

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
from ferryplan.evaluation.posing.collection import SPLITS, QuestionCollection
from ferryplan.generator.escaping import encode_text
from ferryplan.generator.templates import render_template

FILE_ENDINGS = (".jsonl", ".jsonl.gz", ".parquet")
"""The file name endings of the forms that are one file."""
JSON_COLUMNS = ("parameters", "proof", "about", "pddl")
"""The fields of a question that are objects; a Parquet table has them as JSON texts."""
COUNTED_FIELDS = ("family", "ask", "verdict", "difficulty")
"""The fields whose values the data card counts."""
SIZE_CATEGORIES = ("n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M")
"""The size categories of Hugging Face."""
EXAMPLE_COUNT = 3
"""The number of questions that the data card shows."""
CARD_NAME, CERTIFICATE_FOLDER = "README.md", "certificates"
"""The names of the data card and of the folder with certificates."""


def find_file_ending(path: Path) -> str:
    """Return the ending of a path, one of `FILE_ENDINGS`; the empty text if the path is a folder."""
    return next((one for one in FILE_ENDINGS if path.name.endswith(one)), "")


def encode_questions(lines: Sequence[str], form: str) -> bytes:
    """Return the bytes of a file with lines of questions.

    ``form`` is the file name ending, one of `FILE_ENDINGS`. The same lines always give the same bytes, because the file contains no date.
    """
    text = encode_text("".join(lines))
    if form == ".jsonl.gz":
        return gzip.compress(text, mtime=0)
    return _encode_parquet(lines) if form == ".parquet" else text


def make_folder_files(collection: QuestionCollection, command: str, with_certificates: bool) -> dict[str, str]:
    """Return the files of a folder with a question set, as texts by file name.

    ``command`` is the command that makes the set again, for the data card. ``with_certificates`` adds a file for each certificate.
    """
    files = {f"{name}.jsonl": "".join(lines) for name, lines in _group_by_split(collection).items()}
    if with_certificates:
        proofs = collection.certificates.items()
        # no line feed at the end, because the name of a file is the hash of its bytes
        files |= {f"{CERTIFICATE_FOLDER}/{key}.json": json.dumps(one, ensure_ascii=False) for key, one in proofs}
    return {**files, CARD_NAME: render_data_card(collection, command, with_certificates)}


def render_data_card(collection: QuestionCollection, command: str, with_certificates: bool) -> str:
    """Return the data card of a question set for Hugging Face, as Markdown.

    It states contents, origin, proofs, license and limits of the set.
    """
    rows = [json.loads(line) for line in collection.lines]
    template_values = {
        "command": command,
        "version": version("ferryplan"),
        "size": SIZE_CATEGORIES[bisect_right((1_000, 10_000, 100_000), len(rows))],
        "splits": {name: len(lines) for name, lines in _group_by_split(collection).items()},
        "number": len(rows),
        "puzzles": len(collection.known_signatures),
        "counts": {key: sorted(Counter(str(row[key]) for row in rows).items()) for key in COUNTED_FIELDS},
        "kept": with_certificates,
        "proofs": Counter(_describe_proof(row["proof"]) for row in rows).most_common(),
        "uncertified": sum(row["verdict"] == "unsolvable" and "certificate" not in row["proof"] for row in rows),
        "unproven": sum(not row["optimum_proven"] for row in rows),
        "left_out": [*collection.left_out],
        "values": [row for row in rows if row["optimum"] is not None][:EXAMPLE_COUNT],
    }
    return render_template("questions/card.md.j2", template_values)


def _group_by_split(collection: QuestionCollection) -> dict[str, list[str]]:
    """Return the lines of a set by the names of its splits.

    If the set has no splits, all lines are under ``questions``.
    """
    if collection.training_share is None:
        return {"questions": collection.lines}
    by_split: dict[str, list[str]] = {name: [] for name in reversed(SPLITS)}
    for line in collection.lines:
        by_split[json.loads(line)["split"]].append(line)
    return by_split


def _encode_parquet(lines: Sequence[str]) -> bytes:
    """Return lines of questions as the bytes of a Parquet table."""
    import pyarrow
    import pyarrow.parquet

    def flatten_row(row: Mapping[str, Any]) -> dict[str, Any]:
        return {key: json.dumps(one, ensure_ascii=False) if key in JSON_COLUMNS else one for key, one in row.items()}

    rows = [flatten_row(json.loads(line)) for line in lines]
    columns = dict.fromkeys(key for row in rows for key in row)
    table = pyarrow.table({key: [row.get(key) for row in rows] for key in columns})
    sink = io.BytesIO()
    pyarrow.parquet.write_table(table, sink)
    return sink.getvalue()


def _describe_proof(proof: Mapping[str, Any]) -> str:
    """Return the name of the search or of the theorem in a question's proof."""
    return str(proof["search"]) if "search" in proof else format_message("posing.theorem", theorem=proof["theorem"])
