"""Files that are there already: replaced if they were written here for the same thing, else only when the user says so.

A file may be replaced by what it holds already; generated PDDL by that of the same puzzle and parameters, if the puzzle has changed since;
an answer as JSON, CSV, plan, text or Markdown, and a picture of a comparison, by another about the same puzzle and parameters. All files
are looked at before any is written.
"""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from generator.errors import FerryplanError, PddlError
from generator.files import read_bytes
from generator.pddl.header import Header, read_header
from planner.files import LARGEST_INPUT, OutputError, check_place, write_all, write_files

__all__ = ["FORCE", "check_pddl", "check_recognised", "replace_all", "replace_pddl"]

FORCE = "expected none, or one for the same puzzle and parameters that nobody changed; --force replaces it"

_DESCRIPTION = re.compile(rb"(?:tEXtDescription\x00|<dc:description>)(plan compare [^<.]*)\.")
"""what the pictures of comparisons say of themselves"""


def replace_all(files: Mapping[Path, bytes], force: bool) -> None:
    """Write files into folders that exist, all or none; raise OutputError if one would replace what is not about the same thing.

    With ``force`` whatever file is there is replaced.
    """
    if not force:
        for path, data in files.items():
            old = _existing(path)
            if old is not None and old != data and (_subject(old) is None or _subject(old) != _subject(data)):
                raise _something_else(path)
    write_all(files)


def check_recognised(paths: Iterable[Path], force: bool) -> None:
    """Raise OutputError for a file that no answer could replace, before an answer is worked for; never with ``force``."""
    for path in () if force else paths:
        old = _existing(path)
        if old is not None and _subject(old) is None:
            raise _something_else(path)


def _something_else(path: Path) -> OutputError:
    return OutputError(f"{path}: found a file with something else in it; {FORCE}")


def replace_pddl(folder: Path, files: Mapping[str, str], force: bool) -> None:
    """Write a domain and a problem into a folder, which is made if need be; raise OutputError as ``check_pddl`` does unless ``force``."""
    if not force:
        check_pddl(folder, files)
    write_files(folder, files)


def check_pddl(folder: Path, files: Mapping[str, str]) -> None:
    """Raise OutputError for the first of the files that is there and is not an older version of the new one.

    It is one if nothing was changed by hand: if it holds the same, or if it was generated for the same puzzle and parameters, and the puzzle
    has changed since. Of a domain that is told by the problems beside it.
    """
    changed = False
    for name in sorted(files, key=_is_domain):
        old = _existing(folder / name)
        if old is None or old == files[name].encode():
            continue
        text = old.decode(errors="replace")
        found = _other_domain(text, files[name], changed) if _is_domain(name) else _other_problem(text, files[name])
        if found:
            raise OutputError(f"{folder / name}: found {found}; {FORCE}")
        changed = True


def _is_domain(name: str) -> bool:
    return name.startswith("domain")


def _existing(path: Path) -> bytes | None:
    """Return what is in a file's place; None if there is nothing. Raises OutputError for a folder, a device or a pipe."""
    if not os.path.lexists(path):
        return None
    check_place(path)
    try:
        return read_bytes(str(path), LARGEST_INPUT)
    except (OSError, FerryplanError):
        return b""


def _other_problem(old: str, new: str) -> str:
    """Return what a problem is that must not be replaced by the new one; the empty text if it may be."""
    wanted = read_header(new, "the new problem")
    try:
        header = read_header(old, "the old problem")
    except PddlError:
        return "a file that plan did not write"
    if _key(header) != _key(wanted):
        return _difference(header, wanted)
    if header.fingerprint in (None, wanted.fingerprint):
        return "a problem that was changed since it was generated, or that another version of plan wrote"
    return ""


def _other_domain(old: str, new: str, changed: bool) -> str:
    if _name_of(old) != _name_of(new):
        return f"the domain {_name_of(old)}, not {_name_of(new)}" if _name_of(old) else "a file that plan did not write"
    return "" if changed else "a domain that is not the one that is generated now"


def _key(header: Header) -> tuple[object, ...]:
    puzzle = os.path.normpath(header.puzzle)
    return puzzle, header.parameters, header.dialect, header.encoding, header.backward


def _difference(header: Header, wanted: Header) -> str:
    """Return in words for what else a problem was generated."""
    if _key(header)[0] != _key(wanted)[0]:
        return f"a problem of the puzzle {header.puzzle}"
    apart = [
        f"{key} {json.dumps(value)}" for key, value in header.parameters.items() if wanted.parameters.get(key) != value
    ]
    if not apart and header.parameters != wanted.parameters:
        apart = [f"fewer parameters: {', '.join(header.parameters)}"]
    apart += [
        word for word, other in ((header.dialect, wanted.dialect), (header.encoding, wanted.encoding)) if word != other
    ]
    if header.backward != wanted.backward:
        apart.append("start and goal exchanged" if header.backward else "start and goal as they are")
    return f"a problem of {header.puzzle} with {', '.join(apart)}"


def _name_of(pddl: str) -> str:
    found = re.search(r"^\s*\(define\s*\(domain\s+([^\s()]+)", pddl, re.MULTILINE | re.IGNORECASE)
    return found[1].lower() if found else ""


def _subject(data: bytes) -> object:
    """Return what an answer is about: its kind, puzzle and parameters, as far as it says so; None if that cannot be told."""
    if described := _DESCRIPTION.search(data):
        return data[:4], described[1]
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    if text.startswith(";;!domain:"):
        return text.splitlines()[:2]
    if text.startswith("{"):
        return _subject_of_json(text)
    first, _, rest = text.partition("\n")
    if first.startswith("puzzle,"):
        width = first.split(",").index("engine") if "engine" in first.split(",") else 1
        return first, {tuple(row[:width]) for row in csv.reader(rest.splitlines())}
    if first.strip() and not first.startswith(("<", "graph ", "digraph ")):
        return text.split("\n\n")[:2]  # the title and the story
    return None


def _subject_of_json(text: str) -> object:
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(content, dict) or "puzzle" not in content:
        return None
    runs = content.get("runs")
    each = [run.get("parameters") for run in runs if isinstance(run, dict)] if isinstance(runs, list) else []
    sets = sorted({json.dumps(one, sort_keys=True) for one in each})
    return sorted(content), content["puzzle"], content.get("parameters"), sets
