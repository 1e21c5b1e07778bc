"""The journal: results of calls, kept in a file, so that an interrupted run of a command can resume.

The file consists of lines of JSON. The first line describes the request, which is everything that the results depend
on, such as the puzzle. Each other line has the result of one call, with a checksum. Lines are only added. An
incomplete last line, left by a run that was killed while it wrote, does not count.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ferryplan.domains.messages import format_message
from ferryplan.planner.system.user_files import OutputError, raise_output_errors

PROGRAM_KEY, REQUEST_KEY = "ferryplan", "asked"
"""keys of the first line: the version of the program, and the request"""
FIRST_BYTES = b'{"ferryplan": '
"""the beginning of every journal"""
READ_ERRORS = (ValueError, TypeError, KeyError, RecursionError)
"""the errors that reading raises for a line that is not from a journal"""
SYNC_SECONDS = 1.0
"""the least number of seconds between two synchronizations of the file with the disk"""


def read_journal_request(path: Path | None) -> dict[str, Any]:
    """Return the request in the first line of a journal, by key; empty if there is no readable journal."""
    with contextlib.suppress(OSError, *READ_ERRORS):
        return dict(json.loads(Path(path or "").read_bytes().partition(b"\n")[0])[REQUEST_KEY])
    return {}


class Journal:
    """The journal file of one run, locked within the ``with`` block; a missing file is created.

    Raises OutputError for a file that another process writes, that belongs to another run, or that is not a journal.
    """

    def __init__(self, path: Path, request: Mapping[str, Any]) -> None:
        """Take the path of the file, and the part of the request that the results depend on."""
        self._path, self._written = path, 0.0
        self.entries = dict[str, Any]()
        """the results of earlier calls as JSON data, by the names of the calls"""
        self._head = {PROGRAM_KEY: version(PROGRAM_KEY), REQUEST_KEY: json.loads(json.dumps(request, default=str))}

    def __enter__(self) -> Journal:
        with raise_output_errors(self._path), contextlib.ExitStack() as stack:
            self._file = stack.enter_context(self._path.open("ab+", buffering=0))
            try:
                from fcntl import LOCK_EX, LOCK_NB, flock

                flock(self._file, LOCK_EX | LOCK_NB)
            except ImportError:  # Windows has no such locks, and in JupyterLite the module is empty
                pass
            except BlockingIOError:
                raise OutputError(format_message("system.journal-in-use"), file=self._path) from None
            self._read_call_results()
            stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError), self._file:
            os.fsync(self._file)

    def add_call_result(self, name: str, value: Any) -> None:
        """Append the result of a call, as JSON data, under the name of the call.

        Raises OutputError if the disk is full.
        """
        with raise_output_errors(self._path):
            self._append_line([name, value, _compute_result_checksum(name, value)])

    def _read_call_results(self) -> None:
        """Check the first line and read the results; write the first line if the file is empty.

        Raises OutputError for a file that is not a journal, or not the journal of the same request.
        """
        if not self._path.is_file():
            raise OutputError(format_message("system.journal-no-file"), file=self._path)
        text = self._path.read_bytes()
        size = text.rfind(b"\n") + 1
        if not FIRST_BYTES.startswith(text[: len(FIRST_BYTES)]):
            raise OutputError(format_message("system.journal-other-file"), file=self._path)
        self._file.truncate(size)
        if not size:
            return self._append_line(self._head)
        for number, line in enumerate(text[:size].splitlines(), 1):
            try:
                found = json.loads(line)
                if number == 1:
                    self._check_request({PROGRAM_KEY: found[PROGRAM_KEY], **found[REQUEST_KEY]})
                else:
                    name, value, checksum = found
                    if checksum != _compute_result_checksum(name, value):
                        raise ValueError(checksum)
                    self.entries[name] = value
            except READ_ERRORS:
                raise OutputError(format_message("system.journal-changed"), file=self._path, line=number) from None

    def _check_request(self, found: Mapping[str, Any]) -> None:
        """Raise OutputError unless the journal belongs to the same request and version of the program.

        ``found`` is the request in the file, with the version under `PROGRAM_KEY`.
        """
        wanted = {PROGRAM_KEY: self._head[PROGRAM_KEY], **self._head[REQUEST_KEY]}
        for key in (*wanted, *found):
            if found.get(key) != wanted.get(key):
                said, expected = (json.dumps(one.get(key), ensure_ascii=False)[:200] for one in (found, wanted))
                says = format_message("system.journal-of-another-run", key=key, found=said, expected=expected)
                raise OutputError(says, file=self._path, found=said, expected=expected)

    def _append_line(self, line: Any) -> None:
        """Append a JSON value to the file as one line, in one piece, so that no signal splits the line."""
        data = json.dumps(line).encode() + b"\n"
        if self._file.write(data) < len(data):
            raise OSError(0, format_message("system.no-room"))
        if time.monotonic() > self._written + SYNC_SECONDS:
            os.fsync(self._file)
            self._written = time.monotonic()


def _compute_result_checksum(name: str, value: Any) -> str:
    """Return a checksum of the name and the result of a call.

    Thanks to the checksum, code that decodes a result can rely on its form, even if the file was damaged.
    """
    return hashlib.sha256(json.dumps([name, value], sort_keys=True).encode()).hexdigest()[:16]
