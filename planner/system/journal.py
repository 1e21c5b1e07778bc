"""What calls have returned, kept in a file as it comes, so that a run that was broken off goes on where it was.

The file holds lines of JSON: the first says what was asked for, each other what one call has returned, with a checksum. Lines are only added. A last
line that is not whole, as a run leaves it that is killed while it writes, does not count.
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
from ferryplan.planner.system.files import OutputError, told_of

PROGRAM, ASKED = "ferryplan", "asked"
"""keys of the first line: the version of the program, and what was asked for"""
MARK = b'{"ferryplan": '
UNREADABLE = (ValueError, TypeError, KeyError, RecursionError)
"""what comes of reading a line that no journal has"""
BETWEEN = 1.0
"""seconds between two times that the system is made to write it onto the disk"""


def asked_in(path: Path | None) -> dict[str, Any]:
    """Return what was asked for in a run whose journal is there; nothing where there is none that can be read."""
    with contextlib.suppress(OSError, *UNREADABLE):
        return dict(json.loads(Path(path or "").read_bytes().partition(b"\n")[0])[ASKED])
    return {}


class Journal:
    """The file of one run, held while the ``with`` block lasts; it is made if there is none.

    Raises OutputError for a file that another run writes, that is of another run, or that is none of this program's.
    """

    def __init__(self, path: Path, asked: Mapping[str, Any]) -> None:
        """``asked`` says what is asked for, as far as the answers depend on it."""
        self._path, self._written = path, 0.0
        self.kept = dict[str, Any]()
        """what calls have returned before, by their names"""
        self._head = {PROGRAM: version(PROGRAM), ASKED: json.loads(json.dumps(asked, default=str))}

    def __enter__(self) -> Journal:
        with told_of(self._path), contextlib.ExitStack() as stack:
            self._file = stack.enter_context(self._path.open("ab+", buffering=0))
            try:
                import fcntl

                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except ImportError:  # Windows has no such locks
                pass
            except BlockingIOError:
                raise OutputError(format_message("system.journal-in-use"), file=self._path) from None
            self._read()
            stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError), self._file:
            os.fsync(self._file)

    def keep(self, name: str, value: Any) -> None:
        """Keep what a call has returned. Raises OutputError where there is no room for it."""
        with told_of(self._path):
            self._write([name, value, _checksum(name, value)])

    def _read(self) -> None:
        if not self._path.is_file():
            raise OutputError(format_message("system.journal-no-file"), file=self._path)
        text = self._path.read_bytes()
        size = text.rfind(b"\n") + 1
        if not MARK.startswith(text[: len(MARK)]):
            raise OutputError(format_message("system.journal-other-file"), file=self._path)
        self._file.truncate(size)
        if not size:
            return self._write(self._head)
        for number, line in enumerate(text[:size].splitlines(), 1):
            try:
                found = json.loads(line)
                if number == 1:
                    self._check({PROGRAM: found[PROGRAM], **found[ASKED]})
                else:
                    name, value, checksum = found
                    if checksum != _checksum(name, value):
                        raise ValueError(checksum)
                    self.kept[name] = value
            except UNREADABLE:
                raise OutputError(format_message("system.journal-changed"), file=self._path, line=number) from None

    def _check(self, found: Mapping[str, Any]) -> None:
        """Raise OutputError unless these answers are wanted."""
        wanted = {PROGRAM: self._head[PROGRAM], **self._head[ASKED]}
        for key in (*wanted, *found):
            if found.get(key) != wanted.get(key):
                said, expected = (json.dumps(one.get(key), ensure_ascii=False)[:200] for one in (found, wanted))
                says = format_message("system.journal-of-another-run", key=key, found=said, expected=expected)
                raise OutputError(says, file=self._path, found=said, expected=expected)

    def _write(self, line: Any) -> None:
        """Add a line; no signal comes between its parts."""
        data = json.dumps(line).encode() + b"\n"
        if self._file.write(data) < len(data):
            raise OSError(0, format_message("system.no-room"))
        if time.monotonic() > self._written + BETWEEN:
            os.fsync(self._file)
            self._written = time.monotonic()


def _checksum(name: str, value: Any) -> str:
    """Return a checksum of a kept line: who decodes its value trusts its shape, whatever has happened to the file."""
    return hashlib.sha256(json.dumps([name, value], sort_keys=True).encode()).hexdigest()[:16]
