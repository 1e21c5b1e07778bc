"""What engines tell of their work in their logs: states expanded, seconds for grounding and for the search.

An engine that logs in another way adds its lines to the table. Used by the worker; imports nothing of the project.
"""

from __future__ import annotations

import contextlib
import re
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

_LINES = (
    (re.compile(r"Expanded (\d+) state\(s\)\.$"), "expanded", 1.0),  # Fast Downward
    (re.compile(r"^Done! \[.*CPU, ([\d.]+)s wall-clock\]$"), "ground", 1.0),  # Fast Downward's translator, SymK's too
    (re.compile(r"^\[t=.* Total time: ([\d.]+)s$"), "search", 1.0),  # Fast Downward, SymK: all but the translator
    (re.compile(r"^Expanded Nodes: *(\d+)$"), "expanded", 1.0),  # ENHSP
    (re.compile(r"^Grounding Time: *(\d+)$"), "ground", 0.001),  # ENHSP
    (re.compile(r"^Planning Time \(msec\): *(\d+)$"), "search", 0.001),  # ENHSP
    (re.compile(r"(\d+) Nodes expanded$"), "expanded", 1.0),  # pyperplan
)
"""lines, what the number in each is, and in which unit"""
LONGEST_MESSAGE = 300
"""characters of what an engine complains of"""
_MOMENTS = ("Grounding start", "Grounding end", "Search end")
"""what pyperplan logs when it begins to ground, begins to prepare its search, and has ended it"""
_TIMED = re.compile(rf"^([\d.]+) ({'|'.join(_MOMENTS)})")

_REMARK = re.compile(r"^INFO |^Driver aborting|exit code: \d|^Context: |^Peak memory|^Remove intermediate|^\[t=|^at ")
_ALARM = re.compile(r"[Ee]rror|ERROR|Exception|[Ff]ailed|[Mm]issing|[Ii]nvalid|[Uu]nexpected|not supported")
_TIME = re.compile(r"^\d+\.\d{6} ")


def figures(lines: Iterable[str]) -> dict[str, Any]:
    """Return what a log tells, as the worker's answers have it: the states ``expanded``, None if it does not tell, and the ``seconds``
    that it tells: for reading and grounding, ``ground``, and for what follows, ``search``. Where it tells a figure more than once, the last.
    """
    found: dict[str, float] = {}
    moments: dict[str, float] = {}
    for line in lines:
        for pattern, figure, unit in _LINES:
            if match := pattern.search(line):
                found[figure] = float(match[1]) * unit
        if match := _TIMED.match(line):
            moments[match[2]] = float(match[1])
    if len(moments) == len(_MOMENTS):
        begun, grounded, ended = (moments[moment] for moment in _MOMENTS)
        found |= {"ground": grounded - begun, "search": ended - grounded}
    expanded = found.pop("expanded", None)
    return {"expanded": None if expanded is None else int(expanded), "seconds": found}


def complaint(lines: Iterable[str]) -> str:
    """Return the line of a failed engine's log that says most of why it failed; the empty text if there is none."""
    said = [_TIME.sub("", line).strip() for line in lines if line.strip()]
    telling = [line for line in said if not _REMARK.search(line)]
    alarming = [line for line in telling if _ALARM.search(line)]
    return next(reversed(alarming or telling or said), "")


def driver_complaint(lines: Iterable[str]) -> str:
    """Return why the driver of Fast Downward or SymK refuses what it was given, on one line; the empty text if its log does not say.

    What its translator complains of stands between its first line and its exit code, below the parts of the file in which it is; what
    its search complains of stands in a line that says what is not supported.
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
    """Return a message on one line; a long one ends after a word, with a mark that more was said."""
    return textwrap.shorten(message, LONGEST_MESSAGE, placeholder=" […]")


@contextlib.contextmanager
def logged() -> Iterator[list[str]]:
    """Give a list that keeps what is logged in the block through Python's logging, each line with the time, in seconds, in front."""
    import logging  # which takes long for what a driver logs, which is not logged through it

    lines: list[str] = []

    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(f"{record.created:.6f} {record.getMessage()}")

    handler, root = Lines(logging.INFO), logging.getLogger()
    level = root.level
    root.setLevel(logging.INFO)
    root.addHandler(handler)
    try:
        yield lines
    finally:
        root.removeHandler(handler)
        root.setLevel(level)
