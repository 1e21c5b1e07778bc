"""Rules about which existing files new output may replace without ``force``.

Any file may be replaced by the same content. Generated PDDL may be replaced by PDDL of the same puzzle and parameters
if the puzzle file has changed since. An answer as JSON, CSV, plan, text or Markdown, and a picture of a comparison,
may be replaced by output of the same kind about the same puzzle and parameters. All files are checked before any file
is written.
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
from ferryplan.planner.system.user_files import MAX_INPUT_BYTES, OutputError, check_writable_path, write_all_or_none

if TYPE_CHECKING:
    from ferryplan.generator.header import ProblemHeader


class NotReplaceableError(OutputError):
    """An existing file is about another puzzle or was changed by hand, so new output does not replace it."""

    option_advice = format_message("system.force-replaces")

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(message, file=path, advice=format_message("system.replace-only"))


_DESCRIPTION = re.compile(rb"(?:tEXtDescription\x00|<dc:description>)(plan compare [^<.]*)\.")
"""the description in the metadata of a comparison's picture"""


def write_or_replace_files(files: Mapping[Path, bytes], force: bool) -> None:
    """Write output files into existing folders, all or none; replace earlier output on the same subject.

    ``files`` maps paths to contents. Raises OutputError if an existing file has another subject (kind of output,
    puzzle and parameters) than the new file; with ``force``, every existing file is replaced.
    """
    if not force:
        for path, data in files.items():
            old = _read_existing(path)
            # The same bytes may always be written again.
            if (
                old is not None
                and old != data
                and (_find_output_subject(old) is None or _find_output_subject(old) != _find_output_subject(data))
            ):
                raise _other_subject_error(path)
    write_all_or_none(files)


def check_replaceable_files(paths: Iterable[Path], force: bool) -> None:
    """Raise OutputError for the first existing file that is not output of this program.

    No new output may replace such a file. The check comes before the work on the new output, so that a refusal does
    not come too late. With ``force``, it never fails.
    """
    for path in () if force else paths:
        old = _read_existing(path)
        if old is not None and _find_output_subject(old) is None:
            raise _other_subject_error(path)


def _other_subject_error(path: Path) -> OutputError:
    """Return the error for an existing file that has another subject than the new output."""
    return NotReplaceableError(path, format_message("system.holds-something-else"))


def check_replaceable_pddl(folder: Path, files: Mapping[str, str]) -> None:
    """Raise OutputError for the first existing PDDL file that is not an older version of the new file.

    ``files`` maps the names of the new files in the folder to their PDDL. A file is an older version if nobody changed
    it by hand: it has the same text, or it was generated for the same puzzle and parameters before the puzzle changed.
    A domain may be replaced if one of the problems beside it is an older version.
    """
    changed = False
    # Problems come before domains, since they decide whether a domain may be replaced.
    for domain, name in sorted((name.startswith("domain"), name) for name in files):
        old = _read_existing(folder / name)
        if old is None or old == encode_text(files[name]):
            continue
        text = old.decode(errors="replace")
        found = (
            _describe_other_domain(text, files[name], changed) if domain else _describe_other_problem(text, files[name])
        )
        if found:
            raise NotReplaceableError(folder / name, found)
        changed = True


def _read_existing(path: Path) -> bytes | None:
    """Return the content of an existing file, or None if there is no file.

    Raises OutputError for a folder, a device or a pipe.
    """
    if not os.path.lexists(path):
        return None
    check_writable_path(path)
    try:
        return read_bytes(str(path), MAX_INPUT_BYTES)
    except (OSError, FerryplanError):
        return b""


def _describe_other_problem(old: str, new: str) -> str:
    """Return why the new PDDL problem must not replace the old one; empty if it may."""
    from ferryplan.generator.header import read_header

    wanted = read_header(new, "the new problem")
    try:
        header = read_header(old, "the old problem")
    except PddlError:
        return format_message("system.not-from-plan")
    had, wants = _describe_header(header), _describe_header(wanted)
    if had["puzzle"] != wants["puzzle"]:
        return format_message("system.other-problem", puzzle=header.puzzle)
    if had != wants:
        apart = [fact for key, fact in had.items() if fact != wants.get(key)]
        parameters = ", ".join(apart or ["fewer parameters"])
        return format_message("system.other-parameters", puzzle=header.puzzle, parameters=parameters)
    if header.fingerprint in (None, wanted.fingerprint):
        return format_message("system.changed-problem")
    return ""


def _describe_other_domain(old: str, new: str, changed: bool) -> str:
    """Return why the new PDDL domain must not replace the old one; empty if it may.

    ``changed`` is true if one of the problems beside the domain may be replaced.
    """
    if _domain_name(old) != _domain_name(new):
        key = "system.other-domain" if _domain_name(old) else "system.not-from-plan"
        return format_message(key, found=_domain_name(old), wanted=_domain_name(new))
    return "" if changed else format_message("system.changed-domain")


def _describe_header(header: ProblemHeader) -> dict[str, str]:
    """Return the header of a generated problem as phrases by key, such as ``couples``: ``couples = 3``."""
    values = {key: f"{key} = {json.dumps(value)}" for key, value in header.parameters.items()}
    order = format_message("system.exchanged-order" if header.backward else "system.usual-order")
    how = {
        "dialect": f"the dialect '{header.dialect}'",
        "encoding": f"the encoding '{header.encoding}'",
        "backward": order,
    }
    return {"puzzle": os.path.normpath(header.puzzle), **values, **how}


def _domain_name(pddl: str) -> str:
    """Return the name of the domain in a PDDL text, in lower case; empty if there is none."""
    found = re.search(r"^\s*\(define\s*\(domain\s+([^\s()]+)", pddl, re.MULTILINE | re.IGNORECASE)
    return found[1].lower() if found else ""


def _find_output_subject(data: bytes) -> object:
    """Return what an output file is about: its kind of output, puzzle and parameters, in any form.

    A file may replace another file if both subjects are equal; they have no other use. The result is None for a file
    that does not look like output of this program.
    """
    if described := _DESCRIPTION.search(data):
        return data[:4], described[1]
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    if text.startswith(";;!domain:"):
        return text.splitlines()[:2]
    if text.startswith("{"):
        return _find_json_answer_subject(text)
    first, _, rest = text.partition("\n")
    if first.startswith("puzzle,"):
        width = first.split(",").index("engine") if "engine" in first.split(",") else 1
        return first, {tuple(row[:width]) for row in csv.reader(rest.splitlines())}
    if first.strip() and not first.startswith(("<", "graph ", "digraph ")):
        return text.split("\n\n")[:2]  # the title and the story
    return None


def _find_json_answer_subject(text: str) -> object:
    """Return what a JSON answer is about, to compare it with another: a tuple, or None for other texts.

    The tuple has the sorted top-level keys of the JSON object, the puzzle, the parameters, and the parameters of its
    runs.
    """
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
