"""What calls have returned, kept in a file as it comes, so that a run that was broken off goes on where it was.

The file holds lines of JSON: the first says what was asked for, each other what one call has returned. Lines are only added. A last line that is not
whole, as a run leaves it that is killed while it writes, does not count.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from planner.system.files import OutputError

PROGRAM, ASKED = "ferryplan", "asked"
"""keys of the first line: the version of the program, and what was asked for"""
MARK = b'{"ferryplan": '
BETWEEN = 1.0
"""seconds between two times that the system is made to write it onto the disk"""


def asked_in(path: Path | None) -> dict[str, Any]:
    """Return what was asked for in a run whose journal is there; nothing where there is none that can be read."""
    with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
        return dict(json.loads(Path(path or "").read_bytes().partition(b"\n")[0])[ASKED])
    return {}


class Journal:
    """The file of one run, held while the ``with`` block lasts; it is made if there is none.

    Raises OutputError for a file that another run writes, that is of another run, or that is none of this program's.
    """

    def __init__(self, path: Path, asked: Mapping[str, Any]) -> None:
        """``asked`` says what is asked for, as far as the answers depend on it."""
        self._path, self._asked = path, json.loads(json.dumps(asked, default=str))
        self._kept = dict[str, Any]()
        self._written = 0.0

    def __enter__(self) -> Journal:
        try:
            self._file = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise OutputError(f"{self._path}: cannot be written: {error.strerror}") from None
        try:
            self._lock()
            self._read()
        except BaseException:
            os.close(self._file)
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            os.fsync(self._file)
        os.close(self._file)

    def __contains__(self, name: str) -> bool:
        return name in self._kept

    def __getitem__(self, name: str) -> Any:
        """Return what a call has returned, by its name."""
        return self._kept[name]

    def keep(self, name: str, value: Any) -> None:
        """Keep what a call has returned. Raises OutputError where there is no room for it."""
        self._write([name, value])

    def _lock(self) -> None:
        try:
            import fcntl
        except ImportError:
            return  # Windows has no such locks
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise OutputError(f"{self._path}: found another run that keeps its journal there, expected none") from None

    def _read(self) -> None:
        text = self._path.read_bytes()
        size = text.rfind(b"\n") + 1
        if not size and not MARK.startswith(text[: len(MARK)]):
            raise OutputError(f"{self._path}: found a file that is no journal, expected one, or no file")
        os.truncate(self._file, size)
        if not size:
            return self._write({PROGRAM: version(PROGRAM), ASKED: self._asked})
        for number, line in enumerate(text[:size].splitlines(), 1):
            try:
                found = json.loads(line)
                if number == 1:
                    self._check(found[PROGRAM], found[ASKED])
                else:
                    name, self._kept[name] = found
            except (ValueError, TypeError, KeyError):
                raise OutputError(f"{self._path}:{number}: found no line of a journal") from None

    def _check(self, program: str, asked: Mapping[str, Any]) -> None:
        """Raise OutputError unless these answers are wanted."""
        keys = [PROGRAM, *self._asked, *asked]
        found, wanted = ({PROGRAM: one, **what} for one, what in ((program, asked), (version(PROGRAM), self._asked)))
        for key in keys:
            if found.get(key) != wanted.get(key):
                says = [json.dumps(what.get(key), ensure_ascii=False)[:200] for what in (found, wanted)]
                raise OutputError(
                    f"{self._path}: found the journal of another run, {key} {says[0]}; expected {says[1]}"
                )

    def _write(self, line: Any) -> None:
        """Add a line; no signal comes between its parts."""
        data = json.dumps(line, ensure_ascii=False).encode() + b"\n"
        try:
            if os.write(self._file, data) < len(data):
                raise OSError(0, "there is no room left")
            if time.monotonic() > self._written + BETWEEN:
                os.fsync(self._file)
                self._written = time.monotonic()
        except OSError as error:
            raise OutputError(f"{self._path}: cannot be written: {error.strerror}") from None
