"""Files that are replaced: those that were written here for the same thing, others only if the user says so.

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
from typing import TYPE_CHECKING

from ferryplan.domains.messages import format_message
from ferryplan.generator.errors import FerryplanError, PddlError
from ferryplan.generator.escaping import encode_text
from ferryplan.generator.files import read_bytes
from ferryplan.planner.system.files import LARGEST_INPUT, OutputError, check_place, write_all

if TYPE_CHECKING:
    from ferryplan.generator.header import Header


class ChangedError(OutputError):
    """A file that would be replaced is something else, or somebody has changed it."""

    option_advice = format_message("system.force-replaces")

    def __init__(self, path: Path, says: str) -> None:
        super().__init__(says, file=path, advice=format_message("system.replace-only"))


_DESCRIPTION = re.compile(rb"(?:tEXtDescription\x00|<dc:description>)(plan compare [^<.]*)\.")
"""what the pictures of comparisons say of themselves"""


def replace_all(files: Mapping[Path, bytes], force: bool) -> None:
    """Write files into folders that exist, all or none; raise OutputError if one would replace what is not about the same thing.

    With ``force`` whatever file is there is replaced.
    """
    if not force:
        for path, data in files.items():
            old = _existing(path)
            # The same bytes may always be written again.
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
    return ChangedError(path, format_message("system.holds-something-else"))


def check_pddl(folder: Path, files: Mapping[str, str]) -> None:
    """Raise OutputError for the first of the files that is there and is not an older version of the new one.

    A file is an older version if nobody changed it by hand: it is the same text, or it was generated for the same puzzle and parameters before
    the puzzle changed. For a domain, the problems beside it decide.
    """
    changed = False
    # Problems come before domains, since they decide whether a domain may be replaced.
    for domain, name in sorted((name.startswith("domain"), name) for name in files):
        old = _existing(folder / name)
        if old is None or old == encode_text(files[name]):
            continue
        text = old.decode(errors="replace")
        found = _other_domain(text, files[name], changed) if domain else _other_problem(text, files[name])
        if found:
            raise ChangedError(folder / name, found)
        changed = True


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
    from ferryplan.generator.header import read_header

    wanted = read_header(new, "the new problem")
    try:
        header = read_header(old, "the old problem")
    except PddlError:
        return format_message("system.not-from-plan")
    had, wants = _facts(header), _facts(wanted)
    if had["puzzle"] != wants["puzzle"]:
        return format_message("system.other-problem", puzzle=header.puzzle)
    if had != wants:
        apart = [fact for key, fact in had.items() if fact != wants.get(key)]
        parameters = ", ".join(apart or ["fewer parameters"])
        return format_message("system.other-parameters", puzzle=header.puzzle, parameters=parameters)
    if header.fingerprint in (None, wanted.fingerprint):
        return format_message("system.changed-problem")
    return ""


def _other_domain(old: str, new: str, changed: bool) -> str:
    if _name_of(old) != _name_of(new):
        key = "system.other-domain" if _name_of(old) else "system.not-from-plan"
        return format_message(key, found=_name_of(old), wanted=_name_of(new))
    return "" if changed else format_message("system.changed-domain")


def _facts(header: Header) -> dict[str, str]:
    """Return for what a problem was generated, in words."""
    values = {key: f"{key} = {json.dumps(value)}" for key, value in header.parameters.items()}
    order = format_message("system.exchanged-order" if header.backward else "system.usual-order")
    how = {
        "dialect": f"the dialect '{header.dialect}'",
        "encoding": f"the encoding '{header.encoding}'",
        "backward": order,
    }
    return {"puzzle": os.path.normpath(header.puzzle), **values, **how}


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
