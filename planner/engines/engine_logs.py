"""Extraction of statistics and error messages from the logs of engines.

The statistics are the number of expanded states and the seconds in each phase. To support the log of another engine,
add patterns for its lines to `_FIGURE_LINES`. Used by the worker; imports no module of this project.
"""

from __future__ import annotations

import contextlib
import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

_FIGURE_LINES = (
    (re.compile(r"Expanded (\d+) state\(s\)\.$"), "expanded", 1.0),  # Fast Downward
    (re.compile(r"^Done! \[.*CPU, ([\d.]+)s wall-clock\]$"), "ground", 1.0),  # Fast Downward's translator, SymK's too
    (re.compile(r"^\[t=.* Total time: ([\d.]+)s$"), "search", 1.0),  # Fast Downward, SymK: all but the translator
    (re.compile(r"^Expanded Nodes: *(\d+)$"), "expanded", 1.0),  # ENHSP
    (re.compile(r"^Grounding Time: *(\d+)$"), "ground", 0.001),  # ENHSP
    (re.compile(r"^Planning Time \(msec\): *(\d+)$"), "search", 0.001),  # ENHSP
    (re.compile(r"(\d+) Nodes expanded$"), "expanded", 1.0),  # pyperplan
)
"""patterns of log lines, each with the statistic that the line reports and the factor that converts it (to seconds, for a time)"""
MAX_MESSAGE_LENGTH = 300
"""the largest number of characters of an engine's error message"""
_MOMENTS = ("Grounding start", "Grounding end", "Search end")
"""pyperplan's messages at the start of grounding, at its end (before the heuristic), and at the end of the search"""
_TIMED_MOMENT = re.compile(rf"^([\d.]+) ({'|'.join(_MOMENTS)})")

_REMARK = re.compile(r"^INFO |^Driver aborting|exit code: \d|^Context: |^Peak memory|^Remove intermediate|^\[t=|^at ")
_ERROR_WORD = re.compile(r"[Ee]rror|ERROR|Exception|[Ff]ailed|[Mm]issing|[Ii]nvalid|[Uu]nexpected|not supported")
_TIME = re.compile(r"^\d+\.\d{6} ")


def parse_statistics(lines: Iterable[str]) -> dict[str, Any]:
    """Return the statistics in an engine's log: a dictionary with the keys ``expanded`` and ``seconds``.

    ``expanded`` is the number of expanded states, or None if the log does not report it. ``seconds`` maps ``ground``
    (reading and grounding) and ``search`` (the remaining time) to seconds; a time that the log does not report is left
    out. If the log reports a statistic more than once, the last value counts.
    """
    found: dict[str, float] = {}
    moments: dict[str, float] = {}
    for line in lines:
        for pattern, figure, unit in _FIGURE_LINES:
            if match := pattern.search(line):
                found[figure] = float(match[1]) * unit
        if match := _TIMED_MOMENT.match(line):
            moments[match[2]] = float(match[1])
    if len(moments) == len(_MOMENTS):
        begun, grounded, ended = (moments[moment] for moment in _MOMENTS)
        found |= {"ground": grounded - begun, "search": ended - grounded}
    expanded = found.pop("expanded", None)
    return {"expanded": None if expanded is None else int(expanded), "seconds": found}


def find_failure_line(lines: Iterable[str]) -> str:
    """Return the line of a failed engine's log that best explains the failure; empty if there is none."""
    said = [_TIME.sub("", line).strip() for line in lines if line.strip()]
    telling = [line for line in said if not _REMARK.search(line)]
    alarming = [line for line in telling if _ERROR_WORD.search(line)]
    return next(reversed(alarming or telling or said), "")


def explain_driver_refusal(lines: Iterable[str]) -> str:
    """Return why the driver of Fast Downward or SymK refuses the PDDL, on one line; empty if unknown.

    ``lines`` are the driver's output. A refusal by the search is a line with the words "not support". A refusal by the
    translator consists of the lines between ``Parsing...`` and the translator's exit code: the names of the parts of
    the PDDL file that contain the error, from the outside to the inside, and then the error.
    """
    said = [line.strip() for line in lines]
    refused = [line for line in said if "not support" in line]
    if refused:
        return refused[0]
    start = next((number for number, line in enumerate(said) if line.startswith("Parsing...")), len(said))
    end = next((number for number, line in enumerate(said) if line.startswith("translate exit code")), len(said))
    told = [line for line in said[start + 1 : end] if line and not line.startswith("Warning:")]
    if any(line.startswith("Traceback") for line in told):
        return shorten_message(told[-1])
    return shorten_message(": ".join(line.removeprefix("->").removeprefix("Parsing ").rstrip(":.") for line in told))


def shorten_message(message: str) -> str:
    """Return a message on one line, cut after a word and marked with ``[…]`` if it is too long.

    The limit is `MAX_MESSAGE_LENGTH` characters.
    """
    return textwrap.shorten(message, MAX_MESSAGE_LENGTH, placeholder=" […]")


@contextlib.contextmanager
def capture_log() -> Iterator[list[str]]:
    """Collect the messages that Python's logging receives in a ``with`` block, as a list of lines.

    Each line begins with the time of its message in seconds. The list grows while the block runs.
    """
    import logging  # a slow import; Fast Downward's driver does not need it

    lines: list[str] = []

    class LineHandler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(f"{record.created:.6f} {record.getMessage()}")

    handler, root = LineHandler(logging.INFO), logging.getLogger()
    level = root.level
    root.setLevel(logging.INFO)
    root.addHandler(handler)
    try:
        yield lines
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
